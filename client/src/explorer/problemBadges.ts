import * as vscode from 'vscode';
import { badgeScheme, badgeUri, deeperProblems, type PayloadNode, problemsOf, type TreeNode } from './payloadTree.js';

/** More problems than a badge has room for. */
const most = 99;

/** Puts the number of problems in a payload beside it, and a dot where they are further inside. */
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

  /** Counts the problems of what is in the tree now. */
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
    count === 0 ? '•' : String(Math.min(count, most)),
    problemsOf(node),
    new vscode.ThemeColor(color),
  );
}
