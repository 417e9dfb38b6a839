import * as vscode from 'vscode';
import {
  type ExplainParams,
  type ExplainResult,
  type LayerTextParams,
  type LayerTextResult,
  type RenderParams,
  type RenderResult,
  requests,
} from '../../../server/src/protocol.js';
import {
  isPreview,
  type PreviewVirtualView,
  sourcesOf,
  targetOf,
  viewOfUri,
  viewToUri,
  virtualScheme,
  type VirtualView,
} from '../../../server/src/virtualDocuments.js';
import type { Requester } from '../server.js';
import { Comparisons, isOpen, openAgain } from './comparisons.js';

/** A document in a language, where VS Code knows that one; the same document otherwise. */
export async function inLanguage(document: vscode.TextDocument, languageId: string): Promise<vscode.TextDocument> {
  if (document.languageId === languageId) return document;
  const known = await vscode.languages.getLanguages();
  return known.includes(languageId) ? vscode.languages.setTextDocumentLanguage(document, languageId) : document;
}

/** Texts that are compared or decoded though they are no documents, such as the clipboard's; kept for as long as that lasts. */
export class KeptTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscription: vscode.Disposable;
  #last = 0;

  constructor() {
    this.#subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const view = viewOfUri(uri);
      if (view !== undefined) this.#forgetUnused(sourcesOf(view));
    });
  }

  /** Keeps a text, and gives the address of a document that shows it. */
  keep(name: string, text: string): vscode.Uri {
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

  /** Forgets texts among the sources of a document that is closed, unless another one is still made of them. */
  #forgetUnused(sources: readonly string[]): void {
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

/** What is told of a config whenever one of its previews is made. */
export interface RenderedEvent {
  /** The preview. */
  readonly uri: vscode.Uri;
  /** URI of the config. */
  readonly source: string;
  /** Whether there is one; otherwise it tells why not. */
  readonly ok: boolean;
  readonly remarks: readonly string[];
}

/** Shows previews, comparisons and decoded payloads; they follow their sources while those are open. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #rendered = new vscode.EventEmitter<RenderedEvent>();
  readonly #server: Requester;
  readonly #comparisons: Comparisons;
  readonly #subscriptions: vscode.Disposable[];
  /** Documents that are being made. */
  readonly #busy = new Set<string>();
  /** Documents whose source has changed since they were last made, by their address. */
  readonly #stale = new Map<string, vscode.Uri>();
  /** The languages of decoded texts, by their address. */
  readonly #languages = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Requester) {
    this.#server = server;
    this.#comparisons = new Comparisons(server);
    this.#subscriptions = [
      this.kept,
      this.#changed,
      this.#rendered,
      vscode.workspace.registerTextDocumentContentProvider(virtualScheme, this),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#refresh((source) => source === document.uri.toString());
      }),
      // A source that is closed has no preview any more, and one that is opened again has.
      vscode.workspace.onDidOpenTextDocument((document) => {
        // Links open a document under its name alone, which does not always tell the language.
        const languageId = this.#languages.get(document.uri.toString());
        if (languageId !== undefined) void inLanguage(document, languageId);
        this.#refresh((source) => source === document.uri.toString());
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#languages.delete(document.uri.toString());
        this.#refresh((source) => source === document.uri.toString());
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#refresh(() => true);
      }),
    ];
  }

  /** Texts that can be compared and decoded though they are no documents. */
  readonly kept = new KeptTexts();
  readonly onDidChange = this.#changed.event;
  readonly onDidRender = this.#rendered.event;

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const view = viewOfUri(uri);
    if (view === undefined) return vscode.l10n.t('This address leads to no preview.');
    if (view.view === 'kept') return this.kept.textOf(view.source) ?? '';
    if (view.view === 'comparison') return this.#whileBusy(uri, () => this.#comparisons.textOf(view));
    // What is kept cannot be opened by hand.
    if (viewOfUri(vscode.Uri.parse(view.source))?.view === 'kept') await openAgain(view.source);
    if (!isOpen(view.source))
      return vscode.l10n.t('The document that this was made from is closed. Open it and run the command again.');
    if (isPreview(view)) return this.#previewOf(uri, view, token);
    if (view.view === 'failure') return this.#reportOf(uri, view, token);
    const params: LayerTextParams = { uri: view.source, steps: view.steps };
    const layer = await this.#whileBusy(uri, () =>
      this.#server.request<LayerTextResult>(requests.layerText, params, token),
    );
    if (layer === null) return vscode.l10n.t('The document holds no such payload any more.');
    this.#languages.set(uri.toString(), layer.languageId);
    return layer.text;
  }

  /** Makes the documents of a source again, though its text has not changed. */
  refresh(source: string): void {
    this.#refresh((candidate) => candidate === source);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #previewOf(uri: vscode.Uri, view: PreviewVirtualView, token: vscode.CancellationToken): Promise<string> {
    const params: RenderParams = { uri: view.source, ...targetOf(view) };
    const rendered = await this.#whileBusy(uri, () =>
      this.#server.request<RenderResult>(requests.render, params, token),
    );
    this.#rendered.fire({
      uri,
      source: view.source,
      ok: rendered.ok,
      remarks: rendered.ok ? rendered.remarks : [],
    });
    // Where there is no preview the text says why: nothing is shown that is no longer true.
    return rendered.text;
  }

  async #reportOf(
    uri: vscode.Uri,
    { source, failure, table }: Extract<VirtualView, { view: 'failure' }>,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const which = failure === undefined ? {} : { failure };
    const params: ExplainParams = { uri: source, ...which, ...(table === undefined ? {} : { table }) };
    const found = await this.#whileBusy(uri, () =>
      this.#server.request<ExplainResult>(requests.explain, params, token),
    );
    return found?.report ?? vscode.l10n.t('The document is not open any more.');
  }

  /** Makes one document at a time only once; what changes meanwhile is made up for afterwards. */
  async #whileBusy<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const address = uri.toString();
    this.#busy.add(address);
    this.#stale.delete(address);
    try {
      return await work();
    } finally {
      this.#busy.delete(address);
      if (this.#stale.has(address)) this.#schedule();
    }
  }

  #refresh(isMeant: (source: string) => boolean): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const view = uri.scheme === virtualScheme ? viewOfUri(uri) : undefined;
      if (view !== undefined && sourcesOf(view).some(isMeant)) this.#stale.set(uri.toString(), uri);
    }
    this.#comparisons.forget();
    if (this.#stale.size > 0) this.#schedule();
  }

  /** Asks for new texts in the next turn: then the change itself is on its way to the server. */
  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const [address, uri] of this.#stale) if (!this.#busy.has(address)) this.#changed.fire(uri);
    }, 0);
  }
}
