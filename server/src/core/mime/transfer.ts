import { type Base64Defect, base64Body } from './base64.js';
import { quotedPrintableBytes } from './quotedPrintable.js';
import { rawBytes } from './rawBytes.js';
import { uuDecoded } from './uuencode.js';

/** What came of a body when its transfer encoding was taken off. */
export interface TransferredBody {
  readonly bytes: Uint8Array;
  /** `unknown`: nobody knows the encoding; `uuencode`: the body is none. In both cases it stays as it is. */
  readonly defects: readonly (Base64Defect | 'unknown' | 'uuencode')[];
}

/**
 * The bytes of a body, given as characters, by its Content-Transfer-Encoding as written. As Python's `email` reads it:
 * in any case, but with nothing around it, so that `base64 ` with a blank is an encoding that nobody knows.
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
