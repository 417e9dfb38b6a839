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

/** The connection to a server, which is started once. */
export interface Connection extends Requester {
  start(): Promise<void>;
  onDidStart(listener: () => void): vscode.Disposable;
  /** Ends the server. */
  end(): Promise<void>;
}

/** Creates a connection to a new server, without starting the server. */
export type Connect = (log: Log, notice: StopNotice) => Connection;

/**
 * Shows that the server isn't running and isn't restarted: documents without problems would look fine. Views know it by the
 * context `aksBootstrap.stopped`.
 */
export class StopNotice implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('aksBootstrap.stopped', vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Language Server');
    this.#item.text = vscode.l10n.t('$(error) AKS Bootstrap stopped');
    this.#item.tooltip = vscode.l10n.t(
      'The language server is not running, so no document is checked. Select to restart it.',
    );
    this.#item.command = 'aksBootstrap.restartServer';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  }

  show(isStopped: boolean): void {
    if (isStopped) this.#item.show();
    else this.#item.hide();
    void vscode.commands.executeCommand('setContext', 'aksBootstrap.stopped', isStopped);
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Whether a request failed because the server ended or isn't running: `ErrorCodes` of the language client's protocol. */
export function isConnectionError(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' && code >= -32_099 && code <= -32_096;
}

/**
 * Prepares the server. The language client takes longer to load than the rest of the extension, so `load` is called after
 * activation.
 */
export function createServerHandle(load: () => Promise<Connect>, log: Log): ServerHandle {
  let connect: Connect | undefined;
  let connection: Promise<Connection> | undefined;
  const notice = new StopNotice();
  const started = new vscode.EventEmitter<void>();
  const open = async (): Promise<Connection> => {
    connect ??= await load();
    const made = connect(log, notice);
    made.onDidStart(() => {
      started.fire();
    });
    return made;
  };
  const connected = (): Promise<Connection> => (connection ??= open());
  /** Ends a connection. One that was never made has been reported. */
  const end = async (ended: Promise<Connection> | undefined): Promise<void> => {
    const made = await ended?.catch(() => undefined);
    await made?.end();
  };
  const start = async (): Promise<void> => {
    try {
      await (await connected()).start();
    } catch (error) {
      notice.show(true);
      throw error;
    }
  };
  return {
    start() {
      start().catch((error: unknown) => {
        log.error(logText`The language server did not start: ${errorText(error)}`);
      });
    },
    // The client of a server that failed to start can't start another one.
    async restart() {
      connection = end(connection).then(open);
      await start();
    },
    onDidStart: (listener) => started.event(listener),
    async request(method, params, token) {
      return (await connected()).request(method, params, token);
    },
    dispose() {
      started.dispose();
      notice.dispose();
      void end(connection);
    },
  };
}
