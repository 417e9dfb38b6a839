import type { LayerName } from '../../document/payload.js';
import { problem, type Problem } from '../../problems/problem.js';
import { controlCharacter, decodeText, decodeUtf16, looksLikeText, utf8Bytes } from '../../text/bytes.js';
import { opaqueMap } from '../../text/positionMap.js';
import { byteContent, type Content, notCharacters } from '../content.js';
import type { DecodedLayer, Layer } from './layer.js';

/** UTF-8 and UTF-16 after a byte order mark, and UTF-16 without one, as PowerShell encodes commands. */
export const textEncoding: Layer = {
  names: ['utf8-bom', 'utf16le-bom', 'utf16be-bom', 'utf16le', 'utf16be'],
  recognise: decodeEncoded,
  decode: (content) => decodeEncoded(content) ?? { content, problems: [], loss: notCharacters },
  encodeAlike(inner, { outer }) {
    const { encoding, byteOrderMark } = encodedText(outer.bytes) ?? { encoding: 'utf-8', byteOrderMark: false };
    const text = (byteOrderMark ? '\ufeff' : '') + (inner.text ?? '');
    return byteContent(encoding === 'utf-8' ? utf8Bytes(text) : utf16Bytes(text, encoding), outer.origin);
  },
};

function decodeEncoded(content: Content): DecodedLayer | undefined {
  if (content.text !== undefined) return undefined;
  const { bytes, origin } = content;
  const decoded = encodedText(bytes);
  if (decoded === undefined) return undefined;
  const { text, encoding, byteOrderMark, invalidAt } = decoded;
  const name = encoding === 'utf-8' ? 'utf8' : encoding === 'utf-16le' ? 'utf16le' : 'utf16be';
  const isLossy = invalidAt !== undefined || (encoding !== 'utf-8' && text.includes('\ufffd'));
  return {
    layer: byteOrderMark ? `${name}-bom` : (name as 'utf16le' | 'utf16be'),
    // The document keeps its bytes: only reading it as text drops the mark.
    content: { bytes, text, map: opaqueMap(origin), origin },
    problems:
      invalidAt === undefined
        ? []
        : [problem('payload/invalid-utf-8', origin, "The text contains byte sequences that aren't characters.")],
    last: true,
    ...(isLossy ? { loss: notCharacters } : {}),
  };
}

/** Text whose encoding follows from its byte order mark or its zeros. */
function encodedText(bytes: Uint8Array): ReturnType<typeof decodeText> | undefined {
  if (bytes.length > 1 && (bytes[0] ?? 0) >= 0xef) {
    const marked = decodeText(bytes);
    if (marked.byteOrderMark) return marked;
  }
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return undefined;
  const decoded = { text: decodeUtf16(bytes, encoding), encoding, byteOrderMark: false, invalidAt: undefined };
  return looksLikeText(decoded) ? decoded : undefined;
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

function utf16Bytes(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) bytes.setUint16(2 * at, text.charCodeAt(at), encoding === 'utf-16le');
  return new Uint8Array(bytes.buffer);
}

/** Whether a layer is a text encoding; payload paths don't name it. */
export function isTextEncoding(layer: LayerName): boolean {
  return textEncoding.names.includes(layer);
}

/** Problems about characters of a decoded text that editors don't show. */
export function textWarnings({ text, map }: Content): Problem[] {
  if (text === undefined) return [];
  return invisible.flatMap(({ pattern, code, message }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    return [problem(code, map.toOuter({ start: found.index, end: found.index + 1 }), message)];
  });
}

const invisible = [
  {
    pattern: controlCharacter,
    code: 'payload/control-characters',
    message: 'The text contains control characters; shells cut or garble the text around them.',
  },
  {
    pattern: /[\u202a-\u202e\u2066-\u2069]/,
    code: 'payload/bidi-controls',
    message: 'Characters that change the text direction make this text look different from what is run.',
  },
] as const;
