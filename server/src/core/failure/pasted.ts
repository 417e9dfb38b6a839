import { limits } from '../limits.js';
import type { MappedText, Replacement } from './replaced.js';
import { excerpt, replaced } from './replaced.js';

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
