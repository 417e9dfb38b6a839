import { userDataType } from '../../cloudConfig/userData/contentTypes.js';
import { holdsPlaceholder } from '../../formats/arm/assemble.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem } from '../../problems/problem.js';
import { decodeBase64, type DecodedBase64, encodeBase64 } from '../../text/base64.js';
import { decodeText, looksLikeText } from '../../text/bytes.js';
import { fragmentMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import {
  byteContent,
  type Content,
  type DecodeContext,
  type Decoded,
  isGzip,
  partialContent,
  textContent,
  withinBudget,
} from '../content.js';
import { otherCompression } from './compression.js';
import type { Layer } from './layer.js';
import { utf16Of } from './textEncodings.js';

/**
 * Base64 in its variants: wrapped, indented, without padding, with the URL-safe alphabet. It is encoded again with the
 * alphabet, the padding, the white space, and the width and line endings of before.
 */
export const base64: Layer = {
  names: ['base64', 'base64url', 'yaml-binary'],
  recognise(content, context, expected) {
    const { text } = content;
    if (text === undefined || !(expected ? beginsAsBase64(text) : couldBeBase64(text))) return undefined;
    if (!expected && !worthDecoding(decodeBase64(text).bytes)) return undefined;
    const { urlSafe, ...decoded } = decodeBase64Content(content, context, 'The payload');
    return { layer: urlSafe ? 'base64url' : 'base64', ...decoded };
  },
  decode: decodeBase64Content,
  encodeAlike(inner, { outer }) {
    const text = outer.text ?? '';
    const { alphabet, missingPadding } = decodeBase64(text);
    const before = /^\s*/.exec(text)?.[0] ?? '';
    const core = text.slice(before.length).trimEnd();
    const after = text.slice(before.length + core.length);
    let letters = encodeBase64(inner.bytes);
    if (alphabet === 'base64url') letters = letters.replaceAll('+', '-').replaceAll('/', '_');
    if (missingPadding) letters = letters.replace(/=+$/, '');
    const between = /\s+/.exec(core)?.[0];
    const lines = between === undefined ? letters : wrapped(letters, core.indexOf(between), between);
    return textContent(before + lines + after, fragmentMap(0), outer.origin);
  },
};

/** Text with `between` after each `width` characters. */
export function wrapped(text: string, width: number, between: string): string {
  if (text.length <= width) return text;
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines.join(between);
}

/** Whether the first characters are base64; errors after them are reported when it is decoded. */
export function beginsAsBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}\s*$/.test(text.trimStart().slice(0, 16));
}

/** Whether a text is long enough, has only characters of the alphabet, and does not look like a hash. */
export function couldBeBase64(text: string): boolean {
  const trimmed = text.trim();
  // A search for another character needs no memory for the characters before it.
  if (trimmed.length < 16 || /[^A-Za-z0-9+/_\-\s=]/.test(trimmed) || !/[^0-9a-fA-F]/.test(trimmed)) return false;
  const padding = trimmed.indexOf('=');
  return padding < 0 || (padding >= trimmed.length - 2 && trimmed.endsWith('='));
}

/** Whether bytes are text or compressed data; random letters decode to neither. */
export function worthDecoding(bytes: Uint8Array): boolean {
  if (isGzip(bytes)) return true;
  if (bytes.length < 8) return false;
  if (otherCompression(bytes) !== undefined || utf16Of(bytes) !== undefined) return true;
  const decoded = decodeText(bytes);
  if (decoded.byteOrderMark || userDataType(decoded.text) !== undefined) return true;
  // A cut text may end in the middle of a character.
  const cutAtEnd = decoded.invalidAt !== undefined && decoded.invalidAt >= decoded.text.length - 3;
  return looksLikeText(cutAtEnd ? { ...decoded, text: decoded.text.slice(0, -3), invalidAt: undefined } : decoded);
}

/** Decodes base64 text. `what` begins the messages of problems. */
export function decodeBase64Content(
  content: Content,
  context: DecodeContext,
  what: string,
): Decoded & { readonly urlSafe: boolean } {
  // Text copied from web pages may end with spaces that decoders reject.
  const text = (content.text ?? '').trimEnd();
  if (holdsPlaceholder(text))
    return { content: partialContent(content), problems: [], urlSafe: false, loss: damagedBase64 };
  const decoded = decodedByPlatform(text, context) ?? decodeBase64(text);
  const bounded = withinBudget(byteContent(decoded.bytes, content.origin), context, what);
  const found = base64Problem(decoded, text);
  const at = found?.at ?? 0;
  const span = (): Span => content.map.toOuter({ start: at, end: Math.min(text.length, at + 1) });
  const problems = [
    ...bounded.problems,
    ...(found === undefined ? [] : [problem(found.code, span(), `${what} ${found.message}`)]),
  ];
  const loss = decoded.fault === undefined ? bounded.loss : damagedBase64;
  return {
    content: bounded.content,
    problems,
    urlSafe: decoded.alphabet === 'base64url',
    ...(loss === undefined ? {} : { loss }),
  };
}

interface Base64Problem {
  readonly code: ProblemCode;
  readonly at: number;
  /** Without its subject. */
  readonly message: string;
}

function base64Problem({ fault, missingPadding }: DecodedBase64, text: string): Base64Problem | undefined {
  const end = Math.max(0, text.length - 1);
  switch (fault?.kind) {
    case 'truncated': {
      const message = 'is base64 that is cut off: its last group has a single character.';
      return { code: 'payload/base64-truncated', at: end, message };
    }
    case 'data-after-padding': {
      const message = 'continues after its = padding; what follows is not decoded.';
      return { code: 'payload/base64-invalid', at: fault.offset, message };
    }
    case 'invalid-character': {
      const written = JSON.stringify(String.fromCodePoint(text.codePointAt(fault.offset) ?? 0));
      const message = `is not valid base64: ${written} does not belong to its alphabet, and what follows is not decoded.`;
      return { code: 'payload/base64-invalid', at: fault.offset, message };
    }
    case undefined: {
      const message = "has no = padding at its end; some decoders, including cloud-init's, reject it.";
      return missingPadding ? { code: 'payload/base64-padding', at: end, message } : undefined;
    }
  }
}

const damagedBase64 = 'The base64 around it is damaged, and the damaged part would be lost.';

/** The bytes of standard base64 on one line, by the platform's own fast decoder; undefined for other or damaged text. */
function decodedByPlatform(text: string, { platform }: DecodeContext): DecodedBase64 | undefined {
  const bytes = platform.base64(text);
  return bytes && { bytes, alphabet: 'base64', missingPadding: false, fault: undefined };
}
