import * as vscode from 'vscode';
import {
  requests,
  type TimelineExportParams,
  type TimelineParams,
  type TimelineSources,
} from '../../../server/src/protocol.js';
import type { ChartMessage, PageMessage } from '../../webview/failures/messages.js';
import { DelayedCall } from '../delayedCall.js';
import { onTextChange, Owner, reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';
import { openPosition } from './openPosition.js';

/** The chart of a page: a timeline of its own, or a part of a report. It follows its documents; the server computes the layout. */
export class Chart extends Owner {
  readonly sources: TimelineSources;
  readonly #webview: vscode.Webview;
  readonly #server: Requester;
  #window: Required<Pick<TimelineParams, 'zoom' | 'divisions'>> = { zoom: 1, divisions: 8 };
  /** Whether the page has announced that it receives messages. */
  #ready = false;
  /** Whether the page has to scroll to the chart. */
  #reveal = false;
  #busy = false;
  #stale = false;
  readonly #delayedUpdate = new DelayedCall(() => this.#on({ type: 'show', ...this.#window }));

  constructor(webview: vscode.Webview, server: Requester, sources: TimelineSources) {
    super();
    this.sources = sources;
    this.#webview = webview;
    this.#server = server;
    this.own(
      webview.onDidReceiveMessage((message: PageMessage) => this.#on(message)),
      onTextChange((uri) => this.#changed(uri)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#changed(uri.toString())),
      this.#delayedUpdate,
    );
  }

  /** Scrolls the page to the chart, now or when it is drawn. */
  async reveal(): Promise<void> {
    this.#reveal = true;
    if (this.#ready) await this.#update();
  }

  /** Writes the chart to `target`, or to a file that the user chooses. */
  async export(as: TimelineExportParams['as'], target?: vscode.Uri): Promise<void> {
    await this.#openSources();
    const { text, name } = await this.#server.request(requests.timelineExport, { ...this.sources, as });
    const beside = vscode.Uri.parse(this.sources.sources[0] ?? '');
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
      else if (message.type === 'show') {
        this.#ready = true;
        this.#window = { zoom: message.zoom, divisions: message.divisions };
        await this.#update();
      }
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  #changed(uri: string): void {
    if (this.#ready && this.sources.sources.includes(uri)) this.#delayedUpdate.schedule();
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
        const chart = await this.#server.request(requests.timeline, { ...this.sources, ...this.#window });
        const message: ChartMessage = { chart, reveal: this.#reveal };
        // A hidden page receives nothing; it announces itself again.
        if (await this.#webview.postMessage(message)) this.#reveal = false;
      }
    } finally {
      this.#busy = false;
    }
  }

  async #openSources(): Promise<void> {
    await Promise.all(this.sources.sources.map(reopen));
  }
}
