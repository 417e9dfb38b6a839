import { touches } from '../text/span.js';
import type { Member, SyntaxNode } from './node.js';
import type { NodePath } from './pointer.js';

/** What of a tree an offset is on. */
export interface TreePlace {
  /** The way to the value. */
  readonly path: NodePath;
  /** The member that the value belongs to; undefined for entries of lists and the root. */
  readonly member: Member | undefined;
  /** The value; undefined where a key has none. */
  readonly node: SyntaxNode | undefined;
  readonly isOnKey: boolean;
}

/** The innermost key or value that an offset touches, by the spans of the tree alone, in any layout; undefined outside of all. */
export function placeOf(root: SyntaxNode | undefined, offset: number): TreePlace | undefined {
  let found: TreePlace | undefined;
  let node = root;
  const path: (string | number)[] = [];
  while (node !== undefined && touches(node.span, offset)) {
    found ??= { path: [], member: undefined, node, isOnKey: false };
    if (node.kind === 'object') {
      const member: Member | undefined = node.members.find(
        ({ key, value }) => touches(key.span, offset) || (value !== undefined && touches(value.span, offset)),
      );
      if (member === undefined) return found;
      path.push(member.key.name);
      found = { path: [...path], member, node: member.value, isOnKey: touches(member.key.span, offset) };
      if (found.isOnKey) return found;
      node = member.value;
    } else if (node.kind === 'array') {
      const index = node.items.findIndex(({ span }) => touches(span, offset));
      if (index < 0) return found;
      path.push(index);
      node = node.items[index];
      found = { path: [...path], member: undefined, node, isOnKey: false };
    } else return found;
  }
  return found;
}
