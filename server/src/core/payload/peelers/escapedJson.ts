import { looksLikeJson } from '../../document/detectKind.js';
import { escapesMap } from '../../syntax/stringMap.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { endOfQuoted } from '../../text/quotedEnd.js';
import type { DecodeContext } from '../context.js';
import { type Content, textContent } from '../decoders.js';
import { unescaped, wrapping } from './escapedText.js';
import type { DecodedLayer } from './peeler.js';

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
