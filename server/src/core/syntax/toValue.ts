import { expand, type LeafNode } from './expand.js';
import type { SyntaxNode } from './node.js';

/** A plain JavaScript value, as validators take it. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [name: string]: PlainValue };

/** How `!!binary` comes out: as its base64 text, or as `{"$binary": …}` in results. */
export type BinaryForm = 'base64-text' | 'tagged';

/** The plain value of a tree, with dates as their text; see `expand`. */
export function toValue(root: SyntaxNode | undefined, binary: BinaryForm = 'base64-text'): PlainValue {
  return expand<PlainValue>(root, {
    leaf(node: LeafNode): PlainValue {
      switch (node.kind) {
        case 'binary':
          return binary === 'tagged' ? { $binary: node.source.value.replace(/\s+/g, '') } : node.source.value;
        case 'timestamp':
          return node.raw;
        default:
          return node.value;
      }
    },
  });
}
