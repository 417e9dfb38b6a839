import * as vscode from 'vscode';
import {
  type LayerTextParams,
  type LayerTextResult,
  type PayloadEntry,
  requests,
} from '../../../server/src/protocol.js';
import { CommandError } from '../errors.js';
import type { TreeNode } from '../explorer/payloadTree.js';
import type { Requester } from '../server.js';

/** A payload that a command of the explorer is about. */
export interface ChosenNode {
  readonly source: string;
  readonly entry: PayloadEntry;
}

/** What the explorer hands to the commands of a payload. */
export function payloadOf(node: unknown): ChosenNode {
  const given = node as TreeNode | undefined;
  if (given?.is !== 'payload')
    throw new CommandError(vscode.l10n.t('Choose a payload in the Bootstrap Explorer first.'));
  return given;
}

/** What the explorer hands to the commands of a document; the active one where it hands nothing. */
export function documentOf(node: unknown): string {
  const given = node as TreeNode | undefined;
  if (given?.is === 'document') return given.document.uri;
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
  return active.toString();
}

/** Copies a decoded text, with its secrets masked. */
export async function copyPayload(server: Requester, { source, entry }: ChosenNode): Promise<void> {
  const { text, secrets } = await textOf(server, { uri: source, steps: entry.steps });
  await vscode.env.clipboard.writeText(text);
  const told = secrets === 0 ? vscode.l10n.t('{0} was copied.', entry.label) : copiedMasked(entry.label, secrets);
  vscode.window.setStatusBarMessage(told, statusMs);
}

/** How long the status bar tells of what was done, in milliseconds. */
const statusMs = 5_000;

function copiedMasked(label: string, secrets: number): string {
  return secrets === 1
    ? vscode.l10n.t('{0} was copied; 1 secret in it is masked.', label)
    : vscode.l10n.t('{0} was copied; {1} secrets in it are masked.', label, secrets);
}

/** Writes a decoded text into the file that the user names; secrets are masked unless they choose otherwise. */
export async function savePayload(server: Requester, { source, entry }: ChosenNode): Promise<void> {
  const params: LayerTextParams = { uri: source, steps: entry.steps };
  const masked = await textOf(server, params);
  const showSecrets = masked.secrets === 0 ? false : await askForSecrets(masked.secrets);
  if (showSecrets === undefined) return;
  const { text } = showSecrets ? await textOf(server, { ...params, showSecrets }) : masked;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Decoded Text'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, masked.name) }),
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

/** Whether secrets are to be written; undefined where the user thinks better of it. */
async function askForSecrets(secrets: number): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('Masked'), detail: vscode.l10n.t('The file can be passed on'), showSecrets: false },
      { label: vscode.l10n.t('As they are'), detail: vscode.l10n.t('The file works on a node'), showSecrets: true },
    ],
    {
      title: vscode.l10n.t('Save Decoded Text'),
      placeHolder:
        secrets === 1
          ? vscode.l10n.t('The text holds a secret. How is it written?')
          : vscode.l10n.t('The text holds {0} secrets. How are they written?', secrets),
    },
  );
  return picked?.showSecrets;
}

async function textOf(server: Requester, params: LayerTextParams): Promise<NonNullable<LayerTextResult>> {
  const layer = await server.request<LayerTextResult>(requests.layerText, params);
  if (layer === null)
    throw new CommandError(vscode.l10n.t('The payload is binary or no longer there; it cannot be shown as text.'));
  return layer;
}
