import * as vscode from 'vscode';
import { CommandError } from '../errors.js';
import { servedLanguages } from '../languageClient.js';

/** The document that a command works on: the one that a code lens names, else the active one. */
export async function documentFor(uri: unknown): Promise<vscode.TextDocument> {
  const document =
    typeof uri === 'string' || uri instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri)
      : vscode.window.activeTextEditor?.document;
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
