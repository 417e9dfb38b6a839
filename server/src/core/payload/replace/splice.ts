import type { PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';

/** The stretch in which two texts differ. */
export interface Difference {
  /** In the text of before. */
  readonly span: Span;
  /** What stands there in the text of after. */
  readonly text: string;
}

/** The one stretch in which two texts differ; it cuts neither a pair of surrogates nor a line end in two. */
export function differenceOf(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  while (start > 0 && (isJoined(before, start) || isJoined(after, start))) start--;
  let kept = 0;
  const mostKept = most - start;
  while (kept < mostKept && before.charCodeAt(before.length - 1 - kept) === after.charCodeAt(after.length - 1 - kept))
    kept++;
  while (kept > 0 && (isJoined(before, before.length - kept) || isJoined(after, after.length - kept))) kept--;
  return { span: { start, end: before.length - kept }, text: after.slice(start, after.length - kept) };
}

/** Whether the characters on both sides of an offset are one. */
function isJoined(text: string, at: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1));
}

/**
 * Carries a change of an inner text over to the outer one that `map` leads to, so that everything else stays as it is
 * written there. `write` gives the changed stretch the outer form.
 */
export function spliceThrough(
  outer: string,
  map: PositionMap,
  before: string,
  after: string,
  write: (stretch: string) => string,
): string {
  const { span, text } = differenceOf(before, after);
  const at = (offset: number): number => map.toOuter({ start: offset, end: offset }).start;
  return outer.slice(0, at(span.start)) + write(text) + outer.slice(at(span.end));
}
