import * as vscode from 'vscode';
import { Owner } from '../openDocuments.js';
import type { RenderedEvent } from '../virtualDocuments.js';

/** Selections and scroll position of an editor. */
interface EditorPosition {
  readonly selections: readonly vscode.Selection[];
  /** The first visible line. */
  readonly top: number | undefined;
  /** Lines that the editor keeps above a line that it reveals at the top. */
  readonly linesAbove: number;
}

/**
 * Restores the position in a preview when the config can be rendered again, for example after a half-typed change. As long
 * as the preview is shown, the editor itself keeps the position.
 */
export class PreviewPositions extends Owner {
  /** By the URI of the preview. */
  readonly #saved = new Map<string, EditorPosition>();
  /** Previews whose text is about to arrive. */
  readonly #restoring = new Set<string>();

  constructor(onDidRender: vscode.Event<RenderedEvent>) {
    super();
    this.own(
      onDidRender(({ uri, ok }) => {
        const address = uri.toString();
        if (!ok) this.#save(address);
        else if (this.#saved.has(address)) this.#restoring.add(address);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const address = document.uri.toString();
        if (this.#restoring.delete(address)) this.#restore(address);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#saved.delete(uri.toString())),
    );
  }

  /** Called while the editor still shows the previous text. */
  #save(address: string): void {
    this.#restoring.delete(address);
    const editor = editorOf(address);
    if (editor === undefined || this.#saved.has(address)) return;
    const { selections, visibleRanges } = editor;
    this.#saved.set(address, { selections, top: visibleRanges[0]?.start.line, linesAbove: linesAbove(editor) });
  }

  #restore(address: string): void {
    const position = this.#saved.get(address);
    const editor = editorOf(address);
    this.#saved.delete(address);
    if (position === undefined || editor === undefined) return;
    editor.selections = position.selections;
    if (position.top === undefined) return;
    const line = Math.min(position.top + position.linesAbove, editor.document.lineCount - 1);
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
  }
}

/**
 * How many lines the editor keeps above a line that it reveals at the top: the lines of sticky scroll or the setting
 * `cursorSurroundingLines`, but never more than half of the visible lines.
 */
function linesAbove({ document, visibleRanges }: vscode.TextEditor): number {
  const settings = vscode.workspace.getConfiguration('editor', document);
  const sticky = settings.get<boolean>('stickyScroll.enabled', true)
    ? settings.get<number>('stickyScroll.maxLineCount', 5)
    : 0;
  const wanted = Math.max(sticky, settings.get<number>('cursorSurroundingLines', 0));
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  // At the end of a document, the number of visible lines isn't known.
  if (first === undefined || last === undefined || last.end.line >= document.lineCount - 1) return wanted;
  return Math.min(wanted, Math.floor((last.end.line - first.start.line + 1) / 2));
}

function editorOf(address: string): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
}
