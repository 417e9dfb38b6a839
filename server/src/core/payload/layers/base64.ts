import { userDataType } from '../../cloudConfig/userData/contentTypes.js';
import { holdsPlaceholder } from '../../text/placeholder.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem } from '../../problems/problem.js';
import { decodeBase64, type DecodedBase64, encodeBase64 } from '../../text/base64.js';
import { decodeText, looksLikeText } from '../../text/bytes.js';
import { fragmentMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import {
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
import { withoutTrailing } from '../../text/strings.js';

/**
 * Base64 in its variants: wrapped, indented, without padding, with the URL-safe alphabet. It is encoded again with the
 * alphabet, the padding, the white space, and the width and line endings of before.
 */
export const base64: Layer = {
  names: ['base64', 'base64url', 'yaml-binary'],
  recognise(content, context, expected) {
    const { text } = content;
    if (text === undefined) return undefined;
    const isIntact = expected ? beginsAsBase64(text) : isEncodedPayload(text);
    if (!isIntact && !isBase64WithStrays(text) && !isPayloadInPieces(text)) return undefined;
    const { urlSafe, ...decoded } = decodeBase64Content(content, context, 'The payload', { resumes: true });
    return { layer: urlSafe ? 'base64url' : 'base64', ...decoded };
  },
  decode: (content, context, what) => decodeBase64Content(content, context, what, { resumes: true }),
  encodeAlike(inner, { outer }) {
    const text = outer.text ?? '';
    const { alphabet, missingPadding } = decodeBase64(text);
    const before = /^\s*/.exec(text)?.[0] ?? '';
    const core = text.slice(before.length).trimEnd();
    const after = text.slice(before.length + core.length);
    let letters = encodeBase64(inner.bytes);
    if (alphabet === 'base64url') letters = letters.replaceAll('+', '-').replaceAll('/', '_');
    if (missingPadding) letters = withoutTrailing(letters, '=');
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
  const start = text.trimStart().slice(0, 16);
  return /^[A-Za-z0-9+/_-]+={0,2}\s*$/.test(start) || /^[A-Za-z0-9+/_-]{4,13}(?:\.{3}|\u2026)/.test(start);
}

/** Letters of the shortest base64 that counts without a name; hashes and identifiers are shorter. */
export const shortestUnnamed = 48;

/** Whether a text that should be base64 may be that, maybe with mistakes, and isn't plain text. */
export function mayBeBase64(text: string): boolean {
  return text === '' || beginsAsBase64(text) || isBase64WithStrays(text);
}

/** Whether a text is long enough, has only characters of the alphabet, and does not look like a hash. */
export function couldBeBase64(text: string): boolean {
  const trimmed = text.trim();
  // A search for another character needs no memory for the characters before it.
  if (trimmed.length < 16 || /[^A-Za-z0-9+/_\-\s=]/.test(trimmed) || !/[^0-9a-fA-F]/.test(trimmed)) return false;
  const padding = trimmed.indexOf('=');
  return padding < 0 || (padding >= trimmed.length - 2 && trimmed.endsWith('='));
}

/**
 * Whether a text is base64 but for a few other characters: what a slip of the keyboard leaves of it. Text that isn't base64
 * has spaces between its words.
 */
export function isBase64WithStrays(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < fewestCharacters || trimmed.slice(0, fewestCharacters).includes(' ')) return false;
  const decoded = decodedAroundStrays(trimmed);
  return decoded !== undefined && worthDecoding(decoded.bytes);
}

/** Whether a text is base64 of text or of compressed data. */
export function isEncodedPayload(text: string): boolean {
  return couldBeBase64(text) && worthDecoding(decodeBase64(text).bytes);
}

function isPayloadInPieces(text: string): boolean {
  const bytes = /=\s{0,100}[A-Za-z0-9+/]/.test(text) ? bytesOfPieces(text) : undefined;
  return bytes !== undefined && worthDecoding(bytes);
}

/** The bytes of several base64 strings in a row, each with its own padding; undefined for other texts. */
function bytesOfPieces(text: string): Uint8Array | undefined {
  // No other character belongs to it.
  if (/[^A-Za-z0-9+/=\s]/.test(text)) return undefined;
  const { bytes, fault } = decodeBase64(text.replace(/\s/g, ''), 'coreutils');
  return fault === undefined ? bytes : undefined;
}

/** Shorter texts with other characters aren't taken for base64: two lines of a MIME body. */
const fewestCharacters = 152;

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

/**
 * Decodes base64 text. `what` begins the messages of problems. At a character that doesn't belong to it, decoding stops as
 * programs on the node do, or resumes behind it if `resumes` is set.
 */
export function decodeBase64Content(
  content: Content,
  context: DecodeContext,
  what: string,
  { resumes = false } = {},
): Decoded & { readonly urlSafe: boolean } {
  // Text copied from web pages may end with spaces that decoders reject.
  const text = (content.text ?? '').trimEnd();
  if (holdsPlaceholder(text))
    return { content: partialContent(content), problems: [], urlSafe: false, loss: damagedBase64 };
  const decoded = context.readOnce('base64', text, () => decodedByPlatform(text, context) ?? decodeBase64(text));
  const pieces = resumes && decoded.fault?.kind === 'data-after-padding' ? bytesOfPieces(text) : undefined;
  const resumed =
    resumes && decoded.fault !== undefined && pieces === undefined && !isShortenedAt(text, decoded.fault.offset)
      ? decodedAroundStrays(text)
      : undefined;
  const bytes = pieces ?? resumed?.bytes ?? decoded.bytes;
  const plain = context.byteContent(bytes, content.origin);
  const bounded = withinBudget(bytes === decoded.bytes ? withPlaceOfDamage(plain, content) : plain, context, what);
  const found =
    resumed !== undefined
      ? strayProblem(resumed, text)
      : base64Problem(decoded, text, pieces === undefined ? notDecoded : 'most decoders read only the first part');
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

/** Bytes with the letters of base64 that hold the first byte that isn't part of a character. */
function withPlaceOfDamage(decoded: Content, { text = '', map }: Content): Content {
  if (decoded.invalid === undefined) return decoded;
  // Three bytes are four letters, and each byte is in two of them.
  let left = Math.floor((decoded.invalid.at * 4) / 3);
  let start = 0;
  while (start < text.length && (/\s/.test(text.charAt(start)) || left-- > 0)) start++;
  return { ...decoded, invalid: { ...decoded.invalid, origin: map.toOuter({ start, end: start + 2 }) } };
}

interface Base64Problem {
  readonly code: ProblemCode;
  readonly at: number;
  /** Without its subject. */
  readonly message: string;
}

/** What happens to the text behind padding. */
const notDecoded = 'what follows is not decoded';

function base64Problem(
  { fault, missingPadding }: DecodedBase64,
  text: string,
  rest: string,
): Base64Problem | undefined {
  const end = Math.max(0, text.length - 1);
  switch (fault?.kind) {
    case 'truncated': {
      const message = 'is base64 that is cut off: its last group has a single character.';
      return { code: 'payload/base64-truncated', at: end, message };
    }
    case 'data-after-padding': {
      const message = `continues after its = padding; ${rest}.`;
      return { code: 'payload/base64-invalid', at: fault.offset, message };
    }
    case 'invalid-character': {
      if (isShortenedAt(text, fault.offset)) {
        const message = 'is base64 that was shortened here; what is before is decoded.';
        return { code: 'payload/base64-truncated', at: fault.offset, message };
      }
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

/** Whether a text is shortened at an offset, as articles and tickets shorten base64. */
function isShortenedAt(text: string, at: number): boolean {
  return /^[\s<([]{0,3}(?:\.{3}|\u2026)/.test(text.slice(at, at + 8));
}

/** Characters in base64 that don't belong to it. */
interface Strays {
  /** Their offsets. A `=` counts unless it is padding at the end. */
  readonly strays: readonly number[];
  /** Characters of the alphabet. */
  readonly letters: number;
  readonly padding: number;
}

function straysIn(text: string): Strays {
  const strays: number[] = [];
  const others = /[^A-Za-z0-9+/_\-\s]/g;
  for (let found = others.exec(text); found !== null; found = others.exec(text)) strays.push(found.index);
  let end = text.trimEnd().length;
  let padding = 0;
  while (strays.length > 0 && strays.at(-1) === end - 1 && text[end - 1] === '=') {
    strays.pop();
    end--;
    padding++;
  }
  const spaces = text.match(/\s/g)?.length ?? 0;
  return { strays, letters: text.length - spaces - strays.length - padding, padding };
}

/** How many strays are a slip, so that the rest is decoded too: one, or one for 100 characters. */
function mostStrays({ length }: { readonly length: number }): number {
  return Math.max(1, Math.floor(length / 100));
}

/** What base64 with strays decodes to. */
interface AroundStrays {
  readonly bytes: Uint8Array;
  readonly strays: readonly number[];
  /** Whether the strays stand in place of letters, so that bytes are unknown. Else they were inserted. */
  readonly replaced: boolean;
}

/**
 * Decodes base64 around a few strays. Whether they were inserted or replace letters follows from the number of letters, which
 * is a multiple of four with padding. An unknown byte becomes a question mark. Undefined if there is no stray, or too many.
 */
function decodedAroundStrays(text: string): AroundStrays | undefined {
  const { strays, letters, padding } = straysIn(text);
  if (strays.length === 0 || strays.length > mostStrays(text)) return undefined;
  const replaced = (letters + padding) % 4 !== 0 && (letters + padding + strays.length) % 4 === 0;
  let cleaned = '';
  let at = 0;
  const unknown: number[] = [];
  for (const stray of strays) {
    cleaned += text.slice(at, stray).replace(/\s/g, '');
    at = stray + 1;
    if (!replaced) continue;
    unknown.push(cleaned.length);
    cleaned += 'A';
  }
  const { bytes } = decodeBase64(cleaned + text.slice(at));
  // A letter has six bits of one or two bytes.
  for (const letter of unknown) {
    const first = (letter * 6) >> 3;
    bytes.fill('?'.charCodeAt(0), first, ((letter * 6 + 5) >> 3) + 1);
  }
  return { bytes, strays, replaced };
}

function strayProblem({ strays, replaced }: AroundStrays, text: string): Base64Problem {
  const [at = 0] = strays;
  const written = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
  const more = strays.length === 1 ? '' : `, nor ${strays.length === 2 ? 'does' : 'do'} ${strays.length - 1} after it`;
  const shown = replaced ? 'Unknown bytes are shown as "?"' : "It's left out here";
  const message = `is not valid base64: ${written} does not belong to it${more}. ${shown}; most decoders reject all of it.`;
  return { code: 'payload/base64-invalid', at, message };
}

const damagedBase64 = 'The base64 around it is damaged, and the damaged part would be lost.';

/** The bytes of standard base64 on one line, by the platform's own fast decoder; undefined for other or damaged text. */
function decodedByPlatform(text: string, { platform }: DecodeContext): DecodedBase64 | undefined {
  const bytes = platform.base64(text);
  return bytes && { bytes, alphabet: 'base64', missingPadding: false, fault: undefined };
}
