import * as vscode from 'vscode';
import type { TextPosition } from '../../../server/src/protocol.js';
import { CommandError } from '../registerCommands.js';
import { isOpen, reopen } from '../openDocuments.js';

/** Shows a position of a document in the editor that has the document, else in another group than the page. */
export async function openPosition(uri: string, { line, character }: TextPosition): Promise<void> {
  await reopen(uri);
  if (!isOpen(uri)) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
  const other = vscode.window.tabGroups.all.find(({ isActive }) => !isActive)?.viewColumn;
  await vscode.window.showTextDocument(document, {
    viewColumn: shown ?? other ?? vscode.ViewColumn.Beside,
    selection: new vscode.Range(line, character, line, character),
  });
}
