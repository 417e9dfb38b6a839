import * as vscode from 'vscode';
import { type KarpenterSettingsFilesResult, requests } from '../../../server/src/protocol.js';
import { activeView, documentFor, fileNameOf, plainRange } from '../openDocuments.js';
import { CommandError } from '../registerCommands.js';
import type { Requester } from '../server.js';

interface PlaceItem extends vscode.QuickPickItem {
  /** Undefined if nothing is to be written. */
  readonly open: () => Thenable<vscode.TextDocument | undefined>;
}

/**
 * Writes the settings that are missing for a NodePool, with the commands that find them out, where the user wants them: to
 * the settings file, behind the resources, or into a new document; or uses a file that has them. The user goes through the
 * values with Tab.
 */
export async function addKarpenterSettings(server: Requester, uri: unknown): Promise<void> {
  const shown = activeView();
  const fromPreview = uri === undefined && shown?.view === 'preview' ? shown : undefined;
  const resources = await documentFor(fromPreview?.source ?? uri);
  const source = resources.uri.toString();
  const pool = fromPreview === undefined ? await chosenPool(server, resources) : fromPreview.target.pool;
  if (pool === null) return;
  const missing = await server.request(requests.karpenterSettings, { uri: source, pool });
  if (missing === null) throw new CommandError(vscode.l10n.t('No setting of Karpenter is missing.'));
  const { files } = await server.request(requests.karpenterSettingsFiles, { uri: source });
  const picked = await vscode.window.showQuickPick(placesFor(resources, files), {
    title: vscode.l10n.t('Add Missing Karpenter Settings'),
    placeHolder: vscode.l10n.t('Choose where to write them'),
  });
  if (picked === undefined) return;
  const target = await picked.open();
  if (target === undefined) return;
  const editor = await vscode.window.showTextDocument(target, vscode.ViewColumn.Active);
  const text = editor.document.getText();
  const between = text.trim() === '' ? '' : `${text.endsWith('\n') ? '' : '\n'}---\n`;
  const end = editor.document.positionAt(text.length);
  await editor.insertSnippet(new vscode.SnippetString(between + missing.insertText), end);
}

/** The NodePool at the cursor, or the one that the user chooses; undefined if there is no choice, null if the user leaves. */
async function chosenPool(server: Requester, { uri }: vscode.TextDocument): Promise<string | undefined | null> {
  const active = vscode.window.activeTextEditor;
  const isActive = active?.document.uri.toString() === uri.toString();
  const selection = isActive ? plainRange(active.selection) : undefined;
  const previews = await server.request(requests.previews, { uri: uri.toString(), selection });
  const targets = previews.ok ? previews.entries.map(({ target }) => target) : [];
  const pools = targets.flatMap(({ what, pool }) => (what === 'karpenter-script' && pool !== undefined ? [pool] : []));
  if (pools.length < 2) return pools[0];
  const placeHolder = vscode.l10n.t('Choose the NodePool');
  return (await vscode.window.showQuickPick(pools, { placeHolder })) ?? null;
}

/** Where settings can be. */
function placesFor(resources: vscode.TextDocument, files: KarpenterSettingsFilesResult['files']): PlaceItem[] {
  const path = vscode.workspace.getConfiguration('aksBootstrap.karpenter', resources.uri).get<string>('settings', '');
  const file = path === '' ? undefined : fileAt(path, resources.uri);
  const added: PlaceItem = {
    label: vscode.l10n.t('$(new-file) A new document'),
    detail: vscode.l10n.t('Save it, and name it in the setting aksBootstrap.karpenter.settings'),
    open: () => vscode.workspace.openTextDocument({ language: 'yaml', content: '' }),
  };
  const own: PlaceItem = {
    label: vscode.l10n.t('$(file) The end of {0}', fileNameOf(resources.uri)),
    open: () => Promise.resolve(resources),
  };
  const known: PlaceItem | undefined = file && {
    label: vscode.l10n.t('$(settings) The settings file'),
    description: path,
    open: () => vscode.workspace.openTextDocument(file),
  };
  const existing: PlaceItem = {
    label: vscode.l10n.t('$(folder-opened) Use a file with settings…'),
    detail: vscode.l10n.t("KarpenterSettings, Karpenter's Deployment or the values of its Helm chart"),
    open: () => chooseSettingsFile(resources.uri),
  };
  const found = settingsFileItems(resources.uri, files).map((item): PlaceItem => ({
    ...item,
    open: () => item.run().then(() => undefined),
  }));
  return [...(known ? [known] : []), ...(resources.languageId === 'yaml' ? [own] : []), added, ...found, existing];
}

/** A file with settings as an entry of a quick pick, which makes it the settings file. */
interface SettingsFileItem extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** The files with settings that the server found for resources. */
export function settingsFileItems(
  resources: vscode.Uri,
  files: KarpenterSettingsFilesResult['files'],
): readonly SettingsFileItem[] {
  return files.map(({ path, uri }) => ({
    label: vscode.l10n.t('$(settings) Use {0}', path),
    run: () => setSettingsFile(resources, vscode.Uri.parse(uri)),
  }));
}

/** Lets the user choose the settings file; nothing is written to it. */
async function chooseSettingsFile(resources: vscode.Uri): Promise<undefined> {
  const title = vscode.l10n.t('Settings of Karpenter');
  const [file] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Use') })) ?? [];
  if (file !== undefined) await setSettingsFile(resources, file);
}

/** Makes a file the settings file of resources. Code lenses pass the URIs of both. */
export async function useSettingsFile(resources: unknown, file: unknown): Promise<void> {
  if (typeof resources !== 'string' || typeof file !== 'string') return;
  await setSettingsFile(vscode.Uri.parse(resources), vscode.Uri.parse(file));
}

/** Names a file in the setting of the resources' folder, relative to that folder if it is in it, or else in that of the user. */
async function setSettingsFile(resources: vscode.Uri, file: vscode.Uri): Promise<void> {
  const settings = vscode.workspace.getConfiguration('aksBootstrap.karpenter', resources);
  const folder = vscode.workspace.getWorkspaceFolder(resources);
  const isInside = folder !== undefined && folder === vscode.workspace.getWorkspaceFolder(file);
  const path = isInside ? vscode.workspace.asRelativePath(file, false) : file.fsPath;
  const { Global, WorkspaceFolder } = vscode.ConfigurationTarget;
  await settings.update('settings', path, folder === undefined ? Global : WorkspaceFolder);
}

function fileAt(path: string, beside: vscode.Uri): vscode.Uri | undefined {
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return vscode.Uri.file(path);
  const folder = vscode.workspace.getWorkspaceFolder(beside) ?? vscode.workspace.workspaceFolders?.[0];
  return folder && vscode.Uri.joinPath(folder.uri, path);
}
