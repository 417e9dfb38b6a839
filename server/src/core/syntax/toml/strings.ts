import { controls, type TomlCursor } from './cursor.js';

/** Reads the string at a cursor on a quote. In keys strings stay on one line. */
export function readString(cursor: TomlCursor, isKey: boolean): string {
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
