import * as vscode from 'vscode';
import { CommandError } from '../errors.js';
import { servedLanguages } from '../server.js';
import { fileNameOf, urisInTabs } from '../tabs.js';

/**
 * The document that a command works on: the one that a code lens names, else the active one. Where no text is active,
 * such as beside a walkthrough, one of those that are shown; the user chooses where there are several.
 */
export async function documentFor(uri: unknown): Promise<vscode.TextDocument> {
  const document =
    typeof uri === 'string' || uri instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri)
      : (vscode.window.activeTextEditor?.document ?? (await shownDocument()));
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

async function shownDocument(): Promise<vscode.TextDocument | undefined> {
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
