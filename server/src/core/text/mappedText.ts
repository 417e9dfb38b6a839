import { fragmentMap, type PositionMap, runsMap, type VerbatimRun } from './positionMap.js';
import type { Span } from './span.js';

/** A part of a text, possibly changed, with the original position of each character. */
export interface MappedText {
  readonly text: string;
  readonly map: PositionMap;
}

/** A range of a text and its replacement. */
export interface RangeReplacement extends Span {
  readonly by: string;
}

/** An unchanged part of a text. */
export function excerptOf(text: string, { start, end }: Span): MappedText {
  return { text: text.slice(start, end), map: fragmentMap(start) };
}

/** A part of a text with replaced ranges; `replacements` are in order and don't overlap. */
export function replaced(text: string, span: Span, replacements: readonly RangeReplacement[]): MappedText {
  if (replacements.length === 0) return excerptOf(text, span);
  const runs: VerbatimRun[] = [];
  const kept: string[] = [];
  let at = span.start;
  let length = 0;
  for (const { start, end, by } of [...replacements, { start: span.end, end: span.end, by: '' }]) {
    if (start > at) runs.push({ inner: length, outer: at, length: start - at });
    kept.push(text.slice(at, start), by);
    length += start - at;
    // A replacement maps to the start of its range.
    if (by.length > 0) runs.push({ inner: length, outer: start, length: 0 });
    length += by.length;
    at = end;
  }
  return { text: kept.join(''), map: runsMap(runs, span.end) };
}

/** HTML entities of quotes and other characters that documents have. */
export const htmlEntity = /&(?:quot|apos|amp|lt|gt|nbsp|#34|#39|#x22|#x27|#039);/gi;

const entities: ReadonlyMap<string, string> = new Map([
  ['&quot;', '"'],
  ['&#34;', '"'],
  ['&#x22;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#039;', "'"],
  ['&#x27;', "'"],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', ' '],
]);

/** The character that a match of `htmlEntity` means. */
export function characterOf(entity: string): string {
  return entities.get(entity.toLowerCase()) ?? '';
}
