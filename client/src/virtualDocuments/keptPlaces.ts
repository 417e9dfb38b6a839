import * as vscode from 'vscode';
import type { RenderedEvent } from './provider.js';

/** Where somebody was in a preview. */
interface Place {
  readonly selections: readonly vscode.Selection[];
  /** The first visible line. */
  readonly top: number | undefined;
  /** Lines that the editor leaves above what it reveals at its top. */
  readonly roomAbove: number;
}

/**
 * Brings readers of a preview back to where they were when it returns after the config could not be rendered for a
 * while, as happens in the middle of typing. As long as a preview is there, the editor itself keeps the place.
 */
export class KeptPlaces implements vscode.Disposable {
  /** By the address of the preview. */
  readonly #left = new Map<string, Place>();
  readonly #returning = new Set<string>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(onDidRender: vscode.Event<RenderedEvent>) {
    this.#subscriptions = [
      onDidRender(({ uri, ok }) => {
        const address = uri.toString();
        if (!ok) this.#leave(address);
        else if (this.#left.has(address)) this.#returning.add(address);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const address = document.uri.toString();
        if (this.#returning.delete(address)) this.#comeBack(address);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#left.delete(uri.toString())),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The text of before is still shown when the one that takes its place arrives. */
  #leave(address: string): void {
    this.#returning.delete(address);
    const editor = editorOf(address);
    if (editor === undefined || this.#left.has(address)) return;
    const { selections, visibleRanges } = editor;
    this.#left.set(address, { selections, top: visibleRanges[0]?.start.line, roomAbove: roomAbove(editor) });
  }

  #comeBack(address: string): void {
    const place = this.#left.get(address);
    const editor = editorOf(address);
    this.#left.delete(address);
    if (place === undefined || editor === undefined) return;
    editor.selections = place.selections;
    if (place.top === undefined) return;
    const line = Math.min(place.top + place.roomAbove, editor.document.lineCount - 1);
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
  }
}

/**
 * How many lines the editor leaves above a line that it is to reveal at its top: as many as sticky scroll may take, or
 * the cursor is to have around it, but never more than half of what there is room for.
 */
function roomAbove({ document, visibleRanges }: vscode.TextEditor): number {
  const settings = vscode.workspace.getConfiguration('editor', document);
  const sticky = settings.get<boolean>('stickyScroll.enabled', true)
    ? settings.get<number>('stickyScroll.maxLineCount', 5)
    : 0;
  const wanted = Math.max(sticky, settings.get<number>('cursorSurroundingLines', 0));
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  // Behind the end of a text there may be room that nothing tells of.
  if (first === undefined || last === undefined || last.end.line >= document.lineCount - 1) return wanted;
  return Math.min(wanted, Math.floor((last.end.line - first.start.line + 1) / 2));
}

function editorOf(address: string): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
}
