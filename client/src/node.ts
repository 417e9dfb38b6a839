import type * as vscode from 'vscode';
import { start } from './extension.js';
import { registerMcpServer } from './mcpServer.js';

/** The extension on Node: on a desktop or a remote machine. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, async () => {
    const { connectToProcess } = await import('./nodeConnection.js');
    return (log) => connectToProcess(context, log);
  });
  context.subscriptions.push(registerMcpServer(context));
}
