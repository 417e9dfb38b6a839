import * as vscode from 'vscode';
import type { RequestMethod, Requests } from '../../server/src/protocol.js';
import { viewLanguage, virtualSchemes } from '../../server/src/virtualDocuments.js';
import { errorText, type Log, logText } from './log.js';

/** Languages whose documents the server receives. */
export const servedLanguages: readonly string[] = [
  'json',
  'jsonc',
  'yaml',
  'plaintext',
  'shellscript',
  'powershell',
  'xml',
  'log',
  viewLanguage,
  // Those of the extensions for Terraform and OpenTofu.
  'terraform',
  'terraform-vars',
  'opentofu',
  'opentofu-vars',
  'hcl',
  // Those of the extension for Bicep.
  'bicep',
  'bicep-params',
];

/** The documents that the server receives: those in these languages, and virtual ones in any. */
export const servedDocuments = [
  ...servedLanguages.map((language) => ({ language })),
  ...virtualSchemes.map((scheme) => ({ scheme })),
];

/** Sends requests to the server. */
export interface Requester {
  request<Method extends RequestMethod>(
    method: Method,
    params: Requests[Method][0],
    token?: vscode.CancellationToken,
  ): Promise<Requests[Method][1]>;
}

export interface ServerHandle extends Requester, vscode.Disposable {
  /** Starts the server in the background; requests wait for it. */
  start(): void;
  restart(): Promise<void>;
  /** Calls `listener` each time that the server has started, also after it ended. */
  onDidStart(listener: () => void): vscode.Disposable;
}

/** The connection to the server. */
export interface Connection extends Omit<ServerHandle, 'start'> {
  start(): Promise<void>;
}

/** Creates the connection to the server, without starting the server. */
export type Connect = (log: Log) => Connection;

/**
 * Prepares the server. The language client takes longer to load than the rest of the extension, so `load` is called after
 * activation.
 */
export function createServerHandle(load: () => Promise<Connect>, log: Log): ServerHandle {
  let connection: Promise<Connection> | undefined;
  const started = new vscode.EventEmitter<void>();
  const connected = (): Promise<Connection> =>
    (connection ??= load().then((connect) => {
      const made = connect(log);
      made.onDidStart(() => {
        started.fire();
      });
      return made;
    }));
  return {
    start() {
      connected()
        .then((made) => made.start())
        .catch((error: unknown) => {
          log.error(logText`The language server did not start: ${errorText(error)}`);
        });
    },
    async restart() {
      await (await connected()).restart();
    },
    onDidStart: (listener) => started.event(listener),
    async request(method, params, token) {
      return (await connected()).request(method, params, token);
    },
    dispose() {
      started.dispose();
      // `start` has logged a connection that failed.
      void connection?.then(
        (made) => {
          made.dispose();
        },
        () => undefined,
      );
    },
  };
}
