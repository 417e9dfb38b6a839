import { problem, type Problem } from '../problems/problem.js';
import { decodeBase64 } from '../text/base64.js';
import { decodeText, looksLikeText } from '../text/bytes.js';
import { opaqueMap } from '../text/positionMap.js';
import type { DecodeContext } from './context.js';
import { type Content, decodeBase64Content, decodeGzip } from './decoders.js';
import type { LayerName } from './payload.js';

/** One transport layer taken off. `problems` have their spans in the file. */
export interface Peeled {
  readonly layer: LayerName;
  readonly content: Content;
  readonly problems: readonly Problem[];
}

/**
 * Recognises one transport encoding; undefined where the content is something else. `expected` says
 * that the surroundings promise base64, so that damaged base64 counts too.
 */
type Peeler = (content: Content, context: DecodeContext, expected: boolean) => Peeled | undefined;

/** Tried in order, again and again, until none recognises the content. A new encoding is added here. */
export const peelers: readonly Peeler[] = [peelGzip, peelByteOrderMark, peelBase64];

function peelGzip(content: Content, context: DecodeContext): Peeled | undefined {
  // The magic bytes are no valid text, so content that is text need not be encoded to be looked at.
  if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
  return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
}

function peelByteOrderMark(content: Content): Peeled | undefined {
  if (content.text !== undefined) return undefined;
  const { bytes, origin } = content;
  const decoded = bytes.length > 1 && (bytes[0] ?? 0) >= 0xef ? decodeText(bytes) : undefined;
  if (decoded?.byteOrderMark !== true) return undefined;
  const layer =
    decoded.encoding === 'utf-8' ? 'utf8-bom' : decoded.encoding === 'utf-16le' ? 'utf16le-bom' : 'utf16be-bom';
  const problems =
    decoded.invalidAt === undefined
      ? []
      : [problem('payload/invalid-utf-8', origin, 'The text holds byte sequences that are no characters.')];
  // The document keeps its bytes: only reading it as text drops the mark.
  return { layer, content: { bytes, text: decoded.text, map: opaqueMap(origin), origin }, problems };
}

function peelBase64(content: Content, context: DecodeContext, expected: boolean): Peeled | undefined {
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
function couldBeBase64(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 16 && /^[A-Za-z0-9+/_\-\s]+={0,2}$/.test(trimmed) && !/^[0-9a-fA-F]+$/.test(trimmed);
}

/** Random letters decode to noise; a payload decodes to text or to a compressed stream. */
function worthDecoding(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true;
  if (bytes.length < 8) return false;
  const decoded = decodeText(bytes);
  if (decoded.byteOrderMark) return true;
  // A cut text may end in the middle of a character.
  const cutAtEnd = decoded.invalidAt !== undefined && decoded.invalidAt >= decoded.text.length - 3;
  return looksLikeText(cutAtEnd ? { ...decoded, text: decoded.text.slice(0, -3), invalidAt: undefined } : decoded);
}

/** The magic bytes of RFC 1952. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
