import * as vscode from 'vscode';
import { requests, type TraceResult } from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { DelayedCall } from '../delayedCall.js';
import { onTextChange, Owner, plainPosition, toRange } from '../openDocuments.js';
import type { Requester } from '../server.js';

/** Delay after a movement of the cursor, so that the server isn't asked while it moves on. */
const delayMs = 100;

/**
 * Marks what belongs to the cursor: from a field of a config, what it determines in its visible previews; from a position in
 * a preview, the fields in the visible config. Asks nothing if only one of the two is visible.
 */
export class FieldTracing extends Owner {
  readonly #server: Requester;
  readonly #mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('aksBootstrap.tracedBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('aksBootstrap.tracedBorder'),
    overviewRulerColor: new vscode.ThemeColor('aksBootstrap.tracedBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  readonly #delayedUpdate = new DelayedCall(() => this.#update(), delayMs);
  #asking: vscode.CancellationTokenSource | undefined;
  /** The editors with marks. */
  #marked: readonly vscode.TextEditor[] = [];

  constructor(server: Requester) {
    super();
    this.#server = server;
    const update = (): void => {
      this.#schedule();
    };
    this.own(
      this.#mark,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) this.#schedule();
      }),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.onDidChangeVisibleTextEditors(update),
      onTextChange((uri) => {
        if (vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri)) this.#schedule();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap.preview.trace')) this.#schedule();
      }),
      this.#delayedUpdate,
      { dispose: () => this.#asking?.cancel() },
    );
  }

  #schedule(): void {
    this.#asking?.cancel();
    this.#delayedUpdate.schedule();
  }

  async #update(): Promise<void> {
    const asking = new vscode.CancellationTokenSource();
    this.#asking = asking;
    const traced = await this.#traced(vscode.window.activeTextEditor, asking.token);
    if (!asking.token.isCancellationRequested) this.#draw(traced);
    asking.dispose();
  }

  async #traced(active: vscode.TextEditor | undefined, token: vscode.CancellationToken): Promise<TraceResult> {
    if (active === undefined || !isWanted(active.document)) return [];
    const uri = active.document.uri.toString();
    const previews = previewsFrom(uri);
    if (previews.length === 0 && !sourceIsVisible(active.document.uri)) return [];
    try {
      const position = plainPosition(active.selection.active);
      return await this.#server.request(requests.trace, { uri, position, previews }, token);
    } catch {
      // It was cancelled, or the server isn't running, which the language status shows.
      return [];
    }
  }

  #draw(traced: TraceResult): void {
    const found = new Map(traced.map(({ uri, ranges }) => [uri, ranges.map(toRange)]));
    const active = vscode.window.activeTextEditor;
    const marked: vscode.TextEditor[] = [];
    for (const editor of vscode.window.visibleTextEditors) {
      const ranges = found.get(editor.document.uri.toString()) ?? [];
      if (ranges.length > 0 || this.#marked.includes(editor)) editor.setDecorations(this.#mark, ranges);
      if (ranges.length === 0) continue;
      marked.push(editor);
      if (editor !== active) reveal(editor, ranges);
    }
    this.#marked = marked;
  }
}

/** Scrolls to the first range if none is in view. The focus stays where it is. */
function reveal(editor: vscode.TextEditor, ranges: readonly vscode.Range[]): void {
  const [first] = ranges;
  const isInView = ranges.some((range) => editor.visibleRanges.some((view) => view.contains(range.start)));
  if (first !== undefined && !isInView) editor.revealRange(first, vscode.TextEditorRevealType.InCenter);
}

function isWanted({ uri }: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration('aksBootstrap.preview', uri).get('trace', true);
}

/** The URIs of the visible previews of a document. */
function previewsFrom(source: string): string[] {
  return vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) => {
    const view = viewOfUri(uri);
    return view?.view === 'preview' && view.source === source ? [uri.toString()] : [];
  });
}

/** Whether a document is a preview whose config is visible. */
function sourceIsVisible(uri: vscode.Uri): boolean {
  const view = viewOfUri(uri);
  return (
    view?.view === 'preview' &&
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === view.source)
  );
}
