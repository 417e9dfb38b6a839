import { withoutTrailing } from './strings.js';

/** A range of text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The range of a match of a regular expression. */
export function spanOfMatch({ 0: found, index }: RegExpExecArray): Span {
  return { start: index, end: index + found.length };
}

/** The range of the first match; undefined if there is none. */
export function firstMatch(text: string, pattern: RegExp): Span | undefined {
  const match = pattern.exec(text);
  return match === null ? undefined : spanOfMatch(match);
}

/** The same range in a text that begins further on, or in one that has more before it. */
export function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** Whether two spans overlap or touch. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Whether `offset` touches the span; its end counts, because a cursor can be after the last character. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

/** Whether a range overlaps one of others, which are in order. */
export function touchesAny(span: Span, ordered: readonly Span[]): boolean {
  const before = countWhile(ordered.length, (index) => (ordered[index]?.end ?? 0) <= span.start);
  return (ordered[before]?.start ?? Infinity) < span.end;
}

/** Binary search: how many of the first indexes below `length` satisfy a condition that no later index satisfies. */
export function countWhile(length: number, satisfies: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (satisfies(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Zero-based line and UTF-16 column, as the language server protocol counts. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Offsets to positions and back for one text. Lines end at LF, CR LF or a lone CR. */
export interface LineIndex {
  readonly lineCount: number;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
  /** The text of a line without its line ending; empty if the line does not exist. */
  lineText(line: number): string;
}

/** Builds the index; costs one pass over the text. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  const hasReturns = text.includes('\r');
  for (let i = 0; i < text.length; i++) {
    // Faster than to look at each character.
    if (!hasReturns) i = text.indexOf('\n', i);
    if (i < 0) break;
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  const startOf = (line: number): number => starts[line] ?? text.length;
  return {
    lineCount: starts.length,
    positionAt(offset) {
      const at = Math.max(0, Math.min(offset, text.length));
      const line = countWhile(starts.length, (index) => startOf(index) <= at) - 1;
      return { line, character: at - startOf(line) };
    },
    offsetAt({ line, character }) {
      if (line < 0) return 0;
      if (line >= starts.length) return text.length;
      return Math.min(startOf(line) + Math.max(0, character), startOf(line + 1));
    },
    lineText(line) {
      if (line < 0 || line >= starts.length) return '';
      return withoutTrailing(text.slice(startOf(line), startOf(line + 1)), '\r\n');
    },
  };
}
