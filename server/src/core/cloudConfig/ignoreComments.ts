import type { SyntaxNode, SyntaxTree } from '../formats/tree/node.js';
import { touchedNode } from '../formats/tree/paths.js';
import { matchesCode, type ProblemCode } from '../problems/codes.js';
import type { Problem, TextChange } from '../problems/problem.js';
import type { LineIndex, Span } from '../text/span.js';

/** A YAML comment that suppresses problems. */
export interface IgnoreComment {
  /** The range of the comment from its `#`. */
  readonly span: Span;
  /** The codes or patterns in it, with their ranges. */
  readonly patterns: readonly { readonly text: string; readonly span: Span }[];
  /** The range in which suppressed problems begin. */
  readonly scope: Span;
}

/**
 * The comments such as `# aks-bootstrap: ignore cloud-config/unknown-key, yaml/*`; `ignore-file` applies to the whole
 * file. After other text, a comment applies
 * to its own line; alone on a line, to the next line that isn't a comment. Text inside strings isn't a comment.
 */
export function ignoreCommentsIn(text: string, tree: SyntaxTree): IgnoreComment[] {
  if (!text.includes('aks-bootstrap:')) return [];
  const found: IgnoreComment[] = [];
  for (const match of text.matchAll(comment)) {
    const [, space = '', ending = '', whole, list = ''] = match;
    const codes = list.trimEnd();
    const written = ending.slice(0, ending.length - (list.length - codes.length));
    const start = match.index + space.length;
    const lineStart = text.lastIndexOf('\n', start) + 1;
    if (isInsideString(tree.root, text, start)) continue;
    const listStart = start + written.length - codes.length;
    found.push({
      span: { start, end: start + written.length },
      patterns: [...codes.matchAll(/[^\s,]+/g)].map(({ 0: code, index }) => ({
        text: code,
        span: { start: listStart + index, end: listStart + index + code.length },
      })),
      scope:
        whole === undefined
          ? lineOf(text, lineStart, text.slice(lineStart, start).trim() === '')
          : { start: 0, end: text.length },
    });
  }
  return found;
}

/** A predicate for problems that comments suppress; undefined if there are no such comments. */
export function ignoredBy(
  comments: readonly IgnoreComment[],
): ((code: ProblemCode, at: number) => boolean) | undefined {
  if (comments.length === 0) return undefined;
  return (code, at) =>
    comments.some(
      ({ scope, patterns }) =>
        scope.start <= at && at <= scope.end && patterns.some((pattern) => matchesCode(pattern.text, code)),
    );
}

const comment = /(^|[ \t])(#[ \t]*aks-bootstrap:[ \t]*ignore(-file)?[ \t]+([^\s#][^\r\n#]*))/gm;

/** The line that a comment applies to: its own, or the next line that isn't a comment. */
function lineOf(text: string, lineStart: number, alone: boolean): Span {
  let start = lineStart;
  for (;;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (!alone || newline < 0 || /^\s*[^\s#]/.test(text.slice(start, end))) return { start, end };
    start = end + 1;
  }
}

function isInsideString(root: SyntaxNode | undefined, text: string, at: number): boolean {
  const node = touchedNode(root, text, at)?.node;
  return node?.kind === 'string' && node.span.start < at && at < node.span.end;
}

/** A document whose comments were found, because there may be a change for each of its problems. */
interface CommentedDocument {
  readonly tree: SyntaxTree | undefined;
  readonly text: string;
  readonly lines: LineIndex;
  readonly ignoreComments: readonly IgnoreComment[];
}

/**
 * The change that adds an ignore comment above the line of a problem, or the code to the comment that is there already.
 * Undefined for the first line, which must stay the first, and for lines inside a string, where a comment would be part
 * of the string.
 */
export function ignoringChange(
  { tree, text, lines, ignoreComments }: CommentedDocument,
  { code, span }: Pick<Problem, 'code' | 'span'>,
): TextChange | undefined {
  const { line } = lines.positionAt(span.start);
  if (tree === undefined || line === 0 || code === 'yaml/syntax') return undefined;
  const start = lines.offsetAt({ line, character: 0 });
  const comment = ignoreComments.find(({ scope, span: own }) => scope.start === start && own.end < start);
  if (comment !== undefined) return { span: { start: comment.span.end, end: comment.span.end }, newText: `, ${code}` };
  if (isInsideString(tree.root, text, start)) return undefined;
  const indentation = /^[ \t]*/.exec(text.slice(start, span.start))?.[0] ?? '';
  const lineEnding = text.startsWith('\r\n', start - 2) ? '\r\n' : '\n';
  return { span: { start, end: start }, newText: `${indentation}# aks-bootstrap: ignore ${code}${lineEnding}` };
}
