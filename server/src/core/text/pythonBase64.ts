import { standardSextets } from './base64.js';

/** What Python made of base64, or why it would not; `bytes` holds what came in front of a fault. */
export type PythonBase64<Fault extends string> =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Fault; readonly bytes: Uint8Array };

/** One letter alone in its group; padding that is missing. */
export type Base64End = 'cut-off' | 'padding';

const equals = 61;

/**
 * Decodes base64 as Python 3.11's `binascii.a2b_base64` does. Unless it is `strict`, characters outside of the alphabet
 * are passed over and what follows the padding is ignored. Missing padding is an error either way.
 */
export function decodeBinascii(encoded: Uint8Array, strict: false): PythonBase64<Base64End>;
export function decodeBinascii(encoded: Uint8Array, strict: boolean): PythonBase64<Base64End | 'characters'>;
export function decodeBinascii(encoded: Uint8Array, strict: boolean): PythonBase64<Base64End | 'characters'> {
  const bytes = new Uint8Array(Math.ceil((encoded.length * 3) / 4));
  let length = 0;
  let inGroup = 0;
  let left = 0;
  let padding = 0;
  let padded = false;
  const stopped = <Fault extends string>(fault: Fault): PythonBase64<Fault> => ({
    ok: false,
    fault,
    bytes: bytes.subarray(0, length),
  });
  if (strict && encoded[0] === equals) return stopped('characters');
  for (const [at, byte] of encoded.entries()) {
    if (byte === equals) {
      padded = true;
      if (inGroup >= 2 && inGroup + ++padding >= 4) {
        // A complete group with padding ends the data.
        return strict && at + 1 < encoded.length
          ? stopped('characters')
          : { ok: true, bytes: bytes.subarray(0, length) };
      }
      continue;
    }
    const sextet = standardSextets[byte] ?? -1;
    if (sextet < 0) {
      if (strict) return stopped('characters');
      continue;
    }
    if (strict && padded) return stopped('characters');
    padding = 0;
    if (inGroup > 0) bytes[length++] = ((left << 6) | sextet) >> (6 - 2 * inGroup);
    left = sextet;
    inGroup = (inGroup + 1) % 4;
  }
  if (inGroup > 0) return stopped(inGroup === 1 ? 'cut-off' : 'padding');
  return { ok: true, bytes: bytes.subarray(0, length) };
}

/** The same of a text, not strict, as `base64.b64decode` and PyYAML's `!!binary` do: it has to be ASCII throughout. */
export function decodeLenientBase64(text: string): PythonBase64<Base64End | 'not-ascii'> {
  const foreign = text.search(/[^\0-\x7f]/);
  const decoded = decodeBinascii(new TextEncoder().encode(foreign < 0 ? text : text.slice(0, foreign)), false);
  return foreign < 0 ? decoded : { ok: false, fault: 'not-ascii', bytes: decoded.bytes };
}
