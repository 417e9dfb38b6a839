import { bytesOfBase64, decodeBase64, encodeBase64 } from '../../text/base64.js';
import { bytesOf, byteString, type ByteString } from '../../text/bytes.js';

/** One `-----BEGIN …-----` block of a PEM text. */
export interface PemBlock {
  /** Such as `CERTIFICATE` or `RSA PRIVATE KEY`. */
  readonly label: string;
  readonly bytes: ByteString;
  /** Whether there are header lines (`Proc-Type: 4,ENCRYPTED`) before the base64. */
  readonly headers: boolean;
  /** Why strict readers don't find the block. */
  readonly damage: PemDamage | undefined;
}

/**
 * What is wrong with a block: its first or last line is not on a separate line, its line breaks are the characters `\n`,
 * its end is missing, or its content isn't base64.
 */
export type PemDamage = 'joined-lines' | 'escaped-line-breaks' | 'no-end' | 'no-base64';

const begin = '-----BEGIN ';

/**
 * All blocks of a PEM text, including damaged ones. A block is undamaged if Go's `encoding/pem` (1.19.8) finds it:
 * begin and end on separate lines, not indented, and padded base64 between them. OpenSSL is as strict about lines.
 * Text around the blocks is skipped, as both do.
 */
export function readPem(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  let at = text.indexOf(begin);
  while (at !== -1) {
    const labelEnd = text.indexOf('-----', at + begin.length);
    const label = text.slice(at + begin.length, Math.max(at, labelEnd));
    // A label is short and on one line; other text isn't PEM.
    if (labelEnd === -1 || !/^[A-Z0-9 ]{1,40}$/.test(label)) {
      at = text.indexOf(begin, at + begin.length);
      continue;
    }
    const next = text.indexOf(begin, labelEnd);
    const atLineStart = at === 0 || text.charAt(at - 1) === '\n';
    blocks.push(blockOf(label, text.slice(labelEnd + 5, next === -1 ? text.length : next), atLineStart, next === -1));
    at = next;
  }
  return blocks;
}

/** `rest` is what follows the dashes of the first line, up to the next block or the end of the text. */
function blockOf(label: string, rest: string, atLineStart: boolean, isLast: boolean): PemBlock {
  const closing = `-----END ${label}-----`;
  const end = rest.indexOf(closing);
  const body = end === -1 ? rest : rest.slice(0, end);
  const headers = headersOf(body);
  const { bytes, isSound } = decodeLetters(body.slice(headers));
  const behind = rest.slice(end + closing.length);
  const endsLine = /^[ \t]*\r?\n/.test(behind) || (isLast && behind.trim() === '');
  const onLines = /^[ \t]*\r?\n/.test(body) && body.endsWith('\n') && endsLine;
  let damage: PemDamage | undefined;
  if (end === -1) damage = 'no-end';
  else if (body.includes('\\') && escapedLineBreak.test(body)) damage = 'escaped-line-breaks';
  else if (!onLines || !atLineStart) damage = 'joined-lines';
  else if (!isSound) damage = 'no-base64';
  return { label, bytes, headers: headers > 0, damage };
}

const escapedLineBreak = /\\[nr]/;

/** Decodes the content of a block, also if its line breaks are escaped. Sound content isn't empty and has its padding. */
function decodeLetters(letters: string): { readonly bytes: ByteString; readonly isSound: boolean } {
  const bytes = bytesOfBase64(letters);
  if (bytes !== undefined && bytes !== '') return { bytes, isSound: bytes.length % 3 === 0 || letters.includes('=') };
  const compact = letters.replaceAll(/\\[nr]|\s/g, '');
  const { fault, missingPadding, alphabet, bytes: decoded } = decodeBase64(compact);
  const isSound = fault === undefined && !missingPadding && alphabet === 'base64' && compact !== '';
  return { bytes: byteString(decoded), isSound };
}

/** The end of the header lines: those before the base64 that contain a colon, which base64 doesn't. */
function headersOf(body: string): number {
  let start = body.indexOf('\n') + 1;
  let end = 0;
  for (;;) {
    const lineEnd = body.indexOf('\n', start);
    if (lineEnd === -1 || !body.slice(start, lineEnd).includes(':')) return end;
    start = lineEnd + 1;
    end = start;
  }
}

/** A block as OpenSSL prints it: 64 characters of base64 on a line, each with a line feed. */
export function pemText(label: string, bytes: ByteString): string {
  const lines = encodeBase64(bytesOf(bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
