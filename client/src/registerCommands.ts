import * as vscode from 'vscode';
import { errorText, type Log, logText, nameText } from './log.js';

/** A command can't do what was asked. The message says why and what to do, in the user's language. */
export class CommandError extends Error {}

/** The work of commands by their ids. */
type Commands = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** Registers commands with their results. What they can't do is said as information; other errors are shown and logged. */
export function registerCommands(log: Log, commands: Commands): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, work]) =>
      vscode.commands.registerCommand(id, (...args: unknown[]) => run(id, log, () => work(...args))),
    ),
  );
}

async function run(id: string, log: Log, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    if (error instanceof CommandError) {
      void vscode.window.showInformationMessage(error.message);
      return undefined;
    }
    log.error(logText`${nameText(id)} failed: ${errorText(error)}`);
    const showLog = vscode.l10n.t('Show Log');
    // Not awaited: the command ends before the user dismisses the message.
    void vscode.window
      .showErrorMessage(vscode.l10n.t('AKS Bootstrap: the command failed. See the log for details.'), showLog)
      .then((answer) => {
        if (answer === showLog) log.show();
      });
    return undefined;
  }
}
