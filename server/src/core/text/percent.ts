import { utf8Bytes } from './bytes.js';

/** The bytes of a percent-encoded text; what is no escape stands for itself in UTF-8. */
export function percentDecoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const piece of text.split(/(%[0-9a-fA-F]{2})/)) {
    if (/^%[0-9a-fA-F]{2}$/.test(piece)) bytes.push(parseInt(piece.slice(1), 16));
    else for (const byte of utf8Bytes(piece)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
