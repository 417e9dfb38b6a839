import { escapedCharacter } from '../../formats/json/scanner.js';
import { escapesMap } from '../../formats/tree/stringMap.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { endOfQuoted } from '../../text/strings.js';
import { type Content, type DecodeContext, textContent } from '../content.js';
import { looksLikeJson } from '../detectKind.js';
import { type DecodedLayer, type LayerOpener, spliceThrough, textOf, WriteError } from './layer.js';

/** What stands inside of quotes, backticks or a code fence that people put around a paste. */
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

/** A text without its escapes. `escape` matches what stands for one character each. */
interface Unescaped {
  readonly value: string;
  readonly escape: RegExp;
  /** Whether nothing but quotes was escaped. */
  readonly onlyQuotes: boolean;
}

/** All that JSON escapes in a string. */
const anyEscape = /\\(?:u[0-9a-fA-F]{4}|[^u])/g;
/** Quotes alone, where a tool escaped nothing else. */
const quoteEscape = /\\"/g;

/**
 * Takes one level of escapes off. Where only the quotes were escaped, unescaping everything would break the escapes of
 * the JSON itself: then a lone backslash stands in front of something else than a quote, inside of a string.
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

/** Whether escapes stand inside of strings that only the JSON itself can mean: a `\n` between two `\"` of one string. */
function hasForeignEscapes(text: string): boolean {
  let inString = false;
  for (const [escape] of text.matchAll(/\\+(?:"|[nrt]|u[0-9a-fA-F]{4})/g)) {
    const backslashes = escape.lastIndexOf('\\') + 1;
    if (escape.endsWith('"')) {
      if (backslashes === 1) inString = !inString;
    } else if (inString && backslashes === 1) return true;
  }
  return false;
}

/**
 * Recognises JSON that was copied out of a JSON string: `\"` in place of every quote, perhaps in quotes or backticks of
 * its own, cut or wrapped.
 */
export function decodeEscapedJson(content: Content, _context: DecodeContext): DecodedLayer | undefined {
  const { text } = content;
  // Most texts begin otherwise, and are not looked at any further.
  if (text === undefined || !/^\s{0,1000}[{["'`\\]/.test(text.slice(0, 1_001))) return undefined;
  const nested = stringInString.test(text.slice(0, 4_000));
  // A whole JSON string is JSON already.
  if (!nested && isQuoted(text)) return undefined;
  const { start, end } = wrapping(text);
  if (!nested && !/^(?:\\+[nrt]|\s){0,200}[{[](?:\\+[nrt]|\s){0,200}\\+"/.test(text.slice(start, start + 2_000)))
    return undefined;
  const escaped = text.slice(start, end);
  const { value, escape } = unescaped(escaped);
  if (!nested && !looksLikeJson(value)) return undefined;
  const inner = escapesMap(escaped, 0, escaped.length, escape);
  const map = composeMaps(composeMaps(content.map, fragmentMap(start)), inner);
  return { layer: 'escaped-json-text', content: textContent(value, map, content.origin), problems: [] };
}

/** The beginning of JSON in a string that is in a string itself: quotes with ever more back-slashes. */
const stringInString =
  /^\s{0,1000}["'`]?\s{0,20}(?:\\{1,255}"\s{0,20}){1,8}(?:\\{1,255}[nrt]|\s){0,20}[{[]\s{0,20}(?:\\{1,255}[nrt]\s{0,20}){0,20}\\{3,255}"/;

/** Whether a text is one text in double quotes and nothing else. */
function isQuoted(text: string): boolean {
  const start = text.search(/\S/);
  if (text.charAt(start) !== '"') return false;
  const end = endOfQuoted(text, start);
  return end !== undefined && text.slice(end).trim() === '';
}

/**
 * Gives text the escapes that it needs in a JSON string, in the manner of one that is there: characters that this one
 * escapes though it need not are escaped in the same way.
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
      // YAML takes some characters only behind escapes, and in editors nobody sees them.
      const isHidden = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(character);
      if (!isHidden && !(isAscii && character > '\u007f')) return character;
      const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${isCapital ? digits.toUpperCase() : digits}`;
    });
}

/** JSON that was copied out of a string: the escapes that it has there, or its quotes alone where nothing else is escaped. */
export const openEscapedJson: LayerOpener = (outer) => {
  const text = textOf(outer);
  if (text === undefined) return new WriteError('The escaped JSON around it is no text.');
  const { start, end } = wrapping(text);
  const escaped = text.slice(start, end);
  const { value, escape, onlyQuotes } = unescaped(escaped);
  const write = onlyQuotes ? (stretch: string) => stretch.replaceAll('"', '\\"') : escapesAlike(escaped);
  const map = escapesMap(escaped, 0, escaped.length, escape);
  return {
    inner: value,
    close(inner) {
      const next = textOf(inner) ?? '';
      return text.slice(0, start) + spliceThrough(escaped, map, value, next, write) + text.slice(end);
    },
  };
};
