import type { Span } from '../text/span.js';
import { fragmentMap, type PositionMap, runsMap, type VerbatimRun } from '../text/positionMap.js';

/** A piece of a text, and the way back to where each of its characters stands. */
export interface MappedText {
  readonly text: string;
  readonly map: PositionMap;
}

/** A stretch of a text and what is read in its place. */
export interface Replacement extends Span {
  readonly by: string;
}

/** A piece of a text as it stands. */
export function excerpt(text: string, { start, end }: Span): MappedText {
  return { text: text.slice(start, end), map: fragmentMap(start) };
}

/** The piece with some stretches read otherwise; `replacements` are in order and do not overlap. */
export function replaced(text: string, span: Span, replacements: readonly Replacement[]): MappedText {
  if (replacements.length === 0) return excerpt(text, span);
  const runs: VerbatimRun[] = [];
  const pieces: string[] = [];
  let at = span.start;
  let length = 0;
  for (const { start, end, by } of [...replacements, { start: span.end, end: span.end, by: '' }]) {
    if (start > at) runs.push({ inner: length, outer: at, length: start - at });
    pieces.push(text.slice(at, start), by);
    length += start - at;
    // What is read in another place's stead leads there; one character of it is enough to do so.
    if (by.length > 0) runs.push({ inner: length, outer: start, length: 0 });
    length += by.length;
    at = end;
  }
  return { text: pieces.join(''), map: runsMap(runs, span.end) };
}
