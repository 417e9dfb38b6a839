import { decodeUtf16, looksLikeText } from '../../text/bytes.js';
import { opaqueMap } from '../../text/positionMap.js';
import type { Content } from '../decoders.js';
import type { DecodedLayer } from './peeler.js';

/** Recognises UTF-16 without a byte order mark, as PowerShell encodes commands. */
export function decodeUtf16Layer(content: Content): DecodedLayer | undefined {
  if (content.text !== undefined) return undefined;
  const { bytes, origin } = content;
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return undefined;
  const text = decodeUtf16(bytes, encoding);
  if (!looksLikeText({ text, encoding, byteOrderMark: false, invalidAt: undefined })) return undefined;
  const layer = encoding === 'utf-16le' ? 'utf16le' : 'utf16be';
  return { layer, content: { bytes, text, map: opaqueMap(origin), origin }, problems: [], last: true };
}

/** Text in a Latin script has a zero in every second byte; binary data do not. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, 512) & ~1;
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isMarked || bytes.length % 2 === 1 || length < 8) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = length * 0.4;
  if (odd >= most && even === 0) return 'utf-16le';
  return even >= most && odd === 0 ? 'utf-16be' : undefined;
}
