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

function padded(body: Uint8Array, count: number): Uint8Array {
  if (count === 0) return body;
  const longer = new Uint8Array(body.length + count).fill(equals);
  longer.set(body);
  return longer;
}

/** As `binascii.a2b_base64` with and without its strict mode; undefined where that refuses. */
function decoded(body: Uint8Array, strict: boolean): Uint8Array | undefined {
  if (strict && body[0] === equals) return undefined;
  const bytes = new Uint8Array(Math.ceil((body.length * 3) / 4));
  let length = 0;
  let letters = 0;
  let padding = 0;
  let bits = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === equals) {
      padding++;
      if (letters >= 2 && letters + padding >= 4) {
        // A complete group with padding ends the data.
        return strict && at + 1 < body.length ? undefined : bytes.subarray(0, length);
      }
      continue;
    }
    const value = sextets[byte] ?? none;
    if (value === none) {
      if (strict) return undefined;
      continue;
    }
    if (strict && padding > 0) return undefined;
    padding = 0;
    bits = ((bits << 6) | value) & 0xff_ffff;
    letters = (letters + 1) % 4;
    if (letters !== 1) bytes[length++] = (bits >> ((4 - letters) % 4 === 0 ? 0 : letters === 2 ? 4 : 2)) & 255;
  }
  return letters === 0 ? bytes.subarray(0, length) : undefined;
}

const equals = 61;
const none = 64;

const sextets = ((): Uint8Array => {
  const table = new Uint8Array(256).fill(none);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let i = 0; i < 64; i++) table[alphabet.charCodeAt(i)] = i;
  return table;
})();
