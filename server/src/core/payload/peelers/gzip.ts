import type { DecodeContext } from '../context.js';
import { type Content, decodeGzip } from '../decoders.js';
import { isGzip } from './magic.js';
import type { DecodedLayer } from './peeler.js';

/** Recognises gzip data by their first bytes. */
export function decodeGzipLayer(content: Content, context: DecodeContext): DecodedLayer | undefined {
  // The magic bytes are no valid text, so content that is text need not be encoded to be looked at.
  if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
  return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
}
