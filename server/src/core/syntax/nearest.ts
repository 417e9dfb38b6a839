import type { Span } from '../text/span.js';
import { memberOf, type Member, resolved, type SyntaxNode } from './node.js';
import { stepsOf } from './pointer.js';

/** The narrowest value that stands on the way to a pointer's target. */
export interface NearestNode {
  readonly node: SyntaxNode;
  /** The member that holds it, where a member does. */
  readonly member: Member | undefined;
  /** Whether the target itself was found. */
  readonly exact: boolean;
}

/**
 * Follows a pointer as far as the text goes. Values that only a merge key brings in have no place of
 * their own; then the object around them answers.
 */
export function nearestNode(root: SyntaxNode, pointer: string): NearestNode {
  let node = resolved(root) ?? root;
  let member: Member | undefined;
  for (const step of stepsOf(pointer)) {
    let next: SyntaxNode | undefined;
    let holder: Member | undefined;
    if (node.kind === 'object') {
      holder = memberOf(node, step);
      next = resolved(holder?.value);
    } else if (node.kind === 'array') next = resolved(node.items[Number(step)]);
    if (next === undefined) return { node, member, exact: false };
    node = next;
    member = holder;
  }
  return { node, member, exact: true };
}

/** The key's place where the value is a whole container, which would underline half a screen. */
export function narrowSpan(found: NearestNode): Span {
  const container = found.node.kind === 'object' || found.node.kind === 'array';
  if (container && found.member !== undefined) return found.member.key.span;
  if (container) return { start: found.node.span.start, end: found.node.span.start + 1 };
  return found.node.span;
}
