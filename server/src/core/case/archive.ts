import { isZip, readZip, type ZipMember, zipMemberAsGzip } from '../formats/zip.js';
import { readTar } from '../formats/tar.js';
import { type Limits, limits } from '../limits.js';
import { isGzip } from '../payload/content.js';
import { otherCompression } from '../payload/layers/compression.js';
import { isTar } from '../payload/formats.js';
import type { Platform } from '../platform.js';
import { grouped } from '../text/strings.js';

/** A file of a case: its bytes, or why it is left out, as a sentence. */
export type CaseFile =
  { readonly name: string; readonly bytes: Uint8Array } | { readonly name: string; readonly reason: string };

/** The bounds of unpacking, which hold for all archives of a case together. */
type UnpackLimits = Pick<
  Limits,
  'caseFiles' | 'caseBytes' | 'archiveBytes' | 'archiveDepth' | 'inflation' | 'inflatedFreely'
>;

/** Opens the files of a case and the archives among them: .zip, .tar, .tar.gz and .gz, recognised by their contents. */
export class CaseUnpacker {
  readonly #platform: Platform;
  readonly #limits: UnpackLimits;
  #filesLeft: number;
  #bytesLeft: number;

  constructor(platform: Platform, bounds: UnpackLimits = limits) {
    this.#platform = platform;
    this.#limits = bounds;
    this.#filesLeft = bounds.caseFiles;
    this.#bytesLeft = bounds.caseBytes;
  }

  /**
   * The file itself, or the files in it if it is an archive, one at a time; names in archives begin with that of the archive.
   * Nothing is ever written, so names are only names; those that lead out of the archive are left out all the same, because
   * they are wrong on purpose. Never throws.
   */
  *files(name: string, bytes: Uint8Array): Generator<CaseFile> {
    yield* this.#opened(name, bytes, 0);
  }

  *#opened(name: string, bytes: Uint8Array, depth: number): Generator<CaseFile> {
    // Archives count too: each of many could have many others.
    if (!this.#spend(bytes.length)) yield { name, reason: tooMuch(this.#limits) };
    else if (!isArchive(bytes)) yield plainFile(name, bytes);
    else if (depth > this.#limits.archiveDepth) yield { name, reason: tooDeep(this.#limits) };
    else if (isZip(bytes)) yield* this.#zip(name, bytes, depth);
    else if (isTar(bytes)) yield* this.#tar(name, bytes, depth);
    else yield* this.#gzip(name, bytes, depth);
  }

  /** Counts a file; false if no further file is read. */
  #spend(bytes: number): boolean {
    if (this.#isSpent) return false;
    this.#filesLeft--;
    this.#bytesLeft -= bytes;
    return true;
  }

  get #isSpent(): boolean {
    return this.#filesLeft <= 0 || this.#bytesLeft <= 0;
  }

  *#gzip(name: string, bytes: Uint8Array, depth: number): Generator<CaseFile> {
    const { content, reason } = this.#inflated(bytes);
    // The part before the damage may be what shows the failure.
    if (reason !== undefined) yield { name, reason };
    if (content.length > 0) yield* this.#opened(isArchive(content) ? name : withoutGz(name), content, depth + 1);
  }

  *#tar(name: string, bytes: Uint8Array, depth: number): Generator<CaseFile> {
    const { members, truncated } = readTar(bytes, this.#filesLeft + 1);
    for (const { path, target, bytes: content } of members) {
      if (this.#isSpent) {
        yield { name, reason: remaining(this.#limits) };
        return;
      }
      const member = memberName(name, path);
      const problem = member.reason ?? (target === undefined ? undefined : isLinked);
      if (problem === undefined) yield* this.#opened(member.name, content, depth + 1);
      else yield this.#leftOut(member.name, problem);
    }
    if (truncated) yield { name, reason: 'The archive is cut off: the last files are missing.' };
  }

  *#zip(name: string, bytes: Uint8Array, depth: number): Generator<CaseFile> {
    const { members, complete } = readZip(bytes, this.#filesLeft + 1);
    for (const one of members) {
      if (this.#isSpent) {
        yield { name, reason: remaining(this.#limits) };
        return;
      }
      const member = memberName(name, one.path);
      const problem = member.reason ?? whyPacked(one);
      if (problem !== undefined) yield this.#leftOut(member.name, problem);
      else if (one.method === 0) yield* this.#opened(member.name, one.packed, depth + 1);
      else {
        const { content, reason } = this.#inflated(zipMemberAsGzip(one));
        if (reason !== undefined) yield { name: member.name, reason };
        if (content.length > 0 || one.size === 0) yield* this.#opened(member.name, content, depth + 1);
      }
    }
    if (!complete) yield { name, reason: 'The archive is damaged or cut off: not all of its files can be read.' };
  }

  #leftOut(name: string, reason: string): CaseFile {
    this.#spend(0);
    return { name, reason };
  }

  /** Unpacked data, and why it isn't all of it. */
  #inflated(packed: Uint8Array): { readonly content: Uint8Array; readonly reason: string | undefined } {
    const { archiveBytes, inflatedFreely, inflation } = this.#limits;
    const most = Math.min(this.#bytesLeft, archiveBytes, Math.max(inflatedFreely, packed.length * inflation));
    if (most <= 0) return { content: new Uint8Array(), reason: tooMuch(this.#limits) };
    const { bytes, fault } = this.#platform.gunzip(packed, most);
    const size = `${grouped(bytes.length)} bytes`;
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

const isLinked = 'It is a link, and links are not followed.';

function whyPacked({ encrypted, isLink, method }: ZipMember): string | undefined {
  if (encrypted) return 'It is encrypted.';
  if (isLink) return isLinked;
  return method === 0 || method === 8
    ? undefined
    : 'It is packed with a method other than deflate; unpack the archive first.';
}

/** Whether bytes begin as an archive or a compressed file. */
export function isArchive(bytes: Uint8Array): boolean {
  return isZip(bytes) || isTar(bytes) || isGzip(bytes);
}

/** A file that is no archive. */
function plainFile(name: string, bytes: Uint8Array): CaseFile {
  const packed = otherCompression(bytes);
  // The magic bytes of zlib data are too few to rule out text.
  return packed === undefined || packed.layer === 'zlib'
    ? { name, bytes }
    : { name, reason: `It is compressed with ${packed.name}, which is not read; unpack it first.` };
}

function tooMuch({ caseFiles, caseBytes }: UnpackLimits): string {
  return `A case is read up to ${grouped(caseFiles)} files and ${caseBytes >> 20} MiB.`;
}

function remaining(limits: UnpackLimits): string {
  return `Its remaining files are left out. ${tooMuch(limits)}`;
}

function tooDeep({ archiveDepth }: UnpackLimits): string {
  return `It is an archive in more than ${archiveDepth} other archives.`;
}

function withoutGz(name: string): string {
  return name.replace(/\.gz$/i, '');
}

/** The name of a file in an archive, where absolute paths are those of the node, and why the file isn't read. */
function memberName(archive: string, path: string): { readonly name: string; readonly reason?: string } {
  const written = path.slice(0, limits.pathCharacters);
  if (written.length < path.length) return { name: `${archive}/${written}`, reason: 'Its name is too long.' };
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.includes('..'))
    return { name: `${archive}/${path}`, reason: 'Its name leads out of the archive.' };
  return { name: [archive, ...segments].join('/') };
}
