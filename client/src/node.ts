import type * as vscode from 'vscode';
import { registerMcpServer } from './mcpServer.js';
import { startServerProcess } from './serverProcess.js';

/**
 * The extension on Node: on a desktop or a remote machine. VS Code's other extensions wait for what is done here at once, and
 * only our own commands for the rest. The server's process starts while the client is loaded.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = startServerProcess(context);
  const { start } = await import('./extension.js');
  start(context, async () => {
    const { processConnections } = await import('./nodeConnection.js');
    return processConnections(context, started);
  });
  context.subscriptions.push(registerMcpServer(context));
}
