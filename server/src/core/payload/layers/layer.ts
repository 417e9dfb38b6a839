import type { Platform } from '../../platform.js';
import type { Problem } from '../../problems/problem.js';
import { decodeText, utf8Bytes } from '../../text/bytes.js';
import type { PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import type { Content, DecodeContext } from '../content.js';
import type { LayerName } from '../../document/payload.js';

/** One transport layer taken off. `problems` have their spans in the file. */
export interface DecodedLayer {
  readonly layer: LayerName;
  readonly content: Content;
  readonly problems: readonly Problem[];
  /** Whether nothing below can be told: the rest is a text with a known encoding, or cannot be read. */
  readonly last?: true;
}

/**
 * Recognises one transport encoding; undefined where the content is something else. `expected` says
 * that the surroundings promise base64, so that damaged base64 counts too.
 */
export type LayerDecoder = (content: Content, context: DecodeContext, expected: boolean) => DecodedLayer | undefined;

/** A layer that was taken off and can be put on again. */
export interface OpenLayer {
  /** What is inside now. */
  readonly inner: Body;
  /** What stands outside when something else is inside, in the manner of before. */
  readonly close: (inner: Body) => Body | WriteError;
}

/** Takes a layer off so that it can be put on again; an obstacle where that would not be exact. */
export type LayerOpener = (outer: Body, platform: Platform) => OpenLayer | WriteError;

/** What stands on one side of a layer: a text where it is known to be one, else bytes. */
export type Body = string | Uint8Array;

export function bytesOf(body: Body): Uint8Array {
  return typeof body === 'string' ? utf8Bytes(body) : body;
}

/** The text of a body; undefined for bytes that are not exactly the UTF-8 of one. */
export function textOf(body: Body): string | undefined {
  if (typeof body === 'string') return body;
  const { text, encoding, byteOrderMark, invalidAt } = decodeText(body);
  return encoding === 'utf-8' && !byteOrderMark && invalidAt === undefined ? text : undefined;
}

/** Why a text cannot be written back through its layers, as a sentence for people. */
export class WriteError {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

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
