import { utf8Bytes } from '../text/bytes.js';

/** Decodes quoted-printable (RFC 2045, 6.7); malformed escapes stay as they are, as Python's decoder leaves them. */
export function quotedPrintableBytes(text: string): Uint8Array {
  const joined = text.replace(/[ \t]+(?=\r?\n|$)/g, '').replace(/=\r?\n/g, '');
  const bytes: number[] = [];
  for (const piece of joined.split(/(=[0-9a-fA-F]{2})/)) {
    if (/^=[0-9a-fA-F]{2}$/.test(piece)) bytes.push(parseInt(piece.slice(1), 16));
    else for (const byte of utf8Bytes(piece)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
