import { append } from '../append.js';
/**
 * Decodes uuencoded text as Python 3.11's `email` does: from the first `begin MODE NAME` line to the `end` line. A line
 * may be longer than it says; undefined where there is no such block or a line holds other characters.
 */
export function uuDecoded(encoded: Uint8Array): Uint8Array | undefined {
  const lines = linesOf(encoded);
  const begin = lines.findIndex((line) => /^begin [ \t\r\n\f\v]*(?:0[oO]_?)?[0-7](?:_?[0-7])*(?: |$)/.test(line));
  if (begin < 0) return undefined;
  const bytes: number[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (line === '') return undefined;
    if (line.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, '') === 'end') break;
    const claimed = (line.charCodeAt(0) - 32) & 63;
    const decoded =
      decodedLine(line, claimed) ?? decodedLine(line.slice(0, Math.floor((claimed * 4 + 5) / 3)), claimed);
    if (decoded === undefined) return undefined;
    append(bytes, decoded);
  }
  return Uint8Array.from(bytes);
}

/** The bytes of a line that says how many there are; letters that are missing count as zero. */
function decodedLine(line: string, count: number): number[] | undefined {
  const bytes: number[] = [];
  let at = 1;
  let bits = 0;
  let pending = 0;
  while (bytes.length < count) {
    const code = at < line.length ? line.charCodeAt(at) : 32;
    at++;
    if (code < 32 || code > 96) return undefined;
    bits = (bits << 6) | ((code - 32) & 63);
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bytes.push((bits >> pending) & 255);
    bits &= (1 << pending) - 1;
  }
  return /[^ `]/.test(line.slice(at)) ? undefined : bytes;
}

/** Lines of bytes as characters U+0000 to U+00FF. */
function linesOf(encoded: Uint8Array): string[] {
  const text = Array.from(encoded, (byte) => String.fromCharCode(byte)).join('');
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
