import type { Span } from './span.js';

/**
 * Leads from a decoded text back to the text it came from.
 * `exact` is false where the encoding allows no finer answer than the whole payload (base64, gzip).
 */
export interface PositionMap {
  readonly exact: boolean;
  toOuter(span: Span): Span;
  /**
   * The change of the outer text that makes a change of the decoded one. Absent where none is known, and undefined for
   * what cannot be written there.
   */
  readonly toOuterChange?: ChangeMap | undefined;
}

/** New text for a stretch. */
export interface Replacement {
  readonly span: Span;
  readonly newText: string;
}

export type ChangeMap = (change: Replacement) => Replacement | undefined;

/** A run of `length` characters that stands unchanged in both texts. */
export interface VerbatimRun {
  readonly inner: number;
  readonly outer: number;
  readonly length: number;
}

/** The offset in the decoded text, of `length` characters, that an offset in the text around it belongs to; for exact maps. */
export function innerOffset(map: PositionMap, length: number, outer: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (map.toOuter({ start: middle, end: middle }).start <= outer) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The whole payload answers for everything inside it. */
export function opaqueMap(origin: Span): PositionMap {
  return { exact: false, toOuter: () => origin };
}

/** The inner text is a contiguous piece of the outer one, starting at `outerStart`. */
export function fragmentMap(outerStart: number): PositionMap {
  return {
    exact: true,
    toOuter: (span) => ({ start: span.start + outerStart, end: span.end + outerStart }),
  };
}

/** The same, where the outer text takes whatever is written into the piece as it is. */
export function verbatimMap(outerStart: number): PositionMap {
  return writtenAs(fragmentMap(outerStart), (text) => text);
}

/** A map through which changes can be made: `write` gives new text as the outer text has it, undefined for what cannot stand there. */
export function writtenAs(map: PositionMap, write: (newText: string) => string | undefined): PositionMap {
  return {
    exact: map.exact,
    toOuter: (span) => map.toOuter(span),
    toOuterChange({ span, newText }) {
      const written = write(newText);
      return written === undefined ? undefined : { span: map.toOuter(span), newText: written };
    },
  };
}

/**
 * The inner text is stitched together from verbatim runs in ascending order; between the runs
 * (escapes, removed indentation) an offset maps to the place where the next run begins.
 */
export function runsMap(runs: readonly VerbatimRun[], outerEnd: number): PositionMap {
  const at = (offset: number, isEnd: boolean): number => {
    let low = 0;
    let high = runs.length - 1;
    let found = -1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const inner = runs[middle]?.inner ?? 0;
      // An end offset belongs to the run that it closes, a start offset to the run that it opens.
      if (isEnd ? inner < offset : inner <= offset) {
        found = middle;
        low = middle + 1;
      } else high = middle - 1;
    }
    const run = runs[found];
    if (run === undefined) return runs[0]?.outer ?? outerEnd;
    const into = offset - run.inner;
    return into <= run.length ? run.outer + into : (runs[found + 1]?.outer ?? outerEnd);
  };
  return {
    exact: true,
    toOuter(span) {
      const start = at(span.start, false);
      return { start, end: Math.max(start, span.end === span.start ? start : at(span.end, true)) };
    },
  };
}

/** An exact map that is made when it is first asked: most texts hold nothing whose place is told. */
export function exactMap(make: () => PositionMap): PositionMap {
  let map: PositionMap | undefined;
  return { exact: true, toOuter: (span) => (map ??= make()).toOuter(span) };
}

/** First `inner`, then `outer`: from the innermost text to the outermost. */
export function composeMaps(outer: PositionMap, inner: PositionMap): PositionMap {
  const { toOuterChange: inwards } = inner;
  const { toOuterChange: outwards } = outer;
  return {
    exact: outer.exact && inner.exact,
    toOuter: (span) => outer.toOuter(inner.toOuter(span)),
    toOuterChange:
      inwards &&
      outwards &&
      ((change) => {
        const made = inwards(change);
        return made && outwards(made);
      }),
  };
}
