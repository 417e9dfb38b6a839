import * as vscode from 'vscode';
import type { DocumentNode } from '../explorer/treeNodes.js';
import type { Reports } from '../failures/reports.js';
import type { Log } from '../log.js';
import { documentFor, fileNameOf, grouped } from '../openDocuments.js';
import { registerCommands } from '../registerCommands.js';
import { servedLanguages } from '../server.js';
import type { FleetQuery } from './fleetReport.js';

/** Registers the commands about many documents together. */
export function registerFleets(log: Log, reports: Reports): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.groupDocuments': (uri, more) => groupDocuments(reports, uri, more),
    'aksBootstrap.groupScaleSets': (uri) => groupScaleSets(reports, uri),
    'aksBootstrap.findValues': (uri, more) => findValues(reports, uri, more),
  });
}

/** Groups the documents in files and folders by what they mean. */
async function groupDocuments(reports: Reports, uri: unknown, more: unknown): Promise<void> {
  const roots = await rootsOf(uri, more, vscode.l10n.t('Group Documents by Meaning'));
  await showReport(reports, roots, {});
}

/** Groups the scale sets and VMs in one document by what they mean. The Bootstrap Explorer passes its row of the document. */
async function groupScaleSets(reports: Reports, given: unknown): Promise<void> {
  const row = given as Partial<DocumentNode> | undefined;
  const document = await documentFor(row?.document?.uri ?? given);
  await showReport(reports, [document.uri], {});
}

/** Lists the values of a field in files and folders. */
async function findValues(reports: Reports, uri: unknown, more: unknown): Promise<void> {
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
  if (where !== undefined) await showReport(reports, roots, { field, ...(where !== '' && { where }) });
}

async function showReport(reports: Reports, roots: readonly vscode.Uri[], query: FleetQuery): Promise<void> {
  const report = roots.length === 0 ? undefined : await reports.showFleet(roots, query);
  const unread = report?.unread.length ?? 0;
  if (unread === 0) return;
  void vscode.window.showWarningMessage(
    unread === 1
      ? vscode.l10n.t('1 file could not be read.')
      : vscode.l10n.t('{0} files could not be read.', grouped(unread)),
  );
}

/** The files and folders that are selected in VS Code's explorer, or chosen by the user. */
async function rootsOf(uri: unknown, more: unknown, title: string): Promise<readonly vscode.Uri[]> {
  const selected = Array.isArray(more) ? more.filter((one) => one instanceof vscode.Uri) : [];
  if (selected.length > 0) return selected;
  return uri instanceof vscode.Uri ? [uri] : chooseRoots(title);
}

interface RootItem extends vscode.QuickPickItem {
  readonly choose: () => Thenable<readonly vscode.Uri[] | undefined>;
}

/** Lets the user choose the active document, files or a folder: on most systems, no dialog offers both files and folders. */
async function chooseRoots(title: string): Promise<readonly vscode.Uri[]> {
  const dialog = (what: vscode.OpenDialogOptions) => () =>
    vscode.window.showOpenDialog({ ...what, canSelectMany: true, title });
  const active = vscode.window.activeTextEditor?.document;
  const open: RootItem[] =
    active === undefined || !servedLanguages.includes(active.languageId)
      ? []
      : [{ label: `$(file) ${fileNameOf(active.uri)}`, choose: () => Promise.resolve([active.uri]) }];
  const items: RootItem[] = [
    ...open,
    { label: vscode.l10n.t('$(file-add) Choose Files…'), choose: dialog({ canSelectFiles: true }) },
    { label: vscode.l10n.t('$(folder-opened) Choose Folders…'), choose: dialog({ canSelectFolders: true }) },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose the documents'),
  });
  return (await picked?.choose()) ?? [];
}
