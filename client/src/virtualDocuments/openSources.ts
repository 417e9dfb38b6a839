import * as vscode from 'vscode';

/** Whether the editor has a document open, shown or not. */
export function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}

/**
 * Opens a document that is not open, because VS Code closes what no tab shows after a while. One that was never saved is
 * gone then, and so is a file that was deleted; both stay closed.
 */
export async function openAgain(uri: string): Promise<void> {
  if (isOpen(uri) || uri.startsWith('untitled:')) return;
  try {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  } catch {
    // Whoever asks for the document is told that it is not open.
  }
}
