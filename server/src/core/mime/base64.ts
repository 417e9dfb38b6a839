import { decodeBinascii } from '../text/pythonBase64.js';

/** What stood in the way of reading a base64 body; `length`: it is one letter too long, and stays as it is. */
export type Base64Defect = 'padding' | 'characters' | 'length';

export interface Base64Body {
  readonly bytes: Uint8Array;
  readonly defects: readonly Base64Defect[];
}

/**
 * Decodes a base64 body as Python 3.11's `email` does: characters that are no base64 are passed over, missing padding is
 * supplied, and a body that cannot be decoded even so is taken as it stands.
 */
export function base64Body(encoded: Uint8Array): Base64Body {
  const body = encoded.filter((byte) => byte !== 10 && byte !== 13);
  const missing = body.length % 4;
  const strict = decoded(padded(body, missing === 0 ? 0 : 4 - missing), true);
  if (strict !== undefined) return { bytes: strict, defects: missing === 0 ? [] : ['padding'] };
  const lenient = decoded(body, false);
  if (lenient !== undefined) return { bytes: lenient, defects: ['characters'] };
  const supplied = decoded(padded(body, 2), false);
  if (supplied !== undefined) return { bytes: supplied, defects: ['characters', 'padding'] };
  return { bytes: body, defects: ['length'] };
}

const padding = '='.charCodeAt(0);

function padded(body: Uint8Array, count: number): Uint8Array {
  if (count === 0) return body;
  const longer = new Uint8Array(body.length + count).fill(padding);
  longer.set(body);
  return longer;
}

/** The bytes that `binascii.a2b_base64` makes of a body; undefined where it refuses. */
function decoded(body: Uint8Array, strict: boolean): Uint8Array | undefined {
  const read = decodeBinascii(body, strict);
  return read.ok ? read.bytes : undefined;
}
