import { withoutTrailing } from '../../text/strings.js';
import { byteContent } from '../content.js';
import type { Layer } from './layer.js';
import { worthDecoding } from './base64.js';

/** A line of `xxd`, `hexdump`, `od` or `Format-Hex`: an offset, and bytes or words behind it. */
const dumpLine = /^[ \t]{0,8}([0-9a-fA-F]{6,16})(:?)[ \t]{1,4}(\S[^\r\n]*)$/;

/**
 * A dump of bytes as `xxd`, `xxd -p`, `hexdump`, `hexdump -C`, `od -t x1` and PowerShell's `Format-Hex` print it. It isn't
 * written back.
 */
export const hexDump: Layer = {
  names: ['hex-dump'],
  recognise(content) {
    const bytes = content.text === undefined ? undefined : dumpedBytes(content.text);
    if (bytes === undefined || !worthDecoding(bytes)) return undefined;
    return { layer: 'hex-dump', content: byteContent(bytes, content.origin), problems: [] };
  },
  decode: (content) => ({
    content: byteContent(dumpedBytes(content.text ?? '') ?? new Uint8Array(), content.origin),
    problems: [],
  }),
};

/** Whether a text is a dump of text or of compressed data. */
export function isHexDump(text: string): boolean {
  const bytes = dumpedBytes(text);
  return bytes !== undefined && worthDecoding(bytes);
}

/** The bytes of a dump; undefined for other texts. */
function dumpedBytes(text: string): Uint8Array | undefined {
  const start = text.slice(0, 600);
  const isPlain = /^\s{0,200}(?:0x)?[0-9a-fA-F]{32}/.test(start);
  if (!isPlain && !/^[ \t]{0,8}0{6,16}:?[ \t]/m.test(start)) return undefined;
  const lines = text.split('\n').map((line) => withoutTrailing(line, ' \t\r'));
  if (!isPlain) return addressedBytes(lines);
  const digits = lines
    .map((line) => line.trim())
    .join('')
    .replace(/^0x/, '');
  return digits.length % 2 === 1 || /[^0-9a-fA-F]/.test(digits) ? undefined : bytesOf(digits);
}

/** The bytes of lines that begin with an offset. `*` stands for lines like the one before. */
function addressedBytes(lines: readonly string[]): Uint8Array | undefined {
  const found: string[] = [];
  let isRepeated = false;
  let last = '';
  let end = 0;
  // The second line of 16 bytes has one of the two offsets; the third one of `hexdump` is 0000020 as well.
  const begins = (offset: string): boolean => lines.some((line) => line.startsWith(offset));
  const isOctal = !begins('0000010') && begins('0000020');
  // Hostile offsets must not allocate memory.
  let left = 32 * lines.reduce((sum, line) => sum + line.length, 0) + 65_536;
  for (const line of lines) {
    if (line === '' || /^[ \t]*(?:00 01 02 03|Path:|Label:|Offset\b|-{4})/.test(line)) continue;
    if (line === '*') {
      isRepeated = true;
      continue;
    }
    // The last line of some dumps is the length alone.
    const [, offset = line, colon = '', rest = ''] = dumpLine.exec(line) ?? [];
    if (!/^[0-9a-fA-F]{6,16}$/.test(offset)) return undefined;
    const at = parseInt(offset, isOctal && colon === '' && offset.length === 7 ? 8 : 16);
    if (isRepeated && last !== '' && at > end && at - end <= left) {
      left -= at - end;
      for (; end < at; end += last.length / 2) found.push(last);
    }
    isRepeated = false;
    if (rest === '') break;
    if (at !== end) return undefined;
    last = hexOf(rest, colon === '', colon === '' && offset.length === 7);
    if (last === '') return undefined;
    found.push(last);
    end = at + last.length / 2;
  }
  return found.length === 0 ? undefined : bytesOf(found.join(''));
}

/** The digits of a line, without the characters that they stand for. Words of `hexdump` have their low byte first. */
function hexOf(rest: string, mayHaveBars: boolean, hasWords: boolean): string {
  const bar = mayHaveBars && /[|<]$/.test(rest) ? rest.search(/[ \t][|>]/) : -1;
  const columns = bar >= 0 ? rest.slice(0, bar) : rest;
  const groups: string[] = [];
  const gap = bar >= 0 ? 8 : 1;
  let spaces = 0;
  for (const group of columns.split(/[ \t]/)) {
    if (group === '') {
      spaces++;
      continue;
    }
    // What follows several spaces is the text; `hexdump -C` has two in the middle.
    if (groups.length > 0 && spaces >= gap) break;
    spaces = 0;
    if (!/^(?:[0-9a-fA-F]{2}){1,4}$/.test(group)) break;
    groups.push(group);
  }
  if (!hasWords || groups.some((group) => group.length !== 4)) return groups.join('');
  return groups.map((group) => group.slice(2) + group.slice(0, 2)).join('');
}

function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
