/** The text that bytes contain, its encoding, and where the first invalid byte is. */
interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly byteOrderMark: boolean;
  /** UTF-16 offset in `text` of the first byte sequence that is not a valid character. */
  readonly invalidAt: number | undefined;
}

/** The bytes of several arrays, one after the other; those of a single one are not copied. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** UTF-8 bytes of a string; lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** How many bytes a string has in UTF-8; lone surrogates count as U+FFFD. */
export function utf8Length(text: string): number {
  const room = new Uint8Array(Math.min(3 * text.length, chunkLength));
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = at + chunkLength;
    // A surrogate pair must not be split.
    const isCut = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const { read, written } = new TextEncoder().encodeInto(text.slice(at, isCut ? end - 1 : end), room);
    at += read;
    bytes += written;
  }
  return bytes;
}

/** Characters that are encoded at once when only the number of bytes is needed. */
const chunkLength = 8_192;

/** Shared, because creating a decoder takes longer than decoding a few kilobytes. It keeps no state between calls. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads bytes as UTF-8, or as UTF-16 if they begin with its byte order mark. Never fails: invalid bytes become U+FFFD,
 * and `invalidAt` is the first of them. The byte order mark is not part of `text`.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeMarkedUtf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeMarkedUtf16(bytes, 'utf-16be');
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = byteOrderMark ? bytes.subarray(3) : bytes;
  const text = utf8.decode(body);
  const invalidAt = text.includes('\ufffd') ? firstReplacement(text, body) : undefined;
  return { text, encoding: 'utf-8', byteOrderMark, invalidAt };
}

/** Text of UTF-16 bytes; half a surrogate pair and an odd last byte become U+FFFD. */
export function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  return new TextDecoder(encoding).decode(bytes);
}

function decodeMarkedUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText {
  const text = decodeUtf16(bytes.subarray(2), encoding);
  const odd = bytes.length % 2 === 1;
  return { text, encoding, byteOrderMark: true, invalidAt: odd ? Math.max(0, text.length - 1) : undefined };
}

/** The first U+FFFD that the decoder inserted; a real U+FFFD in the input is three valid bytes. */
function firstReplacement(text: string, bytes: Uint8Array): number | undefined {
  let byteAt = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0xfffd && !(bytes[byteAt] === 0xef && bytes[byteAt + 1] === 0xbf && bytes[byteAt + 2] === 0xbd)) return i;
    byteAt += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xd800 && c < 0xdc00 ? 4 : c >= 0xdc00 && c < 0xe000 ? 0 : 3;
  }
  return undefined;
}

/** Whether decoded bytes are readable text: valid, and without control characters that text files don't contain. */
export function looksLikeText({ text, invalidAt }: DecodedText): boolean {
  return invalidAt === undefined && !controlCharacter.test(text.slice(0, checkedLength));
}

/** A control character other than white space and escape, which text files don't contain. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
export const controlCharacter = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Characters that are checked to distinguish text from other data. */
const checkedLength = 65_536;

/**
 * Bytes as a string with one character, U+0000 to U+00FF, for each byte. The platform's base64 decoder returns this format,
 * many times as fast as a loop fills an array of bytes.
 */
export type ByteString = string;

export function byteString(bytes: Uint8Array): ByteString {
  const chunks: string[] = [];
  // Every engine accepts this many arguments in a call.
  for (let at = 0; at < bytes.length; at += 8_192) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return chunks.join('');
}

export function bytesOf(text: ByteString): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Whether all bytes are ASCII. */
export function isAscii(bytes: ByteString): boolean {
  return !/[\u0080-\u00ff]/.test(bytes);
}

/** Length of the header of gzip data (RFC 1952, section 2.3). */
export function gzipHeaderLength(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let length = 10;
  if (flags & 4) length += 2 + (bytes[length] ?? 0) + 256 * (bytes[length + 1] ?? 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    while (length < bytes.length && bytes[length] !== 0) length++;
    length++;
  }
  return flags & 2 ? length + 2 : length;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
