import * as vscode from 'vscode';
import { requests } from '../../../server/src/protocol.js';
import { DelayedCall } from '../delayedCall.js';
import { isConnectionError, type ServerHandle } from '../server.js';
import { onTextChange, Owner, reopen } from '../openDocuments.js';
import type { ShownDocument, ShownDocuments } from './shownDocuments.js';
import { filtered, type FilteredTree } from './treeFilter.js';
import { clearFilterItem, treeItemOf } from './treeItems.js';
import { type DocumentNode, documentNode, nodesIn, type PayloadNode, type TreeNode } from './treeNodes.js';

/** Delay after a change, so that the tree isn't rebuilt on every keystroke. */
const refreshDelayMs = 300;

/** The first row under a filter, which clears it: VS Code shows the actions of a view only under the mouse or the focus. */
const clearFilterRow = { is: 'clearFilter' } as const;

/** A row of the tree. */
export type TreeRow = TreeNode | typeof clearFilterRow;

/** Milliseconds after which the view says that a document is still read. */
const quietMs = 300;

/** The view of the tree, and what the tree reports to it. */
interface TreeDisplay {
  /** There is a new tree, and this is what the filter leaves of it. */
  readonly shown: (roots: readonly TreeNode[], result: FilteredTree) => void;
  /** A document is still read, and an empty view would say that nothing is in it. */
  readonly reading: () => void;
  /** The server isn't running, so nothing is known about the documents. */
  readonly unread: () => void;
  /** Whether the view shows the tree. */
  readonly isVisible: () => boolean;
}

/**
 * Provides the payloads of documents, as the server reports them, to the tree view. VS Code forgets all rows when the tree
 * changes, so that a click on one that it still shows would do nothing. So the tree changes only when something else is in
 * it, and when it has been read.
 */
export class PayloadTree extends Owner implements vscode.TreeDataProvider<TreeRow> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #server: ServerHandle;
  readonly #documents: ShownDocuments;
  readonly #display: TreeDisplay;
  #roots: readonly DocumentNode[] = [];
  /** Whether the documents may have changed since they were read. */
  #isStale = true;
  /** The documents are being read. */
  #reading: Promise<void> | undefined;
  #filter = '';
  #filtered: FilteredTree = filtered([], '');
  readonly #delayedRefresh = new DelayedCall(() => this.#refresh(), refreshDelayMs);

  constructor(server: ServerHandle, documents: ShownDocuments, display: TreeDisplay) {
    super();
    this.#server = server;
    this.#display = display;
    this.#documents = documents;
    const refreshIfShown = (uri: string): void => {
      if (documents.list.some((shown) => shown.uri === uri) || this.#roots.some((root) => reads(root, uri)))
        this.#delayedRefresh.schedule();
    };
    this.own(
      this.#changed,
      documents.onDidChange(() => {
        this.#refresh();
      }),
      server.onDidStart(() => {
        this.#refresh();
      }),
      onTextChange(refreshIfShown),
      // Settings, comments and baselines change which problems count.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) refreshIfShown(uri.toString());
      }),
      // A document is opened again when its language changes, which decides whether the server receives it.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        refreshIfShown(uri.toString());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        refreshIfShown(uri.toString());
      }),
      this.#delayedRefresh,
    );
  }

  readonly onDidChangeTreeData = this.#changed.event;

  get filter(): string {
    return this.#filter;
  }

  /** Shows only what fits a filter; an empty one shows everything. */
  set filter(filter: string) {
    if (filter === this.#filter) return;
    this.#filter = filter;
    if (!this.#isStale) this.#show();
    this.#changed.fire();
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row?.is === 'clearFilter') return [];
    if (row === undefined) await this.#read({ tells: false });
    const { shown } = this.#filtered;
    const children: readonly TreeNode[] = row?.children ?? this.#roots;
    const rows = children.filter((child) => shown?.has(child) ?? true);
    const isFiltered = row === undefined && shown !== undefined && rows.length > 0;
    return isFiltered ? [clearFilterRow, ...rows] : rows;
  }

  getParent(row: TreeRow): TreeNode | undefined {
    return row.is === 'document' || row.is === 'clearFilter' ? undefined : row.parent;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return row.is === 'clearFilter' ? clearFilterItem() : treeItemOf(row, this.#filter);
  }

  /** Finds a payload in the tree, if the filter shows it. */
  find(source: string, steps: readonly string[]): PayloadNode | undefined {
    const wanted = steps.join('\n');
    for (const node of nodesIn(this.#roots.filter(({ document }) => document.uri === source)))
      if (node.is === 'payload' && node.entry.steps.join('\n') === wanted)
        return (this.#filtered.shown?.has(node) ?? true) ? node : undefined;
    return undefined;
  }

  /** Brings the tree up to date, and has VS Code ask for the rows if they are others or can't be read, which it then says. */
  async update(): Promise<void> {
    await this.#read({ tells: true }).catch(() => {
      this.#changed.fire();
    });
  }

  /** Reads the documents if they may have changed. The tree stays the same one if they have the same payloads. */
  async #read(options: { tells: boolean }): Promise<void> {
    await (this.#reading ??= this.#readAll(options).finally(() => (this.#reading = undefined)));
  }

  /** `tells`: whether VS Code has to be told about another tree; it doesn't if it asked for the rows. */
  async #readAll({ tells }: { tells: boolean }): Promise<void> {
    const before = this.#roots;
    const display = this.#display;
    const reading = setTimeout(display.reading, quietMs);
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const roots = await Promise.all(this.#documents.list.map((document) => this.#rootOf(document)));
        // The active document is left out if it has no payloads; a pinned document stays.
        const kept = roots.filter(({ children, document }) => children.length > 0 || document.pinned);
        if (contentOf(kept) !== contentOf(this.#roots)) this.#roots = kept;
      }
      this.#show();
    } catch (error) {
      this.#isStale = true;
      this.#roots = [];
      // The view says that the server isn't running, or is filled when it has been restarted.
      if (!isConnectionError(error)) throw error;
      display.unread();
    } finally {
      clearTimeout(reading);
    }
    if (tells && this.#roots !== before) this.#changed.fire();
  }

  #show(): void {
    this.#filtered = filtered(this.#roots, this.#filter);
    this.#display.shown(this.#roots, this.#filtered);
  }

  #refresh(): void {
    this.#isStale = true;
    // VS Code asks for the rows when it shows the view.
    if (this.#display.isVisible()) void this.update();
    else this.#changed.fire();
  }

  async #rootOf(document: ShownDocument): Promise<DocumentNode> {
    await reopen(document.uri);
    return documentNode(document, await this.#server.request(requests.decode, { uri: document.uri }));
  }
}

/** What the server reported about documents, to tell whether it is the same. */
function contentOf(roots: readonly DocumentNode[]): string {
  return JSON.stringify(roots.map(({ document, result }) => [document, result]));
}

/** Whether a document reads a file. */
function reads({ children }: DocumentNode, uri: string): boolean {
  const address = vscode.Uri.parse(uri).toString();
  return children.some((node) => {
    const file = node.is === 'payload' ? node.entry.file : undefined;
    return file !== undefined && vscode.Uri.parse(file).toString() === address;
  });
}
