import { jsonEscapes } from '../formats/json/scanner.js';
import { limits } from '../limits.js';
import { composeMaps, fragmentMap, type PositionMap, runsMap, type VerbatimRun } from '../text/positionMap.js';
import type { Span } from '../text/span.js';

/** A piece of a text, and the way back to where each of its characters stands. */
export interface MappedText {
  readonly text: string;
  readonly map: PositionMap;
}

/** A stretch of a text and what is read in its place. */
interface Replacement extends Span {
  readonly by: string;
}

/** A piece of a text as it stands. */
function excerpt(text: string, { start, end }: Span): MappedText {
  return { text: text.slice(start, end), map: fragmentMap(start) };
}

/** The piece with some stretches read otherwise; `replacements` are in order and do not overlap. */
function replaced(text: string, span: Span, replacements: readonly Replacement[]): MappedText {
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

/**
 * The content of the string literal around a place: between the nearest quotes to its left and right that no back-slash
 * hides. A text that was cut may lack either; then it reaches to the end of what is there. No further than
 * `limits.failureMessage` characters to each side.
 */
function enclosingString(text: string, at: number): Span {
  const first = Math.max(0, at - limits.failureMessage);
  const last = Math.min(text.length, at + limits.failureMessage);
  let start = at;
  while (start > first && !isBareQuote(text, start - 1)) start--;
  let end = at;
  while (end < last && !isBareQuote(text, end)) end++;
  return { start, end };
}

/** Whether a quote stands at a place without a back-slash in front of it. */
export function isBareQuote(text: string, at: number): boolean {
  return text.charCodeAt(at) === 34 && text.charCodeAt(at - 1) !== 92;
}

/**
 * A string literal's content with one level of escapes resolved. What is no escape of JSON stays as it is. A line break
 * cannot stand in a literal, so where the text has escaped ones the real ones come from wrapping and are left out.
 */
function unescaped(text: string, span: Span): MappedText {
  const found: Replacement[] = [];
  const wrapped = text.slice(span.start, span.end).includes('\\n');
  let at = span.start;
  while (at < span.end) {
    const code = text.charCodeAt(at);
    if (code === 92 /* \ */) {
      const letter = text.charAt(at + 1);
      const unicode = letter === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
      const by = unicode === undefined ? jsonEscapes.get(letter) : String.fromCharCode(parseInt(unicode, 16));
      const end = at + (unicode === undefined ? 2 : 6);
      if (by !== undefined && end <= span.end) found.push({ start: at, end, by });
      // A back-slash at the cut end of a text escapes nothing.
      at = Math.min(end, span.end);
    } else if (wrapped && (code === 10 || code === 13)) {
      const from = at;
      while (at < span.end && /[\r\n]/.test(text.charAt(at))) at++;
      found.push({ start: from, end: at, by: '' });
    } else at++;
  }
  return replaced(text, span, found);
}

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

/**
 * A text without what copying put into it: quotation marks of mails and Markdown in front of lines, back-ticks around
 * them, quotes that a word processor curled, the prefix that a console or a journal writes in front of each line, colours of a terminal, and the entities of
 * HTML. A mark is taken off only where most lines have it.
 */
export function withoutPasteMarks(text: string): MappedText {
  if (text.length > limits.pastedText) return excerpt(text, { start: 0, end: text.length });
  const lines = linesOf(text);
  const filled = lines.filter(({ content }) => content.trim() !== '');
  const most = (pattern: RegExp): boolean =>
    filled.length > 0 && filled.filter(({ content }) => pattern.test(content)).length * 2 > filled.length;
  const prefixes = linePrefixes.filter(({ pattern, fewest }) => filled.length >= fewest && most(pattern));
  const ticked = most(/^[ \t]{0,8}`(?!``)/);
  const found: Replacement[] = [];
  for (const { start, content } of lines) {
    let from = 0;
    for (const { pattern } of prefixes) from += pattern.exec(content.slice(from))?.[0].length ?? 0;
    if (ticked && content.charAt(from) === '`') from++;
    if (from > 0) found.push({ start, end: start + from, by: '' });
    const end = start + content.trimEnd().length;
    if (ticked && end - 1 >= start + from && text.charAt(end - 1) === '`') found.push({ start: end - 1, end, by: '' });
  }
  // No escape goes over a line end: such a break came from wrapping.
  for (const match of text.matchAll(/(?<=\\)\r?\n(?=[\\"'/bfnrtu])/g))
    found.push({ start: match.index, end: match.index + match[0].length, by: '' });
  // Word processors curl quotes; then the status has none that are straight.
  if (/[\u201c\u201d]ExitCode[\u201c\u201d]/.test(text)) {
    for (const match of text.matchAll(/[\u201c\u201d]/g))
      found.push({ start: match.index, end: match.index + 1, by: '"' });
  }
  for (const match of text.matchAll(written)) {
    const by = entities.get(match[0].toLowerCase()) ?? '';
    found.push({ start: match.index, end: match.index + match[0].length, by });
  }
  return replaced(text, { start: 0, end: text.length }, inOrder(found));
}

interface Line {
  readonly start: number;
  readonly content: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    lines.push({ start, content: text.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

/** Marks in front of lines; the longer ones also stand alone in texts of one line, where nothing is gained by removing them. */
const linePrefixes: readonly { readonly pattern: RegExp; readonly fewest: number }[] = [
  { pattern: /^[ \t]{0,3}>(?:[ \t]{0,3}>){0,5} ?/, fewest: 1 },
  // Serial console: seconds since boot, then the program.
  { pattern: /^\[ {0,8}\d{1,9}\.\d{1,9}\] (?:[\w.-]{1,60}\[\d{1,9}\]: ?)?/, fewest: 2 },
  // journalctl and syslog: time, host, program.
  {
    pattern: /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [\w.-]{1,80} [\w.@/-]{1,80}(?:\[\d{1,9}\])?: /,
    fewest: 2,
  },
];

/** Entities of HTML that stand for characters which matter here, and colours of a terminal. */
// eslint-disable-next-line no-control-regex -- colours begin with an escape character
const written = /&(?:quot|apos|amp|lt|gt|nbsp|#34|#39|#x22|#x27|#039);|\u001b\[[\d;]{0,12}m/gi;

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

function inOrder(found: readonly Replacement[]): Replacement[] {
  const result: Replacement[] = [];
  for (const one of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (result.at(-1)?.end ?? 0)) result.push(one);
  }
  return result;
}
