import { composeMaps, fragmentMap } from '../text/positionMap.js';
import { type Content, textContent } from './decoders.js';
import { decodeBase64 } from '../text/base64.js';
import { couldBeBase64, worthDecoding } from './peelers/base64.js';
import { wrapping } from './peelers/escapedText.js';

/** The name of a field in front of its value, as a line of JSON, YAML or a script has it. */
const fieldName = /^\s{0,200}["']?(?:custom|user)_?data["']?\s{0,20}[:=]\s{0,20}/i;

/**
 * What a user pasted without the quotes, back-ticks or code fence around it, and without the name of the field in front of
 * it: JSON or base64. Undefined for a text that is neither, or has nothing around it.
 */
export function withoutQuotes(content: Content): Content | undefined {
  const { text, map, origin } = content;
  // Most texts begin otherwise, and are not looked at any further.
  if (text === undefined || !/^\s{0,200}(?:["'`]|(?:custom|user)_?data\b)/i.test(text.slice(0, 230))) return undefined;
  const named = fieldName.exec(text.slice(0, 300))?.[0].length ?? 0;
  const written = text.slice(named).trimEnd();
  const rest = written.endsWith(',') ? written.slice(0, -1) : written;
  const { start, end } = wrapping(rest);
  const inner = rest.slice(start, end);
  const isWrapped = named > 0 || (start > 0 && /["'`]/.test(rest.trimStart().charAt(0)));
  if (!isWrapped || !(isPlainJson(inner) || isPayload(inner))) return undefined;
  return textContent(inner, composeMaps(map, fragmentMap(named + start)), origin);
}

/** JSON whose own quotes are not escaped. */
function isPlainJson(text: string): boolean {
  return /^\s{0,200}(?:\[\s{0,200})?\{\s{0,200}"/.test(text.slice(0, 700)) && /[}\]]\s*$/.test(text.slice(-200));
}

function isPayload(text: string): boolean {
  return couldBeBase64(text) && worthDecoding(decodeBase64(text).bytes);
}
