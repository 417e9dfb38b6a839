import * as vscode from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { virtualScheme } from '../../server/src/virtualDocuments.js';
import type { InitializationOptions } from '../../server/src/protocol.js';
import { yamlExtensionId } from './yamlExtension.js';

/** Languages whose documents the server sees; the commands say so where another one is active. */
export const servedLanguages = ['json', 'jsonc', 'yaml', 'plaintext', 'shellscript', 'powershell', 'xml', 'log'];

/** Sends a request to the server; the names and types are in `server/src/protocol.ts`. */
export interface Requester {
  request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result>;
}

/** The running server and the ways to talk to it. */
export interface ServerHandle extends Requester, vscode.Disposable {
  start(): Promise<void>;
  restart(): Promise<void>;
}

/** Prepares the server; it starts with `start`. */
export function createServerHandle(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ServerHandle {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const serverOptions: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
  };
  const clientOptions: LanguageClientOptions = {
    documentSelector: [...servedLanguages.map((language) => ({ language })), { scheme: virtualScheme }],
    initializationOptions: initializationOptions(),
    outputChannel: log,
  };
  const client = new LanguageClient('aksBootstrap', 'AKS Bootstrap', serverOptions, clientOptions);
  return {
    start: () => client.start(),
    restart: () => client.restart(),
    // An absent token must not be passed on: it would count as a second parameter.
    request: (method, params, token) =>
      token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token),
    dispose: () => void client.dispose(),
  };
}

/** What VS Code and its extensions show without us, so that nothing is shown twice. */
function initializationOptions(): InitializationOptions {
  const json = vscode.workspace.getConfiguration('json').get<boolean>('validate.enable', true);
  const yaml = vscode.extensions.getExtension(yamlExtensionId) !== undefined;
  return { hostServes: { json, yaml }, commands: true, suggestCommand: 'editor.action.triggerSuggest' };
}
