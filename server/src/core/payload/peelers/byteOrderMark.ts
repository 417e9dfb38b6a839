import { problem } from '../../problems/problem.js';
import { decodeText } from '../../text/bytes.js';
import { opaqueMap } from '../../text/positionMap.js';
import type { Content } from '../decoders.js';
import type { DecodedLayer } from './peeler.js';

/** Recognises text behind a byte order mark. */
export function decodeByteOrderMark(content: Content): DecodedLayer | undefined {
  if (content.text !== undefined) return undefined;
  const { bytes, origin } = content;
  const decoded = bytes.length > 1 && (bytes[0] ?? 0) >= 0xef ? decodeText(bytes) : undefined;
  if (decoded?.byteOrderMark !== true) return undefined;
  const layer =
    decoded.encoding === 'utf-8' ? 'utf8-bom' : decoded.encoding === 'utf-16le' ? 'utf16le-bom' : 'utf16be-bom';
  const problems =
    decoded.invalidAt === undefined
      ? []
      : [problem('payload/invalid-utf-8', origin, 'The text holds byte sequences that are no characters.')];
  // The document keeps its bytes: only reading it as text drops the mark.
  return { layer, content: { bytes, text: decoded.text, map: opaqueMap(origin), origin }, problems, last: true };
}
