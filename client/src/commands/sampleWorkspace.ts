import * as vscode from 'vscode';
import { CommandError } from '../errors.js';
import { sampleFile, textOf } from './samples.js';

/** What the folder with the samples is called. */
const folderName = 'aks-bootstrap-samples';

/** Copies the samples that come with the extension into a folder that the user chooses, and offers to open them. */
export async function sampleWorkspace(extension: vscode.Uri, chosen: unknown): Promise<void> {
  const place = chosen instanceof vscode.Uri ? chosen : await choosePlace();
  if (place === undefined) return;
  const folder = vscode.Uri.joinPath(place, folderName);
  if (await exists(folder))
    throw new CommandError(
      vscode.l10n.t('There is {0} in this folder already. Choose another folder, or open that one.', folderName),
    );
  const names = JSON.parse(await textOf(sampleFile(extension, 'index.json'))) as readonly string[];
  await vscode.workspace.fs.createDirectory(folder);
  for (const name of names) {
    const content = await vscode.workspace.fs.readFile(sampleFile(extension, name));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), content);
  }
  // Not awaited: the samples are there, whenever the message is dismissed.
  void offerToOpen(folder);
}

async function choosePlace(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Choose where the folder {0} is made', folderName);
  const [place] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Make It Here'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return place;
}

async function offerToOpen(folder: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Folder');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The samples are in the folder {0}.', folderName),
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder', folder);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
