import { holdsPlaceholder } from '../arm/assemble.js';
import { limits } from '../limits.js';
import { problem, type Problem } from '../problems/problem.js';
import { decodeBase64, type DecodedBase64 } from '../text/base64.js';
import { userDataType } from '../userData/header.js';
import { decodeText, looksLikeText, utf8Bytes } from '../text/bytes.js';
import { isGzip } from './peelers/magic.js';
import { opaqueMap, type PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { DecodeContext } from './context.js';

/** What is being decoded: text that still knows its places, or bytes that only know where they came from. */
export interface Content {
  readonly bytes: Uint8Array;
  /** Undefined where the bytes are no text. */
  readonly text: string | undefined;
  /** From `text` to the file. */
  readonly map: PositionMap;
  /** Set where parts are unknown, so that the content cannot be decoded: a template's expressions stand in it. */
  readonly partial?: true;
  /** Set where the text stands for bytes of which some are no characters. */
  readonly invalidText?: true;
  /** The whole payload in the file: where problems without a better place go. */
  readonly origin: Span;
}

/** The outcome of one decoding step; problems have their spans in the file. */
export interface Decoded {
  readonly content: Content;
  readonly problems: readonly Problem[];
}

/** Content that stands in a text, character for character. */
export function textContent(text: string, map: PositionMap, origin: Span): Content {
  return new TextContent(text, map, origin);
}

class TextContent implements Content {
  readonly text: string;
  readonly map: PositionMap;
  readonly origin: Span;
  #bytes: Uint8Array | undefined;

  constructor(text: string, map: PositionMap, origin: Span) {
    this.text = text;
    this.map = map;
    this.origin = origin;
  }

  /** Made when asked for: an editor's document is read at every keystroke, its bytes hardly ever. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= utf8Bytes(this.text));
  }
}

/** Content that cannot be decoded, because parts of it are unknown. */
export function partialContent(content: Content): Content {
  return { ...content, bytes: content.bytes, partial: true };
}

/** Content that was decoded into bytes; places inside it are lost. */
export function byteContent(bytes: Uint8Array, origin: Span): Content {
  const map = opaqueMap(origin);
  if (isGzip(bytes)) return { bytes, text: undefined, map, origin };
  const decoded = decodeText(bytes);
  if (decoded.byteOrderMark) return { bytes, text: undefined, map, origin };
  // Strange characters do not keep a script from being one.
  const isText = userDataType(decoded.text) !== undefined || looksLikeText(decoded);
  const invalid = isText && decoded.invalidAt !== undefined ? { invalidText: true as const } : {};
  return { bytes, text: isText ? decoded.text : undefined, map, origin, ...invalid };
}

/**
 * As much of a content as all layers of the file may still give together, and a problem where that is not all of it.
 * `what` begins the sentence about it.
 */
export function withinBudget(content: Content, context: DecodeContext, what: string): Decoded {
  const { text, bytes, map, origin, partial } = content;
  const size = text?.length ?? bytes.length;
  const granted = context.spend(size);
  if (granted === size) return { content, problems: [] };
  const cut =
    text === undefined
      ? byteContent(bytes.subarray(0, granted), origin)
      : textContent(text.slice(0, granted), map, origin);
  return {
    content: partial === undefined ? cut : { ...cut, partial },
    problems: [problem('payload/limit-output', origin, beyondBudget(what, granted))],
  };
}

function beyondBudget(what: string, granted: number): string {
  return `Of ${nameInSentence(what)} only ${granted.toLocaleString('en')} bytes are decoded: all layers together would exceed ${limits.decodedBytes >> 20} MiB.`;
}

function nameInSentence(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}

/** Unpacks gzip data. `what` begins the sentences about faults, such as "The file". */
export function decodeGzip(content: Content, context: DecodeContext, what: string): Decoded {
  const { origin } = content;
  if (content.partial) return { content, problems: [] };
  if (context.bytesLeft === 0) {
    const nothing = byteContent(new Uint8Array(), origin);
    return { content: nothing, problems: [problem('payload/limit-output', origin, beyondBudget(what, 0))] };
  }
  const most = context.inflatable(content.bytes.length);
  const isOfRatio = most < context.bytesLeft;
  const inflated = context.platform.gunzip(content.bytes, most);
  const length = inflated.bytes.length;
  context.spend(length);
  const problems: Problem[] = [];
  switch (inflated.fault) {
    case 'invalid':
      problems.push(
        problem(
          'payload/gzip-invalid',
          origin,
          length === 0
            ? `${what} should be gzip data, but cannot be unpacked: the data are damaged.`
            : `${what} is damaged gzip data; only the first ${length.toLocaleString('en')} bytes could be unpacked.`,
        ),
      );
      break;
    case 'truncated':
      problems.push(
        problem(
          'payload/gzip-truncated',
          origin,
          `${what} is gzip data that are cut off; ${length} bytes could be unpacked.`,
        ),
      );
      break;
    case 'checksum':
      problems.push(
        problem(
          'payload/gzip-checksum',
          origin,
          `${what} is gzip data with a wrong checksum or length; the content is damaged.`,
        ),
      );
      break;
    case 'limit':
      problems.push(
        problem(
          'payload/limit-output',
          origin,
          isOfRatio
            ? `Of ${nameInSentence(what)} only ${length.toLocaleString('en')} bytes are unpacked: it would be more than ${limits.inflation} times as large, as no honest data are.`
            : beyondBudget(what, length),
        ),
      );
      break;
  }
  if (inflated.trailing > 0) {
    problems.push(
      problem('payload/gzip-trailing-data', origin, `${inflated.trailing} bytes follow the gzip data and are ignored.`),
    );
  }
  return { content: byteContent(inflated.bytes, origin), problems };
}

/** What the machine's own decoder makes of base64 without any peculiarity; undefined for other text, also for faulty one. */
function decodedQuickly(text: string, { platform }: DecodeContext): DecodedBase64 | undefined {
  const bytes = platform.base64(text);
  return bytes && { bytes, alphabet: 'base64', missingPadding: false, fault: undefined };
}

/** Decodes base64 text. `what` begins the sentences about faults. */
export function decodeBase64Content(
  content: Content,
  context: DecodeContext,
  what: string,
): Decoded & { readonly urlSafe: boolean } {
  // Web pages leave blanks behind a text that no decoder knows.
  const text = (content.text ?? '').trimEnd();
  if (holdsPlaceholder(text)) return { content: partialContent(content), problems: [], urlSafe: false };
  const decoded = decodedQuickly(text, context) ?? decodeBase64(text);
  const bounded = withinBudget(byteContent(decoded.bytes, content.origin), context, what);
  const problems = [...bounded.problems];
  const at = (offset: number): Span => content.map.toOuter({ start: offset, end: Math.min(text.length, offset + 1) });
  const end = Math.max(0, text.length - 1);
  switch (decoded.fault?.kind) {
    case 'truncated':
      problems.push(
        problem(
          'payload/base64-truncated',
          at(end),
          `${what} is base64 that is cut off: its last group has a single character.`,
        ),
      );
      break;
    case 'data-after-padding':
      problems.push(
        problem(
          'payload/base64-invalid',
          at(decoded.fault.offset),
          `${what} goes on behind its = padding; what follows is not decoded.`,
        ),
      );
      break;
    case 'invalid-character': {
      const written = JSON.stringify(String.fromCodePoint(text.codePointAt(decoded.fault.offset) ?? 0));
      problems.push(
        problem(
          'payload/base64-invalid',
          at(decoded.fault.offset),
          `${what} is not valid base64: ${written} does not belong to its alphabet, and what follows is not decoded.`,
        ),
      );
      break;
    }
    case undefined:
      if (decoded.missingPadding) {
        problems.push(
          problem(
            'payload/base64-padding',
            at(end),
            `${what} lacks the = padding at its end; some decoders, cloud-init's among them, refuse it.`,
          ),
        );
      }
  }
  return { content: bounded.content, problems, urlSafe: decoded.alphabet === 'base64url' };
}
