import * as vscode from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { connect } from './connection.js';
import type { Log } from './log.js';
import type { Connection } from './server.js';

/** Connects to the server in its own process. */
export function connectToProcess(context: vscode.ExtensionContext, log: Log): Connection {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const serverOptions: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
  };
  return connect(
    (options) => {
      const client = new LanguageClient('aksBootstrap', 'AKS Bootstrap', serverOptions, options);
      return {
        client,
        end() {
          // A debugger may have stopped it. SIGKILL also ends a process that handles no signals.
          if (!client.isInDebugMode) client.serverProcess?.kill('SIGKILL');
        },
      };
    },
    log,
    context.extension.packageJSON,
  );
}
