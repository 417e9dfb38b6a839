import { type ChildProcess, fork } from 'node:child_process';
import * as vscode from 'vscode';

/** Starts the server's process, which waits for a language client. */
export function startServerProcess({ extensionMode, extensionUri }: vscode.ExtensionContext): ChildProcess {
  const module = vscode.Uri.joinPath(extensionUri, 'dist', 'server.js').fsPath;
  const started = fork(module, ['--node-ipc', `--clientProcessId=${String(process.pid)}`], {
    silent: true,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' },
    execArgv: extensionMode === vscode.ExtensionMode.Development ? ['--nolazy', '--inspect=6009'] : [],
  });
  // The language client reports it, but an error that nothing handles would end the extension host.
  started.on('error', () => undefined);
  return started;
}
