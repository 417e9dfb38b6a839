import { touchedNode } from '../../formats/tree/paths.js';
import type { Problem, TextChange } from '../../problems/problem.js';
import { ignoreCommentsIn, ignoreMark } from '../ignoreComments.js';
import type { CloudConfigView } from '../view.js';

/**
 * The comment above a problem's line that leaves the problem out, or the code behind those of the comment that is there
 * already. None for the first line, which has to stay the first, and for lines inside of a string, where a comment would
 * be text too.
 */
export function ignoringChange(
  { text, tree, lines }: CloudConfigView,
  { code, span }: Pick<Problem, 'code' | 'span'>,
): TextChange | undefined {
  if (tree === undefined) return undefined;
  const { line } = lines.positionAt(span.start);
  if (line === 0 || code === 'yaml/syntax') return undefined;
  const start = lines.offsetAt({ line, character: 0 });
  const comment = ignoreCommentsIn(text, tree).find(({ scope, span: own }) => scope.start === start && own.end < start);
  if (comment !== undefined) return { span: { start: comment.span.end, end: comment.span.end }, newText: `, ${code}` };
  const node = touchedNode(tree.root, text, start)?.node;
  if (node?.kind === 'string' && node.span.start < start && start < node.span.end) return undefined;
  const indentation = /^[ \t]*/.exec(text.slice(start, span.start))?.[0] ?? '';
  const lineEnd = text.startsWith('\r\n', start - 2) ? '\r\n' : '\n';
  return { span: { start, end: start }, newText: `${indentation}${ignoreMark} ${code}${lineEnd}` };
}
