import * as vscode from 'vscode';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import type { Requester } from '../server.js';
import { PayloadTree, ProblemBadges, type TreeNode } from './payloadTree.js';
import { ShownDocuments } from './shownDocuments.js';

/** The view with the payload trees of the active document and of pinned documents. */
export class BootstrapExplorer implements vscode.Disposable {
  readonly documents: ShownDocuments;
  readonly #tree: PayloadTree;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #subscriptions: vscode.Disposable[];

  constructor(server: Requester, memory: vscode.Memento) {
    this.documents = new ShownDocuments(memory);
    const badges = new ProblemBadges();
    this.#tree = new PayloadTree(server, this.documents, (roots) => {
      badges.show(roots);
    });
    this.#view = vscode.window.createTreeView('aksBootstrap.explorer', {
      treeDataProvider: this.#tree,
      showCollapseAll: true,
    });
    this.#subscriptions = [
      this.documents,
      badges,
      this.#tree,
      this.#view,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        void this.#select(editor);
      }),
    ];
  }

  /** The selected node, for commands that a key binding starts. */
  get selected(): TreeNode | undefined {
    return this.#view.selection[0];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Selects the payload of the active editor if the view is visible. */
  async #select(editor: vscode.TextEditor | undefined): Promise<void> {
    const view = editor && viewOfUri(editor.document.uri);
    if (view?.view !== 'layer' || !this.documents.follows || !this.#view.visible) return;
    const node = this.#tree.find(view.source, view.steps);
    if (node !== undefined) await this.#view.reveal(node, { select: true, focus: false });
  }
}
