import type { Member, SyntaxNode } from './node.js';

/** The member with that name in any casing; Azure's tools disagree on it. */
export function memberIgnoringCase(node: SyntaxNode | undefined, name: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  const wanted = name.toLowerCase();
  return node.members.find(({ key }) => key.name.length === name.length && key.name.toLowerCase() === wanted);
}
