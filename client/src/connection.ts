import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { InitializationOptions } from '../../server/src/protocol.js';
import { virtualSchemes } from '../../server/src/virtualDocuments.js';
import { servedLanguages, type ServerHandle } from './server.js';
import { ServerHealth } from './serverHealth.js';
import { withoutContents } from './errors.js';
import { yamlExtensionId } from './yamlExtension.js';

/** What speaks to the server. */
export interface Connection extends Omit<ServerHandle, 'start'> {
  start(): Promise<void>;
}

/** Makes the connection to the server, which is not started yet. */
export type Connect = (log: vscode.LogOutputChannel) => Connection;

/** Makes the client of a server that runs where VS Code runs: in a process, or in a worker of a browser. */
export type Launch = (options: LanguageClientOptions) => BaseLanguageClient;

/** Makes the connection through a client. */
export function connect(launch: Launch, log: vscode.LogOutputChannel): Connection {
  const health = new ServerHealth(log, servedLanguages);
  const client = launch({
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
    start: () => client.start(),
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
