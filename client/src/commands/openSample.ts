import * as vscode from 'vscode';
import { sampleFile, textOf } from './samples.js';

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
