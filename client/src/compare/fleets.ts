import * as vscode from 'vscode';
import { requests } from '../../../server/src/protocol.js';
import { withSentFiles } from '../failures/caseFiles.js';
import type { Log } from '../log.js';
import { registerCommands } from '../registerCommands.js';
import type { Requester } from '../server.js';
import type { TextStore } from '../virtualDocuments.js';

/** Registers the commands about many documents together. */
export function registerFleets(log: Log, server: Requester, texts: TextStore): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.groupDocuments': (uri, more) => groupDocuments(server, texts, uri, more),
    'aksBootstrap.findValues': (uri, more) => findValues(server, texts, uri, more),
  });
}

/** Groups the documents in files and folders by what they mean. */
async function groupDocuments(server: Requester, texts: TextStore, uri: unknown, more: unknown): Promise<void> {
  const roots = await rootsOf(uri, more, vscode.l10n.t('Group Documents by Meaning'));
  await showReport(server, texts, roots, {});
}

/** Lists the values of a field in files and folders. */
async function findValues(server: Requester, texts: TextStore, uri: unknown, more: unknown): Promise<void> {
  const title = vscode.l10n.t('Find Values in Documents');
  const roots = await rootsOf(uri, more, title);
  if (roots.length === 0) return;
  const field = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Field, such as kubelet_config.kubelet_flags.* or machine.image'),
    value: 'kubelet_config.kubelet_flags.*',
  });
  if (field === undefined || field === '') return;
  const where = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Conditions, such as machine.image!=202605.27.0; leave empty for all documents'),
  });
  if (where !== undefined) await showReport(server, texts, roots, { field, ...(where !== '' && { where }) });
}

async function showReport(
  server: Requester,
  texts: TextStore,
  roots: readonly vscode.Uri[],
  query: { readonly field?: string; readonly where?: string },
): Promise<void> {
  if (roots.length === 0) return;
  const fleet = globalThis.crypto.randomUUID();
  const found = await withSentFiles(
    roots,
    (name) => vscode.l10n.t('Reading {0}', name),
    (file) => server.request(requests.fleetFile, { fleet, ...file, ...query }),
    (name) => server.request(requests.fleetReport, { fleet, name, field: query.field }),
  );
  const made = found?.made;
  if (made === undefined || made === null) return;
  const document = await vscode.workspace.openTextDocument(texts.add(made.name, made.report));
  await vscode.window.showTextDocument(document, { preview: false });
  if (made.unread.length > 0)
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} files could not be read.', made.unread.length));
}

/** The files and folders that are selected in VS Code's explorer, or chosen in a dialog. */
async function rootsOf(uri: unknown, more: unknown, title: string): Promise<readonly vscode.Uri[]> {
  const selected = Array.isArray(more) ? more.filter((one) => one instanceof vscode.Uri) : [];
  if (selected.length > 0) return selected;
  if (uri instanceof vscode.Uri) return [uri];
  return (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectMany: true, title })) ?? [];
}
