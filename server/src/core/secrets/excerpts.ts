import { escapedCharacter } from '../formats/json/scanner.js';
import type { Budget } from '../text/budget.js';
import { countWhile, type Span } from '../text/span.js';
import { asciiTable } from '../text/strings.js';
import type { DecodedLines } from './escapes.js';

/**
 * A list of offsets in four bytes each: a text may have as many excerpts as characters. It begins as small as V8 can allocate
 * in its own heap, which takes an eighth of the time: most texts that are searched are short.
 */
class Offsets {
  length = 0;
  #values = new Int32Array(16);

  push(offset: number): void {
    if (this.length === this.#values.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = offset;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}

/** Collects excerpts of a text, and where each part of them is in it. */
class Excerpts {
  readonly #parts: string[] = [];
  /** Where each part begins in the excerpts. */
  readonly #starts = new Offsets();
  /** Where it begins in the text. */
  readonly #sources = new Offsets();
  /** Behind each excerpt. */
  readonly #ends = new Offsets();
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Adds characters that are in the text at `source`, or one character that stands for some there. */
  add(characters: string, source: number): void {
    this.#parts.push(characters);
    this.#starts.push(this.#length);
    this.#sources.push(source);
    this.#length += characters.length;
  }

  /** Ends an excerpt with a line ending; `source` is the offset behind it. */
  end(source: number): void {
    this.#ends.push(this.#length);
    this.add('\n', source);
  }

  /** Undefined if there are none. */
  finish(): DecodedLines | undefined {
    if (this.isEmpty) return undefined;
    const [starts, sources, ends] = [this.#starts, this.#sources, this.#ends];
    const sourceAt = (offset: number): number => {
      const part = countWhile(starts.length, (index) => starts.at(index) <= offset) - 1;
      return sources.at(part) + offset - starts.at(part);
    };
    const endAfter = (offset: number): number => ends.at(countWhile(ends.length, (index) => ends.at(index) < offset));
    return {
      text: this.#parts.join(''),
      // What is found doesn't reach into another excerpt.
      sourceOf: ({ start, end }: Span) => ({ start: sourceAt(start), end: sourceAt(Math.min(end, endAfter(start))) }),
    };
  }
}

/** Shorter strings have no value with a name. */
const shortestString = 8;

/** The strings of a text in excerpts. */
interface StringExcerpts {
  /**
   * Those without spaces in each list in brackets as the words of one line, as in a command that is written as a list.
   * Undefined without lists of several such strings.
   */
  readonly words: DecodedLines | undefined;
  /**
   * The contents of those with spaces or escapes, each on lines of its own. In them, names are at the beginning of a
   * line and quotes belong together, as in the documents that were put into the strings. Undefined without such strings.
   */
  readonly contents: DecodedLines | undefined;
}

/** The strings of a text in excerpts. Within a budget that is spent, not all of them. */
export function stringExcerpts(text: string, budget?: Budget): StringExcerpts {
  const words = new ListWords(text);
  const contents = new Excerpts();
  for (const string of quotedStrings(text, budget)) {
    words.add(string);
    const { start, end, hasEscape } = string;
    if (end - start <= shortestString || !(hasEscape || hasSpace(text, string))) continue;
    addContent(contents, text, string);
    contents.end(end);
  }
  return { words: words.finish(), contents: contents.finish() };
}

/** The range of a string in quotes, from its first quote to before its last one. */
interface QuotedString extends Span {
  readonly hasEscape: boolean;
}

/** The quotes of one kind in a text, one after the other. */
class Quotes {
  /** The offset of the next one, or the end of the text. */
  next = -1;
  /** One that isn't closed on its line leaves the others there without a partner. */
  #unclosedUntil = 0;
  /** What ends a string, or its line, or begins an escape. */
  readonly #signs: RegExp;

  constructor(
    private readonly text: string,
    private readonly quote: '"' | "'",
  ) {
    this.#signs = quote === '"' ? /["\\\n]/g : /['\\\n]/g;
    this.goOn(0);
  }

  /** Goes on to the first one from an offset. */
  goOn(from: number): void {
    if (this.next < from) this.next = orEnd(this.text, this.text.indexOf(this.quote, from));
  }

  /** The string that begins at the next quote; undefined if none does, or if it isn't closed on its line. */
  string(): QuotedString | undefined {
    const { text, next: start } = this;
    if (start < this.#unclosedUntil || inWords[text.charCodeAt(start - 1)] === 1) return undefined;
    const signs = this.#signs;
    signs.lastIndex = start + 1;
    let hasEscape = false;
    while (signs.test(text)) {
      const end = signs.lastIndex - 1;
      const sign = text.charAt(end);
      if (sign === this.quote) return { start, end, hasEscape };
      if (sign === '\n') {
        this.#unclosedUntil = end;
        return undefined;
      }
      hasEscape = true;
      if (this.quote === '"') signs.lastIndex++;
    }
    this.#unclosedUntil = text.length;
    return undefined;
  }
}

/** The strings in quotes, in order. */
function* quotedStrings(text: string, budget: Budget | undefined): Generator<QuotedString> {
  const double = new Quotes(text, '"');
  const single = new Quotes(text, "'");
  for (;;) {
    const first = double.next < single.next ? double : single;
    if (first.next >= text.length || budget?.step() === true) return;
    const string = first.string();
    if (string !== undefined) yield string;
    const behind = (string?.end ?? first.next) + 1;
    double.goOn(behind);
    single.goOn(behind);
  }
}

function hasSpace(text: string, { start, end }: Span): boolean {
  return /\s/.test(text.slice(start + 1, end));
}

/** Behind these, a quote begins no string. */
const inWords = asciiTable(/[\w\\]/);

function addContent(excerpts: Excerpts, text: string, { start, end, hasEscape }: QuotedString): void {
  let at = start + 1;
  if (hasEscape && text.charAt(start) === '"') {
    const content = text.slice(at, end);
    for (const { 0: escape, index } of content.matchAll(/\\(?:u[0-9a-fA-F]{4}|[^u])/g)) {
      const escapeAt = start + 1 + index;
      excerpts.add(text.slice(at, escapeAt), at);
      excerpts.add(escapedCharacter(escape), escapeAt);
      at = escapeAt + escape.length;
    }
  }
  excerpts.add(text.slice(at, end), at);
}

/** Spaces and line endings before or behind a comma between two words; no list has more. */
const longestGap = 40;

/** The offset of the last character before an offset that isn't a space. */
function lastBefore(text: string, offset: number): number {
  let at = offset - 1;
  while (offset - at <= longestGap && ' \t\r\n'.includes(text.charAt(at)) && at >= 0) at--;
  return at;
}

/** Collects the words of lists. */
class ListWords {
  readonly #excerpts = new Excerpts();
  /** The last word of a list, and whether it is in the excerpts. */
  #before: QuotedString | undefined;
  #isAdded = false;

  constructor(private readonly text: string) {}

  add(string: QuotedString): void {
    const { text } = this;
    const before = this.#before;
    const mark = lastBefore(text, string.start);
    const isNext = text.charAt(mark) === ',' && lastBefore(text, mark) === before?.end && !hasSpace(text, string);
    if (before !== undefined && isNext) {
      if (!this.#isAdded) addContent(this.#excerpts, text, before);
      this.#excerpts.add(' ', before.end);
      addContent(this.#excerpts, text, string);
    } else this.#endList();
    const isFirst = !isNext && text.charAt(mark) === '[' && !hasSpace(text, string);
    this.#before = isNext || isFirst ? string : undefined;
    this.#isAdded = isNext;
  }

  finish(): DecodedLines | undefined {
    this.#endList();
    return this.#excerpts.finish();
  }

  #endList(): void {
    if (this.#before !== undefined && this.#isAdded) this.#excerpts.end(this.#before.end);
  }
}

/**
 * The fields of CSV from the first one with several lines, each on lines of its own and without doubled quotes: behind such a
 * field, quotes on a line don't belong together. Undefined without one.
 */
export function fieldContents(text: string): DecodedLines | undefined {
  const excerpts = new Excerpts();
  let hasLines = false;
  let at = 0;
  for (let start = fieldAfter(text, at); start >= 0; start = fieldAfter(text, at)) {
    let end = text.indexOf('"', start);
    while (text.charAt(end + 1) === '"' && end >= 0) end = text.indexOf('"', end + 2);
    if (end < 0) break;
    const isField = /[,;\t\r\n]|^$/.test(text.charAt(end + 1));
    hasLines ||= isField && text.slice(start, end).includes('\n');
    if (isField && hasLines) {
      addField(excerpts, text, start, end);
      excerpts.end(end);
    }
    at = end + 1;
  }
  return excerpts.finish();
}

function addField(excerpts: Excerpts, text: string, start: number, end: number): void {
  let at = start;
  for (const { index } of text.slice(start, end).matchAll(/""/g)) {
    excerpts.add(text.slice(at, start + index + 1), at);
    at = start + index + 2;
  }
  excerpts.add(text.slice(at, end), at);
}

/** The offset behind the quote that begins the next field; -1 if there is none. */
function fieldAfter(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1))
    if (quote === 0 || ',;\t\n'.includes(text.charAt(quote - 1))) return quote + 1;
  return -1;
}

/** The texts of XML elements, each on a line of its own. Undefined without elements. */
export function elementTexts(text: string): DecodedLines | undefined {
  const excerpts = new Excerpts();
  let at = 0;
  for (let close = text.indexOf('</'); close >= 0; close = text.indexOf('</', at)) {
    const start = at + text.slice(at, close).lastIndexOf('>') + 1;
    if (start > at && close - start > shortestString) {
      excerpts.add(text.slice(start, close), start);
      excerpts.end(close);
    }
    at = close + 2;
  }
  return excerpts.finish();
}

/**
 * The contents of data URLs that aren't base64, and the percent-encoded values of queries, each on lines of its own and
 * decoded: in them, names begin a line, too. Bytes that aren't ASCII delimit nothing. Undefined without such contents.
 */
export function urlContents(text: string): DecodedLines | undefined {
  if (!text.includes('data:') && !text.includes('%')) return undefined;
  const excerpts = new Excerpts();
  let [at, urlEnd, escapeAt] = [0, 0, 0];
  for (const { 0: scheme, index } of text.matchAll(/\bdata:[\w/+.;=-]{0,100},|[?&][\w.-]{1,60}=/g)) {
    const start = index + scheme.length;
    if (start < at) continue;
    const isQuery = !scheme.startsWith('data:');
    // What was looked for once isn't again, so that this is linear.
    if (isQuery || start >= urlEnd) urlEnd = endOfUrl(text, start, isQuery);
    if (start > escapeAt) escapeAt = orEnd(text, text.indexOf('%', start));
    if (escapeAt < urlEnd) {
      addPercentDecoded(excerpts, text, start, urlEnd);
      at = urlEnd;
    } else if (isQuery) continue;
    else {
      at = Math.min(orEnd(text, text.indexOf('\n', start)), orEnd(text, text.indexOf('data:', start)));
      excerpts.add(text.slice(start, at), start);
    }
    excerpts.end(at);
  }
  return excerpts.finish();
}

/** An offset that was looked for; the end of the text if nothing was found. */
function orEnd(text: string, found: number): number {
  return found < 0 ? text.length : found;
}

/** The offset behind a URL, or a value of its query: of white space, or of what ends the string that it is in. */
function endOfUrl(text: string, start: number, isQuery: boolean): number {
  const behind = isQuery ? /[\s"\\<>&]/ : /[\s"\\<>]/;
  let end = start;
  while (end < text.length && !behind.test(text.charAt(end))) end++;
  return end;
}

function addPercentDecoded(excerpts: Excerpts, text: string, start: number, end: number): void {
  let at = start;
  for (const { 0: escape, index } of text.slice(start, end).matchAll(/%[0-9a-fA-F]{2}/g)) {
    const escapeAt = start + index;
    excerpts.add(text.slice(at, escapeAt), at);
    excerpts.add(characterOf(escape.slice(1)), escapeAt);
    at = escapeAt + escape.length;
  }
  excerpts.add(text.slice(at, end), at);
}

/** The character of two hexadecimal digits; U+FFFD if it isn't ASCII. */
function characterOf(digits: string): string {
  const code = parseInt(digits, 16);
  return code < 128 ? String.fromCharCode(code) : '\ufffd';
}

/** What marks a comment, a quoted line or a shell trace. */
const commentMark = /^[ \t]{0,40}(?:#{1,8}|\/\/|;{1,4}|>{1,8}|\+{1,8}|--) ?(?=[\s\S])/;
/** A time, and the host, the process or the level behind it. */
const logPrefix =
  /^(?:[A-Z][a-z]{2} {1,2}\d{1,2} |\[? {0,8}\d[\d/.-]{0,20}[T ,]{0,2})?(?:\d\d:\d\d:\d\d[\d.,Z+:-]{0,20}\]?)(?: (?!(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL) )[\w.-]{1,80} [\w./()-]{1,80}(?:\[\d{1,8}\])?:| - [\w.-]{1,80}\[[A-Z]{1,10}\]:)?(?: {1,4}\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\]?:?)? /;

/** The seconds since the start of the kernel, and the process, on a serial console. */
const consolePrefix = /^\[ {0,8}\d{1,6}\.\d{1,9}\] [\w./()-]{1,80}(?:\[\d{1,8}\])?: /;

/**
 * The lines of a log without the times before them, and the lines of comments without their marks. In them, names are at
 * the beginning of a line, as in the documents that were logged or commented out. Undefined if no line begins like this.
 */
export function unprefixedLines(text: string): DecodedLines | undefined {
  const excerpts = new Excerpts();
  // What a time or a mark begins with.
  const prefixStart = /[ \t]*[\dA-Z[#/;>+-]/y;
  let isLog = false;
  let start = 0;
  while (start < text.length) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    let length = 0;
    prefixStart.lastIndex = start;
    if (prefixStart.test(text)) {
      const beginning = text.slice(start, Math.min(end, start + longestPrefix));
      const times = lengthOfTimes(beginning);
      length = times + (commentMark.exec(beginning.slice(times))?.[0].length ?? 0);
      isLog ||= times > 0;
    }
    // A line of a log may continue on further lines.
    if (length > 0 || isLog) {
      const from = start + length;
      excerpts.add(text.slice(from, end), from);
      excerpts.add('\n', end);
    }
    start = end + 1;
  }
  if (!excerpts.isEmpty) excerpts.end(text.length);
  return excerpts.finish();
}

const longestPrefix = 400;

/** The length of the times at the beginning of a line: a journal repeats the log of a program, which has its own. */
function lengthOfTimes(line: string): number {
  let length = 0;
  for (let nested = 0; nested < mostTimes; nested++) {
    const rest = line.slice(length);
    const time = (logPrefix.exec(rest) ?? consolePrefix.exec(rest))?.[0];
    if (time === undefined) break;
    length += time.length;
  }
  return length;
}

const mostTimes = 3;

/**
 * A text with quoted-printable in it, decoded as a whole: lines are joined wherever they are broken, also within words.
 * Bytes that aren't ASCII delimit nothing. Undefined for other texts, in which a line may end with an equals sign too.
 */
export function withoutQuotedPrintable(text: string): DecodedLines | undefined {
  if (!text.includes('=3D') && !text.includes('quoted-printable')) return undefined;
  const excerpts = new Excerpts();
  let at = 0;
  for (const { 0: escape, index } of text.matchAll(/=(?:[0-9A-F]{2}|\r?\n)/g)) {
    excerpts.add(text.slice(at, index), at);
    if (!escape.endsWith('\n')) excerpts.add(characterOf(escape.slice(1)), index);
    at = index + escape.length;
  }
  if (at === 0) return undefined;
  excerpts.add(text.slice(at), at);
  excerpts.end(text.length);
  return excerpts.finish();
}
