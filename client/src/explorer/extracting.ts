import * as vscode from 'vscode';
import { type ExtractParams, type ExtractResult, requests } from '../../../server/src/protocol.js';
import { withFileProgress } from '../manyFiles.js';
import { documentFor, exists, grouped, statusMs } from '../openDocuments.js';
import { CommandError } from '../registerCommands.js';
import type { Requester } from '../server.js';
import { type PayloadNode, type TreeNode } from './treeNodes.js';

/**
 * Saves all payloads of a node, or of the active document, to a folder that the user chooses, with the names that the command
 * line gives them. Secrets are masked unless the user chooses otherwise. Files that are there already stay as they are.
 */
export async function extractPayloads(server: Requester, given: unknown): Promise<void> {
  const node = given as TreeNode | undefined;
  const params = node === undefined ? { uri: (await documentFor(undefined, 'decode')).uri.toString() } : paramsOf(node);
  const masked = await extracted(server, params);
  const title = vscode.l10n.t('Save All Payloads');
  const showSecrets =
    masked.masked === 0
      ? false
      : await askForSecrets(
          title,
          masked.masked === 1
            ? vscode.l10n.t('1 file contains secrets. How should they be written?')
            : vscode.l10n.t('{0} files contain secrets. How should they be written?', grouped(masked.masked)),
        );
  if (showSecrets === undefined) return;
  const folder = await chooseFolder(title);
  if (folder === undefined) return;
  const { files } = showSecrets ? await extracted(server, { ...params, showSecrets }) : masked;
  const written = await writeFiles(folder, title, files);
  if (written === undefined) return;
  const message = vscode.l10n.t('{0} of {1} payloads were saved.', grouped(written), grouped(files.length));
  vscode.window.setStatusBarMessage(message, statusMs);
  if (written < files.length)
    throw new CommandError(
      vscode.l10n.t(
        '{0} of {1} payloads were not saved, because files with their names are in the folder already. Choose an empty folder.',
        grouped(files.length - written),
        grouped(files.length),
      ),
    );
}

function paramsOf(node: TreeNode): ExtractParams {
  if (node.is === 'document') return { uri: node.document.uri };
  return { uri: node.source, payloads: outermostPayloads(node).map(({ entry }) => entry.steps) };
}

function outermostPayloads(node: TreeNode): PayloadNode[] {
  return node.is === 'payload' ? [node] : node.children.flatMap(outermostPayloads);
}

async function extracted(server: Requester, params: ExtractParams): Promise<NonNullable<ExtractResult>> {
  const result = await server.request(requests.extract, params);
  if (result === null) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
  if (result.files.length === 0) throw new CommandError(vscode.l10n.t('There is nothing to decode in this document.'));
  return result;
}

async function chooseFolder(title: string): Promise<vscode.Uri | undefined> {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Save Here'),
    canSelectFiles: false,
    canSelectFolders: true,
    ...(defaultUri === undefined ? {} : { defaultUri }),
  });
  return chosen?.[0];
}

/** Writes files that don't exist yet, and returns their number; undefined if the user cancelled it. */
function writeFiles(
  folder: vscode.Uri,
  title: string,
  files: NonNullable<ExtractResult>['files'],
): Thenable<number | undefined> {
  return withFileProgress(title, async (each) => {
    let written = 0;
    await each(files, async ({ path, content }) => {
      const target = vscode.Uri.joinPath(folder, ...path);
      if (await exists(target)) return;
      await vscode.workspace.fs.writeFile(target, bytesOf(content));
      written++;
    });
    return written;
  });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Whether to write secrets; undefined if the user cancels. */
export async function askForSecrets(title: string, placeHolder: string): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('Masked'), detail: vscode.l10n.t('You can share the file'), showSecrets: false },
      { label: vscode.l10n.t('As they are'), detail: vscode.l10n.t('The file works on a node'), showSecrets: true },
    ],
    { title, placeHolder },
  );
  return picked?.showSecrets;
}
