import { utf8Bytes } from '../text/bytes.js';

/**
 * The bytes that Python's `email` makes of a text that it has read as characters (codec `raw-unicode-escape`): up to
 * U+00FF one byte each, further ones the ASCII letters `\uXXXX` or `\UXXXXXXXX`. Only ASCII comes out as it went in.
 */
export function rawBytes(text: string): Uint8Array {
  if (!beyondAscii.test(text)) return utf8Bytes(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 256) {
      bytes.push(code);
      continue;
    }
    const escape = code < 65_536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
    for (let at = 0; at < escape.length; at++) bytes.push(escape.charCodeAt(at));
  }
  return Uint8Array.from(bytes);
}

const beyondAscii = /[^\u0000-\u007f]/; // eslint-disable-line no-control-regex -- all of ASCII is meant

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
