import * as vscode from 'vscode';
import {
  requests,
  type TextPosition,
  type TimelineExportParams,
  type TimelineParams,
  type TimelineSources,
} from '../../../server/src/protocol.js';
import type { ChartMessage, PageMessage } from '../../webview/timeline/messages.js';
import { CommandError } from '../registerCommands.js';
import { isOpen, onTextChange, Owner, reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';

/** The folder with the page's script and style sheet. */
export function pageFiles(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The HTML around the chart. Its policy allows our script and our style sheet only. */
function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const files = pageFiles(extension);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(files, 'timeline.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(files, 'timeline.css')).toString();
  const nonce = globalThis.crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boot timeline</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

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

/** Shows a position of a document in the editor that has the document, or beside the chart. */
async function openPosition(uri: string, { line, character }: TextPosition): Promise<void> {
  await reopen(uri);
  if (!isOpen(uri)) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
  await vscode.window.showTextDocument(document, {
    viewColumn: shown ?? vscode.ViewColumn.Beside,
    selection: new vscode.Range(line, character, line, character),
  });
}
