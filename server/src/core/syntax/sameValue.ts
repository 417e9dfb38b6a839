import { append } from '../append.js';
import { resolved, type SyntaxNode } from './node.js';

/**
 * Whether two values say the same: equal members in any order, equal items in this one, numbers as they
 * are written. Objects with a repeated key are never the same, as readers disagree on them.
 */
export function sameValue(left: SyntaxNode | undefined, right: SyntaxNode | undefined): boolean {
  const open: [SyntaxNode | undefined, SyntaxNode | undefined][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const inside = compared(resolved(pair[0]), resolved(pair[1]));
    if (inside === undefined) return false;
    append(open, inside);
  }
  return true;
}

/** The pairs that two values are the same by, if they are; undefined where they are not. */
function compared(
  a: SyntaxNode | undefined,
  b: SyntaxNode | undefined,
): [SyntaxNode | undefined, SyntaxNode | undefined][] | undefined {
  if (a?.kind !== b?.kind) return undefined;
  if (a?.kind === 'object' && b?.kind === 'object') {
    if (a.members.length !== b.members.length) return undefined;
    const byName = new Map(b.members.map((member) => [member.key.name, member.value]));
    const names = new Set(a.members.map((member) => member.key.name));
    if (byName.size !== b.members.length || names.size !== byName.size) return undefined;
    return a.members.every((member) => byName.has(member.key.name))
      ? a.members.map((member) => [member.value, byName.get(member.key.name)])
      : undefined;
  }
  if (a?.kind === 'array' && b?.kind === 'array') {
    return a.items.length === b.items.length ? a.items.map((item, index) => [item, b.items[index]]) : undefined;
  }
  const same =
    (a?.kind === 'string' && b?.kind === 'string' && a.value === b.value) ||
    ((a?.kind === 'number' || a?.kind === 'boolean') &&
      (b?.kind === 'number' || b?.kind === 'boolean') &&
      a.raw === b.raw) ||
    (a?.kind === 'timestamp' && b?.kind === 'timestamp' && a.raw === b.raw) ||
    (a?.kind === 'binary' && b?.kind === 'binary' && a.source.value === b.source.value) ||
    a?.kind === 'null';
  return same ? [] : undefined;
}
