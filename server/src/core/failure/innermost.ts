import { limits } from '../limits.js';
import { composeMaps } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { enclosingString, unescaped } from './escapes.js';
import { excerpt, type MappedText } from './replaced.js';

/** The message around a place, with all escapes of the documents around it resolved. */
export interface Message extends MappedText {
  /** Where it stands in the text that it was taken from. */
  readonly span: Span;
  /** The place, in the message. */
  readonly at: number;
  /** How many levels of escapes were resolved. */
  readonly levels: number;
}

/**
 * Takes string literals off around `at`, one inside the other, as long as `hidden` says that the text at this place is
 * still escaped. `bounds` is as far as a message without quotes around it may reach.
 */
export function innermostMessage(
  text: string,
  at: number,
  bounds: Span,
  hidden: (text: string, at: number) => boolean,
): Message {
  const start = Math.max(bounds.start, at - limits.failureMessage);
  const end = Math.min(bounds.end, at + limits.failureMessage);
  let message: Message = { ...excerpt(text, { start, end }), span: { start, end }, at: at - start, levels: 0 };
  while (message.levels < limits.failureLevels && hidden(message.text, message.at)) {
    const literal = enclosingString(message.text, message.at);
    const inner = unescaped(message.text, literal);
    const map = composeMaps(message.map, inner.map);
    const inside = placeIn(inner, message.at);
    message = { text: inner.text, map, span: message.map.toOuter(literal), at: inside, levels: message.levels + 1 };
  }
  return message;
}

/** Where a place of the outer text is in the inner one: the last character that stands at or in front of it. */
function placeIn(inner: MappedText, outerAt: number): number {
  let low = 0;
  let high = inner.text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (inner.map.toOuter({ start: middle, end: middle }).start <= outerAt) low = middle;
    else high = middle - 1;
  }
  return low;
}
