import * as vscode from 'vscode';
import { requests } from '../../../server/src/protocol.js';
import type { Log } from '../log.js';
import { documentFor } from '../openDocuments.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import type { Requester } from '../server.js';

/** Registers the command that makes a document that can be shared. */
export function registerRedaction(log: Log, server: Requester): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.redactDocument': (uri, pseudonyms) => redactDocument(server, uri, pseudonyms),
  });
}

/** Opens a document with its secrets replaced, as a new untitled one. Without a choice, asks about names. */
async function redactDocument(server: Requester, uri: unknown, pseudonyms: unknown): Promise<void> {
  const document = await documentFor(uri);
  const choice = typeof pseudonyms === 'boolean' ? pseudonyms : await chooseNames();
  if (choice === undefined) return;
  const result = await server.request(requests.redact, { uri: document.uri.toString(), pseudonyms: choice });
  if (!result.ok) throw new CommandError(result.message);
  const { text: content, languageId: language, summary } = result;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
  vscode.window.setStatusBarMessage(summary, summaryMilliseconds);
}

const summaryMilliseconds = 15_000;

async function chooseNames(): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Secrets'),
        detail: vscode.l10n.t('Passwords, tokens and keys'),
        pseudonyms: false,
      },
      {
        label: vscode.l10n.t('Secrets and Names'),
        detail: vscode.l10n.t('Also names and IDs of subscriptions, groups, hosts and users, and IP addresses'),
        pseudonyms: true,
      },
    ],
    {
      title: vscode.l10n.t('Redact Document'),
      placeHolder: vscode.l10n.t('What to replace by invented values, in all layers of the document'),
    },
  );
  return picked?.pseudonyms;
}
