import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { IPCMessageReader, IPCMessageWriter, LanguageClient } from 'vscode-languageclient/node';
import { connect } from './connection.js';
import type { Log } from './log.js';
import type { Connect } from './server.js';
import { startServerProcess } from './serverProcess.js';

/** Connections to servers in their own processes: first in `started`, and if that has ended, in new ones. */
export function processConnections(context: vscode.ExtensionContext, started: ChildProcess): Connect {
  let current = started;
  let isUsed = false;
  const open = (log: Log) => {
    if (isUsed || !current.connected) current = startServerProcess(context);
    isUsed = true;
    const { stdout, stderr } = current;
    if (stdout !== null) createInterface(stdout).on('line', (line) => log.channel.info(line));
    if (stderr !== null) createInterface(stderr).on('line', (line) => log.channel.error(line));
    return Promise.resolve({ reader: new IPCMessageReader(current), writer: new IPCMessageWriter(current) });
  };
  return (log, notice) =>
    connect(
      (options) => ({
        client: new LanguageClient('aksBootstrap', 'AKS Bootstrap', () => open(log), options),
        end() {
          // A debugger may have stopped it. SIGKILL also ends a process that handles no signals.
          if (context.extensionMode !== vscode.ExtensionMode.Development) current.kill('SIGKILL');
        },
      }),
      log,
      notice,
      context.extension.packageJSON,
    );
}
