import { type Limits, limits as defaultLimits } from '../limits.js';
import { byteContent, type Content, isGzip, textContent } from './content.js';
import type { LayerName } from '../document/payload.js';
import { utf16Of } from './layers/textEncodings.js';
import { looksLikeJson } from '../formats/json/detect.js';
import { problem, type Problem } from '../problems/problem.js';
import { controlCharacter, decodeText, decodeUtf16 } from '../text/bytes.js';
import { fragmentMap, verbatimMap } from '../text/positionMap.js';

/** A source read as text, if it is text, and the problems of reading it. */
export interface SourceText {
  /** Undefined for binary content and for what is too large. */
  readonly text: string | undefined;
  /** What is opened: the text, or the bytes of a compressed file; empty if nothing can be opened. */
  readonly content: Content;
  readonly problems: readonly Problem[];
  /** How the text of the file is encoded, if not in plain UTF-8. */
  readonly encodings: readonly LayerName[];
  /** The beginning of a text that is too large, so that at least its kind can be recognised. */
  readonly beginning?: string;
}

/** Reads a text or the bytes of a file. Never fails; compressed files are content to be decoded. */
export function sourceText(
  content: string | Uint8Array,
  limits: Pick<Limits, 'inputBytes'> = defaultLimits,
): SourceText {
  if (content.length > limits.inputBytes) {
    const most = limits.inputBytes >> 20;
    const found = problem('payload/limit-input', nowhere, `The file is larger than ${most} MiB and is not analysed.`);
    const beginning = content.slice(0, defaultLimits.inputBeginning);
    return { ...nothing(found), beginning: typeof beginning === 'string' ? beginning : decodeText(beginning).text };
  }
  return typeof content === 'string' ? asText(content, []) : fileText(content);
}

const nowhere = { start: 0, end: 0 };

function nothing(found: Problem): SourceText {
  return { text: undefined, content: textContent('', fragmentMap(0), nowhere), problems: [found], encodings: [] };
}

function asText(text: string, problems: readonly Problem[]): SourceText {
  return { text, content: textContent(text, verbatimMap(0), { start: 0, end: text.length }), problems, encodings: [] };
}

function fileText(bytes: Uint8Array): SourceText {
  if (isGzip(bytes)) return { text: undefined, content: byteContent(bytes, nowhere), problems: [], encodings: [] };
  const unmarked = utf16Of(bytes);
  if (unmarked !== undefined) {
    const layer = unmarked === 'utf-16le' ? 'utf16le' : 'utf16be';
    return withBytes(decodeUtf16(bytes, unmarked), bytes, [], layer);
  }
  const decoded = decodeText(bytes);
  if (isBinary(bytes, decoded.invalidAt)) {
    const message = 'The file is neither text nor gzip data, so it is not analysed.';
    return nothing(problem('payload/binary-input', nowhere, message));
  }
  const problems: Problem[] = [];
  if (decoded.byteOrderMark) {
    const message = `The file begins with a byte order mark (${decoded.encoding}); the node does not read past it.`;
    problems.push(problem('json/byte-order-mark', nowhere, message));
  }
  if (decoded.invalidAt !== undefined) {
    const span = { start: decoded.invalidAt, end: decoded.invalidAt + 1 };
    problems.push(
      problem('payload/invalid-utf-8', span, "This isn't valid UTF-8; the bytes were replaced for reading."),
    );
  }
  if (!decoded.byteOrderMark) return asText(decoded.text, problems);
  const encoding = decoded.encoding.replace('-', '') as 'utf8' | 'utf16le' | 'utf16be';
  return withBytes(decoded.text, bytes, problems, `${encoding}-bom`);
}

/** A text that isn't encoded as plain UTF-8. */
function withBytes(text: string, bytes: Uint8Array, problems: readonly Problem[], layer: LayerName): SourceText {
  const content = { bytes, text, map: fragmentMap(0), origin: { start: 0, end: text.length } };
  return { text, content, problems, encodings: [layer] };
}

/**
 * Whether a file has a NUL character, or many bytes that aren't characters of a text. A text may have a stray one; the node
 * reads JSON up to a NUL.
 */
function isBinary(bytes: Uint8Array, invalidAt: number | undefined): boolean {
  const { text } = decodeText(bytes.subarray(0, 8_192));
  const strange = text.match(notOfText)?.length ?? 0;
  const all = invalidAt === undefined ? strange : strange + text.split('\ufffd').length - 1;
  return (text.includes('\0') && !looksLikeJson(text)) || all > text.length / 10;
}

const notOfText = new RegExp(controlCharacter, 'g');
