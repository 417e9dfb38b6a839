import * as vscode from 'vscode';
import { viewToUri, type VirtualView } from '../../../server/src/virtualDocuments.js';
import { inLanguage } from '../virtualDocuments/language.js';

/** Where and how a virtual document is opened; beside the active editor, with the focus, where nothing is said. */
export type OpenOptions = Pick<vscode.TextDocumentShowOptions, 'viewColumn' | 'preserveFocus' | 'preview'>;

/** Opens a read-only document in the language that the server named. */
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
