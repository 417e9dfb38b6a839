import * as vscode from 'vscode';
import { viewToUri, type VirtualView } from '../../server/src/virtualDocuments.js';
import { CommandError } from './commands.js';
import { servedLanguages } from './server.js';

/** Whether VS Code has the document open, in a tab or not. */
export function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}

/** The documents that have a tab. VS Code keeps more documents open than it shows. */
export function urisInTabs(): ReadonlySet<string> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return new Set(tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])));
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

/** Sets the language of a document if VS Code knows that language; returns the document unchanged otherwise. */
export async function inLanguage(document: vscode.TextDocument, languageId: string): Promise<vscode.TextDocument> {
  if (document.languageId === languageId) return document;
  const known = await vscode.languages.getLanguages();
  return known.includes(languageId) ? vscode.languages.setTextDocumentLanguage(document, languageId) : document;
}

/** Column and focus of a virtual document; by default it opens beside the active editor and takes the focus. */
export type OpenOptions = Pick<vscode.TextDocumentShowOptions, 'viewColumn' | 'preserveFocus' | 'preview'>;

/** Opens a virtual document in the language that the server named. */
export async function openVirtual(
  view: VirtualView,
  name: string,
  languageId: string,
  options: OpenOptions = {},
): Promise<void> {
  const uri = vscode.Uri.from(viewToUri(view, name));
  const document = await inLanguage(await vscode.workspace.openTextDocument(uri), languageId);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false, ...options });
}

/**
 * The document that a command works on: the given one, else the active one. If no text editor is active, for example
 * beside a walkthrough, it is the document with a tab; the user chooses if there are several.
 */
export async function documentFor(uri: unknown): Promise<vscode.TextDocument> {
  const document =
    typeof uri === 'string' || uri instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri)
      : (vscode.window.activeTextEditor?.document ?? (await pickShownDocument()));
  if (document === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
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

async function pickShownDocument(): Promise<vscode.TextDocument | undefined> {
  const shown = urisInTabs();
  const documents = vscode.workspace.textDocuments.filter(
    ({ uri, languageId }) => shown.has(uri.toString()) && servedLanguages.includes(languageId),
  );
  if (documents.length < 2) return documents[0];
  const items = documents.map((document) => ({
    label: fileNameOf(document.uri),
    description: vscode.workspace.asRelativePath(document.uri),
    document,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which document?') });
  if (picked === undefined) throw new vscode.CancellationError();
  return picked.document;
}
