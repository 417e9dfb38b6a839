import { problem, type Problem } from '../problems/problem.js';
import { controlCharacter } from '../text/bytes.js';
import type { Content } from './decoders.js';
import type { LayerName } from './payload.js';

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
