import type { ByteString } from './bytes.js';

/** What stands in the way of decoding a base64 text. */
type Base64Fault =
  | { readonly kind: 'invalid-character'; readonly offset: number }
  | { readonly kind: 'data-after-padding'; readonly offset: number }
  | { readonly kind: 'truncated'; readonly offset: number };

/** Bytes of a base64 text. `bytes` holds what could be decoded, also in front of a fault. */
export interface DecodedBase64 {
  readonly bytes: Uint8Array;
  readonly alphabet: 'base64' | 'base64url';
  readonly missingPadding: boolean;
  readonly fault: Base64Fault | undefined;
}

const standardAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The six bits of each character code, 64 for white space, 65 for padding, 66 for anything else. */
const sextets = ((): Uint8Array => {
  const table = new Uint8Array(128).fill(66);
  for (let i = 0; i < 64; i++) table[standardAlphabet.charCodeAt(i)] = i;
  table['-'.charCodeAt(0)] = 62;
  table['_'.charCodeAt(0)] = 63;
  for (const blank of ' \t\r\n\f\v') table[blank.charCodeAt(0)] = 64;
  table['='.charCodeAt(0)] = 65;
  return table;
})();

/** The six bits of each letter of the standard alphabet, -1 for all other ASCII characters. */
const standardSextets = Int8Array.from(sextets, (sextet, code) =>
  sextet < 64 && standardAlphabet.charCodeAt(sextet) === code ? sextet : -1,
);

/**
 * Decodes standard and URL-safe base64, with or without line breaks and padding. Unlike lenient
 * decoders it says where the text stops being base64.
 */
export function decodeBase64(text: string): DecodedBase64 {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  let padding = 0;
  let urlSafe = false;
  let fault: Base64Fault | undefined;
  for (let i = 0; i < text.length; i++) {
    if (pending === 0 && padding === 0) {
      // Nearly all of a text is groups of four letters, one behind the other.
      for (let group = groupAt(text, i); group >= 0; group = groupAt(text, i)) {
        bytes[length] = group >> 16;
        bytes[length + 1] = group >> 8;
        bytes[length + 2] = group;
        length += 3;
        i += 4;
      }
      if (i >= text.length) break;
    }
    const code = text.charCodeAt(i);
    const sextet = code < 128 ? (sextets[code] ?? 66) : 66;
    if (sextet === 64) continue;
    if (sextet === 66) {
      fault = { kind: 'invalid-character', offset: i };
      break;
    }
    if (sextet === 65) {
      padding++;
      continue;
    }
    if (padding > 0) {
      fault = { kind: 'data-after-padding', offset: i };
      break;
    }
    if (code === 45 || code === 95) urlSafe = true;
    bits = (bits << 6) | sextet;
    if (++pending === 4) {
      bytes[length++] = bits >> 16;
      bytes[length++] = (bits >> 8) & 255;
      bytes[length++] = bits & 255;
      bits = 0;
      pending = 0;
    }
  }
  if (pending === 3) {
    bytes[length++] = bits >> 10;
    bytes[length++] = (bits >> 2) & 255;
  } else if (pending === 2) bytes[length++] = bits >> 4;
  else if (pending === 1) fault ??= { kind: 'truncated', offset: text.length };
  return {
    bytes: bytes.subarray(0, length),
    alphabet: urlSafe ? 'base64url' : 'base64',
    missingPadding: pending > 0 && padding < 4 - pending,
    fault,
  };
}

/** The 24 bits of the four letters of the standard alphabet that begin there; negative where there are no such four. */
function groupAt(text: string, at: number): number {
  if (at + 4 > text.length) return -1;
  const a = text.charCodeAt(at);
  const b = text.charCodeAt(at + 1);
  const c = text.charCodeAt(at + 2);
  const d = text.charCodeAt(at + 3);
  if ((a | b | c | d) > 127) return -1;
  return (
    ((standardSextets[a] ?? -1) << 18) |
    ((standardSextets[b] ?? -1) << 12) |
    ((standardSextets[c] ?? -1) << 6) |
    (standardSextets[d] ?? -1)
  );
}

/**
 * The bytes of text that is standard base64, wrapped or not, with padding or without any; undefined for other text. The
 * platform's decoder is many times as fast as `decodeBase64`, but tells nothing of faults.
 */
export function bytesOfBase64(text: string): ByteString | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

/** The same of text with padding and without blanks alone. */
export function bytesOfPaddedBase64(text: string): ByteString | undefined {
  const decoded = bytesOfBase64(text);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  // Where there are blanks, or padding is missing, there are fewer bytes than the length promises.
  return decoded?.length === (text.length / 4) * 3 - padding ? decoded : undefined;
}

/** Two letters of the standard alphabet for each twelve bits, as the character codes behind each other. */
const letterPairs = Uint8Array.from({ length: 2 * 4_096 }, (_, at) => {
  const pair = at >> 1;
  return standardAlphabet.charCodeAt(at % 2 === 0 ? pair >> 6 : pair & 63);
});

/** Standard base64 with padding, on one line. */
export function encodeBase64(bytes: Uint8Array): string {
  const letters = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let at = 0;
  const write = (group: number): void => {
    const [high, low] = [2 * (group >> 12), 2 * (group & 4_095)];
    letters[at] = letterPairs[high] ?? 0;
    letters[at + 1] = letterPairs[high + 1] ?? 0;
    letters[at + 2] = letterPairs[low] ?? 0;
    letters[at + 3] = letterPairs[low + 1] ?? 0;
    at += 4;
  };
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) write(((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0));
  if (whole < bytes.length) {
    write(((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8));
    const padding = 3 - (bytes.length - whole);
    letters.fill('='.charCodeAt(0), at - padding);
  }
  return new TextDecoder().decode(letters);
}

/** What Python made of base64, or why it would not; `bytes` holds what came in front of a fault. */
type PythonBase64<Fault extends string> =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Fault; readonly bytes: Uint8Array };

/** One letter alone in its group; padding that is missing. */
type Base64End = 'cut-off' | 'padding';

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
