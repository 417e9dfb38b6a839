import { byteContent, type Content } from '../payload/decoders.js';
import { problem, type Problem } from '../problems/problem.js';
import { decodeText, looksLikeText } from '../text/bytes.js';

/** A file's bytes read as text where they are text, and what stood in the way. */
export interface FileText {
  /** Undefined for binary content. */
  readonly text: string | undefined;
  /** The content as bytes, for what is no text. */
  readonly content?: Content;
  readonly problems: readonly Problem[];
}

/** Reads a file. Never fails; compressed files are content to be decoded, other binary files a problem. */
export function fileText(bytes: Uint8Array): FileText {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return { text: undefined, content: byteContent(bytes, { start: 0, end: 0 }), problems: [] };
  }
  const decoded = decodeText(bytes);
  if (isBinary(bytes, decoded.invalidAt)) {
    return {
      text: undefined,
      problems: [
        problem(
          'payload/binary-input',
          { start: 0, end: 0 },
          'The file is neither text nor a compression that is known here; nothing was analysed.',
        ),
      ],
    };
  }
  const problems: Problem[] = [];
  if (decoded.byteOrderMark) {
    problems.push(
      problem(
        'json/byte-order-mark',
        { start: 0, end: 0 },
        `The file begins with a byte order mark (${decoded.encoding}); the node does not read past it.`,
      ),
    );
  }
  if (decoded.invalidAt !== undefined) {
    const span = { start: decoded.invalidAt, end: decoded.invalidAt + 1 };
    problems.push(
      problem('payload/invalid-utf-8', span, 'This is no valid UTF-8; the bytes were replaced for reading.'),
    );
  }
  return { text: decoded.text, problems };
}

/** Control characters that no text file has, or mostly bytes that are no characters. */
function isBinary(bytes: Uint8Array, invalidAt: number | undefined): boolean {
  const start = decodeText(bytes.subarray(0, 8_192));
  if (looksLikeText({ ...start, invalidAt: undefined })) {
    const replaced = start.text.split('\ufffd').length - 1;
    return invalidAt !== undefined && replaced > start.text.length / 10;
  }
  return true;
}
