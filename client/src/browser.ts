import type * as vscode from 'vscode';
import { start } from './extension.js';

/** The extension in a browser without Node, such as vscode.dev. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, async () => {
    const { workerConnections } = await import('./browserConnection.js');
    return workerConnections(context);
  });
}
