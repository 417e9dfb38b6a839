import type { Analysis } from '../analysis.js';
import { structureOf } from '../failure/bootLog/structure.js';
import { parseMime } from '../formats/mime/message.js';
import { partsOf } from '../payload/containers/userData.js';
import type { Payload } from '../document/payload.js';
import { type SyntaxNode, walk } from '../formats/tree/node.js';
import type { LineIndex, Span } from '../text/span.js';

/** A stretch of text that can be folded away; it covers more than one line. */
export interface Folding {
  /** What disappears. It begins on the line that stays and ends on the last one that does not. */
  readonly span: Span;
  readonly kind: 'block' | 'comment';
}

/** What an editor can do with foldings. */
export interface FoldingLimits {
  /** Whether it folds whole lines only: then there is one folding for each first line. */
  readonly wholeLines: boolean;
  /** How many it takes; the innermost are left out. */
  readonly most: number;
}

/**
 * Everything with more than one line: objects and lists, values of YAML keys, texts, comments, parts of
 * messages and files inside scripts; also inside payloads that stand in the file as they are. They come in
 * the order of their places. In a log these are its phases and what a trace does inside expansions. A file of no known kind has none, nor has a script: its structure is not ours.
 */
export function foldings(analysis: Analysis, { wholeLines, most }: FoldingLimits): Folding[] {
  const { lines, root, text } = analysis;
  if (analysis.kind === 'unknown' || (root.tree === undefined && root.kind !== 'mime' && root.kind !== 'provision-log'))
    return [];
  const found: Placed[] = [];
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  for (const construct of constructsOf(analysis.root, 0)) {
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

/** Something that may have several lines. */
interface Construct {
  /** Its place in the file; it begins on the line that stays. */
  readonly span: Span;
  readonly form: 'brackets' | 'lines' | 'comment';
  /** How many others it is inside of. */
  readonly depth: number;
}

function* constructsOf(payload: Payload, depth: number): Generator<Construct> {
  const { text, map, tree, kind } = payload;
  // What was decoded has no lines in the file.
  if (text === undefined || !map.exact) return;
  if (kind === 'mime') {
    for (const { whole } of partsOf(parseMime(text))) yield { span: map.toOuter(whole), form: 'lines', depth };
  }
  if (kind === 'provision-log') {
    const { phases, runs } = structureOf(text);
    for (const { span } of phases) yield { span: map.toOuter(span), form: 'lines', depth };
    for (const run of runs) yield { span: map.toOuter(run), form: 'lines', depth: depth + 1 };
  }
  const texts: Span[] = [];
  if (tree?.root !== undefined) {
    for (const { node, member, depth: level } of walk(tree.root)) {
      if (node.kind === 'string') texts.push(node.span);
      const brackets = isBracketed(node, text);
      // A whole block document has no line that could stand for it.
      if (!brackets && node === tree.root) continue;
      const span = map.toOuter(
        brackets ? node.span : { start: member?.key.span.start ?? headOf(node, text), end: node.span.end },
      );
      yield { span, form: brackets ? 'brackets' : 'lines', depth: depth + level };
      if (!isBlockText(node)) continue;
      for (const block of indentedBlocks(node.span, text))
        yield { span: map.toOuter(block), form: 'lines', depth: depth + level + 1 };
    }
  }
  if (kind === 'cloud-config') {
    for (const span of commentsOutside(texts, text)) yield { span: map.toOuter(span), form: 'comment', depth };
  }
  for (const { is, span, payload: inner } of payload.children) {
    // The body of a here-document begins behind the line that stays.
    if (is === 'file' && tree === undefined)
      yield { span: { start: Math.max(0, span.start - 1), end: span.end }, form: 'lines', depth: depth + 1 };
    yield* constructsOf(inner, depth + 1);
  }
}

/** Where a list entry begins; the span of a block text leaves out the line with its `|`. */
function headOf(item: SyntaxNode, text: string): number {
  return isBlockText(item) ? Math.max(0, text.lastIndexOf('\n', item.span.start - 1)) : item.span.start;
}

function isBlockText(node: SyntaxNode): boolean {
  return node.kind === 'string' && (node.style === 'literal' || node.style === 'folded');
}

/** Lines with the more indented ones behind them, such as the body of a loop in a script. */
function* indentedBlocks(within: Span, text: string): Generator<Span> {
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

/** Runs of at least two comment lines, but none inside the given texts. */
function* commentsOutside(texts: readonly Span[], text: string): Generator<Span> {
  const inOrder = [...texts].sort((a, b) => a.start - b.start);
  let nextText = 0;
  let run: { start: number; end: number; lines: number } | undefined;
  for (const { index, 0: line } of text.matchAll(/^.*$/gm)) {
    const end = index + line.length;
    while ((inOrder[nextText]?.end ?? Infinity) < index) nextText++;
    const inside = (inOrder[nextText]?.start ?? Infinity) <= index;
    if (!inside && line.trimStart().startsWith('#')) {
      run = { start: run?.start ?? index, end, lines: (run?.lines ?? 0) + 1 };
      continue;
    }
    if (run !== undefined && run.lines > 1) yield run;
    run = undefined;
  }
  if (run !== undefined && run.lines > 1) yield run;
}

/** What of a construct disappears when it is folded. */
function hiddenPart({ span, form }: Construct, text: string, lines: LineIndex, wholeLines: boolean): Span {
  const lineEnd = (line: number): number => {
    const next = lines.offsetAt({ line: line + 1, character: 0 });
    return line + 1 < lines.lineCount ? next - (text.startsWith('\r\n', next - 2) ? 2 : 1) : next;
  };
  if (form !== 'brackets') {
    // A text that ends with its line break ends on the line before it.
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
