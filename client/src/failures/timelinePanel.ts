import * as vscode from 'vscode';
import {
  requests,
  type TimelineExportParams,
  type TimelineParams,
  type TimelineSources,
} from '../../../server/src/protocol.js';
import type { ChartMessage, PageMessage } from '../../webview/timeline/messages.js';
import { onTextChange, Owner, reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';
import { openPosition } from './openPosition.js';
import { pageHtml } from './webviewPage.js';

/** A chart in an editor. It follows its documents; the server computes the layout. */
export class TimelinePanel extends Owner {
  readonly #panel: vscode.WebviewPanel;
  readonly #server: Requester;
  readonly #sources: TimelineSources;
  #window: Required<Pick<TimelineParams, 'zoom' | 'divisions'>> = { zoom: 1, divisions: 8 };
  /** Whether the page has announced that it receives messages. */
  #ready = false;
  #busy = false;
  #stale = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, server: Requester, sources: TimelineSources) {
    super();
    this.#panel = panel;
    this.#server = server;
    this.#sources = sources;
    this.own(
      panel.webview.onDidReceiveMessage((message: PageMessage) => this.#on(message)),
      onTextChange((uri) => this.#changed(uri)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#changed(uri.toString())),
      { dispose: () => clearTimeout(this.#timer) },
    );
    panel.onDidDispose(() => this.dispose());
    panel.webview.html = pageHtml(panel.webview, extension, {
      name: 'timeline',
      title: vscode.l10n.t('Boot timeline'),
    });
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

  /** Writes the chart to `target`, or to a file that the user chooses. */
  async export(as: TimelineExportParams['as'], target?: vscode.Uri): Promise<void> {
    await this.#openSources();
    const { text, name } = await this.#server.request(requests.timelineExport, { ...this.#sources, as });
    const beside = vscode.Uri.parse(this.#sources.sources[0] ?? '');
    const base =
      vscode.workspace.getWorkspaceFolder(beside) === undefined
        ? vscode.workspace.workspaceFolders?.[0]?.uri
        : vscode.Uri.joinPath(beside, '..');
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
      if (message.type === 'open') await openPosition(message.uri, message.place);
      else if (message.type === 'export') await this.export(message.as);
      else {
        this.#ready = true;
        this.#window = { zoom: message.zoom, divisions: message.divisions };
        await this.#update();
      }
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** Waits for the next turn, when the change itself has been sent to the server. */
  #changed(uri: string): void {
    if (!this.#ready || !this.#sources.sources.includes(uri)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#on({ type: 'show', ...this.#window }), 0);
  }

  /** Requests the chart; changes in the meantime lead to another request afterwards. */
  async #update(): Promise<void> {
    this.#stale = true;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#stale) {
        await this.#openSources();
        this.#stale = false;
        const chart = await this.#server.request(requests.timeline, { ...this.#sources, ...this.#window });
        const message: ChartMessage = { type: 'chart', chart, sources: this.#sources };
        await this.#panel.webview.postMessage(message);
      }
    } finally {
      this.#busy = false;
    }
  }

  async #openSources(): Promise<void> {
    await Promise.all(this.#sources.sources.map(reopen));
  }
}
