import { decodeBase64 } from '../../text/base64.js';
import { decodeText, looksLikeText } from '../../text/bytes.js';
import { userDataType } from '../../userData/header.js';
import type { DecodeContext } from '../context.js';
import { type Content, decodeBase64Content } from '../decoders.js';
import { isGzip } from './magic.js';
import { otherCompression } from './otherCompression.js';
import type { DecodedLayer } from './peeler.js';
import { utf16Of } from './utf16.js';

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
