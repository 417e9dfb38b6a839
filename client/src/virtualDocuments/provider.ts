import * as vscode from 'vscode';
import type { Requester } from '../languageClient.js';
import { requests } from '../../../server/src/protocol.js';
import type { LayerTextParams, LayerTextResult, RenderParams, RenderResult } from '../../../server/src/protocol.js';
import { viewOfUri, virtualScheme, type VirtualView } from './uri.js';

/** How long typing has to pause before open previews follow, in milliseconds. */
const refreshDelayMs = 150;

/** Shows previews and decoded payloads; they follow their source while it is open. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #server: Requester;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Requester) {
    this.#server = server;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(virtualScheme, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#sourceChanged(document.uri);
      }),
    ];
  }

  readonly onDidChange = this.#changed.event;

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const view = viewOfUri(uri);
    if (view === undefined) return vscode.l10n.t('This address leads to no preview.');
    if (!isOpen(view.source))
      return vscode.l10n.t('The document that this was made from is closed. Open it and run the command again.');
    return this.#textOf(view, token);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #textOf(view: VirtualView, token: vscode.CancellationToken): Promise<string> {
    if (view.view === 'layer') {
      const params: LayerTextParams = { uri: view.source, steps: view.steps ?? [] };
      const layer = await this.#server.request<LayerTextResult>(requests.layerText, params, token);
      return layer?.text ?? vscode.l10n.t('The document holds no such payload any more.');
    }
    const params: RenderParams = {
      uri: view.source,
      what: view.view,
      ...(view.dialect === undefined ? {} : { dialect: view.dialect }),
    };
    const rendered = await this.#server.request<RenderResult>(requests.render, params, token);
    // A preview never shows what is no longer true.
    return rendered.ok ? rendered.text : vscode.l10n.t('There is no preview: {0}', rendered.message);
  }

  #sourceChanged(source: vscode.Uri): void {
    const followers = vscode.workspace.textDocuments.filter(
      (document) => viewOfUri(document.uri)?.source === source.toString(),
    );
    if (followers.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const follower of followers) this.#changed.fire(follower.uri);
    }, refreshDelayMs);
  }
}

function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}
