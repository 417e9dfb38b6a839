import * as vscode from 'vscode';
import { requests } from '../../server/src/protocol.js';
import type { Requester } from './server.js';

/** Lets the user choose a node image; the newest ones come first, `current` before all. Undefined if it was dismissed. */
export async function pickNodeImage(
  server: Requester,
  title: string,
  placeHolder: string,
  current = '',
): Promise<string | undefined> {
  const items = await imageItems(server);
  const chosen = items.filter(({ label }) => label === current);
  const others = items.filter(({ label }) => label !== current);
  const picked = await vscode.window.showQuickPick([...chosen, ...others], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  return picked?.label;
}

/** Lets the user choose the setting `aksBootstrap.nodeImage` for a document. */
export async function chooseNodeImage(server: Requester, uri: vscode.Uri): Promise<void> {
  const title = vscode.l10n.t('Choose Node Image');
  const none: vscode.QuickPickItem = {
    label: vscode.l10n.t('No Node Image'),
    description: vscode.l10n.t('the image of the VM or scale set around a config, else the newest one'),
  };
  const items = [none, ...(await imageItems(server))];
  const placeHolder = vscode.l10n.t('Choose the node image that node configs are checked and rendered for');
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  if (picked === undefined) return;
  const settings = vscode.workspace.getConfiguration('aksBootstrap', uri);
  const inWorkspace = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update('nodeImage', picked === none ? undefined : picked.label, target);
}

/** The known images, newest first. */
async function imageItems(server: Requester): Promise<vscode.QuickPickItem[]> {
  const images = await server.request(requests.nodeImages, {});
  return images.toReversed().map(({ version, release }) => ({ label: version, description: `AgentBaker ${release}` }));
}
