import { decodeBase64, encodeBase64 } from '../text/base64.js';
import { utf8Bytes } from '../text/bytes.js';
import type { FormatFault } from './format.js';

/** What a base64 text decodes to, or why it does not. */
export type Base64Reading =
  | { readonly bytes: Uint8Array; readonly fault: undefined }
  | { readonly bytes: undefined; readonly fault: FormatFault };

/**
 * Base64 as `base64 -d` of GNU coreutils 8.32 to 9.4 decodes it on the nodes: the standard alphabet with padding, and
 * line feeds anywhere. It stops at blanks and carriage returns and fails where padding is missing, which writes a file
 * that is cut or not taken. Several padded texts in a row decode to all their bytes. The text may be a secret: no
 * reason repeats any of it.
 */
export function readBase64(text: string): Base64Reading {
  const compact = text.replace(/\n/g, '');
  if (/^[A-Za-z0-9+/=]*$/.test(compact) && compact.length % 4 === 0) {
    const bytes = decodePieces(compact);
    if (bytes !== undefined) return { bytes, fault: undefined };
  }
  return { bytes: undefined, fault: base64Fault(text) };
}

/** Each piece ends with its own padding. */
function decodePieces(compact: string): Uint8Array | undefined {
  const pieces = compact.match(/[^=]+=*|=+/g) ?? [];
  if (pieces.some((piece) => piece.length % 4 !== 0 || !/[^=]={0,2}$/.test(piece.slice(-3)))) return undefined;
  const decoded = pieces.map((piece) => decodeBase64(piece).bytes);
  const bytes = new Uint8Array(decoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of decoded) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const accepted = 'base64 is made of A-Z, a-z, 0-9, + and /, filled up with = to a multiple of four';

function base64Fault(text: string): FormatFault {
  const dataUrl = /^data:[^,]{0,100};base64,/.exec(text)?.[0];
  if (dataUrl !== undefined) {
    return {
      reason: 'is a data: URL, where its base64 alone is wanted',
      part: { start: 0, end: dataUrl.length },
      suggestion: text.slice(dataUrl.length),
    };
  }
  const stranger = /[^A-Za-z0-9+/=\s_-]/.exec(text);
  if (stranger !== null) {
    const at = stranger.index;
    return {
      reason: `has a character at position ${at + 1} that is no base64: ${accepted}`,
      part: { start: at, end: at + 1 },
    };
  }
  const standard = text
    .replace(/[\t\v\f\r \u00a0\ufeff]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/');
  const suggestion = padded(standard.replace(/\n/g, ''));
  const urlSafe = /[-_]/.exec(text);
  if (urlSafe !== null) {
    const part = { start: urlSafe.index, end: urlSafe.index + 1 };
    return { reason: 'is in the URL-safe alphabet with - and _, which the node does not decode', part, ...suggestion };
  }
  if (text.trim() !== '' && standard.length !== text.length) {
    const at = text.search(/[^A-Za-z0-9+/=\n]/);
    const what = text.charAt(at) === '\r' ? 'a carriage return' : 'a blank';
    return {
      reason: `has ${what}, at which base64 -d on the node stops decoding`,
      part: { start: at, end: at + 1 },
      ...suggestion,
    };
  }
  return paddingFault(text, suggestion);
}

function paddingFault(text: string, suggestion: { suggestion?: string }): FormatFault {
  const compact = text.replace(/\s/g, '');
  const letters = compact.replace(/=/g, '');
  if (compact.startsWith(letters) && letters.length % 4 === 1) {
    return {
      reason: 'is cut off or has a character too many: no base64 has one character more than a multiple of four',
    };
  }
  if (compact.startsWith(letters) && letters !== '') {
    return { reason: `is not filled up with = to a multiple of four characters, or is cut off`, ...suggestion };
  }
  return { reason: `has padding that is not at its end: ${accepted}` };
}

/** The text with the padding that its length asks for. */
function padded(compact: string): { suggestion?: string } {
  const letters = compact.replace(/=/g, '');
  if (!compact.startsWith(letters) || letters.length % 4 === 1 || letters === '') return {};
  return { suggestion: letters + '='.repeat((4 - (letters.length % 4)) % 4) };
}

/** A value that the scripts decode with `base64 -d`, whatever it holds. */
export function checkBase64(text: string): FormatFault | undefined {
  if (/^\s*-----BEGIN /.test(text)) {
    const secret = text.includes('PRIVATE KEY');
    return {
      reason: 'is PEM itself, where base64 of it is wanted',
      ...(secret ? {} : { suggestion: encodeBase64(utf8Bytes(text)) }),
    };
  }
  return readBase64(text).fault;
}
