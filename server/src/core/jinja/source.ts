import type { Span } from '../text/span.js';

/** A template as Jinja reads it: with line feeds only, and without the last one. */
export interface NormalisedSource {
  readonly text: string;
  /** Leads back to the template as it is written. */
  readonly toSource: (span: Span) => Span;
}

export function normalised(source: string): NormalisedSource {
  const withoutLast = source.replace(/(?:\r\n|\r|\n)$/, '');
  if (!withoutLast.includes('\r')) return { text: withoutLast, toSource: (span) => span };
  // Where characters are dropped, as offsets in the text that is left.
  const dropped: number[] = [];
  const text = withoutLast.replace(/\r\n?/g, (lineEnd, offset: number) => {
    if (lineEnd.length === 2) dropped.push(offset - dropped.length);
    return '\n';
  });
  const droppedBefore = (offset: number): number => {
    let low = 0;
    let high = dropped.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((dropped[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const at = (offset: number): number => offset + droppedBefore(offset);
  return { text, toSource: ({ start, end }) => ({ start: at(start), end: at(end) }) };
}
