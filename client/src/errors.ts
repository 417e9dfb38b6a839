import * as vscode from 'vscode';

/** A command cannot do what was asked; the message says why and what to do, in the user's language. */
export class CommandError extends Error {}

/** Runs a command's work: an expected refusal is shown, anything else is logged and shown shortly. */
export async function runCommand(name: string, log: vscode.LogOutputChannel, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The user has changed their mind.
    if (error instanceof vscode.CancellationError) return;
    if (error instanceof CommandError) {
      void vscode.window.showErrorMessage(error.message);
      return;
    }
    log.error(`${name} failed`, error instanceof Error ? (error.stack ?? error.message) : String(error));
    const showLog = vscode.l10n.t('Show Log');
    // Not awaited: the command is over, whenever the message is dismissed.
    void vscode.window
      .showErrorMessage(vscode.l10n.t('AKS Bootstrap: the command failed. The log says more.'), showLog)
      .then((answer) => {
        if (answer === showLog) log.show();
      });
  }
}

/** The same log for the trace of the server, which names messages there and leaves out what is in them: it may be secret. */
export function withoutContents(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (message: string): void => {
    log.trace(message.split('\n', 1)[0] ?? '');
  };
  return new Proxy(log, {
    get: (target, name): unknown => (name === 'trace' ? trace : Reflect.get(target, name)),
  });
}
