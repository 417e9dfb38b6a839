import { isZip, readZip, type ZipMember, zipMemberAsGzip } from '../formats/zip.js';
import { readTar } from '../formats/tar.js';
import { type Limits, limits as defaultLimits } from '../limits.js';
import { isGzip } from '../payload/content.js';
import { otherCompression } from '../payload/layers/compression.js';
import { isTar } from '../payload/formats.js';
import type { Platform } from '../platform.js';

/** A file of a case: its bytes, or why it is left out, as a sentence. */
export type CaseFile =
  { readonly name: string; readonly bytes: Uint8Array } | { readonly name: string; readonly reason: string };

/** The bounds of unpacking, which hold for all archives of a case together. */
type UnpackLimits = Pick<
  Limits,
  'caseFiles' | 'caseBytes' | 'inputBytes' | 'archiveBytes' | 'archiveDepth' | 'inflation' | 'inflatedFreely'
>;

/** Opens the files of a case and the archives among them: .zip, .tar, .tar.gz and .gz, recognised by their contents. */
export class CaseUnpacker {
  readonly #platform: Platform;
  readonly #limits: UnpackLimits;
  #filesLeft: number;
  #bytesLeft: number;

  constructor(platform: Platform, limits: UnpackLimits = defaultLimits) {
    this.#platform = platform;
    this.#limits = limits;
    this.#filesLeft = limits.caseFiles;
    this.#bytesLeft = limits.caseBytes;
  }

  /** Whether no further file is read. */
  get isSpent(): boolean {
    return this.#filesLeft <= 0 || this.#bytesLeft <= 0;
  }

  /**
   * The file itself, or the files in it if it is an archive, one at a time; names in archives begin with that of the archive
   * only below `prefix`, which may be empty. Nothing is ever written, so names are only names; those that lead out of the
   * archive are left out all the same, because they are wrong on purpose. Never throws.
   */
  *files(name: string, bytes: Uint8Array, prefix = name): Generator<CaseFile> {
    yield* this.#opened(name, bytes, prefix, 0);
  }

  *#opened(name: string, bytes: Uint8Array, prefix: string, depth: number): Generator<CaseFile> {
    if (isZip(bytes)) yield* this.#zip(name, bytes, prefix, depth);
    else if (isTar(bytes)) yield* this.#tar(name, bytes, prefix, depth);
    else if (isGzip(bytes)) yield* this.#gzip(name, bytes, prefix, depth);
    else {
      const packed = otherCompression(bytes);
      // zlib data has too few magic bytes to rule out text.
      if (packed !== undefined && packed.layer !== 'zlib')
        yield { name, reason: `It is compressed with ${packed.name}, which is not read; unpack it first.` };
      else yield this.#counted(name, bytes);
    }
  }

  /** A file within the bounds of the case. */
  #counted(name: string, bytes: Uint8Array): CaseFile {
    if (this.#filesLeft <= 0) return { name, reason: tooManyFiles(this.#limits) };
    if (this.#bytesLeft <= 0) return { name, reason: tooManyBytes(this.#limits) };
    this.#filesLeft--;
    this.#bytesLeft -= bytes.length;
    return { name, bytes };
  }

  *#gzip(name: string, bytes: Uint8Array, prefix: string, depth: number): Generator<CaseFile> {
    const { content, reason } = this.#inflated(bytes);
    // The part before the damage may be what shows the failure.
    if (reason !== undefined) yield { name, reason };
    if (content.length === 0) return;
    const isArchive = isTar(content) || isZip(content) || isGzip(content);
    if (isArchive && depth >= this.#limits.archiveDepth) yield { name, reason: tooDeep(this.#limits) };
    else yield* this.#opened(isArchive ? name : withoutGz(name), content, prefix, depth + 1);
  }

  *#tar(name: string, bytes: Uint8Array, prefix: string, depth: number): Generator<CaseFile> {
    const { members, truncated } = readTar(bytes, this.#filesLeft + 1);
    for (const { path, target, bytes: content } of members) {
      const member = memberName(prefix, path);
      if (member === undefined) yield { name: `${prefix}/${path}`, reason: leadsOut };
      else if (target !== undefined) yield { name: member, reason: 'It is a link, and links are not followed.' };
      else yield* this.#member(member, content, depth);
      if (this.isSpent) {
        yield { name, reason: `Its remaining files are left out. ${tooManyFiles(this.#limits)}` };
        return;
      }
    }
    if (truncated) yield { name, reason: 'The archive is cut off: the last files are missing.' };
  }

  *#zip(name: string, bytes: Uint8Array, prefix: string, depth: number): Generator<CaseFile> {
    const { members, complete } = readZip(bytes, this.#filesLeft + 1);
    for (const one of members) {
      const member = memberName(prefix, one.path);
      const problem = member === undefined ? leadsOut : this.#whyPacked(one);
      if (member === undefined || problem !== undefined) {
        yield { name: member ?? `${prefix}/${one.path}`, reason: problem ?? leadsOut };
        continue;
      }
      if (one.method === 0) yield* this.#member(member, one.packed, depth);
      else {
        const { content, reason } = this.#inflated(zipMemberAsGzip(one));
        if (reason !== undefined) yield { name: member, reason };
        if (content.length > 0 || one.size === 0) yield* this.#member(member, content, depth);
      }
      if (this.isSpent) {
        yield { name, reason: `Its remaining files are left out. ${tooManyFiles(this.#limits)}` };
        return;
      }
    }
    if (!complete) yield { name, reason: 'The archive is damaged or cut off: not all of its files can be read.' };
  }

  /** A file in an archive, which may be an archive. */
  *#member(name: string, content: Uint8Array, depth: number): Generator<CaseFile> {
    const isArchive = isZip(content) || isTar(content) || isGzip(content);
    if (!isArchive) yield this.#counted(name, content);
    else if (depth >= this.#limits.archiveDepth) yield { name, reason: tooDeep(this.#limits) };
    else yield* this.#opened(name, content, name, depth + 1);
  }

  #whyPacked({ encrypted, isLink, method, size }: ZipMember): string | undefined {
    if (encrypted) return 'It is encrypted.';
    if (isLink) return 'It is a link, and links are not followed.';
    if (method !== 0 && method !== 8) return 'It is packed with a method other than deflate; unpack the archive first.';
    return size > this.#limits.inputBytes && size > this.#bytesLeft ? tooManyBytes(this.#limits) : undefined;
  }

  /** Unpacked data, and why it isn't all of it. */
  #inflated(packed: Uint8Array): { readonly content: Uint8Array; readonly reason: string | undefined } {
    const { archiveBytes, inflatedFreely, inflation } = this.#limits;
    const most = Math.min(this.#bytesLeft, archiveBytes, Math.max(inflatedFreely, packed.length * inflation));
    if (most <= 0) return { content: new Uint8Array(), reason: tooManyBytes(this.#limits) };
    const { bytes, fault } = this.#platform.gunzip(packed, most);
    const size = `${bytes.length.toLocaleString('en')} bytes`;
    switch (fault) {
      case undefined:
        return { content: bytes, reason: undefined };
      case 'limit':
        return { content: bytes, reason: `It is unpacked only up to ${size}: more is not plausible, or too much.` };
      case 'checksum':
        return { content: bytes, reason: 'Its checksum is wrong: parts of it may be damaged.' };
      default:
        return { content: bytes, reason: `Its compressed data is damaged or cut off; the first ${size} are read.` };
    }
  }
}

const leadsOut = 'Its name leads out of the archive.';

function tooManyFiles({ caseFiles, caseBytes }: UnpackLimits): string {
  return `A case is read up to ${caseFiles.toLocaleString('en')} files and ${caseBytes >> 20} MiB.`;
}

const tooManyBytes = tooManyFiles;

function tooDeep({ archiveDepth }: UnpackLimits): string {
  return `It is an archive in more than ${archiveDepth} other archives.`;
}

function withoutGz(name: string): string {
  return name.replace(/\.gz$/i, '');
}

/** The name of a file in an archive; absolute paths are those of the node. Undefined for one that leads out. */
function memberName(prefix: string, path: string): string | undefined {
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.includes('..')) return undefined;
  return [...(prefix === '' ? [] : [prefix]), ...segments].join('/');
}
