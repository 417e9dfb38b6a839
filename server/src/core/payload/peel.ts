import type { DecodeContext } from './context.js';
import type { Content } from './decoders.js';
import { peelBase64 } from './peelers/base64.js';
import { peelByteOrderMark } from './peelers/byteOrderMark.js';
import { peelEscapedJson } from './peelers/escapedJson.js';
import { peelGzip } from './peelers/gzip.js';
import { peelOtherCompression } from './peelers/otherCompression.js';
import type { Peeled, Peeler } from './peelers/peeler.js';
import { peelUtf16 } from './peelers/utf16.js';

/** Tried in order, again and again, until none recognises the content. A new encoding is added here. */
const peelers: readonly Peeler[] = [
  peelGzip,
  peelOtherCompression,
  peelByteOrderMark,
  peelUtf16,
  peelEscapedJson,
  peelBase64,
];

/** Takes one transport layer off; undefined where none is recognised. `expected` is handed to each peeler. */
export function peelOnce(content: Content, context: DecodeContext, expected: boolean): Peeled | undefined {
  for (const peeler of peelers) {
    const peeled = peeler(content, context, expected);
    if (peeled !== undefined) return peeled;
  }
  return undefined;
}
