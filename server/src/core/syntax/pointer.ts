import { resolved, type SyntaxNode } from './node.js';

/** Steps from a document's root to a value: member names and list indexes. */
export type NodePath = readonly (string | number)[];

/** The JSON Pointer (RFC 6901) of a path. */
export function pointerOf(path: NodePath): string {
  let pointer = '';
  for (const step of path) pointer += `/${typeof step === 'number' ? step : escaped(step)}`;
  return pointer;
}

function escaped(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** The steps of a JSON Pointer; list indexes stay text. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a pointer leads to, with the key that it stands under. */
export interface PointedNode {
  readonly node: SyntaxNode;
  readonly keySpan: SyntaxNode['span'] | undefined;
}

/** Follows a pointer as far as values exist; undefined where a step leads nowhere. */
export function nodeAt(root: SyntaxNode | undefined, pointer: string): PointedNode | undefined {
  let node = resolved(root);
  let keySpan: SyntaxNode['span'] | undefined;
  for (const step of stepsOf(pointer)) {
    if (node?.kind === 'object') {
      const member = node.members.findLast((candidate) => candidate.key.name === step);
      keySpan = member?.key.span;
      node = resolved(member?.value);
    } else if (node?.kind === 'array') {
      keySpan = undefined;
      node = resolved(node.items[Number(step)]);
    } else return undefined;
  }
  return node === undefined ? undefined : { node, keySpan };
}
