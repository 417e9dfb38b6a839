import type * as vscode from 'vscode';
import { start } from './extension.js';

/** The extension where VS Code has Node: on a desktop, and on a server that it is connected to. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, async () => {
    const { connectToProcess } = await import('./nodeConnection.js');
    return (log) => connectToProcess(context, log);
  });
}
