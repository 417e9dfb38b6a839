import * as vscode from 'vscode';
import { viewToUri, type VirtualView } from '../virtualDocuments/uri.js';

/** Opens a read-only document beside the active one, in the language that the server named. */
export async function openVirtual(view: VirtualView, name: string, languageId: string): Promise<void> {
  const uri = vscode.Uri.from(viewToUri(view, name));
  let document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId !== languageId) {
    const known = await vscode.languages.getLanguages();
    if (known.includes(languageId)) document = await vscode.languages.setTextDocumentLanguage(document, languageId);
  }
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
