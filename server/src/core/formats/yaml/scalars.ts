import type { TextChange } from '../../problems/problem.js';
import type { StringStyle } from '../tree/node.js';
import type { Span } from '../../text/span.js';
import { type Cursor, isBreak, isBreakOrEnd, isSpaceOrEnd, YamlError } from './characters.js';

/** A scalar as written and its text, before tags and YAML's types. */
export interface Scalar {
  readonly value: string;
  readonly style: StringStyle;
  /** With quotes; of a block scalar only its lines. */
  readonly span: Span;
  /** Indentation of a block scalar's lines, in characters. */
  readonly blockIndent?: number;
  /** Escapes of halves of characters, and what they are together. */
  readonly halves?: readonly TextChange[];
}

/** Reads `|` or `>` and the lines below; `parentIndent` is the column of the collection around it, -1 at the root. */
export function blockScalar(cursor: Cursor, parentIndent: number): Scalar {
  const style = cursor.peek() === '|' ? 'literal' : 'folded';
  cursor.at++;
  const { keep, strip, increment } = blockHeader(cursor);
  const start = cursor.at;
  const least = Math.max(1, parentIndent + 1);
  let breaks: readonly string[];
  let indent: number;
  if (increment === undefined) {
    const found = emptyLines(cursor);
    breaks = found.breaks;
    indent = Math.max(least, found.widest);
  } else {
    indent = least + increment - 1;
    breaks = breaksWithin(cursor, indent);
  }
  let value = '';
  let lineBreak = '';
  let end = start;
  while (cursor.column === indent && cursor.at < cursor.text.length) {
    value += breaks.join('');
    const spaced = cursor.peek() === ' ' || cursor.peek() === '\t';
    const from = cursor.at;
    cursor.skipLine();
    value += cursor.text.slice(from, cursor.at);
    end = cursor.at;
    lineBreak = cursor.lineBreak();
    breaks = breaksWithin(cursor, indent);
    if (cursor.column !== indent || cursor.at >= cursor.text.length) break;
    const nextSpaced = cursor.peek() === ' ' || cursor.peek() === '\t';
    if (style === 'folded' && lineBreak === '\n' && !spaced && !nextSpaced) {
      if (breaks.length === 0) value += ' ';
    } else value += lineBreak;
  }
  if (!strip) value += lineBreak;
  if (keep) value += breaks.join('');
  const written = cursor.text.slice(start, end).trimEnd().length;
  return { value, style, span: { start, end: start + written }, blockIndent: indent };
}

/** The rest of the line after `|` or `>`: how the last line breaks are treated, and the indentation. */
function blockHeader(cursor: Cursor): { keep: boolean; strip: boolean; increment: number | undefined } {
  const header = /^(?:([+-])([0-9])?|([0-9])([+-])?)?/.exec(cursor.text.slice(cursor.at, cursor.at + 2));
  const chomping = header?.[1] ?? header?.[4];
  const digit = header?.[2] ?? header?.[3];
  if (digit === '0') throw new YamlError('The indentation of a block is 1 to 9, not 0.', cursor.at);
  cursor.at += header?.[0].length ?? 0;
  // A comment needs a space before it (PyYAML 6.0.3, scan_block_scalar_indicators).
  if (cursor.peek() === ' ') {
    cursor.skipSpaces();
    if (cursor.peek() === '#') cursor.skipLine();
  }
  if (!isBreakOrEnd(cursor.peek())) {
    throw new YamlError(
      'After | or > the line may contain only + or -, an indentation, and a comment after a space.',
      cursor.at,
    );
  }
  cursor.lineBreak();
  return {
    keep: chomping === '+',
    strip: chomping === '-',
    increment: digit === undefined ? undefined : Number(digit),
  };
}

/** Lines without text before the first line of a block; the widest decides its indentation. */
function emptyLines(cursor: Cursor): { breaks: string[]; widest: number } {
  const breaks: string[] = [];
  let widest = 0;
  for (;;) {
    if (cursor.peek() === ' ') {
      cursor.skipSpaces();
      widest = Math.max(widest, cursor.column);
    } else if (isBreak(cursor.peek())) breaks.push(cursor.lineBreak());
    else return { breaks, widest };
  }
}

function breaksWithin(cursor: Cursor, indent: number): readonly string[] {
  let breaks: string[] | undefined;
  for (;;) {
    while (cursor.column < indent && cursor.peek() === ' ') cursor.at++;
    if (!isBreak(cursor.peek())) return breaks ?? none;
    (breaks ??= []).push(cursor.lineBreak());
  }
}

const none: readonly string[] = [];

/** Reads a scalar in quotes, of one line or more. */
export function quotedScalar(cursor: Cursor): Scalar {
  const start = cursor.at;
  const quote = cursor.peek();
  const double = quote === '"';
  cursor.at++;
  let value = '';
  let halves: TextChange[] | undefined;
  for (;;) {
    const from = cursor.at;
    let at = from;
    for (;;) {
      const c = cursor.text.charAt(at);
      if (c === quote || (double && c === '\\') || isSpaceOrEnd(c)) break;
      at++;
    }
    value += cursor.text.slice(from, at);
    cursor.at = at;
    const c = cursor.peek();
    if (c === quote) {
      cursor.at++;
      if (double || cursor.peek() !== quote) break;
      value += "'";
      cursor.at++;
    } else if (c === '\\') {
      const escaped = escape(cursor, start);
      value += escaped;
      if (!escaped.isWellFormed()) addHalf((halves ??= []), { span: { start: at, end: cursor.at }, newText: escaped });
    } else value += quotedSpace(cursor, start);
  }
  const scalar: Scalar = { value, style: double ? 'double' : 'single', span: { start, end: cursor.at } };
  return halves === undefined ? scalar : { ...scalar, halves };
}

/** Joins the escapes of two halves that follow each other. */
function addHalf(halves: TextChange[], half: TextChange): void {
  const before = halves.at(-1);
  const newText = `${before?.newText}${half.newText}`;
  if (before?.span.end !== half.span.start || !newText.isWellFormed()) halves.push(half);
  else halves[halves.length - 1] = { span: { start: before.span.start, end: half.span.end }, newText };
}

/** White space inside quotes: kept within a line, folded at line breaks. */
function quotedSpace(cursor: Cursor, opening: number): string {
  const from = cursor.at;
  cursor.skipWhiteSpace();
  if (cursor.at >= cursor.text.length) throw new YamlError('This quote is never closed.', opening);
  const spaces = cursor.text.slice(from, cursor.at);
  const lineBreak = cursor.lineBreak();
  return lineBreak === '' ? spaces : folded(lineBreak, quotedBreaks(cursor, opening));
}

function quotedBreaks(cursor: Cursor, opening: number): string[] {
  const breaks: string[] = [];
  for (;;) {
    if (cursor.atMarker()) throw new YamlError('This quote is not closed before the document ends.', opening);
    cursor.skipWhiteSpace();
    if (!isBreak(cursor.peek())) return breaks;
    breaks.push(cursor.lineBreak());
  }
}

/** One line break between two pieces of text is a space, several are one line break less. */
function folded(lineBreak: string, breaks: readonly string[]): string {
  if (lineBreak !== '\n') return lineBreak + breaks.join('');
  return breaks.length === 0 ? ' ' : breaks.join('');
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '\\': '\\',
  '/': '/',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const escapeDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escape(cursor: Cursor, opening: number): string {
  const start = cursor.at;
  const name = cursor.text.charAt(start + 1);
  const simple = escapes[name];
  if (simple !== undefined) {
    cursor.at += 2;
    return simple;
  }
  const length = escapeDigits[name];
  if (length !== undefined) {
    const digits = cursor.text.slice(start + 2, start + 2 + length);
    const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? parseInt(digits, 16) : Infinity;
    if (code > 0x10ffff) {
      throw new YamlError(
        `\\${name} must be followed by ${length} hexadecimal digits of a character.`,
        { start, end: start + 2 },
        'yaml/syntax',
        opening,
      );
    }
    cursor.at += 2 + length;
    return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
  }
  cursor.at++;
  if (cursor.lineBreak() === '') {
    throw new YamlError(
      'YAML has no such escape; write a backslash in double quotes as \\\\.',
      { start, end: Math.min(start + 2, cursor.text.length) },
      'yaml/syntax',
      opening,
    );
  }
  return quotedBreaks(cursor, opening).join('');
}

/** Reads a scalar without quotes; `parentIndent` as for blocks. `crossed`: whether it continues over a line break. */
export function plainScalar(cursor: Cursor, parentIndent: number, inFlow: boolean): Scalar & { crossed: boolean } {
  const { text } = cursor;
  const start = cursor.at;
  // Text on one line is copied at once.
  let lineStart = start;
  let end = start;
  let value = '';
  let spaces = '';
  let crossed = false;
  while (cursor.peek() !== '#') {
    const from = cursor.at;
    const to = cursor.plainEnd(inFlow);
    if (to === from) break;
    if (crossed) {
      value += text.slice(lineStart, end) + spaces;
      lineStart = from;
    }
    cursor.at = end = to;
    const line = cursor.line;
    const between = plainSpace(cursor);
    crossed = cursor.line !== line;
    if (!crossed || between === '' || (!inFlow && cursor.column <= parentIndent)) break;
    spaces = between;
  }
  return { value: value + text.slice(lineStart, end), style: 'plain', span: { start, end }, crossed };
}

/** White space that can continue a plain scalar; '' if the scalar ends. Tabs never continue it. */
function plainSpace(cursor: Cursor): string {
  const from = cursor.at;
  cursor.skipSpaces();
  const spaces = cursor.text.slice(from, cursor.at);
  const lineBreak = cursor.lineBreak();
  if (lineBreak === '') return spaces;
  if (cursor.atMarker()) return '';
  const breaks: string[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (!isBreak(cursor.peek())) return folded(lineBreak, breaks);
    breaks.push(cursor.lineBreak());
    if (cursor.atMarker()) return '';
  }
}
