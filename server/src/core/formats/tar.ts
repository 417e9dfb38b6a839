import type { Budget } from '../text/budget.js';
import { decodeText } from '../text/bytes.js';

/** One member of an archive. */
export interface TarMember {
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  /** The name of the owner; empty where the archive has none. */
  readonly owner: string;
  /** Where a symbolic or hard link leads; undefined for other members. */
  readonly target: string | undefined;
  readonly bytes: Uint8Array;
}

const blockSize = 512;

/**
 * Reads the members of a POSIX tar archive (IEEE 1003.1 ustar, with long names as GNU tar and pax write them). Folders
 * and devices are left out. Never fails; `truncated` says that the archive ends inside of a member. When the budget is
 * spent, the remaining members are left out.
 */
export function readTar(
  bytes: Uint8Array,
  most: number,
  budget?: Budget,
): { readonly members: TarMember[]; readonly truncated: boolean } {
  const members: TarMember[] = [];
  let longName: string | undefined;
  let longTarget: string | undefined;
  for (let at = 0; at + blockSize <= bytes.length && members.length < most;) {
    if (budget?.step() === true) break;
    const header = bytes.subarray(at, at + blockSize);
    if (header[0] === 0) return { members, truncated: false };
    const size = octal(header, 124, 12);
    const start = at + blockSize;
    const body = bytes.subarray(start, start + size);
    if (body.length < size) return { members, truncated: true };
    at = start + Math.ceil(size / blockSize) * blockSize;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = text(body, 0, size);
    else if (type === 'K') longTarget = text(body, 0, size);
    else if (type === 'x') {
      const records = paxRecords(body);
      longName = records.get('path') ?? longName;
      longTarget = records.get('linkpath') ?? longTarget;
    } else if (type !== 'g') {
      const isLink = type === '1' || type === '2';
      if (isLink || type === '0' || type === '\0' || type === '7') {
        members.push({
          path: longName ?? nameOf(header),
          mode: octal(header, 100, 8) & 0o7777,
          owner: text(header, 265, 32),
          target: isLink ? (longTarget ?? text(header, 157, 100)) : undefined,
          bytes: isLink ? new Uint8Array() : body,
        });
      }
      longName = undefined;
      longTarget = undefined;
    }
  }
  return { members, truncated: false };
}

/** A name of more than 100 bytes is cut in two. */
function nameOf(header: Uint8Array): string {
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
  const name = text(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** The text of a field up to its first zero byte. */
function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return decodeText(end < 0 ? field : field.subarray(0, end)).text;
}

/** Numbers are octal digits; a negative or unreadable size counts as zero. */
function octal(bytes: Uint8Array, start: number, length: number): number {
  const digits = /[0-7]+/.exec(text(bytes, start, length))?.[0];
  return digits === undefined ? 0 : parseInt(digits, 8);
}

/** The `length key=value` records of a pax header. */
function paxRecords(body: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (const line of decodeText(body).text.split('\n')) {
    const [, key, value] = /^\d+ ([^=]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) records.set(key, value);
  }
  return records;
}
