import * as vscode from 'vscode';
import { viewOfUri } from '../../server/src/virtualDocuments.js';

/** Tells menus what kind of virtual document is active, in the context `aksBootstrap.activeView`; empty for others. */
export class ActiveView implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      tell(editor);
    });
    tell(vscode.window.activeTextEditor);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function tell(editor: vscode.TextEditor | undefined): void {
  const view = editor && viewOfUri(editor.document.uri);
  void vscode.commands.executeCommand('setContext', 'aksBootstrap.activeView', view?.view ?? '');
}
