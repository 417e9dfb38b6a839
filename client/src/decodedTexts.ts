import * as vscode from 'vscode';
import { viewOfUri } from '../../server/src/virtualDocuments.js';

/** Tells menus which open documents are decoded texts, in the context `aksBootstrap.decodedTexts`. */
export class DecodedTexts implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (isDecoded(uri)) tell();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (isDecoded(uri)) tell();
      }),
    ];
    tell();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function isDecoded(uri: vscode.Uri): boolean {
  return viewOfUri(uri)?.view === 'layer';
}

function tell(): void {
  const open = vscode.workspace.textDocuments.filter(({ uri }) => isDecoded(uri)).map(({ uri }) => uri.toString());
  void vscode.commands.executeCommand('setContext', 'aksBootstrap.decodedTexts', open);
}
