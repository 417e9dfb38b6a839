import * as vscode from 'vscode';
import { requests } from '../../server/src/protocol.js';
import {
  type PreviewVirtualView,
  sourcesOf,
  viewOfUri,
  viewToUri,
  virtualScheme,
} from '../../server/src/virtualDocuments.js';
import type { Requester } from './server.js';
import { Comparisons } from './compare/comparisons.js';
import { DelayedCall } from './delayedCall.js';
import { inLanguage, isOpen, onTextChange, Owner, reopen } from './openDocuments.js';

/** Texts without a document of their own, such as the clipboard's, for as long as virtual documents use them. */
export class TextStore implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscription: vscode.Disposable;
  #last = 0;

  constructor() {
    this.#subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const view = viewOfUri(uri);
      if (view !== undefined) this.#removeUnused(sourcesOf(view));
    });
  }

  /** Stores a text and returns the URI of a virtual document that shows it. */
  add(name: string, text: string): vscode.Uri {
    const id = String(++this.#last);
    this.#texts.set(id, text);
    return vscode.Uri.from(viewToUri({ source: id, view: 'kept' }, name));
  }

  textOf(id: string): string | undefined {
    return this.#texts.get(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#texts.clear();
  }

  /** Removes the sources of a closed document, unless another document still uses them. */
  #removeUnused(sources: readonly string[]): void {
    const used = new Set(
      vscode.workspace.textDocuments.flatMap(({ uri }) => {
        const view = viewOfUri(uri);
        return view === undefined ? [] : sourcesOf(view);
      }),
    );
    for (const source of sources) {
      const view = used.has(source) ? undefined : viewOfUri(vscode.Uri.parse(source));
      if (view?.view === 'kept') this.#texts.delete(view.source);
    }
  }
}

/** A preview was rendered, or couldn't be. */
export interface RenderedEvent {
  /** URI of the preview. */
  readonly uri: vscode.Uri;
  /** Whether it could be rendered; otherwise the preview shows why not. */
  readonly ok: boolean;
  /** Settings that couldn't be applied. */
  readonly remarks: readonly string[];
}

/** Provides previews, comparisons, reports and stored texts; they follow their sources while these are open. */
export class VirtualDocuments extends Owner implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #rendered = new vscode.EventEmitter<RenderedEvent>();
  readonly #server: Requester;
  readonly #comparisons: Comparisons;
  /** Documents that are being requested. */
  readonly #busy = new Set<string>();
  /** Documents whose source has changed since the last request, by their URI. */
  readonly #stale = new Map<string, vscode.Uri>();
  /** The languages of previews and decoded payloads, by their URI. */
  readonly #languages = new Map<string, string>();
  readonly #delayedRequest = new DelayedCall(() => this.#requestStale());

  constructor(server: Requester) {
    super();
    this.#server = server;
    this.#comparisons = new Comparisons(server);
    const refreshFor = (uri: string): void => {
      this.#refresh((source) => source === uri);
    };
    this.own(
      this.texts,
      this.#changed,
      this.#rendered,
      vscode.workspace.registerTextDocumentContentProvider(virtualScheme, this),
      onTextChange(refreshFor),
      // Previews depend on whether their source is open.
      vscode.workspace.onDidOpenTextDocument((document) => {
        // Links, and the editor after a restart, open a document by its name alone, which doesn't always determine the language.
        const languageId = this.#languages.get(document.uri.toString());
        if (languageId !== undefined) void inLanguage(document, languageId);
        refreshFor(document.uri.toString());
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#languages.delete(document.uri.toString());
        refreshFor(document.uri.toString());
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#refresh(() => true);
      }),
      this.#delayedRequest,
    );
  }

  readonly texts = new TextStore();
  readonly onDidChange = this.#changed.event;
  readonly onDidRender = this.#rendered.event;

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const view = viewOfUri(uri);
    if (view === undefined) return vscode.l10n.t('This URI does not belong to a preview.');
    if (view.view === 'kept') return this.texts.textOf(view.source) ?? '';
    if (view.view === 'comparison') return this.#whileBusy(uri, () => this.#comparisons.textOf(view));
    // Users can't open a stored text by themselves.
    if (viewOfUri(vscode.Uri.parse(view.source))?.view === 'kept') await reopen(view.source);
    if (!isOpen(view.source)) return vscode.l10n.t('The source document is closed. Open it and run the command again.');
    if (view.view === 'preview') return this.#previewOf(uri, view, token);
    if (view.view === 'failure') {
      const params = { uri: view.source, failure: view.failure, table: view.table };
      const found = await this.#whileBusy(uri, () => this.#server.request(requests.explain, params, token));
      return found?.report ?? vscode.l10n.t('The document is no longer open.');
    }
    const params = { uri: view.source, steps: view.steps };
    const layer = await this.#whileBusy(uri, () => this.#server.request(requests.layerText, params, token));
    if (layer === null) return vscode.l10n.t('The document no longer contains this payload.');
    this.#languages.set(uri.toString(), layer.languageId);
    return layer.text;
  }

  /** Requests the documents of a source again, although its text hasn't changed. */
  refresh(source: string): void {
    this.#refresh((candidate) => candidate === source);
  }

  async #previewOf(
    uri: vscode.Uri,
    { source, target }: PreviewVirtualView,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const params = { uri: source, ...target };
    const rendered = await this.#whileBusy(uri, () => this.#server.request(requests.render, params, token));
    this.#languages.set(uri.toString(), rendered.languageId);
    this.#rendered.fire({ uri, ok: rendered.ok, remarks: rendered.ok ? rendered.remarks : [] });
    // If there is no preview, the text says why, so that nothing outdated is shown.
    return rendered.text;
  }

  /** Sends one request at a time for a document; changes in the meantime lead to another request afterwards. */
  async #whileBusy<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const address = uri.toString();
    this.#busy.add(address);
    this.#stale.delete(address);
    try {
      return await work();
    } finally {
      this.#busy.delete(address);
      if (this.#stale.has(address)) this.#delayedRequest.schedule();
    }
  }

  #refresh(isAffected: (source: string) => boolean): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const view = uri.scheme === virtualScheme ? viewOfUri(uri) : undefined;
      if (view !== undefined && sourcesOf(view).some(isAffected)) this.#stale.set(uri.toString(), uri);
    }
    this.#comparisons.invalidate();
    if (this.#stale.size > 0) this.#delayedRequest.schedule();
  }

  #requestStale(): void {
    for (const [address, uri] of this.#stale) if (!this.#busy.has(address)) this.#changed.fire(uri);
  }
}
