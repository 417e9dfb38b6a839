import { limits } from '../limits.js';
import type { Span } from '../text/span.js';

/** Why a text is no TOML. It is thrown inside this folder only. */
class TomlFault extends Error {
  readonly span: Span;

  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}

/** A place in a text that moves on. */
class TomlCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The character at the place; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  /** Whether the text goes on like this. */
  sees(written: string): boolean {
    return this.text.startsWith(written, this.at);
  }

  /** Moves behind a text that stands here; says whether it did. */
  take(written: string): boolean {
    if (!this.sees(written)) return false;
    this.at += written.length;
    return true;
  }

  /** Moves behind what a sticky pattern matches here; empty where it matches nothing. */
  match(sticky: RegExp): string {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  /** Moves behind blanks, line breaks and comments. */
  skipLines(): void {
    for (;;) {
      this.match(/(?:[ \t\n]|\r\n)*/y);
      if (!this.skipComment()) return;
    }
  }

  /** Moves behind a comment, up to its line break; says whether there is one. */
  skipComment(): boolean {
    if (this.next !== '#') return false;
    const start = this.at;
    // A carriage return belongs to the line break.
    const comment = this.match(/#[^\n]*/y).replace(/\r$/, '');
    this.at = start + comment.length;
    const control = comment.search(controls);
    if (control >= 0) this.fail('TOML allows no control characters in comments.', start + control);
    return true;
  }

  /** Ends a line: nothing but blanks and a comment may stand up to its break. */
  endLine(behind: string): void {
    this.skipBlanks();
    this.skipComment();
    if (this.isAtEnd() || this.take('\n') || this.take('\r\n')) return;
    this.fail(`Nothing but a comment may follow ${behind} on its line.`, this.at, this.lineEnd());
  }

  /** Where the line at the place ends. */
  lineEnd(): number {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  fail(message: string, start = this.at, end = start + 1): never {
    const stop = Math.min(Math.max(end, start), this.text.length);
    throw new TomlFault({ start: Math.min(start, stop), end: stop }, message);
  }
}

/** Characters that may stand neither in comments nor in strings; a tab may. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Reads a number, a switch, a date or a time at a cursor; throws for everything else. */
function readScalar(cursor: TomlCursor): void {
  const start = cursor.at;
  // A date and a time may have one blank between them.
  const word = cursor.match(/\d{4}-\d\d-\d\d [0-9][^\s,\]}#]*|[^\s,\]}#=]+/y);
  const reason = fault(word);
  if (reason !== undefined) cursor.fail(reason, start, Math.max(cursor.at, start + 1));
}

/** Why a word is no value; undefined where it is one. */
function fault(word: string): string | undefined {
  if (word === '') return 'A value is missing here.';
  if (/^(?:true|false|[+-]?(?:inf|nan))$/.test(word)) return undefined;
  if (/^\d{4}-|^\d\d:/.test(word)) return isMoment(word) ? undefined : 'This is no date or time.';
  if (/^[+-]?[\d.]/.test(word)) return numberFault(word);
  if (/^(?:true|false|yes|no|on|off)$/i.test(word)) return 'TOML knows true and false, in lower case.';
  return 'Text needs quotes in TOML.';
}

function numberFault(word: string): string | undefined {
  const integer = /^(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-f](?:_?[\da-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/i;
  if (integer.test(word) && !/^0[XOB]/.test(word))
    return fits(word) ? undefined : 'The number does not fit into 64 bits.';
  const digits = String.raw`\d(?:_?\d)*`;
  const float = new RegExp(
    String.raw`^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.${digits}(?:[eE][+-]?${digits})?|[eE][+-]?${digits})$`,
  );
  if (float.test(word)) return undefined;
  if (/^[+-]?0\d/.test(word)) return 'A number of TOML has no leading zeros; an octal one is written 0o644.';
  return 'This is no number of TOML; text needs quotes.';
}

function fits(word: string): boolean {
  const plain = word.replaceAll('_', '');
  const value = plain.startsWith('-') ? -BigInt(plain.slice(1)) : BigInt(plain.replace(/^\+/, ''));
  return value >= -(1n << 63n) && value < 1n << 63n;
}

function isMoment(word: string): boolean {
  const time = String.raw`(\d\d):(\d\d):(\d\d)(?:\.\d+)?`;
  const whole = new RegExp(`^(?:(\\d{4})-(\\d\\d)-(\\d\\d)(?:[Tt ]${time}(?:[Zz]|[+-](\\d\\d):(\\d\\d))?)?|${time})$`);
  const found = whole.exec(word);
  if (found === null) return false;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute, alone, aloneMinute, aloneSecond] = found
    .slice(1)
    .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
  const isClock = (h = 0, m = 0, s = 0): boolean => h < 24 && m < 60 && s <= 60;
  if (year === undefined) return isClock(alone, aloneMinute, aloneSecond);
  return (
    month !== undefined &&
    day !== undefined &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    isClock(hour, minute, second) &&
    isClock(offsetHour, offsetMinute)
  );
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads the string at a cursor on a quote. In keys strings stay on one line. */
function readString(cursor: TomlCursor, isKey: boolean): string {
  const quote = cursor.next;
  const start = cursor.at;
  const isLong = cursor.sees(quote.repeat(3));
  if (isLong && isKey) cursor.fail('A key cannot be a string of several lines.', start, start + 3);
  cursor.at += isLong ? 3 : 1;
  return isLong ? longString(cursor, quote, start) : shortString(cursor, quote, start);
}

function shortString(cursor: TomlCursor, quote: string, start: number): string {
  let value = '';
  for (;;) {
    const { next } = cursor;
    if (next === '' || next === '\n' || next === '\r')
      cursor.fail('The string is not closed on its line.', start, cursor.at);
    cursor.at++;
    if (next === quote) return value;
    value += next === '\\' && quote === '"' ? escape(cursor) : plain(cursor, next);
  }
}

function longString(cursor: TomlCursor, quote: string, start: number): string {
  // A line break right behind the quotes does not count.
  if (!cursor.take('\n')) cursor.take('\r\n');
  let value = '';
  for (;;) {
    const { next } = cursor;
    if (next === '') cursor.fail(`The string is never closed with ${quote.repeat(3)}.`, start, start + 3);
    if (next === quote) {
      const quotes = cursor.match(quote === '"' ? /"{1,5}/y : /'{1,5}/y);
      // One or two quotes in front of the closing ones belong to the string.
      if (quotes.length >= 3) return value + quotes.slice(3);
      value += quotes;
    } else if (cursor.take('\r\n')) value += '\n';
    else {
      cursor.at++;
      if (next === '\\' && quote === '"') value += foldedLine(cursor) ? '' : escape(cursor);
      else value += next === '\n' ? next : plain(cursor, next);
    }
  }
}

/** A backslash at the end of a line swallows the break and all white space behind it. */
function foldedLine(cursor: TomlCursor): boolean {
  return cursor.match(/[ \t]*(?:\r?\n)(?:[ \t\n]|\r\n)*/y) !== '';
}

function plain(cursor: TomlCursor, character: string): string {
  if (controls.test(character))
    cursor.fail('TOML allows no control characters in strings; write them as escapes.', cursor.at - 1);
  return character;
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

/** What an escape stands for; the cursor is behind its backslash. */
function escape(cursor: TomlCursor): string {
  const start = cursor.at - 1;
  const letter = cursor.next;
  const short = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  cursor.at++;
  if (short !== undefined) return short;
  const length = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  if (length === 0) {
    cursor.fail(
      `TOML has no escape \\${letter}; a backslash is written \\\\, or the string in single quotes.`,
      start,
      start + 2,
    );
  }
  const digits = cursor.text.slice(cursor.at, cursor.at + length);
  const point = /^[0-9A-Fa-f]+$/.test(digits) && digits.length === length ? parseInt(digits, 16) : -1;
  if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
    cursor.fail(`\\${letter} needs ${length} hexadecimal digits that are a character.`, start, cursor.at + length);
  cursor.at += length;
  return String.fromCodePoint(point);
}

/** A part of a key, with its place. */
interface KeyPart {
  readonly name: string;
  readonly span: Span;
}

/** How a table came to be, which decides what may still be added to it. */
type Origin =
  /** As part of a longer `[header]`, so that it may get one of its own. */
  | 'implied'
  /** By a header of its own. */
  | 'header'
  /** By keys with dots. */
  | 'dotted'
  /** Between braces; complete. */
  | 'inline';

interface Table {
  readonly is: 'table';
  origin: Origin;
  readonly members: Map<string, Entry>;
}

/** `[[header]]`s of one name. */
interface Tables {
  readonly is: 'tables';
  last: Table;
}

/** Everything else that a key may have. */
interface Value {
  readonly is: 'value';
}

interface Entry {
  readonly place: Span;
  readonly value: Table | Tables | Value;
}

function createTable(origin: Origin): Table {
  return { is: 'table', origin, members: new Map() };
}

/** The table that a header opens: `[a.b]`, or the next one of `[[a.b]]`. Throws where the key is taken already. */
function openTable(root: Table, key: readonly KeyPart[], isEntry: boolean, text: string): Table {
  const last = key.at(-1);
  if (last === undefined) return root;
  let table = root;
  for (const part of key.slice(0, -1)) {
    const entry = table.members.get(part.name);
    const value = entry?.value;
    if (entry === undefined) table = put(table, part, createTable('implied'));
    else if (value?.is === 'tables') table = value.last;
    else if (value?.is === 'table' && value.origin !== 'inline') table = value;
    else throw taken(part, entry, text, 'nothing can be added to its value');
  }
  const entry = table.members.get(last.name);
  const value = entry?.value;
  const opened = createTable('header');
  if (entry === undefined) {
    if (!isEntry) return put(table, last, opened);
    table.members.set(last.name, { place: last.span, value: { is: 'tables', last: opened } });
    return opened;
  }
  if (isEntry && value?.is === 'tables') {
    value.last = opened;
    return opened;
  }
  if (!isEntry && value?.is === 'table' && value.origin === 'implied') {
    value.origin = 'header';
    return value;
  }
  throw taken(last, entry, text, 'a table can be written only once');
}

/** Puts a value under a key, with dots or without, into a table. Throws where the key is taken already. */
function addValue(table: Table, key: readonly KeyPart[], value: Table | Value, text: string): void {
  let target = table;
  for (const part of key.slice(0, -1)) {
    const entry = target.members.get(part.name);
    if (entry === undefined) {
      target = put(target, part, createTable('dotted'));
      continue;
    }
    const { value: inner } = entry;
    if (inner.is !== 'table' || inner.origin === 'header' || inner.origin === 'inline')
      throw taken(part, entry, text, 'nothing can be added to it with dots');
    inner.origin = 'dotted';
    target = inner;
  }
  const last = key.at(-1);
  if (last === undefined) return;
  const entry = target.members.get(last.name);
  if (entry !== undefined) throw taken(last, entry, text, 'a key can be given only once');
  target.members.set(last.name, { place: last.span, value });
}

function put(table: Table, { name, span }: KeyPart, inner: Table): Table {
  table.members.set(name, { place: span, value: inner });
  return inner;
}

function taken({ name, span }: KeyPart, { place }: Entry, text: string, why: string): TomlFault {
  const line = text.slice(0, place.start).split('\n').length;
  return new TomlFault(span, `${name} is there already, on line ${line}, and ${why}.`);
}

/**
 * The first reason why a text is no TOML 1.0, as its readers stop there; undefined where it is TOML, and where it nests
 * deeper than is followed.
 */
export function tomlFault(text: string): TomlFault | undefined {
  try {
    readDocument(new TomlCursor(text));
  } catch (error) {
    if (error instanceof TomlFault) return error;
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return undefined;
}

class TooDeep extends Error {}

function readDocument(cursor: TomlCursor): void {
  const root = createTable('header');
  let table = root;
  // Readers let a byte order mark pass.
  cursor.take('\ufeff');
  for (;;) {
    cursor.skipLines();
    if (cursor.isAtEnd()) return;
    if (cursor.next === '[') table = readHeader(cursor, root);
    else {
      readEntry(cursor, table, 0);
      cursor.endLine('a value');
    }
  }
}

function readHeader(cursor: TomlCursor, root: Table): Table {
  const start = cursor.at;
  const isEntry = cursor.take('[[');
  if (!isEntry) cursor.take('[');
  const key = readKey(cursor);
  const close = isEntry ? ']]' : ']';
  if (!cursor.take(close)) cursor.fail(`The header is not closed with ${close}.`, start, cursor.lineEnd());
  const table = openTable(root, key, isEntry, cursor.text);
  cursor.endLine('a header');
  return table;
}

/** A key and its value. */
function readEntry(cursor: TomlCursor, table: Table, depth: number): void {
  const start = cursor.at;
  const key = readKey(cursor);
  if (!cursor.take('=')) cursor.fail('A key needs = and a value.', start, Math.max(cursor.at, start + 1));
  cursor.skipBlanks();
  addValue(table, key, readValue(cursor, depth), cursor.text);
}

/** The parts of a key between dots, with the blanks around them. */
function readKey(cursor: TomlCursor): KeyPart[] {
  const parts: KeyPart[] = [];
  do {
    cursor.skipBlanks();
    const start = cursor.at;
    const isQuoted = cursor.next === '"' || cursor.next === "'";
    const name = isQuoted ? readString(cursor, true) : cursor.match(/[\w-]+/y);
    if (!isQuoted && name === '')
      cursor.fail(
        parts.length === 0
          ? 'A key or a [header] was expected; keys with other characters than letters, digits, _ and - need quotes.'
          : 'The key ends with a dot.',
      );
    parts.push({ name, span: { start, end: cursor.at } });
    cursor.skipBlanks();
  } while (cursor.take('.'));
  return parts;
}

const value: Value = { is: 'value' };

function readValue(cursor: TomlCursor, depth: number): Table | Value {
  if (depth > limits.tomlDepth) throw new TooDeep();
  switch (cursor.next) {
    case '"':
    case "'":
      readString(cursor, false);
      return value;
    case '[':
      readArray(cursor, depth);
      return value;
    case '{':
      return readInlineTable(cursor, depth);
    default:
      readScalar(cursor);
      return value;
  }
}

function readArray(cursor: TomlCursor, depth: number): void {
  const start = cursor.at;
  cursor.take('[');
  for (;;) {
    cursor.skipLines();
    if (cursor.take(']')) return;
    if (cursor.isAtEnd()) cursor.fail('The list is never closed with ].', start);
    readValue(cursor, depth + 1);
    cursor.skipLines();
    if (cursor.take(',')) continue;
    if (cursor.take(']')) return;
    if (cursor.isAtEnd()) cursor.fail('The list is never closed with ].', start);
    cursor.fail('A comma or ] was expected in the list.');
  }
}

function readInlineTable(cursor: TomlCursor, depth: number): Table {
  const start = cursor.at;
  const table = createTable('inline');
  cursor.take('{');
  cursor.skipBlanks();
  if (cursor.take('}')) return table;
  for (;;) {
    cursor.skipBlanks();
    if (cursor.next === '}') cursor.fail('TOML 1.0 allows no comma in front of the closing brace.');
    if (cursor.isAtEnd() || cursor.next === '\n' || cursor.next === '\r')
      cursor.fail('A table in braces has to stand on one line.', start);
    readEntry(cursor, table, depth + 1);
    cursor.skipBlanks();
    if (cursor.take('}')) return table;
    if (cursor.take(',')) continue;
    if (cursor.isAtEnd() || cursor.next === '\n' || cursor.next === '\r' || cursor.next === '#')
      cursor.fail('A table in braces has to stand on one line.', start);
    cursor.fail('A comma or } was expected in the table.');
  }
}
