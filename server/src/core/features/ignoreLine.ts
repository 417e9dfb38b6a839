import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../payload/payload.js';
import type { ProblemCode } from '../problems/codes.js';
import type { TextChange } from '../problems/problem.js';
import { placeOf } from '../syntax/place.js';
import { ignoreCommentsIn, ignoreMark } from '../cloudConfig/ignoreComments.js';

/** A comment that leaves a problem out from now on. */
export interface IgnoringLine {
  readonly code: ProblemCode;
  readonly problem: FileProblem;
  readonly change: TextChange;
}

/**
 * The comment above a problem's line that leaves the problem out, or the code behind those of the comment that is there
 * already. None for other files than cloud-configs, for the first line, which has to stay the first, and for lines inside
 * of a text, where a comment would be text too.
 */
export function ignoringLine(analysis: Analysis, problem: FileProblem): IgnoringLine | undefined {
  const { text, root, lines } = analysis;
  const { code, layers, span } = problem;
  if (analysis.kind !== 'cloud-config' || root.tree === undefined || layers.length > 0) return undefined;
  const { line } = lines.positionAt(span.start);
  if (line === 0 || code === 'yaml/syntax') return undefined;
  const start = lines.offsetAt({ line, character: 0 });
  const comment = ignoreCommentsIn(text, root.tree).find(
    ({ scope, span: own }) => scope.start === start && own.end < start,
  );
  if (comment !== undefined)
    return {
      code,
      problem,
      change: { span: { start: comment.span.end, end: comment.span.end }, newText: `, ${code}` },
    };
  const node = placeOf(root.tree.root, start)?.node;
  if (node?.kind === 'string' && node.span.start < start && start < node.span.end) return undefined;
  const indentation = /^[ \t]*/.exec(text.slice(start, span.start))?.[0] ?? '';
  const lineEnd = text.startsWith('\r\n', start - 2) ? '\r\n' : '\n';
  return {
    code,
    problem,
    change: { span: { start, end: start }, newText: `${indentation}${ignoreMark} ${code}${lineEnd}` },
  };
}
