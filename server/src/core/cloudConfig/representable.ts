import { append } from '../append.js';
import { resolved, type SyntaxNode } from '../syntax/node.js';

/**
 * Whether what PyYAML loads from a tree can be said in JSON (with bytes tagged): no dates, sets or pairs, no
 * infinity, and no key but text.
 */
export function isRepresentable(root: SyntaxNode | undefined): boolean {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.kind) {
      case 'timestamp':
        return false;
      case 'number':
        if (!Number.isFinite(node.value)) return false;
        break;
      case 'array':
        if (node.items.length > 0 && (node.tag === '!!omap' || node.tag === '!!pairs')) return false;
        append(open, node.items);
        break;
      case 'object':
        if (node.tag === '!!set') return false;
        for (const { key, value } of node.members) {
          if (key.node !== undefined && resolved(key.node)?.kind !== 'string') return false;
          if (value !== undefined) open.push(value);
        }
        break;
    }
  }
  return true;
}
