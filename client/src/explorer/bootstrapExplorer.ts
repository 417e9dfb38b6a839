import * as vscode from 'vscode';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { Owner } from '../openDocuments.js';
import type { Requester } from '../server.js';
import { PayloadTree, ProblemBadges, type TreeNode } from './payloadTree.js';
import { ShownDocuments } from './shownDocuments.js';

/** The view with the payload trees of the active document and of pinned documents. */
export class BootstrapExplorer extends Owner {
  readonly documents: ShownDocuments;
  readonly #tree: PayloadTree;
  readonly #view: vscode.TreeView<TreeNode>;

  constructor(server: Requester, memory: vscode.Memento) {
    super();
    this.documents = new ShownDocuments(memory);
    const badges = new ProblemBadges();
    this.#tree = new PayloadTree(server, this.documents, (roots) => {
      badges.show(roots);
    });
    this.#view = vscode.window.createTreeView('aksBootstrap.explorer', {
      treeDataProvider: this.#tree,
      showCollapseAll: true,
    });
    this.own(
      this.documents,
      badges,
      this.#tree,
      this.#view,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        void this.#select(editor);
      }),
    );
  }

  /** The selected node, for commands that a key binding starts. */
  get selected(): TreeNode | undefined {
    return this.#view.selection[0];
  }

  /** Selects the payload of the active editor if the view is visible. */
  async #select(editor: vscode.TextEditor | undefined): Promise<void> {
    const view = editor && viewOfUri(editor.document.uri);
    if (view?.view !== 'layer' || !this.documents.follows || !this.#view.visible) return;
    const node = this.#tree.find(view.source, view.steps);
    if (node !== undefined) await this.#view.reveal(node, { select: true, focus: false });
  }
}
