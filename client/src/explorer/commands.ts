import * as vscode from 'vscode';
import type { PayloadEntry } from '../../../server/src/protocol.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import { compareWithConfig } from '../compare/commands.js';
import { decodeFurther, decodePayloads, readLayer, showPayloadPlace } from '../decode/commands.js';
import type { Log } from '../log.js';
import type { Requester, ServerHandle } from '../server.js';
import { statusMs, toRange } from '../openDocuments.js';
import type { TextStore } from '../virtualDocuments.js';
import { askForSecrets, extractPayloads } from './extracting.js';
import { BootstrapExplorer } from './bootstrapExplorer.js';
import { payloadUri } from './treeItems.js';
import type { ResourceNode, TreeNode } from './treeNodes.js';

/** Registers the Bootstrap Explorer and its commands. */
export function registerExplorer(
  log: Log,
  server: ServerHandle,
  texts: TextStore,
  memory: vscode.Memento,
): vscode.Disposable {
  const explorer = new BootstrapExplorer(server, memory);
  const { documents } = explorer;
  const commands = registerCommands(log, {
    'aksBootstrap.openPayload'(node) {
      const { source, entry } = payloadOf(node);
      return decodePayloads(server, source, entry.steps);
    },
    async 'aksBootstrap.revealPayload'(node) {
      const given = node as TreeNode | undefined;
      if (given?.is === 'resource') return revealResource(given);
      const { source, entry } = payloadOf(node);
      await showPayloadPlace(server, source, entry.steps, []);
    },
    'aksBootstrap.copyPayload': (node) => copyPayload(server, payloadOf(node ?? explorer.selected)),
    'aksBootstrap.savePayload': (node) => savePayload(server, payloadOf(node)),
    'aksBootstrap.extractPayloads': (node) => extractPayloads(server, node ?? explorer.selected),
    'aksBootstrap.comparePayload'(node) {
      const { source, entry } = payloadOf(node);
      return compareWithConfig(server, payloadUri(source, entry));
    },
    'aksBootstrap.decodeFurther'(node) {
      const { source, entry } = payloadOf(node);
      return decodeFurther(server, texts, source, entry);
    },
    'aksBootstrap.pinDocument': (node) => documents.pin(documentOf(node)),
    'aksBootstrap.unpinDocument': (node) => documents.unpin(documentOf(node)),
    'aksBootstrap.filterPayloads': async () => {
      await vscode.commands.executeCommand('aksBootstrap.explorer.focus');
      explorer.askForFilter();
    },
    'aksBootstrap.clearPayloadFilter': () => explorer.setFilter(''),
    'aksBootstrap.followEditor': () => documents.setFollows(true),
    'aksBootstrap.stopFollowingEditor': () => documents.setFollows(false),
  });
  return vscode.Disposable.from(explorer, commands);
}

/** The payload of a tree node. */
interface ChosenPayload {
  readonly source: string;
  readonly entry: PayloadEntry;
}

/** The payload that the explorer passes to a command. */
function payloadOf(node: unknown): ChosenPayload {
  const given = node as TreeNode | undefined;
  if (given?.is !== 'payload')
    throw new CommandError(vscode.l10n.t('Choose a payload in the Bootstrap Explorer first.'));
  return given;
}

/** The document that the explorer passes to a command; without one, the active document. */
function documentOf(node: unknown): string {
  const given = node as TreeNode | undefined;
  if (given?.is === 'document') return given.document.uri;
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
  return active.toString();
}

/** Shows a scale set, VM or extension in its document. */
async function revealResource({ source, resource }: ResourceNode): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(source));
  const { start } = toRange(resource.range);
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(start, start) });
}

/** Copies a decoded payload with its secrets masked. */
async function copyPayload(server: Requester, { source, entry }: ChosenPayload): Promise<void> {
  const { text, secrets } = await readLayer(server, { uri: source, steps: entry.steps });
  await vscode.env.clipboard.writeText(text);
  const message = secrets === 0 ? vscode.l10n.t('{0} was copied.', entry.label) : copiedMasked(entry.label, secrets);
  vscode.window.setStatusBarMessage(message, statusMs);
}

function copiedMasked(label: string, secrets: number): string {
  return secrets === 1
    ? vscode.l10n.t('{0} was copied; 1 secret in it is masked.', label)
    : vscode.l10n.t('{0} was copied; {1} secrets in it are masked.', label, secrets);
}

/** Saves a decoded payload to a file; secrets are masked unless the user chooses otherwise. */
async function savePayload(server: Requester, { source, entry }: ChosenPayload): Promise<void> {
  const params = { uri: source, steps: entry.steps };
  const masked = await readLayer(server, params);
  const showSecrets =
    masked.secrets === 0
      ? false
      : await askForSecrets(
          vscode.l10n.t('Save Decoded Text'),
          masked.secrets === 1
            ? vscode.l10n.t('The text contains a secret. How should it be written?')
            : vscode.l10n.t('The text contains {0} secrets. How should they be written?', masked.secrets),
        );
  if (showSecrets === undefined) return;
  const { text } = showSecrets ? await readLayer(server, { ...params, showSecrets }) : masked;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Decoded Text'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, masked.name) }),
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
