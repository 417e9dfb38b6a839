/**
 * Decodes quoted-printable (RFC 2045, 6.7) as Python's `binascii.a2b_qp` does: escapes that are none stay as they are,
 * and so does white space at the end of a line.
 */
export function quotedPrintableBytes(encoded: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(encoded.length);
  let length = 0;
  let at = 0;
  while (at < encoded.length) {
    const byte = encoded[at++] ?? 0;
    if (byte !== equals) {
      bytes[length++] = byte;
      continue;
    }
    const next = encoded[at];
    if (next === undefined) break;
    const value = hexValue(next) * 16 + hexValue(encoded[at + 1]);
    if (next === lineFeed || next === carriageReturn) {
      while (at < encoded.length && encoded[at] !== lineFeed) at++;
      at++;
    } else if (next === equals) {
      bytes[length++] = equals;
      at++;
    } else if (Number.isNaN(value)) bytes[length++] = equals;
    else {
      bytes[length++] = value;
      at += 2;
    }
  }
  return bytes.subarray(0, length);
}

const equals = 61;
const lineFeed = 10;
const carriageReturn = 13;

function hexValue(byte: number | undefined): number {
  return byte === undefined
    ? NaN
    : /[0-9a-fA-F]/.test(String.fromCharCode(byte))
      ? parseInt(String.fromCharCode(byte), 16)
      : NaN;
}
