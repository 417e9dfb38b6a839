import { type SyntaxTree, walk } from '../formats/tree/node.js';
import { type Span, touchesAny } from '../text/span.js';
import type { Problem } from '../problems/problem.js';

/**
 * The problems of a text with unresolved expressions that none of these can solve: not those of a value that contains one.
 * `placeholders` are the expressions in their order. None at all where an expression isn't in a value: it can give keys and
 * whole lists.
 */
export function certainProblems(
  problems: readonly Problem[],
  { root, problems: mistakes }: SyntaxTree,
  placeholders: readonly Span[],
): readonly Problem[] {
  if (root === undefined || mistakes.some(({ span }) => touchesAny(span, placeholders))) return [];
  const values: Span[] = [];
  for (const { node, member } of walk(root)) {
    if (member !== undefined && touchesAny(member.key.span, placeholders)) return [];
    if (node.kind === 'string' && touchesAny(node.span, placeholders)) values.push(node.span);
  }
  return problems.filter(({ span }) => !touchesAny(span, values));
}
