import { jsonEscapes } from '../formats/json/scanner.js';
import { limits } from '../limits.js';
import {
  characterOf,
  excerptOf,
  htmlEntity,
  type MappedText,
  type RangeReplacement,
  replaced,
} from '../text/mappedText.js';
import { composeMaps, innerOffset } from '../text/positionMap.js';
import { type Span, spanOfMatch } from '../text/span.js';
import { terminalColour } from '../text/strings.js';
import { journalTime, kernelTime } from './times.js';

/**
 * The content of the string literal around an offset: between the nearest quotes without a backslash. If a quote was
 * cut off, the content ends at the end of the text, and at most `limits.failureMessage` characters away.
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

/** Whether the character is a quote without a backslash before it. */
export function isBareQuote(text: string, at: number): boolean {
  return text.charCodeAt(at) === 34 && text.charCodeAt(at - 1) !== 92;
}

/**
 * The content of a string literal with one level of escapes decoded; invalid escapes are kept. A
 * literal can't contain line breaks, so if it has escaped ones, the real ones come from wrapping and are removed.
 */
function unescaped(text: string, span: Span): MappedText {
  const found: RangeReplacement[] = [];
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
      // A backslash at the end of a cut text escapes nothing.
      at = Math.min(end, span.end);
    } else if (wrapped && (code === 10 || code === 13)) {
      const from = at;
      while (at < span.end && /[\r\n]/.test(text.charAt(at))) at++;
      found.push({ start: from, end: at, by: '' });
    } else at++;
  }
  return replaced(text, span, found);
}

/**
 * A text with all escapes of quotes and line endings decoded, at whatever depth: for words and lines that may be in any
 * document inside it.
 */
export function flattened(text: string): MappedText {
  const found: RangeReplacement[] = [];
  for (const match of text.matchAll(/(?<!\\)\\+(?:["'/]|[nr](?![a-z]{2,20}[.\\])|u00(?:22|27|26|3[cCeE]))/g)) {
    const letter = match[0].replace(/^\\+/, '');
    const by = letter.startsWith('u')
      ? String.fromCharCode(parseInt(letter.slice(1), 16))
      : (jsonEscapes.get(letter) ?? letter);
    found.push({ ...spanOfMatch(match), by });
  }
  return replaced(text, { start: 0, end: text.length }, found);
}

/** The message around an offset, with the escapes of all documents around it decoded. */
export interface Message extends MappedText {
  /** The range of the message in the text. */
  readonly span: Span;
  /** The offset in the message. */
  readonly at: number;
  /** How many levels of escapes were resolved. */
  readonly levels: number;
}

/**
 * Decodes the nested string literals around `at` as long as `hidden` says that the text there is still escaped.
 * `bounds` limits a message without quotes.
 */
export function innermostMessage(
  text: string,
  at: number,
  bounds: Span,
  hidden: (text: string, at: number) => boolean,
): Message {
  const start = Math.max(bounds.start, at - limits.failureMessage);
  const end = Math.min(bounds.end, at + limits.failureMessage);
  let message: Message = { ...excerptOf(text, { start, end }), span: { start, end }, at: at - start, levels: 0 };
  while (message.levels < limits.failureLevels && hidden(message.text, message.at)) {
    const literal = enclosingString(message.text, message.at);
    const inner = unescaped(message.text, literal);
    const map = composeMaps(message.map, inner.map);
    const inside = innerOffset(inner.map, inner.text.length, message.at);
    message = { text: inner.text, map, span: message.map.toOuter(literal), at: inside, levels: message.levels + 1 };
  }
  return message;
}

/**
 * Removes what copying added to a text: quote prefixes of mails and Markdown, backticks around lines, curly quotes of a
 * word processor, the prefix of a console or journal on each line, terminal colours and HTML entities. A prefix is
 * removed only if most lines have it.
 */
export function withoutPasteMarks(text: string): MappedText {
  if (text.length > limits.pastedText) return excerptOf(text, { start: 0, end: text.length });
  const lines = linesOf(text);
  const filled = lines.filter(({ content }) => content.trim() !== '');
  const most = (pattern: RegExp): boolean =>
    filled.length > 0 && filled.filter(({ content }) => pattern.test(content)).length * 2 > filled.length;
  const prefixes = linePrefixes.filter(({ pattern, fewest }) => filled.length >= fewest && most(pattern));
  const ticked = most(/^[ \t]{0,8}`(?!``)/);
  const found: RangeReplacement[] = [];
  for (const { start, content } of lines) {
    let from = 0;
    for (const { pattern } of prefixes) from += pattern.exec(content.slice(from))?.[0].length ?? 0;
    if (ticked && content.charAt(from) === '`') from++;
    if (from > 0) found.push({ start, end: start + from, by: '' });
    const end = start + content.trimEnd().length;
    if (ticked && end - 1 >= start + from && text.charAt(end - 1) === '`') found.push({ start: end - 1, end, by: '' });
  }
  // An escape can't contain a line break, so the break comes from wrapping.
  for (const match of text.matchAll(/(?<=\\)\r?\n(?=[\\"'/bfnrtu])/g)) found.push({ ...spanOfMatch(match), by: '' });
  // Word processors replace all straight quotes by curly ones.
  if (/[\u201c\u201d]ExitCode[\u201c\u201d]/.test(text)) {
    for (const match of text.matchAll(/[\u201c\u201d]/g)) found.push({ ...spanOfMatch(match), by: '"' });
  }
  // In a document with quotes of its own, entities belong to its strings.
  const areQuotes = !/"\w{1,40}\\{0,15}"\s{0,4}:/.test(text);
  for (const match of areQuotes ? text.matchAll(htmlEntity) : [])
    found.push({ ...spanOfMatch(match), by: characterOf(match[0]) });
  for (const match of text.matchAll(terminalColour)) found.push({ ...spanOfMatch(match), by: '' });
  return replaced(text, { start: 0, end: text.length }, inOrder(found));
}

function linesOf(text: string): { readonly start: number; readonly content: string }[] {
  let end = -1;
  return text.split('\n').map((content) => {
    const start = end + 1;
    end = start + content.length;
    return { start, content };
  });
}

/** Prefixes of lines; a text needs `fewest` lines, since removing the prefix of a single line gains nothing. */
const linePrefixes: readonly { readonly pattern: RegExp; readonly fewest: number }[] = [
  { pattern: /^[ \t]{0,3}>(?:[ \t]{0,3}>){0,5} ?/, fewest: 1 },
  // The box that Terraform draws around an error.
  { pattern: /^[\u2502\u2575\u2577] ?/, fewest: 2 },
  // Logs of pipelines (GitHub Actions, Azure DevOps) and of containers.
  { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?:\d{7}|\d{9})Z (?:std(?:out|err) [FP] )?/, fewest: 2 },
  // Serial console and dmesg: seconds since boot or a time, the program, and the time that some scripts add to their output.
  {
    pattern: new RegExp(
      String.raw`^\[(?: {0,8}\d{1,9}\.\d{1,9}|${kernelTime})\] (?:[\w.-]{1,60}\[\d{1,9}\]: ?)?(?:\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] )?`,
    ),
    fewest: 2,
  },
  // journalctl and syslog: time, host, program.
  { pattern: new RegExp(String.raw`^${journalTime} [\w.-]{1,80} [\w.@/()-]{1,80}(?:\[\d{1,9}\])?: `), fewest: 2 },
];

function inOrder(found: readonly RangeReplacement[]): RangeReplacement[] {
  const result: RangeReplacement[] = [];
  for (const one of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (result.at(-1)?.end ?? 0)) result.push(one);
  }
  return result;
}

/** What `az vmss run-command invoke` prints, up to the message of the command. */
const runCommandStart =
  /^\s{0,40}\{\s{0,40}"value"\s{0,8}:\s{0,8}\[\s{0,40}\{\s{0,40}"code"\s{0,8}:\s{0,8}"(?:ProvisioningState|ComponentStatus\/Std(?:Out|Err))\/\w{1,20}"[^{}]{0,200}?"message"\s{0,8}:\s{0,8}"/;

/**
 * What a run command printed on a VM, without the document around it, which only says that Run Command succeeded. Undefined
 * for other texts.
 */
export function runCommandOutput(text: string): MappedText | undefined {
  const start = runCommandStart.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const { text: message, map } = unescaped(text, enclosingString(text, start));
  const marks = [...message.matchAll(/^(?:Enable \w{1,20}: ?\n)?\[std(?:out|err)\]\n?/gm)].map((mark) => ({
    ...spanOfMatch(mark),
    by: '',
  }));
  const output = replaced(message, { start: 0, end: message.length }, marks);
  return { text: output.text, map: composeMaps(map, output.map) };
}
