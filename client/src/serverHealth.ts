import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
  State,
} from 'vscode-languageclient';

/** A server that ends more often than this within this time has a reason that another start does not take away. */
const restarts = { most: 4, withinMs: 3 * 60_000 };

/** Messages that may fail to arrive one after the other before the server is given up. */
const mostFailedMessages = 3;

/**
 * Watches the server: one that ends by itself is started again, and the language status says so; one that keeps ending
 * is reported once, with what can be done.
 */
export class ServerHealth implements ErrorHandler, vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #item: vscode.LanguageStatusItem;
  /** When the server ended by itself, lately. */
  #ends: number[] = [];

  /** `languages` are those whose documents the server sees. */
  constructor(log: vscode.LogOutputChannel, languages: readonly string[]) {
    this.#log = log;
    this.#item = vscode.languages.createLanguageStatusItem('aksBootstrap.server', [...languages]);
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Language Server');
    this.show(State.Starting);
  }

  error(error: Error, _message: unknown, count: number | undefined): ErrorHandlerResult {
    this.#log.error(`The connection to the language server failed: ${error.message}`);
    const action = count !== undefined && count <= mostFailedMessages ? ErrorAction.Continue : ErrorAction.Shutdown;
    return { action, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#ends = [...this.#ends.filter((end) => now - end < restarts.withinMs), now];
    if (this.#ends.length <= restarts.most) {
      const message = 'The language server ended unexpectedly. It is started again.';
      return { action: CloseAction.Restart, handled: true, message };
    }
    void this.#askWhatToDo();
    const message = 'The language server keeps ending. It is not started again.';
    return { action: CloseAction.DoNotRestart, handled: true, message };
  }

  /** Shows a state of the client. */
  show(state: State): void {
    const item = this.#item;
    item.busy = state === State.Starting || state === State.StartFailed;
    item.severity = vscode.LanguageStatusSeverity.Information;
    item.text = vscode.l10n.t('AKS Bootstrap');
    item.detail = this.#ends.length === 0 ? '' : vscode.l10n.t('The language server ended and was started again.');
    item.command = { command: 'aksBootstrap.showLog', title: vscode.l10n.t('Show Log') };
    if (state !== State.Stopped) return;
    item.severity = vscode.LanguageStatusSeverity.Error;
    item.text = vscode.l10n.t('AKS Bootstrap is not running');
    item.command = { command: 'aksBootstrap.restartServer', title: vscode.l10n.t('Restart') };
  }

  /** Somebody restarts the server by hand: what was before does not count any more. */
  forgive(): void {
    this.#ends = [];
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
