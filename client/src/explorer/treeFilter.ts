import { nodesIn, type InnerNode, type TreeNode } from './treeNodes.js';

/** Words of a filter that stand for problems. */
const byProblems: ReadonlyMap<string, (node: InnerNode) => boolean> = new Map([
  ['@errors', ({ own }: InnerNode) => own.errors > 0],
  ['@warnings', ({ own }: InnerNode) => own.warnings > 0],
  ['@problems', ({ own }: InnerNode) => own.errors + own.warnings > 0],
]);

/** What is left of trees under a filter. */
export interface FilteredTree {
  /** Nodes that fit the filter, or are around one that does; undefined without a filter. */
  readonly shown: ReadonlySet<TreeNode> | undefined;
  /** Payloads that fit. */
  readonly found: number;
  readonly payloads: number;
}

/**
 * Applies a filter to trees. A node fits if all words of the filter are in its names, its kind, its layers, the codes of its
 * problems, or in those of the nodes around it; `@errors`, `@warnings` and `@problems` are about the node itself.
 */
export function filtered(roots: readonly TreeNode[], filter: string): FilteredTree {
  const wanted = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = new Set<TreeNode>(roots);
  let [found, payloads] = [0, 0];
  for (const node of nodesIn(roots)) {
    if (node.is === 'document') continue;
    if (node.is === 'payload') payloads++;
    if (!wanted.every((word) => byProblems.get(word)?.(node) ?? node.words.includes(word))) continue;
    if (node.is === 'payload') found++;
    for (let one: TreeNode = node; !shown.has(one) && one.is !== 'document'; one = one.parent) shown.add(one);
  }
  return { shown: wanted.length === 0 ? undefined : shown, found, payloads };
}
