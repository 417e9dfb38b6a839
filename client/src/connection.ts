import * as vscode from 'vscode';
import {
  type BaseLanguageClient,
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
  type LanguageClientOptions,
  State,
} from 'vscode-languageclient';
import { type InitializationOptions, requests } from '../../server/src/protocol.js';
import { type OpenRequest, ServerWatch } from '../../server/src/serverWatch.js';
import { errorText, type Log, type LogText, logText, nameText } from './log.js';
import { openDocument } from './openDocuments.js';
import { type Connection, servedDocuments, servedLanguages, type StopNotice } from './server.js';
import { chosenSettings } from './settings.js';
import { yamlExtensionId } from './yamlExtension.js';

/** A language client with its server in a process or in a web worker. */
export interface Launched {
  readonly client: BaseLanguageClient;
  /** Ends a server that doesn't answer, which the client then notices. */
  readonly end: () => void;
}

/** Creates the language client. */
export type Launch = (options: LanguageClientOptions) => Launched;

/** `manifest` is the extension's package.json. */
export function connect(launch: Launch, log: Log, notice: StopNotice, manifest: unknown): Connection {
  const health = new ServerHealth(log, notice);
  const watch = new ServerWatch(
    () => client.sendRequest(requests.ping, {}),
    ([oldest]) => {
      health.stuck(oldest);
      end();
    },
  );
  const { client, end } = launch({
    documentSelector: [...servedDocuments],
    initializationOptions: initializationOptions(),
    outputChannel: log.channel,
    traceOutputChannel: withoutContents(log.channel),
    errorHandler: health,
    // Else VS Code shows the text of the error.
    initializationFailedHandler: () => false,
    middleware: {
      sendRequest(type, params, token, next) {
        const method = typeof type === 'string' ? type : type.method;
        const answer = next(type, params, token);
        return method === requests.ping ? answer : watch.follow(method, params, answer);
      },
      workspace: {
        configuration: ({ items }) =>
          items.map(({ scopeUri }) =>
            chosenSettings(manifest, scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri)),
          ),
      },
      didOpen: (document, next) => (health.isLeftOut(document.uri) ? Promise.resolve() : next(document)),
    },
  });
  const logError = client.error.bind(client);
  // It would also show some of what it logs, in the words of the library; what matters is in the status bar.
  client.error = (message, data) => {
    logError(message, data, false);
  };
  // The server then reads what configuration files of the workspace name.
  const trust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    if (client.isRunning()) void client.sendNotification('workspace/didChangeConfiguration', { settings: null });
  });
  const states = client.onDidChangeState(({ newState }) => {
    health.show(newState);
  });
  return {
    start: () => client.start(),
    onDidStart: (listener) =>
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) listener();
      }),
    // An absent token must not be passed on: it would count as a second parameter.
    request: (method, params, token) =>
      token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token),
    async end() {
      states.dispose();
      trust.dispose();
      watch.dispose();
      health.dispose();
      // A server that is stuck or still starting doesn't stop by itself.
      await client.dispose().catch(end);
    },
  };
}

/** What VS Code and its extensions show already, so that nothing is shown twice. */
function initializationOptions(): InitializationOptions {
  const json = vscode.workspace.getConfiguration('json').get<boolean>('validate.enable', true);
  const yaml = vscode.extensions.getExtension(yamlExtensionId) !== undefined;
  return { hostServes: { json, yaml }, commands: true, suggestCommand: 'editor.action.triggerSuggest' };
}

/** The log for the trace of the server, reduced to the first line of each message: the contents may be secret. */
function withoutContents(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (message: string): void => {
    log.trace(message.split('\n', 1)[0] ?? '');
  };
  return new Proxy(log, {
    get: (target, name): unknown => (name === 'trace' ? trace : Reflect.get(target, name)),
  });
}

/** If the server ends more often than this, another restart doesn't help. */
const restarts = { max: 4, withinMs: 3 * 60_000 };

/** If the server got stuck on a document this often, the document isn't opened in it again. */
const stuckTimes = 2;

/**
 * Restarts the server when it ends unexpectedly, and shows its state in the language status. If it keeps ending, the user
 * is asked once what to do, and the status bar says that nothing is checked.
 */
class ServerHealth implements ErrorHandler, vscode.Disposable {
  readonly #log: Log;
  readonly #item = vscode.languages.createLanguageStatusItem('aksBootstrap.server', [...servedLanguages]);
  readonly #notice: StopNotice;
  /** Times of the last unexpected ends. */
  #ends: number[] = [];
  /** How often the server got stuck on each document, by URI. */
  readonly #stuck = new Map<string, number>();

  constructor(log: Log, notice: StopNotice) {
    this.#log = log;
    this.#notice = notice;
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Language Server');
    this.show(State.Starting);
  }

  /** A server that has ended refuses messages until its end is reported: `closed` decides what follows. */
  error(error: Error): ErrorHandlerResult {
    this.#log.error(logText`A message to the language server failed: ${errorText(error)}`);
    return { action: ErrorAction.Continue, handled: true };
  }

  /** The server doesn't answer, and is ended. */
  stuck({ method, uri }: OpenRequest): void {
    const of = uri === undefined ? logText`` : logText` of ${documentText(uri)}`;
    this.#log.error(
      logText`The language server does not answer. The oldest request without an answer is ${nameText(method)}${of}.`,
    );
    if (uri === undefined) return;
    this.#stuck.set(uri, (this.#stuck.get(uri) ?? 0) + 1);
    if (this.#leftOut.includes(uri))
      this.#log.error(logText`The document is not checked until you restart the server. The language status names it.`);
  }

  /** Whether a document must not be opened in the server again. */
  isLeftOut(uri: vscode.Uri): boolean {
    return this.#leftOut.includes(uri.toString());
  }

  get #leftOut(): string[] {
    return [...this.#stuck].flatMap(([uri, times]) => (times < stuckTimes ? [] : [uri]));
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#ends = [...this.#ends.filter((end) => now - end < restarts.withinMs), now];
    if (this.#ends.length <= restarts.max) {
      const message = 'The language server ended unexpectedly. It is restarted.';
      return { action: CloseAction.Restart, handled: true, message };
    }
    void this.#askWhatToDo();
    const message = 'The language server keeps ending. It is not restarted.';
    return { action: CloseAction.DoNotRestart, handled: true, message };
  }

  show(state: State): void {
    const item = this.#item;
    item.busy = state === State.Starting;
    item.severity = vscode.LanguageStatusSeverity.Information;
    item.text = vscode.l10n.t('AKS Bootstrap');
    item.detail = this.#ends.length === 0 ? '' : vscode.l10n.t('The language server ended and was restarted.');
    item.command = { command: 'aksBootstrap.showLog', title: vscode.l10n.t('Show Log') };
    const leftOut = this.#leftOut.map(nameOf).join(', ');
    if (leftOut !== '') {
      item.severity = vscode.LanguageStatusSeverity.Warning;
      item.detail = vscode.l10n.t('Not checked, because the language server stopped answering: {0}', leftOut);
      item.command = { command: 'aksBootstrap.restartServer', title: vscode.l10n.t('Restart') };
    }
    const hasFailed = state === State.StartFailed;
    // A client whose server is restarted is stopped in between.
    this.#notice.show(hasFailed || (state === State.Stopped && this.#ends.length > restarts.max));
    if (!hasFailed && state !== State.Stopped) return;
    item.severity = vscode.LanguageStatusSeverity.Error;
    item.text = vscode.l10n.t('AKS Bootstrap is not running');
    item.command = { command: 'aksBootstrap.restartServer', title: vscode.l10n.t('Restart') };
  }

  dispose(): void {
    this.#item.dispose();
  }

  async #askWhatToDo(): Promise<void> {
    const restart = vscode.l10n.t('Restart');
    const showLog = vscode.l10n.t('Show Log');
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t('AKS Bootstrap: the language server ended {0} times in three minutes.', this.#ends.length),
      restart,
      showLog,
    );
    if (answer === restart) await vscode.commands.executeCommand('aksBootstrap.restartServer');
    if (answer === showLog) this.#log.show();
  }
}

/** A document as the log may describe it. */
function documentText(uri: string): LogText {
  const document = openDocument(uri);
  return document === undefined
    ? logText`a document that isn't open`
    : logText`a document of ${document.lineCount} lines in the language ${nameText(document.languageId)}`;
}

/** The file name of a URI. */
function nameOf(uri: string): string {
  return vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
}
