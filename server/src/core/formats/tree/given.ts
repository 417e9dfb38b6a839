import { resolved, type SyntaxNode } from './node.js';

/** A value in a document. */
export interface GivenNode {
  readonly node: SyntaxNode;
  /** Whether a later member with the same name takes the place of the value or of one around it. */
  readonly isOverridden: boolean;
}

/** The values of all members called `name`, of which readers use the last. */
export function givenValues({ node, isOverridden }: GivenNode, name: string): readonly GivenNode[] {
  const object = resolved(node);
  if (object?.kind !== 'object') return [];
  const same = object.members.filter(({ key }) => key.name === name);
  return same.flatMap(({ value }, index) =>
    value === undefined ? [] : [{ node: value, isOverridden: isOverridden || index < same.length - 1 }],
  );
}

/** The values that a path of names leads to, whichever of equal members it goes through. */
export function givenAt(root: SyntaxNode | undefined, names: readonly string[]): readonly GivenNode[] {
  let found: readonly GivenNode[] = root === undefined ? [] : [{ node: root, isOverridden: false }];
  for (const name of names) found = found.flatMap((given) => givenValues(given, name));
  return found;
}

/** The items of a list; none for other nodes. */
export function givenItems({ node, isOverridden }: GivenNode): readonly GivenNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items.map((item) => ({ node: item, isOverridden })) : [];
}
