import * as vscode from 'vscode';
import {
  requests,
  type TextPosition,
  type TimelineExportParams,
  type TimelineExportResult,
  type TimelineParams,
  type TimelineResult,
  type TimelineSources,
} from '../../../server/src/protocol.js';
import type { ChartMessage, PageMessage } from '../../webview/timeline/messages.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';
import { isOpen, openAgain } from '../virtualDocuments/comparisons.js';
import { pageHtml } from './page.js';

/** One chart in an editor. It follows its documents; all that is drawn was laid out by the server. */
export class TimelinePanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #server: Requester;
  readonly #sources: TimelineSources;
  readonly #subscriptions: vscode.Disposable[];
  #window: Required<Pick<TimelineParams, 'zoom' | 'divisions'>> = { zoom: 1, divisions: 8 };
  /** Whether the page has said that it listens. */
  #listens = false;
  #busy = false;
  #stale = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, server: Requester, sources: TimelineSources) {
    this.#panel = panel;
    this.#server = server;
    this.#sources = sources;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: PageMessage) => this.#on(message)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#changed(document.uri.toString());
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#changed(uri.toString())),
    ];
    panel.onDidDispose(() => this.#dispose());
    panel.webview.html = pageHtml(panel.webview, extension);
  }

  get sources(): TimelineSources {
    return this.#sources;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Writes the chart to a file that the user chooses, or to the one that is given. */
  async export(as: TimelineExportParams['as'], target?: vscode.Uri): Promise<void> {
    await this.#openSources();
    const params: TimelineExportParams = { ...this.#sources, as };
    const { text, name } = await this.#server.request<TimelineExportResult>(requests.timelineExport, params);
    const [first] = this.#sources.sources;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const beside = first === undefined ? undefined : vscode.Uri.parse(first, true);
    const base =
      beside !== undefined && vscode.workspace.getWorkspaceFolder(beside) !== undefined
        ? vscode.Uri.joinPath(beside, '..')
        : folder;
    const chosen =
      target ??
      (await vscode.window.showSaveDialog({
        ...(base === undefined ? {} : { defaultUri: vscode.Uri.joinPath(base, name) }),
        filters: as === 'svg' ? { SVG: ['svg'] } : { Markdown: ['md'] },
        title: vscode.l10n.t('Export Timeline'),
      }));
    if (chosen !== undefined) await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
  }

  async #on(message: PageMessage): Promise<void> {
    try {
      if (message.type === 'open') await openPlace(message.uri, message.place);
      else if (message.type === 'export') await this.export(message.as);
      else {
        this.#listens = true;
        this.#window = { zoom: message.zoom, divisions: message.divisions };
        await this.#update();
      }
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** The change itself is on its way to the server before the next turn. */
  #changed(uri: string): void {
    if (!this.#listens || !this.#sources.sources.includes(uri)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#on({ type: 'show', ...this.#window }), 0);
  }

  /** Asks for the chart; what changes meanwhile is made up for afterwards. */
  async #update(): Promise<void> {
    this.#stale = true;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#stale) {
        await this.#openSources();
        this.#stale = false;
        const params: TimelineParams = { ...this.#sources, ...this.#window };
        const chart = await this.#server.request<TimelineResult>(requests.timeline, params);
        const message: ChartMessage = { type: 'chart', chart, sources: this.#sources };
        await this.#panel.webview.postMessage(message);
      }
    } finally {
      this.#busy = false;
    }
  }

  async #openSources(): Promise<void> {
    await Promise.all(this.#sources.sources.map(openAgain));
  }

  #dispose(): void {
    this.#listens = false;
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Shows a place of a document beside the chart, in the editor that has the document where there is one. */
async function openPlace(uri: string, { line, character }: TextPosition): Promise<void> {
  await openAgain(uri);
  if (!isOpen(uri)) throw new CommandError(vscode.l10n.t('The document is not open any more.'));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const place = new vscode.Position(line, character);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
  await vscode.window.showTextDocument(document, {
    viewColumn: shown ?? vscode.ViewColumn.Beside,
    selection: new vscode.Range(place, place),
  });
}
