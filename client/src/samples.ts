import * as vscode from 'vscode';
import { requests } from '../../server/src/protocol.js';
import type { Log } from './log.js';
import { exists } from './openDocuments.js';
import { CommandError, registerCommands } from './registerCommands.js';
import type { Requester } from './server.js';
import type { TextFiles } from './textFiles.js';
import { isTask, sampleItems, type Task, tasks } from './tasks.js';

/** Registers the commands that open new documents and samples. */
export function registerSamples(
  log: Log,
  server: Requester,
  extension: vscode.Uri,
  texts: TextFiles,
): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.newNodeConfig': () => newDocument(server, 'json', 'node-config'),
    'aksBootstrap.newCloudConfig': () => newDocument(server, 'yaml', 'cloud-config'),
    'aksBootstrap.openSampleWorkspace': (folder) => copySamples(extension, folder),
    'aksBootstrap.openSample': (task) => openSample(extension, texts, task),
  });
}

/** Opens an untitled document of a kind and offers the templates. */
async function newDocument(server: Requester, language: 'json' | 'yaml', kind: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language });
  await vscode.window.showTextDocument(document);
  // Neither its name nor its content tells the server its kind.
  await server.request(requests.setKind, { uri: document.uri.toString(), kind });
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

/** One of the samples in the package. */
function sampleFile(extension: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'samples', name);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Opens a sample under its own name and runs its command. Without a valid choice, the user is asked. */
async function openSample(extension: vscode.Uri, texts: TextFiles, chosen: unknown): Promise<void> {
  const task = isTask(chosen) ? chosen : await pickTask();
  if (task === undefined) return;
  const uri = await sampleOf(extension, texts, task);
  // The command opens its result beside the first column.
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
  const { command } = tasks[task];
  if (command !== undefined) await vscode.commands.executeCommand(command, uri.toString());
}

/** The sample of a task as a text in memory, which can be edited. */
export async function sampleOf(extension: vscode.Uri, texts: TextFiles, task: Task): Promise<vscode.Uri> {
  const { sample } = tasks[task];
  return texts.once(`/${sample}`, await vscode.workspace.fs.readFile(sampleFile(extension, sample)));
}

async function pickTask(): Promise<Task | undefined> {
  const picked = await vscode.window.showQuickPick(sampleItems(), { title: vscode.l10n.t('Open a Sample') });
  return picked?.task;
}

/** The name of the folder with the samples. */
const folderName = 'aks-bootstrap-samples';

/** Copies the samples into a folder that the user chooses, and offers to open it. */
async function copySamples(extension: vscode.Uri, chosen: unknown): Promise<void> {
  const parent = chosen instanceof vscode.Uri ? chosen : await pickParentFolder();
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, folderName);
  if (await exists(folder))
    throw new CommandError(
      vscode.l10n.t('This folder already contains {0}. Choose another folder, or open that one.', folderName),
    );
  const names = JSON.parse(await textOf(sampleFile(extension, 'index.json'))) as readonly string[];
  await vscode.workspace.fs.createDirectory(folder);
  for (const name of names) {
    const content = await vscode.workspace.fs.readFile(sampleFile(extension, name));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), content);
  }
  // Not awaited: the command ends before the user dismisses the message.
  void offerToOpen(folder);
}

async function pickParentFolder(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Choose where to create the folder {0}', folderName),
    openLabel: vscode.l10n.t('Create Here'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return picked?.[0];
}

async function offerToOpen(folder: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Folder');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The samples are in the folder {0}.', folderName),
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder', folder);
}
