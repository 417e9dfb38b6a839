import { decodeUtf16 } from '../../../text/bytes.js';
import { bytesOf, textOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import type { LayerOpener } from './openLayer.js';

const mark = '\ufeff';

/** UTF-8 behind a byte order mark. */
export const openMarkedUtf8: LayerOpener = (outer) => {
  const bytes = bytesOf(outer);
  const inner = textOf(bytes.subarray(3));
  if (inner === undefined) return notCharacters;
  return { inner, close: (text) => bytesOf(`${mark}${textOf(text) ?? ''}`) };
};

/** UTF-16, with or without a byte order mark. */
export function openUtf16(encoding: 'utf-16le' | 'utf-16be', isMarked: boolean): LayerOpener {
  return (outer) => {
    const bytes = bytesOf(outer);
    const inner = decodeUtf16(isMarked ? bytes.subarray(2) : bytes, encoding);
    if (bytes.length % 2 === 1 || inner.includes('\ufffd')) return notCharacters;
    return { inner, close: (text) => utf16Bytes((isMarked ? mark : '') + (textOf(text) ?? ''), encoding) };
  };
}

const notCharacters = new WriteError('It holds bytes that are no characters, which would be lost.');

function utf16Bytes(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) bytes.setUint16(2 * at, text.charCodeAt(at), encoding === 'utf-16le');
  return new Uint8Array(bytes.buffer);
}
