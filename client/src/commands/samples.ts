import * as vscode from 'vscode';
import { requests, type SetKindParams } from '../../../server/src/protocol.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';

/** Opens a cloud-config that has no file yet, with the snippet of the manifest in it. */
export async function newCloudConfig(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'yaml' });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('editor.action.insertSnippet', {
    langId: 'yaml',
    name: 'AKS Bootstrap: cloud-config',
  });
}

/** Opens an empty node config that has no file yet, and shows what it may begin with. */
export async function newNodeConfig(server: Requester): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'json' });
  await vscode.window.showTextDocument(document);
  // Neither its name nor its content says what it is.
  const params: SetKindParams = { uri: document.uri.toString(), kind: 'node-config' };
  await server.request<null>(requests.setKind, params);
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

/** A file among the samples that come with the extension. */
function sampleFile(extension: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'samples', name);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** What somebody can try, with the sample that shows it and the command that does it; an author begins by looking. */
const jobs = {
  author: { sample: 'faulty.node-config.json', language: 'json', command: undefined },
  preview: {
    sample: 'aks-node-controller-config.json',
    language: 'json',
    command: 'aksBootstrap.openLivePreview',
  },
  decode: { sample: 'vmss.json', language: 'json', command: 'aksBootstrap.decodePayloads' },
  explain: { sample: 'provisioning-error.txt', language: 'plaintext', command: 'aksBootstrap.explainFailure' },
} as const;

type Job = keyof typeof jobs;

/**
 * Opens one of the samples that come with the extension, as a document that is not saved anywhere, and does with it what
 * it is a sample of; without a choice the user is asked for one.
 */
export async function openSample(extension: vscode.Uri, chosen: unknown): Promise<void> {
  const job = isJob(chosen) ? chosen : await chooseJob();
  if (job === undefined) return;
  const { sample, language, command } = jobs[job];
  const content = await textOf(sampleFile(extension, sample));
  const document = await vscode.workspace.openTextDocument({ language, content });
  // What the command opens beside it has room there.
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preview: false });
  if (command !== undefined) await vscode.commands.executeCommand(command, document.uri.toString());
  // Commands that an extension calls do not count for a walkthrough.
  await vscode.commands.executeCommand('setContext', `aksBootstrap.tried.${job}`, true);
}

function isJob(value: unknown): value is Job {
  return typeof value === 'string' && Object.hasOwn(jobs, value);
}

async function chooseJob(): Promise<Job | undefined> {
  const items: (vscode.QuickPickItem & { readonly job: Job })[] = [
    { job: 'author', label: vscode.l10n.t('A node config with mistakes'), description: jobs.author.sample },
    { job: 'preview', label: vscode.l10n.t('A node config and its previews'), description: jobs.preview.sample },
    { job: 'decode', label: vscode.l10n.t('A scale set and its payloads'), description: jobs.decode.sample },
    { job: 'explain', label: vscode.l10n.t('A failure of provisioning'), description: jobs.explain.sample },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Open a Sample') });
  return picked?.job;
}

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
