import * as vscode from 'vscode';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { grouped, Owner, ownCommands, withheldText } from '../openDocuments.js';
import type { ServerHandle } from '../server.js';
import { PayloadTree, type TreeRow } from './payloadTree.js';
import { ProblemBadges } from './problemBadges.js';
import { ShownDocuments } from './shownDocuments.js';
import type { FilteredTree } from './treeFilter.js';
import type { TreeNode } from './treeNodes.js';

/** The view with the payload trees of the active document and of pinned documents. */
export class BootstrapExplorer extends Owner {
  readonly documents: ShownDocuments;
  readonly #tree: PayloadTree;
  readonly #view: vscode.TreeView<TreeRow>;

  constructor(server: ServerHandle, memory: vscode.Memento) {
    super();
    this.documents = new ShownDocuments(memory);
    const badges = new ProblemBadges();
    this.#tree = new PayloadTree(server, this.documents, {
      shown: (roots, found) => {
        badges.show(roots);
        this.#view.message = this.#messageOf(roots, found);
      },
      reading: () => {
        this.#view.message = vscode.l10n.t('Reading the document…');
      },
      // The welcome offers to restart the server; VS Code shows it only without a message.
      unread: () => {
        badges.show([]);
        this.#view.message = '';
      },
      isVisible: () => this.#view.visible,
    });
    this.#view = vscode.window.createTreeView('aksBootstrap.explorer', {
      treeDataProvider: this.#tree,
      showCollapseAll: true,
      dragAndDropController: {
        dragMimeTypes: [],
        // The first is what a drag from the desktop has.
        dropMimeTypes: ['files', 'text/uri-list'],
        handleDrop: async (_, dropped) => {
          await vscode.commands.executeCommand(ownCommands.openDropped, dropped);
        },
      },
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
    const [row] = this.#view.selection;
    return row?.is === 'clearFilter' ? undefined : row;
  }

  /** Lets the user type a filter, which is applied meanwhile. Escape goes back to the one before. */
  askForFilter(): void {
    const before = this.#tree.filter;
    let after = before;
    const input = vscode.window.createInputBox();
    input.title = vscode.l10n.t('Filter Payloads');
    input.placeholder = vscode.l10n.t('Names, kinds, layers, codes of problems, or @problems, @errors, @warnings');
    input.value = before;
    // Otherwise a click on a row that was found would bring back the filter before.
    input.ignoreFocusOut = true;
    input.onDidChangeValue((filter) => {
      void this.setFilter(filter);
    });
    input.onDidAccept(() => {
      after = input.value;
      input.hide();
    });
    input.onDidHide(() => {
      void this.setFilter(after);
      input.dispose();
    });
    input.show();
  }

  async setFilter(filter: string): Promise<void> {
    this.#tree.filter = filter.trim();
    await vscode.commands.executeCommand('setContext', 'aksBootstrap.explorerFiltered', this.#tree.filter !== '');
  }

  /** What is shown above the tree: why it is empty, or what a filter leaves of it. A welcome would accept no drop. */
  #messageOf(roots: readonly TreeNode[], { shown, found, payloads }: FilteredTree): string {
    if (roots.length === 0) return this.documents.isWithheld ? withheldText() : nothingText();
    if (shown === undefined) return '';
    return vscode.l10n.t('Filter: {0} ({1} of {2} payloads)', this.#tree.filter, grouped(found), grouped(payloads));
  }

  /** Selects the payload of the active editor if the view is visible; `reveal` would open the view otherwise. */
  async #select(editor: vscode.TextEditor | undefined): Promise<void> {
    const view = editor && viewOfUri(editor.document.uri);
    const isWanted = (): boolean => this.#view.visible && vscode.window.activeTextEditor === editor;
    if (view?.view !== 'layer' || !this.documents.follows || !isWanted()) return;
    await this.#tree.update();
    if (!isWanted()) return;
    const node = this.#tree.find(view.source, view.steps);
    if (node !== undefined) await this.#view.reveal(node, { select: true, focus: false });
  }
}

function nothingText(): string {
  return vscode.l10n.t(
    'The active document contains no encoded payloads. Drop files or folders here, or paste the JSON of a scale set or VM, custom data, a template or a cloud-config into the box above.',
  );
}
