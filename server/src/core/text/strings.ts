import { limits } from '../limits.js';
import { utf8Bytes } from './bytes.js';

/**
 * A text that came out of an editor, which gives all lines the same end: lines that the text of before has, too, get the
 * ends of before. A text of before whose line ends are all alike is what it would become anyway.
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
  // What is new or changed ends as the line that stood there.
  const changed = now.slice(first, now.length - last).map(({ text, end }, index) => {
    const there = old[Math.min(first + index, old.length - last - 1)]?.end ?? '';
    return text + (end === '' || there === '' ? end : there);
  });
  return [...old.slice(0, first).map(whole), ...changed, ...old.slice(old.length - last).map(whole)].join('');
}

interface Line {
  readonly text: string;
  /** Empty for the last one. */
  readonly end: string;
}

function whole({ text, end }: Line): string {
  return text + end;
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)]
    .filter(({ 0: all, index }) => all !== '' || index === 0 || /[\r\n]/.test(text.charAt(index - 1)))
    .map(({ 1: line = '', 2: end = '' }) => ({ text: line, end }));
}

/** The bytes of a percent-encoded text; what is no escape stands for itself in UTF-8. */
export function percentDecoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const piece of text.split(/(%[0-9a-fA-F]{2})/)) {
    if (/^%[0-9a-fA-F]{2}$/.test(piece)) bytes.push(parseInt(piece.slice(1), 16));
    else for (const byte of utf8Bytes(piece)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/**
 * Where a text in double quotes ends: behind the quote that no backslash takes away. `start` is the opening quote.
 * Undefined where there is no such quote. A regular expression would need room for every character of a long text.
 */
export function endOfQuoted(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes > start && text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/**
 * Puts further items at the end of a list. `push(...items)` would hand each over as an argument of its own, for which
 * the stack has no room above some hundred thousand.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Items in a sentence: `a, b and c`. */
export function enumerated(items: readonly string[], word: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}

/** A string in quotes, shortened to what a sentence can hold. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text);
}
