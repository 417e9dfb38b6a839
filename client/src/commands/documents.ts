import * as vscode from 'vscode';
import { type KindsResult, requests, type SetKindParams } from '../../../server/src/protocol.js';
import { viewToUri, type VirtualView } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { type Requester, servedLanguages } from '../server.js';
import { fileNameOf, urisInTabs } from '../tabs.js';
import { inLanguage } from '../virtualDocuments/provider.js';

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

interface KindItem extends vscode.QuickPickItem {
  readonly chosen: string | null;
}

/** Lets the user say what the active document is, where name and content say something else. */
export async function setKind(server: Requester): Promise<void> {
  const document = await documentFor(undefined);
  const kinds = await server.request<KindsResult>(requests.kinds, {});
  const automatic: KindItem = { label: vscode.l10n.t('Detect from name and content'), chosen: null };
  const items: KindItem[] = kinds.map(({ kind, title }) => ({ label: title, description: kind, chosen: kind }));
  const picked = await vscode.window.showQuickPick([automatic, ...items], {
    title: vscode.l10n.t('Set Document Kind'),
  });
  if (picked === undefined) return;
  const params: SetKindParams = { uri: document.uri.toString(), kind: picked.chosen };
  await server.request<null>(requests.setKind, params);
}

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
