import { quotedPrintableBytes, rawBytes } from '../../formats/mime/transfer.js';
import { percentDecoded } from '../../text/strings.js';
import { bytesOf, type LayerOpener, textOf, WriteError } from './layer.js';

/** Percent-encoded bytes; characters that stood there unescaped stay so, and new ones are escaped as in a URL. */
export const openPercent: LayerOpener = (outer) => {
  const written = textOf(outer);
  if (written === undefined) return new WriteError('The address around it is no text.');
  const escapes = written.match(/%[0-9a-fA-F]{2}/g) ?? [];
  const digits = escapes.some((escape) => /[a-f]/.test(escape)) ? 'small' : 'capital';
  const bare = new Set(written.replace(/%[0-9a-fA-F]{2}/g, ''));
  return {
    inner: percentDecoded(written),
    close: (inner) =>
      [...bytesOf(inner)]
        .map((byte) => {
          const character = String.fromCharCode(byte);
          // A percent sign of the content has to be told from an escape.
          const stays = byte < 128 && character !== '%' && (/[\w.~!*'()-]/.test(character) || bare.has(character));
          if (stays) return character;
          const hex = byte.toString(16).padStart(2, '0');
          return `%${digits === 'small' ? hex : hex.toUpperCase()}`;
        })
        .join(''),
  };
};

/** What is behind the comma of a data URL; the type in front of it stays. */
export const openDataUrl: LayerOpener = (outer) => {
  const url = textOf(outer) ?? '';
  const head = /^data:[^,]*,/.exec(url)?.[0];
  if (head === undefined) return new WriteError('The address around it holds no data.');
  return { inner: url.slice(head.length), close: (inner) => head + (textOf(inner) ?? '') };
};

/** The longest line of quoted-printable, its `=` at the end included (RFC 2045, 6.7). */
const longestLine = 76;

/** Quoted-printable with soft line ends as in what stands there. */
export const openQuotedPrintable: LayerOpener = (outer) => {
  const written = textOf(outer) ?? '';
  const lineEnd = written.includes('\r\n') ? '\r\n' : '\n';
  return {
    inner: quotedPrintableBytes(rawBytes(written)),
    close: (inner) =>
      lines(bytesOf(inner))
        .map((line) => folded(line, lineEnd))
        .join(''),
  };
};

/** Tokens of each line: a character for itself, an escape, or the line end that closes it. */
function lines(bytes: Uint8Array): string[][] {
  const all: string[][] = [[]];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const line = all.at(-1) ?? [];
    const isLineEnd = byte === 10 || (byte === 13 && bytes[at + 1] === 10);
    if (isLineEnd) {
      line.push(byte === 10 ? '\n' : '\r\n');
      if (byte === 13) at++;
      all.push([]);
      continue;
    }
    const next = bytes[at + 1];
    const isBlank = byte === 32 || byte === 9;
    const endsLine = next === undefined || next === 10 || (next === 13 && bytes[at + 2] === 10);
    const isPlain = (byte > 32 && byte < 127 && byte !== 61) || (isBlank && !endsLine);
    line.push(isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  }
  return all;
}

function folded(tokens: readonly string[], lineEnd: string): string {
  let result = '';
  let length = 0;
  for (const [index, token] of tokens.entries()) {
    const isBreak = token.endsWith('\n');
    const isLast = index === tokens.length - 1 || tokens[index + 1]?.endsWith('\n') === true;
    if (!isBreak && length + token.length > (isLast ? longestLine : longestLine - 1)) {
      result += `=${lineEnd}`;
      length = 0;
    }
    result += token;
    length += token.length;
  }
  return result;
}
