import type { Span } from '../text/span.js';

/**
 * Finds base64, standard or URL-safe, with at least `minLetters` letters on its first line. Its further lines may be
 * indented; padding isn't included. The blocks are found by a loop, because a regular expression that repeats lines
 * overflows the stack at several megabytes.
 */
export function base64Blocks(text: string, minLetters: number): Span[] {
  const blocks: Span[] = [];
  let start = 0;
  while (start < text.length) {
    let end = endOfLetters(text, start);
    if (end - start < minLetters) {
      start = end + 1;
      continue;
    }
    for (let next = endOfNextLine(text, end); next > end; next = endOfNextLine(text, end)) end = next;
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

/** Letters that a further line needs; a shorter one ends its block. */
const minLineLetters = 4;

/** The end of the letters on the next line, or `at` if that line doesn't continue the block. */
function endOfNextLine(text: string, at: number): number {
  const start = text.startsWith('\r\n', at) ? at + 2 : text.startsWith('\n', at) ? at + 1 : at;
  if (start === at) return at;
  let indented = start;
  while (text[indented] === ' ' || text[indented] === '\t') indented++;
  const end = endOfLetters(text, indented);
  return end - indented < minLineLetters ? at : end;
}

function endOfLetters(text: string, start: number): number {
  let end = start;
  while (isLetter[text.charCodeAt(end)] === 1) end++;
  return end;
}

const isLetter = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0));
