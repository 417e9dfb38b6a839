import * as vscode from 'vscode';
import { virtualScheme } from '../../../server/src/virtualDocuments.js';
import { payloadUri, problemsText, type TreeNode } from './payloadTree.js';

/** More problems than a badge has room for. */
const most = 99;

/** Puts the number of problems in a payload beside it, in the tree and on the tab of its decoded text. */
export class ProblemBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #badges = new Map<string, vscode.FileDecoration>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.window.registerFileDecorationProvider(this);
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return uri.scheme === virtualScheme ? this.#badges.get(uri.toString()) : undefined;
  }

  /** Counts the problems of what is in the tree now. */
  show(roots: readonly TreeNode[]): void {
    const before = new Set(this.#badges.keys());
    this.#badges.clear();
    const open = [...roots];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      open.push(...node.children);
      if (node.is === 'document') continue;
      const { errors, warnings } = node.entry;
      if (errors + warnings === 0) continue;
      this.#badges.set(payloadUri(node.source, node.entry).toString(), badge(errors, warnings));
    }
    const touched = new Set([...before, ...this.#badges.keys()]);
    this.#changed.fire([...touched].map((uri) => vscode.Uri.parse(uri)));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function badge(errors: number, warnings: number): vscode.FileDecoration {
  const count = errors > 0 ? errors : warnings;
  const color = new vscode.ThemeColor(errors > 0 ? 'list.errorForeground' : 'list.warningForeground');
  return new vscode.FileDecoration(String(Math.min(count, most)), problemsText(errors, warnings), color);
}
