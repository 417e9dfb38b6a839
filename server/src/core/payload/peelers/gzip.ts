import type { DecodeContext } from '../context.js';
import { type Content, decodeGzip } from '../decoders.js';
import type { Peeled } from './peeler.js';

/** Recognises gzip data by their first bytes. */
export function peelGzip(content: Content, context: DecodeContext): Peeled | undefined {
  // The magic bytes are no valid text, so content that is text need not be encoded to be looked at.
  if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
  return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
}

/** The magic bytes of RFC 1952. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
