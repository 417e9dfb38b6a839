import { decodeText } from '../text/bytes.js';

/** One file of a zip archive, still packed. */
export interface ZipMember {
  readonly path: string;
  /** The packed data, without the headers of the archive. */
  readonly packed: Uint8Array;
  /** Bytes after unpacking, as the archive declares them. */
  readonly size: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  /** 0: stored, 8: deflate; others are rare. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Whether it is a symbolic link, as Unix programs mark it. */
  readonly isLink: boolean;
}

const endSignature = 0x06054b50;
const endLength = 22;
const locatorSignature = 0x07064b50;
const locatorLength = 20;
const end64Signature = 0x06064b50;
const end64Length = 56;
const entrySignature = 0x02014b50;
const entryLength = 46;
const localSignature = 0x04034b50;
const localLength = 30;

/** Stands for a number that is in the ZIP64 fields. */
const inZip64 = 0xffffffff;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || isEmptyZip(bytes));
}

function isEmptyZip(bytes: Uint8Array): boolean {
  return bytes[2] === 5 && bytes[3] === 6 && bytes.length >= endLength;
}

/**
 * Reads the central directory of a zip archive (APPNOTE 6.3, with ZIP64 and data before the archive) up to `most` files;
 * folders are left out. Never fails: `complete` is false if the directory is missing, damaged, or has more files. Nothing is
 * unpacked.
 */
export function readZip(
  bytes: Uint8Array,
  most: number,
): { readonly members: readonly ZipMember[]; readonly complete: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = directoryOf(view);
  const members: ZipMember[] = [];
  if (directory === undefined) return { members, complete: false };
  let at = directory.start;
  for (let index = 0; index < directory.entries; index++) {
    if (members.length >= most || at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature)
      return { members, complete: false };
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const nameStart = at + entryLength;
    const { text: path } = decodeText(bytes.subarray(nameStart, nameStart + nameLength));
    const extra = bytes.subarray(nameStart + nameLength, nameStart + nameLength + extraLength);
    const numbers = entryNumbers(view, at, extra);
    const packed = packedBytes(bytes, view, numbers.offset + directory.shift, numbers.packedSize);
    // Unix puts the type of the file into the upper half of the attributes.
    const type = (view.getUint32(at + 38, true) >>> 28) & 0xf;
    if (packed === undefined) return { members, complete: false };
    if (!/[/\\]$/.test(path))
      members.push({
        path,
        packed,
        size: numbers.size,
        checksum: view.getUint32(at + 16, true),
        method: view.getUint16(at + 10, true),
        encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
        isLink: type === 0xa,
      });
    at = nameStart + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return { members, complete: true };
}

interface Directory {
  readonly start: number;
  readonly entries: number;
  /** Bytes before the archive, which its offsets don't count. */
  readonly shift: number;
}

/** A comment of up to 65,535 bytes may follow the end record. */
function directoryOf(view: DataView): Directory | undefined {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    const entries = view.getUint16(at + 10, true);
    const large = entries === 0xffff || offset === inZip64 || size === inZip64 ? directory64(view, at) : undefined;
    if (large !== undefined) return large;
    const start = at - size;
    return start < 0 || start < offset ? undefined : { start, entries, shift: start - offset };
  }
  return undefined;
}

function directory64(view: DataView, end: number): Directory | undefined {
  const locator = end - locatorLength;
  if (locator < 0 || view.getUint32(locator, true) !== locatorSignature) return undefined;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + end64Length > view.byteLength || view.getUint32(at, true) !== end64Signature) return undefined;
  return {
    start: Number(view.getBigUint64(at + 48, true)),
    entries: Number(view.getBigUint64(at + 32, true)),
    shift: 0,
  };
}

/** Sizes and the offset of an entry; the extra field of ZIP64 has those that don't fit, in this order. */
function entryNumbers(
  view: DataView,
  at: number,
  extra: Uint8Array,
): { readonly size: number; readonly packedSize: number; readonly offset: number } {
  const large = largeNumbers(extra);
  const read = (from: number): number => {
    const number = view.getUint32(from, true);
    return number === inZip64 ? (large.shift() ?? number) : number;
  };
  const size = read(at + 24);
  const packedSize = read(at + 20);
  return { size, packedSize, offset: read(at + 42) };
}

function largeNumbers(extra: Uint8Array): number[] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const count = Math.floor(Math.min(length, extra.length - at - 4) / 8);
      return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(at + 4 + 8 * index, true)));
    }
    at += 4 + length;
  }
  return [];
}

/** The data behind the local header, whose name and extra field may differ from those of the directory. */
function packedBytes(bytes: Uint8Array, view: DataView, at: number, length: number): Uint8Array | undefined {
  if (at < 0 || at + localLength > bytes.length || view.getUint32(at, true) !== localSignature) return undefined;
  const start = at + localLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return start + length > bytes.length ? undefined : bytes.subarray(start, start + length);
}

/** The header of a gzip member without a name and time. */
const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/** A deflated member as gzip data, which has the same compression, checksum and length (RFC 1952). */
export function zipMemberAsGzip({ packed, checksum, size }: ZipMember): Uint8Array {
  const result = new Uint8Array(gzipHeader.length + packed.length + 8);
  result.set(gzipHeader);
  result.set(packed, gzipHeader.length);
  const trailer = new DataView(result.buffer, gzipHeader.length + packed.length);
  trailer.setUint32(0, checksum, true);
  trailer.setUint32(4, size >>> 0, true);
  return result;
}
