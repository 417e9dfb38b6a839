import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { virtualSchemes } from '../../server/src/virtualDocuments.js';
import type { InitializationOptions } from '../../server/src/protocol.js';
import { ServerHealth } from './serverHealth.js';
import { withoutContents } from './traceLog.js';
import { yamlExtensionId } from './yamlExtension.js';

/** Languages whose documents the server sees; the commands say so where another one is active. */
export const servedLanguages = ['json', 'jsonc', 'yaml', 'plaintext', 'shellscript', 'powershell', 'xml', 'log'];

/** Sends a request to the server; the names and types are in `server/src/protocol.ts`. */
export interface Requester {
  request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result>;
}

/** The running server and the ways to talk to it. */
export interface ServerHandle extends Requester, vscode.Disposable {
  /** Begins to start the server; requests wait for it. */
  start(): void;
  restart(): Promise<void>;
}

/** Makes the client of a server that runs where VS Code runs: in a process, or in a worker of a browser. */
export type Launch = (context: vscode.ExtensionContext, options: LanguageClientOptions) => BaseLanguageClient;

/** Prepares the server; it starts with `start`. */
export function createServerHandle(
  launch: Launch,
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): ServerHandle {
  const health = new ServerHealth(log, servedLanguages);
  const client = launch(context, {
    documentSelector: [
      ...servedLanguages.map((language) => ({ language })),
      ...virtualSchemes.map((scheme) => ({ scheme })),
    ],
    initializationOptions: initializationOptions(),
    outputChannel: log,
    traceOutputChannel: withoutContents(log),
    errorHandler: health,
  });
  const states = client.onDidChangeState(({ newState }) => {
    health.show(newState);
  });
  return {
    start() {
      client.start().catch((error: unknown) => {
        log.error('The language server did not start.', error instanceof Error ? error.message : String(error));
      });
    },
    async restart() {
      health.forgive();
      if (client.needsStop()) await client.stop();
      await client.start();
    },
    // An absent token must not be passed on: it would count as a second parameter.
    request: (method, params, token) =>
      token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token),
    dispose() {
      states.dispose();
      health.dispose();
      void client.dispose();
    },
  };
}

/** What VS Code and its extensions show without us, so that nothing is shown twice. */
function initializationOptions(): InitializationOptions {
  const json = vscode.workspace.getConfiguration('json').get<boolean>('validate.enable', true);
  const yaml = vscode.extensions.getExtension(yamlExtensionId) !== undefined;
  return { hostServes: { json, yaml }, commands: true, suggestCommand: 'editor.action.triggerSuggest' };
}
