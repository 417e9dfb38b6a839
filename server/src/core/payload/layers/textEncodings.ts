import { problem, type Problem } from '../../problems/problem.js';
import { controlCharacter, decodeText, decodeUtf16, looksLikeText } from '../../text/bytes.js';
import { opaqueMap } from '../../text/positionMap.js';
import type { Content } from '../content.js';
import type { LayerName } from '../../document/payload.js';
import { bytesOf, type DecodedLayer, type LayerOpener, textOf, WriteError } from './layer.js';

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

/** Layers that say how the characters of a text are written; they are no step on the way to a document. */
export function isTextEncoding(layer: LayerName): boolean {
  return textEncodings.has(layer);
}

const textEncodings: ReadonlySet<LayerName> = new Set([
  'utf8-bom',
  'utf16le-bom',
  'utf16be-bom',
  'utf16le',
  'utf16be',
] as const);

/** Characters of a decoded text that people do not see and programs do. */
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
    message: 'The text holds control characters; shells cut or garble what stands around them.',
  },
  {
    pattern: /[\u202a-\u202e\u2066-\u2069]/,
    code: 'payload/bidi-controls',
    message: 'Characters that turn the direction of writing make this text look different from what is run.',
  },
] as const;
