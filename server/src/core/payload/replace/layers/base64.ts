import { decodeBase64, encodeBase64 } from '../../../text/base64.js';
import { bytesOf, textOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import type { LayerOpener, OpenLayer } from './openLayer.js';

/** Base64 in the manner that it stands there: alphabet, padding, width and ends of its lines, blanks around it. */
export const openBase64: LayerOpener = (outer) => openWithStyle(outer, Infinity);

/** The same as the body of a message, whose lines may not be longer than 76 letters (RFC 2045, 6.8). */
export const openTransferredBase64: LayerOpener = (outer) => openWithStyle(outer, 76);

function openWithStyle(outer: Parameters<LayerOpener>[0], mostOnOneLine: number): OpenLayer | WriteError {
  const text = textOf(outer) ?? '';
  const decoded = decodeBase64(text);
  const { bytes, fault, alphabet, missingPadding } = decoded;
  if (fault !== undefined) return new WriteError('The base64 around it is damaged, and what is damaged would be lost.');
  const layout = layoutOf(text, mostOnOneLine);
  return {
    inner: bytes,
    close(inner) {
      let letters = encodeBase64(bytesOf(inner));
      if (alphabet === 'base64url') letters = letters.replaceAll('+', '-').replaceAll('/', '_');
      if (missingPadding) letters = letters.replace(/=+$/, '');
      return layout.before + wrapped(letters, layout) + layout.after;
    },
  };
}

interface Layout {
  /** White space around the letters. */
  readonly before: string;
  readonly after: string;
  /** Letters on each line but the last. */
  readonly width: number;
  /** What stands between two lines. */
  readonly between: string;
}

function layoutOf(text: string, mostOnOneLine: number): Layout {
  const before = /^\s*/.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  const core = rest.trimEnd();
  const after = rest.slice(core.length);
  const between = /\s+/.exec(core)?.[0];
  const width = between === undefined ? widthOfShort(core, mostOnOneLine) : core.indexOf(between);
  return { before, after, width, between: between ?? (text.includes('\r\n') ? '\r\n' : '\n') };
}

/** One line that is short enough to have been wrapped says nothing against wrapping. */
function widthOfShort({ length }: string, mostOnOneLine: number): number {
  return length <= mostOnOneLine ? mostOnOneLine : Infinity;
}

function wrapped(letters: string, { width, between }: Layout): string {
  if (letters.length <= width) return letters;
  const lines: string[] = [];
  for (let at = 0; at < letters.length; at += width) lines.push(letters.slice(at, at + width));
  return lines.join(between);
}
