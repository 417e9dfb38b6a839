import { countWhile, movedSpan, type Span } from './span.js';

/**
 * Position maps lead from a decoded string (the inner text) back to the text that contains it (the outer text):
 * - An *exact* map returns the span of the same characters: `fragmentMap`, `runsMap`, and `escapesMap` and `stringMap` of
 *   formats/tree for escaped strings and for the string nodes of a document.
 * - An *opaque* map (`opaqueMap`) returns the span of the whole payload. Base64 and gzip allow nothing finer.
 * - A *write-through* map also translates edits: `verbatimMap` if the outer text accepts the new text as it is, and
 *   `writtenAs` if the new text has to be escaped first.
 * `composeMaps` joins the maps of two layers; the result is exact or write-through only if both are.
 */
export interface PositionMap {
  readonly exact: boolean;
  toOuter(span: Span): Span;
  /** Only in write-through maps. Returns undefined for a change that can't be written to the outer text. */
  readonly toOuterChange?: ChangeMap | undefined;
}

/** New text for a span. */
export interface Replacement {
  readonly span: Span;
  readonly newText: string;
}

/** Translates a change of the inner text to a change of the outer text. */
export type ChangeMap = (change: Replacement) => Replacement | undefined;

/** A run of `length` characters that are the same in both texts. */
export interface VerbatimRun {
  readonly inner: number;
  readonly outer: number;
  readonly length: number;
}

/** Every position maps to `origin`, the whole payload. */
export function opaqueMap(origin: Span): PositionMap {
  return { exact: false, toOuter: () => origin };
}

/** The inner text is a substring of the outer text that begins at `outerStart`. */
export function fragmentMap(outerStart: number): PositionMap {
  return {
    exact: true,
    toOuter: (span) => movedSpan(span, outerStart),
  };
}

/** A `fragmentMap` for changes, too: the outer text accepts any new text as it is. */
export function verbatimMap(outerStart: number): PositionMap {
  return writtenAs(fragmentMap(outerStart), (text) => text);
}

/** Makes a map write-through: `write` escapes new text for the outer text; it returns undefined if that is impossible. */
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
 * The inner text consists of verbatim runs in ascending order. An offset between two runs (escapes, removed indentation)
 * maps to the beginning of the next run.
 */
export function runsMap(runs: readonly VerbatimRun[], outerEnd: number): PositionMap {
  const at = (offset: number, isEnd: boolean): number => {
    const innerOf = (index: number): number => runs[index]?.inner ?? 0;
    // An end offset belongs to the run that it closes, a start offset to the run that it opens.
    const found = countWhile(runs.length, (index) => (isEnd ? innerOf(index) < offset : innerOf(index) <= offset)) - 1;
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

/** An exact map that is built on first use: for most strings, no problem asks for a position. */
export function exactMap(make: () => PositionMap): PositionMap {
  let map: PositionMap | undefined;
  return { exact: true, toOuter: (span) => (map ??= make()).toOuter(span) };
}

/** Applies `inner` first, then `outer`: from the innermost text to the outermost. */
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

/** The reverse of `toOuter`, for exact maps: the offset in the inner text, of `length` characters, for an outer offset. */
export function innerOffset(map: PositionMap, length: number, outer: number): number {
  return Math.max(0, countWhile(length + 1, (at) => map.toOuter({ start: at, end: at }).start <= outer) - 1);
}
