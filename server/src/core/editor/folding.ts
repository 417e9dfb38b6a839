import type { Analysis } from '../analysis.js';
import { kinds } from '../payload/kindTable.js';
import type { FoldableRegion } from '../document/editing.js';
import { isKnown } from '../document/kinds.js';
import type { Payload } from '../document/payload.js';
import { type SyntaxNode, walk } from '../formats/tree/node.js';
import type { LineIndex, Span } from '../text/span.js';

/** A range that can be folded; it covers more than one line. */
export interface Folding {
  /** The hidden text. It starts on the line that stays visible and ends on the last hidden line. */
  readonly span: Span;
  readonly kind: 'block' | 'comment';
}

export interface FoldingLimits {
  /** Whether the editor folds whole lines only: then there is one folding for each first line. */
  readonly wholeLines: boolean;
  /** The maximum number of foldings; the innermost ones are left out. */
  readonly most: number;
}

/**
 * Everything with more than one line, in the order of positions: objects and lists, values of YAML keys, strings, comments,
 * parts of messages and files inside scripts, also inside payloads that aren't encoded. In a log, these are its phases and
 * the commands of a trace inside expansions. A file of an unknown kind and a script have none.
 */
export function foldings(analysis: Analysis, { wholeLines, most }: FoldingLimits): Folding[] {
  const { lines, root, text } = analysis;
  if (
    !isKnown(analysis) ||
    !analysis.isInteractive ||
    (root.tree === undefined && kinds[root.kind].foldings === undefined)
  )
    return [];
  const found: Placed[] = [];
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  for (const construct of regionsOf(analysis, root, 0)) {
    if (lineOf(construct.span.start) === lineOf(construct.span.end)) continue;
    const span = hiddenPart(construct, text, lines, wholeLines);
    const firstLine = lineOf(span.start);
    if (firstLine >= lineOf(span.end)) continue;
    const kind = construct.form === 'comment' ? 'comment' : 'block';
    found.push({ span, kind, firstLine, depth: construct.depth });
  }
  found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const shown = wholeLines ? found.filter((one, i) => one.firstLine !== found[i - 1]?.firstLine) : found;
  return outermost(shown, most).map(({ span, kind }) => ({ span, kind }));
}

interface Placed extends Folding {
  readonly firstLine: number;
  readonly depth: number;
}

function outermost(found: readonly Placed[], most: number): readonly Placed[] {
  if (found.length <= most) return found;
  const kept = new Set([...found].sort((a, b) => a.depth - b.depth).slice(0, Math.max(0, most)));
  return found.filter((one) => kept.has(one));
}

function* regionsOf(analysis: Analysis, payload: Payload, depth: number): Generator<FoldableRegion> {
  const { text, map, tree } = payload;
  // A decoded payload has no lines in the file.
  if (text === undefined || !map.exact) return;
  for (const region of kinds[payload.kind].foldings?.(analysis.view(payload)) ?? [])
    yield { ...region, span: map.toOuter(region.span), depth: depth + region.depth };
  if (tree?.root !== undefined) {
    for (const { node, member, depth: level } of walk(tree.root)) {
      const brackets = isBracketed(node, text);
      // A whole block document has no line that could stay visible.
      if (!brackets && node === tree.root) continue;
      const span = map.toOuter(
        brackets ? node.span : { start: member?.key.span.start ?? headOf(node, text), end: node.span.end },
      );
      yield { span, form: brackets ? 'brackets' : 'lines', depth: depth + level };
      if (!isBlockString(node)) continue;
      for (const block of indentedBlocks(node.span, text))
        yield { span: map.toOuter(block), form: 'lines', depth: depth + level + 1 };
    }
  }
  for (const { is, span, payload: inner } of payload.children) {
    // The body of a here-document starts after the line that stays visible.
    if (is === 'file' && tree === undefined)
      yield { span: { start: Math.max(0, span.start - 1), end: span.end }, form: 'lines', depth: depth + 1 };
    yield* regionsOf(analysis, inner, depth + 1);
  }
}

/** The start of a list entry; the span of a block string doesn't contain the line with its `|`. */
function headOf(item: SyntaxNode, text: string): number {
  return isBlockString(item) ? Math.max(0, text.lastIndexOf('\n', item.span.start - 1)) : item.span.start;
}

function isBlockString(node: SyntaxNode): boolean {
  return node.kind === 'string' && (node.style === 'literal' || node.style === 'folded');
}

/** Lines with the more indented lines after them, such as the body of a loop in a script. */
export function* indentedBlocks(within: Span, text: string): Generator<Span> {
  const open: { readonly indent: number; readonly start: number }[] = [];
  let last = within.start;
  for (const { index, 0: line } of text.slice(within.start, within.end).matchAll(/^.*$/gm)) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while ((open.at(-1)?.indent ?? -1) >= indent) yield { start: open.pop()?.start ?? last, end: last };
    open.push({ indent, start: within.start + index });
    last = within.start + index + line.length;
  }
  for (const { start } of open) yield { start, end: last };
}

function isBracketed(node: SyntaxNode, text: string): boolean {
  return (node.kind === 'object' || node.kind === 'array') && /[[{]/.test(text.charAt(node.span.start));
}

/** The part of a region that is hidden when it is folded. */
function hiddenPart({ span, form }: FoldableRegion, text: string, lines: LineIndex, wholeLines: boolean): Span {
  const lineEnd = (line: number): number => {
    const next = lines.offsetAt({ line: line + 1, character: 0 });
    return line + 1 < lines.lineCount ? next - (text.startsWith('\r\n', next - 2) ? 2 : 1) : next;
  };
  if (form !== 'brackets') {
    // A region that ends with a line break ends on the line before it.
    const last = lines.positionAt(Math.max(span.start, span.end - 1)).line;
    return { start: lineEnd(lines.positionAt(span.start).line), end: Math.min(span.end, lineEnd(last)) };
  }
  const closed = span.end - span.start > 1 && /[\]}]/.test(text.charAt(span.end - 1));
  const inside = { start: span.start + 1, end: span.end - (closed ? 1 : 0) };
  if (!closed || !wholeLines) return inside;
  // The line with the closing bracket stays.
  const line = lines.positionAt(inside.end).line - 1;
  return { start: inside.start, end: Math.max(inside.start, line < 0 ? 0 : lineEnd(line)) };
}
