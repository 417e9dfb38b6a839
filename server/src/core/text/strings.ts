import { limits } from '../limits.js';
import { utf8Bytes } from './bytes.js';

/** A table of the ASCII characters that match a pattern: 1 at the code of each, so that a loop needs no pattern. */
export function asciiTable(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
}

/**
 * Restores the line endings of a text that an editor has given the same ending on all lines: lines that were in the text
 * before get their old ending back. Nothing to do if all old endings are LF.
 */
export function keepingLineEnds(before: string, edited: string): string {
  const old = linesOf(before);
  if (new Set(old.map(({ end }) => end).filter((end) => end !== '')).size < 2 && !before.includes('\r')) return edited;
  const now = linesOf(edited);
  const most = Math.min(old.length, now.length);
  const isSame = (a: Line | undefined, b: Line | undefined): boolean =>
    a?.text === b?.text && (a?.end === '') === (b?.end === '');
  let first = 0;
  while (first < most && isSame(old[first], now[first])) first++;
  let last = 0;
  while (last < most - first && isSame(old.at(-1 - last), now.at(-1 - last))) last++;
  // A new or changed line gets the ending of the old line at its position.
  const changed = now.slice(first, now.length - last).map(({ text, end }, index) => {
    const there = old[Math.min(first + index, old.length - last - 1)]?.end ?? '';
    return text + (end === '' || there === '' ? end : there);
  });
  return [...old.slice(0, first).map(complete), ...changed, ...old.slice(old.length - last).map(complete)].join('');
}

interface Line {
  readonly text: string;
  /** Empty for the last one. */
  readonly end: string;
}

function complete({ text, end }: Line): string {
  return text + end;
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n)?/g)]
    .filter(({ 0: all, index }) => all !== '' || index === 0 || /[\r\n]/.test(text.charAt(index - 1)))
    .map(({ 1: line = '', 2: end = '' }) => ({ text: line, end }));
}

/** The bytes of a percent-encoded string; everything but the escapes is encoded as UTF-8. */
export function percentDecoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const part of text.split(/(%[0-9a-fA-F]{2})/)) {
    if (/^%[0-9a-fA-F]{2}$/.test(part)) bytes.push(parseInt(part.slice(1), 16));
    else for (const byte of utf8Bytes(part)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/**
 * The end of a string in quotes: after the first quote that is not escaped with a backslash. `start` is the opening quote,
 * a double or a single one. Undefined if there is no such quote. A regular expression would need stack space for every character.
 */
export function endOfQuoted(text: string, start: number): number | undefined {
  const mark = text.charAt(start);
  for (let quote = text.indexOf(mark, start + 1); quote >= 0; quote = text.indexOf(mark, quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes > start && text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/**
 * A text without the given characters at its end. A pattern such as `/0+$/` would be tried at each of them, which takes
 * quadratic time.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A copy of a pattern, which keeps the position of its last match for itself. */
export function copyOf(pattern: RegExp, flags = pattern.flags): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- the pattern is checked where it is written
  return new RegExp(pattern, flags);
}

/**
 * Adds items at the end of a list. `push(...items)` overflows the stack above about a hundred thousand items, because each
 * is an argument of its own.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Adds an item to the list that a map has for a key, which begins with its first item. */
export function addToList<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Items in a sentence: `a, b and c`. */
export function enumerated(items: readonly string[], word: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}

/** `1 file`, `1,204 files`. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

/** A text at the beginning of a sentence, or as an entry of a list. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text, or the beginning of a long one, to fit in a sentence. */
export function shortened(text: string): string {
  return text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text;
}

/** The same in quotes. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/**
 * The offset of the first character from one on that a global pattern for one character matches; the end of the text if there
 * is none. A run of other characters is found by its end, not by `[^…]+`: for that, V8 remembers each character in a process
 * that has compiled many patterns, and has no room for 16 million.
 */
export function nextOffset(text: string, character: RegExp, from: number): number {
  character.lastIndex = from;
  return character.test(text) ? character.lastIndex - 1 : text.length;
}

/** The end of the line of an offset, without its line ending. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return end > offset && text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** The codes with which programs colour what they write to a terminal or console. */
// eslint-disable-next-line no-control-regex -- colours begin with an escape character
export const terminalColour = /\u001b\[[\d;]{0,12}m/g;

/** A paragraph in lines, all but the first one indented. A list with columns of its own stays as it is. */
export function wrapped(paragraph: string, most: number, indent = ''): string {
  if (/\S {2,}\S/.test(paragraph)) return paragraph;
  let [result, length] = ['', 0];
  for (const word of paragraph.split(/\s+/)) {
    const isFull = length > 0 && length + 1 + word.length > most;
    result += length === 0 ? word : isFull ? `\n${indent}${word}` : ` ${word}`;
    length = isFull ? word.length : length === 0 ? word.length : length + 1 + word.length;
  }
  return result;
}

/**
 * A whole number with commas between thousands. `toLocaleString` loads the data of all languages first, which takes longer than
 * checking a small file.
 */
export function grouped(number: number): string {
  const digits = String(number);
  const first = digits.length % 3 || 3;
  let text = digits.slice(0, first);
  for (let start = first; start < digits.length; start += 3) text += `,${digits.slice(start, start + 3)}`;
  return text;
}

/**
 * `str.splitlines()`: lines also end at form feeds, separators and U+0085; no empty line follows the last line ending.
 */
export function pythonLines(text: string): string[] {
  const lines = text.split(lineEnds);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const lineEnds = /\r\n|[\n-\r\u001c-\u001e\u0085\u2028\u2029]/; // eslint-disable-line no-control-regex -- Python ends lines there
