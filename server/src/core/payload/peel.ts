import type { DecodeContext } from './context.js';
import type { Content } from './decoders.js';
import { decodeBase64Layer } from './peelers/base64.js';
import { decodeByteOrderMark } from './peelers/byteOrderMark.js';
import { decodeEscapedJson } from './peelers/escapedJson.js';
import { decodeGzipLayer } from './peelers/gzip.js';
import { decodeOtherCompression } from './peelers/otherCompression.js';
import type { DecodedLayer, LayerDecoder } from './peelers/peeler.js';
import { decodeUtf16Layer } from './peelers/utf16.js';

/** Tried in order, again and again, until none recognises the content. A new encoding is added here. */
const peelers: readonly LayerDecoder[] = [
  decodeGzipLayer,
  decodeOtherCompression,
  decodeByteOrderMark,
  decodeUtf16Layer,
  decodeEscapedJson,
  decodeBase64Layer,
];

/** Takes one transport layer off; undefined where none is recognised. `expected` is handed to each peeler. */
export function decodeOneLayer(content: Content, context: DecodeContext, expected: boolean): DecodedLayer | undefined {
  for (const peeler of peelers) {
    const peeled = peeler(content, context, expected);
    if (peeled !== undefined) return peeled;
  }
  return undefined;
}
