import * as vscode from 'vscode';
import type { TextPosition, TextRange } from '../../server/src/protocol.js';
import { viewLanguage, viewOfUri, viewToUri, type VirtualView } from '../../server/src/virtualDocuments.js';
import { CommandError } from './registerCommands.js';
import { servedLanguages } from './server.js';
import type { Task } from './tasks.js';

/** Disposes of everything that it owns. */
export class Owner implements vscode.Disposable {
  readonly #owned: vscode.Disposable[] = [];

  dispose(): void {
    for (const disposable of this.#owned) disposable.dispose();
  }

  protected own(...disposables: readonly vscode.Disposable[]): void {
    this.#owned.push(...disposables);
  }
}

/** Calls `changed` with the URI of each document whose text changes. */
export function onTextChange(changed: (uri: string) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) changed(document.uri.toString());
  });
}

/** The document if VS Code has it open, in a tab or not. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}

/** Whether VS Code has the document open, in a tab or not. */
export function isOpen(uri: string): boolean {
  return openDocument(uri) !== undefined;
}

/** The view that the active editor shows, if it shows a virtual document. */
export function activeView(): VirtualView | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && viewOfUri(uri);
}

/** A position or range as requests contain it. */
export function plainPosition({ line, character }: vscode.Position): TextPosition {
  return { line, character };
}

export function plainRange({ start, end }: vscode.Range): TextRange {
  return { start: plainPosition(start), end: plainPosition(end) };
}

export function toRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The cursor in a document, if the active editor shows it. */
export function cursorIn(document: vscode.TextDocument): TextPosition | undefined {
  const active = vscode.window.activeTextEditor;
  return active?.document === document ? plainPosition(active.selection.active) : undefined;
}

/** The text in the clipboard. */
export async function clipboardText(): Promise<string> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new CommandError(vscode.l10n.t('There is no text in the clipboard.'));
  return text;
}

/** Commands inside of the extension, which only features call. */
export const ownCommands = {
  keepText: 'aksBootstrap.keepText',
  chooseDocument: 'aksBootstrap.chooseDocument',
  openDropped: 'aksBootstrap.openDropped',
} as const;

/** What `chooseDocument` offers: documents with a tab, a file, the clipboard if it has text, and the sample of a task. */
export interface DocumentChoice {
  readonly task: Task;
  readonly documents: readonly vscode.TextDocument[];
}

/** Keeps a text in memory as a document with a name and a language, and returns its URI. */
export async function keptText(text: string): Promise<vscode.Uri> {
  const uri = await vscode.commands.executeCommand<vscode.Uri | undefined>(ownCommands.keepText, text);
  // The command has shown why.
  if (uri === undefined) throw new vscode.CancellationError();
  return uri;
}

/** The text in the clipboard; if there is none, the document that the user chooses. */
export async function clipboardOrDocument(task: Task): Promise<string | vscode.TextDocument> {
  const text = await vscode.env.clipboard.readText();
  return text.trim() === '' ? chosenDocument({ task, documents: shownDocuments() }) : text;
}

async function chosenDocument(choice: DocumentChoice): Promise<vscode.TextDocument> {
  const uri = await vscode.commands.executeCommand<vscode.Uri | undefined>(ownCommands.chooseDocument, choice);
  if (uri === undefined) throw new vscode.CancellationError();
  return vscode.workspace.openTextDocument(uri);
}

/** How long a message stays in the status bar, in milliseconds. */
export const statusMs = 5_000;

/** A number with the separators of the user's language. */
export function grouped(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** A text as it stands alone or in a list. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(vscode.env.language) + text.slice(1);
}

/** The documents that have a tab. VS Code keeps more documents open than it shows. */
export function urisInTabs(): ReadonlySet<string> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return new Set(tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])));
}

/**
 * VS Code gives extensions no document with more characters (`_MODEL_SYNC_LIMIT` in vs/editor/common/model/textModel.ts). A file
 * has at least as many bytes.
 */
const largestForExtensions = 50 * 1024 * 1024;

/** Whether the active tab shows a file that VS Code doesn't give to extensions, because it is too large. */
export async function isActiveFileWithheld(): Promise<boolean> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText) || isOpen(input.uri.toString())) return false;
  try {
    return (await vscode.workspace.fs.stat(input.uri)).size > largestForExtensions;
  } catch {
    return false;
  }
}

export function withheldText(): string {
  return vscode.l10n.t(
    'VS Code gives extensions no file above 50 MB, so AKS Bootstrap cannot read this one. In a terminal, decode a list entry by entry: {0}',
    "jq -c '.[]' FILE | aks-bootstrap decode --ndjson",
  );
}

/** Shows a document in the column in which it is visible or has a tab, else in the active one. */
export async function showWhereOpen(document: vscode.TextDocument, selection: vscode.Range | undefined): Promise<void> {
  const address = document.uri.toString();
  const hasTab = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === address;
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
  const open = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(hasTab))?.viewColumn;
  await vscode.window.showTextDocument(document, {
    preview: false,
    viewColumn: visible ?? open ?? vscode.ViewColumn.Active,
    ...(selection === undefined ? {} : { selection }),
  });
}

/** Whether there is a file or folder. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** The name of a document as its tab shows it. */
export function fileNameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Opens a document again: VS Code closes documents without a tab after a while. Untitled documents and deleted files stay
 * closed.
 */
export async function reopen(uri: string): Promise<void> {
  if (isOpen(uri) || uri.startsWith('untitled:')) return;
  try {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  } catch {
    // Callers report that the document isn't open.
  }
}

/** Sets the language of a virtual document. One that VS Code doesn't know is shown in our own, which colours settings. */
export async function inLanguage(document: vscode.TextDocument, languageId: string): Promise<vscode.TextDocument> {
  if (document.languageId === languageId) return document;
  const known = await vscode.languages.getLanguages();
  return vscode.languages.setTextDocumentLanguage(document, known.includes(languageId) ? languageId : viewLanguage);
}

/** Column and focus of a virtual document; by default it opens beside the active editor and takes the focus. */
export type OpenOptions = Pick<vscode.TextDocumentShowOptions, 'viewColumn' | 'preserveFocus' | 'preview'>;

/** Opens a virtual document, whose path ends with `names`, in the language that the server named. */
export async function openVirtual(
  view: VirtualView,
  names: readonly string[],
  languageId: string,
  options: OpenOptions = {},
): Promise<void> {
  const uri = vscode.Uri.from(viewToUri(view, ...names));
  const document = await inLanguage(await vscode.workspace.openTextDocument(uri), languageId);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false, ...options });
}

/**
 * The document that a command works on: the given one, else the active one. If no text editor is active, for example
 * beside a walkthrough, the user chooses a document with a tab, a file, the clipboard or the sample of the task.
 */
export async function documentFor(uri: unknown, task: Task = 'preview'): Promise<vscode.TextDocument> {
  const document =
    typeof uri === 'string' || uri instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri)
      : (vscode.window.activeTextEditor?.document ?? (await chosenDocumentFor(task)));
  if (!servedLanguages.includes(document.languageId)) {
    throw new CommandError(
      vscode.l10n.t(
        'AKS Bootstrap does not read {0} documents. Change the language to JSON, YAML or Plain Text.',
        document.languageId,
      ),
    );
  }
  return document;
}

/** The document that the user chooses, because no editor is active. */
async function chosenDocumentFor(task: Task): Promise<vscode.TextDocument> {
  if (await isActiveFileWithheld()) throw new CommandError(withheldText());
  return chosenDocument({ task, documents: shownDocuments() });
}

/** The documents with a tab that the server receives. */
function shownDocuments(): readonly vscode.TextDocument[] {
  const shown = urisInTabs();
  return vscode.workspace.textDocuments.filter(
    ({ uri, languageId }) => shown.has(uri.toString()) && servedLanguages.includes(languageId),
  );
}
