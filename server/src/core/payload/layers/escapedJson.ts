import { escapedCharacter } from '../../formats/json/scanner.js';
import { escapesMap } from '../../formats/tree/stringMap.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { endOfQuoted } from '../../text/strings.js';
import { type Content, textContent } from '../content.js';
import { looksLikeJson } from '../../formats/json/detect.js';
import { type Layer, spliceThrough } from './layer.js';

/** The range inside the quotes, backticks or code fence around a pasted text. */
export function wrapping(text: string): Span {
  const fence = /^\s*```[a-z]*[ \t]*\r?\n/.exec(text);
  let start = fence === null ? (/^\s*/.exec(text)?.[0].length ?? 0) : fence[0].length;
  let end = text.trimEnd().length;
  if (fence !== null && text.slice(0, end).endsWith('```')) end -= 3;
  const quote = text.charAt(start);
  if (fence === null && /["'`]/.test(quote)) {
    start++;
    if (end > start && text.charAt(end - 1) === quote) end--;
  }
  return { start, end: Math.max(start, end) };
}

/** A string without its escapes. Each match of `escape` is one character. */
interface Unescaped {
  readonly value: string;
  readonly escape: RegExp;
  /** Whether nothing but quotes was escaped. */
  readonly onlyQuotes: boolean;
}

/** All escapes of JSON strings. */
const anyEscape = /\\(?:u[0-9a-fA-F]{4}|[^u])/g;
/** Quotes alone, if a tool escaped nothing else. */
const quoteEscape = /\\"/g;

/**
 * Decodes one level of escapes. If only the quotes were escaped, decoding all escapes would break those of the JSON
 * itself: then a string has a single backslash before a character other than a quote.
 */
function unescaped(text: string): Unescaped {
  const onlyQuotes = hasForeignEscapes(text);
  const escape = onlyQuotes ? quoteEscape : anyEscape;
  return {
    value: text.replace(escape, (written) => (onlyQuotes ? '"' : escapedCharacter(written))),
    escape,
    onlyQuotes,
  };
}

/** Whether strings have escapes that only the JSON itself can have: a `\n` between two `\"` of one string. */
function hasForeignEscapes(text: string): boolean {
  let inString = false;
  for (const [escape] of text.matchAll(/(?<!\\)\\+(?:"|[nrt]|u[0-9a-fA-F]{4})/g)) {
    const backslashes = escape.lastIndexOf('\\') + 1;
    if (escape.endsWith('"')) {
      if (backslashes === 1) inString = !inString;
    } else if (inString && backslashes === 1) return true;
  }
  return false;
}

/**
 * JSON that was copied out of a JSON string: `\"` in place of every quote, perhaps in quotes or backticks of its own, cut
 * or wrapped. It is encoded again with the escapes of before, or with escaped quotes alone if nothing else was escaped.
 */
export const escapedJson: Layer = {
  names: ['escaped-json-text'],
  recognise(content) {
    const { text } = content;
    // A quick check that rules out most texts.
    if (text === undefined || !/^\s{0,1000}[{["'`\\]/.test(text.slice(0, 1_001))) return undefined;
    const nested = stringInString.test(text.slice(0, 4_000));
    // A whole JSON string is JSON already.
    if (!nested && isQuoted(text)) return undefined;
    const { start } = wrapping(text);
    if (!nested && !/^(?:\\+[nrt]|\s){0,200}[{[](?:\\+[nrt]|\s){0,200}\\+"/.test(text.slice(start, start + 2_000)))
      return undefined;
    const decoded = withoutEscapes(content);
    return nested || looksLikeJson(decoded.text ?? '')
      ? { layer: 'escaped-json-text', content: decoded, problems: [] }
      : undefined;
  },
  decode: (content) => ({ content: withoutEscapes(content), problems: [] }),
  encodeAlike(inner, { outer, inner: before }) {
    const written = outer.text ?? '';
    const { start, end } = wrapping(written);
    const escaped = written.slice(start, end);
    const escape = unescaped(escaped).onlyQuotes
      ? (changed: string) => changed.replaceAll('"', '\\"')
      : escapesAlike(escaped);
    const text = spliceThrough(written, before.map, before.text ?? '', inner.text ?? '', escape);
    return textContent(text, fragmentMap(0), outer.origin);
  },
};

function withoutEscapes({ text = '', map, origin }: Content): Content {
  const { start, end } = wrapping(text);
  const escaped = text.slice(start, end);
  const { value, escape } = unescaped(escaped);
  const inner = escapesMap(escaped, 0, escaped.length, escape);
  return textContent(value, composeMaps(composeMaps(map, fragmentMap(start)), inner), origin);
}

/** The beginning of JSON in a string that is in a string itself: quotes with more and more backslashes. */
const stringInString =
  /^\s{0,1000}["'`]?\s{0,20}(?:\\{1,255}"\s{0,20}){1,8}(?:\\{1,255}[nrt]|\s){0,20}[{[]\s{0,20}(?:\\{1,255}[nrt]\s{0,20}){0,20}\\{3,255}"/;

/** Whether a text is a single string in double quotes. */
function isQuoted(text: string): boolean {
  const start = text.search(/\S/);
  if (text.charAt(start) !== '"') return false;
  const end = endOfQuoted(text, start);
  return end !== undefined && text.slice(end).trim() === '';
}

/**
 * Escapes text for a JSON string in the style of `written`: characters that this one escapes without need are escaped
 * too.
 */
export function escapesAlike(written: string): (text: string) => string {
  const usual = new Map<string, string>();
  for (const [escape] of written.matchAll(/\\(?:u[0-9a-fA-F]{4}|[^u])/g)) usual.set(escapedCharacter(escape), escape);
  const isAscii = [...usual.keys()].some((character) => character > '\u007f') && !/[\u0080-\uffff]/.test(written);
  const isCapital = [...usual.values()].some((escape) => /^\\u.*[A-F]/.test(escape));
  return (text) =>
    text.replace(/[^]/g, (character) => {
      const escape = usual.get(character);
      if (escape !== undefined) return escape;
      if (character < ' ' || character === '"' || character === '\\') return JSON.stringify(character).slice(1, -1);
      // YAML accepts some characters only escaped, and editors don't show them.
      const isHidden = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(character);
      if (!isHidden && !(isAscii && character > '\u007f')) return character;
      const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${isCapital ? digits.toUpperCase() : digits}`;
    });
}
