import * as vscode from 'vscode';
import { requests, type SetKindParams } from '../../../server/src/protocol.js';
import type { Requester } from '../server.js';

/** Opens an empty node config that has no file yet, and shows what it may begin with. */
export async function newNodeConfig(server: Requester): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'json' });
  await vscode.window.showTextDocument(document);
  // Neither its name nor its content says what it is.
  const params: SetKindParams = { uri: document.uri.toString(), kind: 'node-config' };
  await server.request<null>(requests.setKind, params);
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}
