import * as vscode from 'vscode';

/** The tasks of the walkthrough, each with its sample and the command to run on it. */
export const tasks = {
  author: { sample: 'faulty.node-config.json', command: undefined },
  preview: { sample: 'aks-node-controller-config.json', command: 'aksBootstrap.openLivePreview' },
  decode: { sample: 'vmss.json', command: 'aksBootstrap.decodePayloads' },
  explain: { sample: 'provisioning-error.txt', command: 'aksBootstrap.explainFailure' },
} as const;

export type Task = keyof typeof tasks;

export function isTask(value: unknown): value is Task {
  return typeof value === 'string' && Object.hasOwn(tasks, value);
}

/** A sample as an entry of a quick pick. */
interface SampleItem extends vscode.QuickPickItem {
  readonly task: Task;
  readonly description: string;
}

export function sampleItems(): readonly SampleItem[] {
  return [
    { task: 'author', label: vscode.l10n.t('A node config with mistakes'), description: tasks.author.sample },
    { task: 'preview', label: vscode.l10n.t('A node config and its previews'), description: tasks.preview.sample },
    { task: 'decode', label: vscode.l10n.t('A scale set and its payloads'), description: tasks.decode.sample },
    { task: 'explain', label: vscode.l10n.t('A provisioning failure'), description: tasks.explain.sample },
  ];
}

const tried = new Set<Task>();

/** Completes a step of the walkthrough, because it has been tried with success. */
export async function markTried(task: Task): Promise<void> {
  if (tried.has(task)) return;
  tried.add(task);
  await vscode.commands.executeCommand('setContext', `aksBootstrap.tried.${task}`, true);
}
