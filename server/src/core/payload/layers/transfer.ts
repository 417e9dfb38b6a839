import { quotedPrintableBytes, rawBytes } from '../../formats/mime/transfer.js';
import { percentDecoded } from '../../text/strings.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { byteContent, textContent, withinBudget } from '../content.js';
import type { Layer } from './layer.js';

/** Percent-encoded bytes; unescaped characters stay unescaped, and new ones are escaped as in a URL. */
export const percentEncoding: Layer = {
  names: ['percent-encoding'],
  decode: ({ text = '', origin }) => ({ content: byteContent(percentDecoded(text), origin), problems: [] }),
  encodeAlike(inner, { outer }) {
    const written = outer.text ?? '';
    const escapes = written.match(/%[0-9a-fA-F]{2}/g) ?? [];
    const isLowerCase = escapes.some((escape) => /[a-f]/.test(escape));
    const bare = new Set(written.replace(/%[0-9a-fA-F]{2}/g, ''));
    const encoded = [...inner.bytes].map((byte) => {
      const character = String.fromCharCode(byte);
      // A percent sign of the content would be read as an escape.
      const stays = byte < 128 && character !== '%' && (/[\w.~!*'()-]/.test(character) || bare.has(character));
      if (stays) return character;
      const hex = byte.toString(16).padStart(2, '0');
      return `%${isLowerCase ? hex : hex.toUpperCase()}`;
    });
    return textContent(encoded.join(''), fragmentMap(0), outer.origin);
  },
};

/** Whether a text is a data URL. */
export function isDataUrl(text: string): boolean {
  return /^data:[\w.+/-]{0,100}(?:;[\w.+/="-]{1,100}){0,9},/i.test(text.slice(0, 1_100));
}

/** The data after the comma of a data URL; the media type before it stays. Recognised where base64 belongs. */
export const dataUrl: Layer = {
  names: ['data-url'],
  recognise: (content, context, expected) =>
    expected && isDataUrl(content.text ?? '')
      ? { layer: 'data-url', ...dataUrl.decode(content, context, 'The payload') }
      : undefined,
  decode({ text = '', map, origin }) {
    const { length } = headOf(text);
    return { content: textContent(text.slice(length), composeMaps(map, fragmentMap(length)), origin), problems: [] };
  },
  encodeAlike: (inner, { outer }) => textContent(headOf(outer.text) + (inner.text ?? ''), fragmentMap(0), outer.origin),
};

function headOf(url = ''): string {
  return /^data:[^,]*,/.exec(url)?.[0] ?? '';
}

/** The longest line of quoted-printable, its `=` at the end included (RFC 2045, 6.7). */
const longestLine = 76;

/** Quoted-printable, with the line endings of the old body. */
export const quotedPrintable: Layer = {
  names: ['quoted-printable'],
  decode(content, context, what) {
    const bytes = quotedPrintableBytes(rawBytes(content.text ?? ''));
    return withinBudget(byteContent(bytes, content.origin), context, what);
  },
  encodeAlike(inner, { outer }) {
    const lineEnd = outer.text?.includes('\r\n') === true ? '\r\n' : '\n';
    const encoded = lines(inner.bytes).map((line) => folded(line, lineEnd));
    return textContent(encoded.join(''), fragmentMap(0), outer.origin);
  },
};

/** The tokens of each line: characters, escapes, and the line ending. */
function lines(bytes: Uint8Array): string[][] {
  const all: string[][] = [[]];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const line = all.at(-1) ?? [];
    const isLineEnd = byte === 10 || (byte === 13 && bytes[at + 1] === 10);
    if (isLineEnd) {
      line.push(byte === 10 ? '\n' : '\r\n');
      if (byte === 13) at++;
      all.push([]);
      continue;
    }
    const next = bytes[at + 1];
    const isSpace = byte === 32 || byte === 9;
    const endsLine = next === undefined || next === 10 || (next === 13 && bytes[at + 2] === 10);
    const isPlain = (byte > 32 && byte < 127 && byte !== 61) || (isSpace && !endsLine);
    line.push(isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  }
  return all;
}

function folded(tokens: readonly string[], lineEnd: string): string {
  let result = '';
  let length = 0;
  for (const [index, token] of tokens.entries()) {
    const isBreak = token.endsWith('\n');
    const isLast = index === tokens.length - 1 || tokens[index + 1]?.endsWith('\n') === true;
    if (!isBreak && length + token.length > (isLast ? longestLine : longestLine - 1)) {
      result += `=${lineEnd}`;
      length = 0;
    }
    result += token;
    length += token.length;
  }
  return result;
}
