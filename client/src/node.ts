import * as vscode from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { start } from './extension.js';
import type { Launch } from './languageClient.js';

/** The server in a process of its own. */
const launch: Launch = (context, options) => {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const serverOptions: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
  };
  return new LanguageClient('aksBootstrap', 'AKS Bootstrap', serverOptions, options);
};

/** The extension where VS Code has Node: on a desktop, and on a server that it is connected to. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, launch);
}
