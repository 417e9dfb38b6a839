import { decodeBase64 } from '../../text/base64.js';
import { byteString, utf8Bytes } from '../../text/bytes.js';
import { append } from '../../text/strings.js';

/** What is wrong with a base64 body; `length`: its last group has a single letter, and the body stays unchanged. */
type Base64Defect = 'padding' | 'characters' | 'length';

interface Base64Body {
  readonly bytes: Uint8Array;
  readonly defects: readonly Base64Defect[];
}

/**
 * Decodes a base64 body as Python 3.11's `email` does: it skips characters that aren't base64, adds missing padding, and
 * keeps a body as it is if it can't be decoded even so.
 */
function base64Body(encoded: Uint8Array): Base64Body {
  const body = encoded.filter((byte) => byte !== 10 && byte !== 13);
  // Python decodes bytes here, so characters outside of ASCII are skipped as all other foreign ones.
  const letters = byteString(body).replace(/[^\0-\x7f]/g, '!');
  const missing = (4 - (letters.length % 4)) % 4;
  const strict = decodeBase64(letters + '='.repeat(missing), 'python-strict');
  if (strict.fault === undefined) return { bytes: strict.bytes, defects: missing === 0 ? [] : ['padding'] };
  const lenient = decodeBase64(letters, 'python');
  if (lenient.fault === undefined) return { bytes: lenient.bytes, defects: ['characters'] };
  const padded = decodeBase64(`${letters}==`, 'python');
  if (padded.fault === undefined) return { bytes: padded.bytes, defects: ['characters', 'padding'] };
  return { bytes: body, defects: ['length'] };
}

/**
 * Decodes quoted-printable (RFC 2045, 6.7) as Python's `binascii.a2b_qp` does: invalid escapes stay unchanged, and so
 * does white space at the end of a line.
 */
export function quotedPrintableBytes(encoded: Uint8Array): Uint8Array {
  const escapes = /=(?:\n|\r[^\n]*\n?|=|([0-9a-fA-F]{2})|$)/g;
  const decoded = byteString(encoded).replace(escapes, (escape, hex?: string) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    return escape === '==' ? '=' : '';
  });
  return rawBytes(decoded);
}

/**
 * Decodes uuencoded text as Python 3.11's `email` does: from the first `begin MODE NAME` line to the `end` line. A line
 * may be longer than its length says; undefined if there is no such block or a line contains other characters.
 */
function uuDecoded(encoded: Uint8Array): Uint8Array | undefined {
  const lines = linesOf(encoded);
  const begin = lines.findIndex((line) =>
    /^begin [ \t\r\n\f\v]*(?:0[oO]_?)?[0-7](?:_?[0-7]){0,1000}(?: |$)/.test(line),
  );
  if (begin < 0) return undefined;
  const bytes: number[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (line === '') return undefined;
    if (/^[ \t\r\n\f]*end[ \t\r\n\f]*$/.test(line)) break;
    const claimed = (line.charCodeAt(0) - 32) & 63;
    const decoded =
      decodedLine(line, claimed) ?? decodedLine(line.slice(0, Math.floor((claimed * 4 + 5) / 3)), claimed);
    if (decoded === undefined) return undefined;
    append(bytes, decoded);
  }
  return Uint8Array.from(bytes);
}

/** The bytes of a line of `count` bytes; missing letters count as zero. */
function decodedLine(line: string, count: number): number[] | undefined {
  const bytes: number[] = [];
  let at = 1;
  let bits = 0;
  let pending = 0;
  while (bytes.length < count) {
    const code = at < line.length ? line.charCodeAt(at) : 32;
    at++;
    if (code < 32 || code > 96) return undefined;
    bits = (bits << 6) | ((code - 32) & 63);
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bytes.push((bits >> pending) & 255);
    bits &= (1 << pending) - 1;
  }
  return /[^ `]/.test(line.slice(at)) ? undefined : bytes;
}

/** Lines of bytes as characters U+0000 to U+00FF. */
function linesOf(encoded: Uint8Array): string[] {
  const lines = byteString(encoded).split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * The bytes of a string in Python's `email` (codec `raw-unicode-escape`): characters up to U+00FF are one byte each,
 * others the ASCII letters `\uXXXX` or `\UXXXXXXXX`.
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

/** A body without its transfer encoding. */
interface TransferredBody {
  readonly bytes: Uint8Array;
  /** `unknown`: the encoding is unknown; `uuencode`: the body isn't uuencoded. In both cases it stays unchanged. */
  readonly defects: readonly (Base64Defect | 'unknown' | 'uuencode')[];
}

/**
 * The bytes of a body, given as characters, by its Content-Transfer-Encoding as written. As in Python's `email`,
 * case doesn't matter but spaces do: `base64 ` with a space is an unknown encoding.
 */
export function transferredBody(text: string, encoding: string): TransferredBody {
  const raw = rawBytes(text);
  switch (encoding.toLowerCase()) {
    case 'base64':
      return base64Body(raw);
    case 'quoted-printable':
      return { bytes: quotedPrintableBytes(raw), defects: [] };
    case 'x-uuencode':
    case 'uuencode':
    case 'uue':
    case 'x-uue': {
      const bytes = uuDecoded(raw);
      return bytes === undefined ? { bytes: raw, defects: ['uuencode'] } : { bytes, defects: [] };
    }
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return { bytes: raw, defects: [] };
    default:
      return { bytes: raw, defects: ['unknown'] };
  }
}
