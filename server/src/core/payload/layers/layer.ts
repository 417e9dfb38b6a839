import type { LayerName } from '../../document/payload.js';
import type { PositionMap, Replacement } from '../../text/positionMap.js';
import type { Content, DecodeContext, Decoded } from '../content.js';

/** The outcome of decoding one layer that was recognised. */
export interface DecodedLayer extends Decoded {
  readonly layer: LayerName;
  /** Set for the last layer: the rest is text of a known encoding, or can't be decoded. */
  readonly last?: true;
}

/** One encoding: how content is decoded, and how other content is encoded in the same style. */
export interface Layer {
  /** The names that results show. */
  readonly names: readonly LayerName[];
  /**
   * Decodes content that looks encoded like this; undefined for other content. `expected` means that the surroundings
   * promise base64, so damaged base64 counts too. Absent for encodings that are known only from the surroundings.
   */
  readonly recognise?: (content: Content, context: DecodeContext, expected: boolean) => DecodedLayer | undefined;
  /** Decodes content that is known to be encoded like this. `what` begins the messages of problems. */
  readonly decode: (content: Content, context: DecodeContext, what: string) => Decoded;
  /** Encodes `inner` in the style of `before`. Only called if decoding lost nothing. */
  readonly encodeAlike?: (inner: Content, before: Encoded, context: DecodeContext) => Content;
}

/** Encoded content and what it was decoded to. */
export interface Encoded {
  readonly outer: Content;
  readonly inner: Content;
}

/** The change of the one range in which two strings differ; it splits neither a surrogate pair nor a CRLF. */
export function differenceOf(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  while (start > 0 && (isJoined(before, start) || isJoined(after, start))) start--;
  let kept = 0;
  const mostKept = most - start;
  while (kept < mostKept && before.charCodeAt(before.length - 1 - kept) === after.charCodeAt(after.length - 1 - kept))
    kept++;
  while (kept > 0 && (isJoined(before, before.length - kept) || isJoined(after, after.length - kept))) kept--;
  return { span: { start, end: before.length - kept }, newText: after.slice(start, after.length - kept) };
}

/** Whether an offset is inside of a surrogate pair or CRLF. */
function isJoined(text: string, at: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1));
}

/**
 * Applies the change of an inner text to the outer text that `map` leads to, and keeps everything else as written. `write`
 * encodes the changed range.
 */
export function spliceThrough(
  outer: string,
  map: PositionMap,
  before: string,
  after: string,
  write: (changed: string) => string,
): string {
  const { span, newText } = differenceOf(before, after);
  const at = (offset: number): number => map.toOuter({ start: offset, end: offset }).start;
  return outer.slice(0, at(span.start)) + write(newText) + outer.slice(at(span.end));
}
