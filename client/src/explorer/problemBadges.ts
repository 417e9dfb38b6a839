import * as vscode from 'vscode';
import { nodesIn, type ProblemCounts, type TreeNode } from './treeNodes.js';

/** The scheme of URIs for badges. URIs of documents would get VS Code's own badges too. */
const badgeScheme = 'aks-bootstrap-badge';

/** The largest number that a badge shows. */
const maxBadge = 99;

/** The URI for a node's badge. */
export function badgeUri({ id }: TreeNode): vscode.Uri {
  return vscode.Uri.from({ scheme: badgeScheme, path: '/', query: id });
}

/** The number of problems of a node and inside it, in words; empty if there are none. */
export function problemsOf({ own, inside }: TreeNode): string {
  const deeper = problemsText(inside);
  const parts = [problemsText(own), deeper === '' ? '' : vscode.l10n.t('{0} inside', deeper)];
  return parts.filter((part) => part !== '').join(', ');
}

function problemsText({ errors, warnings }: ProblemCounts): string {
  const counts = [
    errors === 0 ? '' : errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors),
    warnings === 0 ? '' : warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings),
  ];
  return counts.filter((count) => count !== '').join(', ');
}

/** Shows beside each node how many problems it has with all that is inside it: errors, or warnings if it has no errors. */
export class ProblemBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  #badges: ReadonlyMap<string, vscode.FileDecoration> = new Map();
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
    const before = this.#badges;
    const badges = [...nodesIn(roots)].flatMap((node) => {
      const badge = badgeOf(node);
      return badge === undefined ? [] : [[badgeUri(node).toString(), badge] as const];
    });
    this.#badges = new Map(badges);
    const touched = new Set([...before.keys(), ...this.#badges.keys()]);
    this.#changed.fire([...touched].map((uri) => vscode.Uri.parse(uri)));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function badgeOf(node: TreeNode): vscode.FileDecoration | undefined {
  const { errors, warnings } = node.all;
  const count = errors > 0 ? errors : warnings;
  if (count === 0) return undefined;
  const color = errors > 0 ? 'list.errorForeground' : 'list.warningForeground';
  return new vscode.FileDecoration(String(Math.min(count, maxBadge)), problemsOf(node), new vscode.ThemeColor(color));
}
