import { userDataType } from '../../cloudConfig/userData/contentTypes.js';
import { decodeBase64, encodeBase64 } from '../../text/base64.js';
import { decodeText, looksLikeText } from '../../text/bytes.js';
import { type Content, decodeBase64Content, type DecodeContext, isGzip } from '../content.js';
import { otherCompression } from './compression.js';
import { bytesOf, type DecodedLayer, type LayerOpener, type OpenLayer, textOf, WriteError } from './layer.js';
import { utf16Of } from './textEncodings.js';

/** Recognises base64 in its variants: wrapped, indented, without padding, with the URL-safe alphabet. */
export function decodeBase64Layer(
  content: Content,
  context: DecodeContext,
  expected: boolean,
): DecodedLayer | undefined {
  const { text } = content;
  if (text === undefined || !(expected ? beginsAsBase64(text) : couldBeBase64(text))) return undefined;
  if (!expected && !worthDecoding(decodeBase64(text).bytes)) return undefined;
  const { urlSafe, ...decoded } = decodeBase64Content(content, context, 'The payload');
  return { layer: urlSafe ? 'base64url' : 'base64', ...decoded };
}

/** Whether the first characters are base64; what is wrong further on has a problem of its own. */
export function beginsAsBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}\s*$/.test(text.trimStart().slice(0, 16));
}

/** Long enough, nothing but the alphabet, and no hash by its looks. */
export function couldBeBase64(text: string): boolean {
  const trimmed = text.trim();
  // Looking for a stranger needs no room for the characters in front of it, however many they are.
  if (trimmed.length < 16 || /[^A-Za-z0-9+/_\-\s=]/.test(trimmed) || !/[^0-9a-fA-F]/.test(trimmed)) return false;
  const padding = trimmed.indexOf('=');
  return padding < 0 || (padding >= trimmed.length - 2 && trimmed.endsWith('='));
}

/** Random letters decode to noise; a payload decodes to text or to a compressed stream. */
export function worthDecoding(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true;
  if (bytes.length < 8) return false;
  if (otherCompression(bytes) !== undefined || utf16Of(bytes) !== undefined) return true;
  const decoded = decodeText(bytes);
  if (decoded.byteOrderMark || userDataType(decoded.text) !== undefined) return true;
  // A cut text may end in the middle of a character.
  const cutAtEnd = decoded.invalidAt !== undefined && decoded.invalidAt >= decoded.text.length - 3;
  return looksLikeText(cutAtEnd ? { ...decoded, text: decoded.text.slice(0, -3), invalidAt: undefined } : decoded);
}

/** Base64 in the manner that it stands there: alphabet, padding, width and ends of its lines, blanks around it. */
export const openBase64: LayerOpener = (outer) => openWithStyle(outer, Infinity);

/** The same as the body of a message, whose lines may not be longer than 76 letters (RFC 2045, 6.8). */
export const openTransferredBase64: LayerOpener = (outer) => openWithStyle(outer, 76);

function openWithStyle(outer: Parameters<LayerOpener>[0], mostOnOneLine: number): OpenLayer | WriteError {
  const text = textOf(outer) ?? '';
  const decoded = decodeBase64(text);
  const { bytes, fault, alphabet, missingPadding } = decoded;
  if (fault !== undefined) return new WriteError('The base64 around it is damaged, and what is damaged would be lost.');
  const layout = layoutOf(text, mostOnOneLine);
  return {
    inner: bytes,
    close(inner) {
      let letters = encodeBase64(bytesOf(inner));
      if (alphabet === 'base64url') letters = letters.replaceAll('+', '-').replaceAll('/', '_');
      if (missingPadding) letters = letters.replace(/=+$/, '');
      return layout.before + wrapped(letters, layout) + layout.after;
    },
  };
}

interface Layout {
  /** White space around the letters. */
  readonly before: string;
  readonly after: string;
  /** Letters on each line but the last. */
  readonly width: number;
  /** What stands between two lines. */
  readonly between: string;
}

function layoutOf(text: string, mostOnOneLine: number): Layout {
  const before = /^\s*/.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  const core = rest.trimEnd();
  const after = rest.slice(core.length);
  const between = /\s+/.exec(core)?.[0];
  const width = between === undefined ? widthOfShort(core, mostOnOneLine) : core.indexOf(between);
  return { before, after, width, between: between ?? (text.includes('\r\n') ? '\r\n' : '\n') };
}

/** One line that is short enough to have been wrapped says nothing against wrapping. */
function widthOfShort({ length }: string, mostOnOneLine: number): number {
  return length <= mostOnOneLine ? mostOnOneLine : Infinity;
}

function wrapped(letters: string, { width, between }: Layout): string {
  if (letters.length <= width) return letters;
  const lines: string[] = [];
  for (let at = 0; at < letters.length; at += width) lines.push(letters.slice(at, at + width));
  return lines.join(between);
}
