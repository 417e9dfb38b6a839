import * as vscode from 'vscode';
import { lensCommands, type PayloadEntry, requests } from '../../../server/src/protocol.js';
import { viewToUri } from '../../../server/src/virtualDocuments.js';
import type { Requester } from '../server.js';
import { fileNameOf, grouped, onTextChange, Owner, reopen } from '../openDocuments.js';
import type { ShownDocument, ShownDocuments } from './shownDocuments.js';

/** A document, or a payload inside one. */
export type TreeNode = DocumentNode | PayloadNode;

interface DocumentNode {
  readonly is: 'document';
  readonly document: ShownDocument;
  readonly kind: string;
  readonly children: readonly PayloadNode[];
}

interface PayloadNode {
  readonly is: 'payload';
  /** URI of the document that contains the payload. */
  readonly source: string;
  readonly entry: PayloadEntry;
  readonly parent: TreeNode;
  readonly children: readonly PayloadNode[];
}

/** Delay after a change, so that the tree isn't rebuilt on every keystroke. */
const refreshDelayMs = 300;

/** Provides the payloads of documents, as the server reports them, to the tree view. */
export class PayloadTree extends Owner implements vscode.TreeDataProvider<TreeNode> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #server: Requester;
  readonly #documents: ShownDocuments;
  readonly #shown: (roots: readonly TreeNode[]) => void;
  #roots: readonly DocumentNode[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `shown` is called with every new tree. */
  constructor(server: Requester, documents: ShownDocuments, shown: (roots: readonly TreeNode[]) => void) {
    super();
    this.#server = server;
    this.#shown = shown;
    this.#documents = documents;
    const refreshIfShown = (uri: string): void => {
      if (documents.list.some((shown) => shown.uri === uri) || this.#roots.some((root) => reads(root, uri)))
        this.#refreshSoon();
    };
    this.own(
      this.#changed,
      documents.onDidChange(() => {
        this.#changed.fire();
      }),
      onTextChange(refreshIfShown),
      // A document is opened again when its language changes, which decides whether the server receives it.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        refreshIfShown(uri.toString());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        refreshIfShown(uri.toString());
      }),
      { dispose: () => clearTimeout(this.#timer) },
    );
  }

  readonly onDidChangeTreeData = this.#changed.event;

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node !== undefined) return [...node.children];
    const roots = await Promise.all(this.#documents.list.map((document) => this.#rootOf(document)));
    // The active document is left out if it has no payloads; a pinned document stays.
    this.#roots = roots.filter(({ children, document }) => children.length > 0 || document.pinned);
    this.#shown(this.#roots);
    return [...this.#roots];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.is === 'document' ? undefined : node.parent;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return node.is === 'document' ? documentItem(node) : payloadItem(node);
  }

  /** Finds a payload in the tree. */
  find(source: string, steps: readonly string[]): PayloadNode | undefined {
    const wanted = steps.join('\n');
    const root = this.#roots.find(({ document }) => document.uri === source);
    const open: PayloadNode[] = [...(root?.children ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.entry.steps.join('\n') === wanted) return node;
      open.push(...node.children);
    }
    return undefined;
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#changed.fire();
    }, refreshDelayMs);
  }

  async #rootOf(document: ShownDocument): Promise<DocumentNode> {
    await reopen(document.uri);
    const { kind, payloads } = await this.#server.request(requests.decode, { uri: document.uri });
    const children: PayloadNode[] = [];
    const root: DocumentNode = { is: 'document', document, kind, children };
    children.push(...payloads.map((entry) => nodeOf(document.uri, entry, root)));
    return root;
  }
}

/** Whether a document reads a file. */
function reads({ children }: DocumentNode, uri: string): boolean {
  const address = vscode.Uri.parse(uri).toString();
  return children.some(({ entry: { file } }) => file !== undefined && vscode.Uri.parse(file).toString() === address);
}

function nodeOf(source: string, entry: PayloadEntry, parent: TreeNode): PayloadNode {
  const children: PayloadNode[] = [];
  const node: PayloadNode = { is: 'payload', source, entry, parent, children };
  children.push(...entry.children.map((child) => nodeOf(source, child, node)));
  return node;
}

function documentItem({ document, kind, children }: DocumentNode): vscode.TreeItem {
  const uri = vscode.Uri.parse(document.uri);
  const item = new vscode.TreeItem(fileNameOf(uri), stateOf(children, vscode.TreeItemCollapsibleState.Expanded));
  item.id = document.uri;
  item.description = kind === '' ? vscode.l10n.t('closed') : kind;
  item.iconPath = new vscode.ThemeIcon(document.pinned ? 'pinned' : 'file-code');
  item.tooltip = uri.scheme === 'file' ? uri.fsPath : uri.path;
  item.contextValue = document.pinned ? 'document pinned' : 'document';
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  return item;
}

function payloadItem(node: PayloadNode): vscode.TreeItem {
  const { source, entry, children } = node;
  const { title, label, summary, icon, steps, bytes, layers, readable, role } = entry;
  const item = new vscode.TreeItem(label, stateOf(children, vscode.TreeItemCollapsibleState.Collapsed));
  item.id = JSON.stringify([source, steps]);
  // The size comes first: a narrow view cuts off the rest.
  item.description = vscode.l10n.t('{0} bytes, {1}', grouped(bytes), layers.join(' › '));
  item.iconPath = new vscode.ThemeIcon(icon);
  item.resourceUri = badgeUri(node);
  const problems = problemsOf(node);
  item.tooltip = [title, summary, entry.kind, problems].filter((line) => line !== '').join('\n');
  item.accessibilityInformation = { label: [label, summary, problems].filter((part) => part !== '').join(', ') };
  const traits = [
    'payload',
    ...(readable ? ['readable'] : []),
    ...(role === 'other' ? [] : ['comparable']),
    ...(readable && children.length === 0 ? ['leaf'] : []),
  ];
  item.contextValue = traits.join(' ');
  if (readable)
    item.command = {
      command: lensCommands.decodePayloads,
      title: vscode.l10n.t('Open Decoded'),
      arguments: [source, steps],
    };
  return item;
}

/** The URI of a decoded payload. */
export function payloadUri(source: string, { steps, name }: PayloadEntry): vscode.Uri {
  return vscode.Uri.from(viewToUri({ source, view: 'layer', steps }, name));
}

/** The scheme of URIs for badges. URIs of documents would get VS Code's own badges too. */
const badgeScheme = 'aks-bootstrap-badge';

/** The URI for a payload's badge. */
function badgeUri({ source, entry }: PayloadNode): vscode.Uri {
  return payloadUri(source, entry).with({ scheme: badgeScheme });
}

/** The number of problems in a payload and inside it, in words; empty if there are none. */
function problemsOf(node: PayloadNode): string {
  const own = problemsText(node.entry);
  const { errors, warnings } = deeperProblems(node);
  const deeper = problemsText({ errors, warnings });
  return [own, deeper === '' ? '' : vscode.l10n.t('{0} inside', deeper)].filter((part) => part !== '').join(', ');
}

type ProblemCounts = Pick<PayloadEntry, 'errors' | 'warnings'>;

/** The number of problems in the payloads inside a payload. */
function deeperProblems({ children }: PayloadNode): ProblemCounts {
  return children.reduce<ProblemCounts>(
    (sum, child) => {
      const deeper = deeperProblems(child);
      return {
        errors: sum.errors + child.entry.errors + deeper.errors,
        warnings: sum.warnings + child.entry.warnings + deeper.warnings,
      };
    },
    { errors: 0, warnings: 0 },
  );
}

function problemsText({ errors, warnings }: ProblemCounts): string {
  const counts = [
    errors === 0 ? '' : errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors),
    warnings === 0 ? '' : warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings),
  ];
  return counts.filter((count) => count !== '').join(', ');
}

function stateOf(
  children: readonly PayloadNode[],
  collapsible: vscode.TreeItemCollapsibleState,
): vscode.TreeItemCollapsibleState {
  return children.length === 0 ? vscode.TreeItemCollapsibleState.None : collapsible;
}

/** The largest number that a badge shows. */
const maxBadge = 99;

/** Shows the number of problems in a payload beside it, or a dot if the problems are in payloads inside it. */
export class ProblemBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #badges = new Map<string, vscode.FileDecoration>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.window.registerFileDecorationProvider(this);
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return uri.scheme === badgeScheme ? this.#badges.get(uri.toString()) : undefined;
  }

  /** Updates the badges for the current tree. */
  show(roots: readonly TreeNode[]): void {
    const before = [...this.#badges.keys()];
    this.#badges.clear();
    const open = [...roots];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      open.push(...node.children);
      const badge = node.is === 'payload' ? badgeOf(node) : undefined;
      if (node.is === 'payload' && badge !== undefined) this.#badges.set(badgeUri(node).toString(), badge);
    }
    const touched = new Set([...before, ...this.#badges.keys()]);
    this.#changed.fire([...touched].map((uri) => vscode.Uri.parse(uri)));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function badgeOf(node: PayloadNode): vscode.FileDecoration | undefined {
  const { errors, warnings } = node.entry;
  const deeper = deeperProblems(node);
  if (errors + warnings + deeper.errors + deeper.warnings === 0) return undefined;
  const count = errors > 0 ? errors : warnings;
  const color = errors + deeper.errors > 0 ? 'list.errorForeground' : 'list.warningForeground';
  return new vscode.FileDecoration(
    count === 0 ? '•' : String(Math.min(count, maxBadge)),
    problemsOf(node),
    new vscode.ThemeColor(color),
  );
}
