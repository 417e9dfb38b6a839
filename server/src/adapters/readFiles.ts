import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../core/index.js';

// The only module that reads files; lint holds that. What is read is checked on the open file, so that it can't be
// exchanged between check and read. Opening never waits, and reading ends at a bound.

/** A file that isn't read; the message is the reason, as in "it is a directory". */
export class RefusedFile extends Error {}

/**
 * Reads a file that was found in a folder, such as a `.gitignore`: only a regular file, not a link, that is still inside
 * `folder` after all links are resolved. Throws {@link RefusedFile} if it isn't or has more than `maxBytes`, and errors of
 * the system.
 */
export function readFoundFile(path: string, folder: string, maxBytes: number): Uint8Array {
  // Windows always follows links when it opens a path; elsewhere, opening a link fails with a less clear error.
  if (lstatSync(path).isSymbolicLink()) throw new RefusedFile('it is a link');
  return withOpen(path, 'O_NOFOLLOW', (handle, status) => {
    refuseUnlessRegular(status);
    const real = realpathSync(path);
    if (!isBelow(real, realpathSync(folder)) || !isSameFile(lstatSync(real), status))
      throw new RefusedFile('it is outside of the folder');
    return readRegular(handle, status, maxBytes);
  });
}

/** The content of a file, and a stamp that changes when the file does. */
interface StampedFile {
  readonly stamp: string;
  /** The content; throws {@link RefusedFile} if the file has more than `maxBytes`. */
  readonly read: (maxBytes: number) => Uint8Array;
}

/**
 * Opens a regular file that a setting names, also through links, while `use` runs. Throws {@link RefusedFile} for everything
 * else, such as a device or a FIFO, and errors of the system.
 */
export function withSettingFile<T>(path: string, use: (file: StampedFile) => T): T {
  return withOpen(path, undefined, (handle, status) => {
    refuseUnlessRegular(status);
    return use({ stamp: stampOf(status), read: (maxBytes) => readRegular(handle, status, maxBytes) });
  });
}

/**
 * Reads a file that the user named on the command line: also through links, and also a FIFO or a device such as
 * `/dev/stdin` or Bash's `<(…)`. Of a longer file, `maxBytes` + 1 bytes say so. Throws {@link RefusedFile} for a directory, a
 * FIFO that no program opens for writing within `patience` milliseconds, a device without an end, and a file that changes
 * meanwhile, and errors of the system.
 */
export async function readNamedFile(
  path: string,
  { maxBytes = limits.inputBytes, patience = limits.pipeMilliseconds }: { maxBytes?: number; patience?: number } = {},
): Promise<Uint8Array> {
  const inherited = /^(?:\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/(\d+))$/.exec(path);
  let handle: number;
  try {
    handle = open(path);
  } catch (error) {
    // A socket can be inherited, but not opened.
    if (inherited === null || (error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    return readStream(Number(inherited[1] ?? 0), maxBytes, 0);
  }
  try {
    const status = fstatSync(handle);
    if (status.isDirectory()) throw new RefusedFile('it is a directory');
    if (status.isFile())
      // A file that is too large isn't loaded; the limit plus one byte is enough to report it.
      return status.size > maxBytes ? new Uint8Array(maxBytes + 1) : readRegular(handle, status, maxBytes);
    const bytes = await readStream(handle, maxBytes, inherited === null && status.isFIFO() ? patience : 0);
    if (bytes.length > maxBytes && status.isCharacterDevice())
      throw new RefusedFile(`it is a device that gives more than ${maxBytes >> 20} MiB`);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/** All of a stream such as standard input; of a longer one, `maxBytes` + 1 bytes, and the rest isn't read. */
export async function readBounded(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks, Math.min(length, maxBytes + 1));
}

/** Why a file can't be read, in words. Throws errors of the program itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof RefusedFile) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'ENAMETOOLONG':
      return 'its path is too long';
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    case 'ELOOP':
      return 'it is a link that leads nowhere';
    case 'ENXIO':
      return 'it is a socket or a device that cannot be read';
    case undefined:
      throw error;
    default:
      return message;
  }
}

/** A regular file, and a stamp that changes when it does. */
export interface FoundFile {
  readonly path: string;
  readonly stamp: string;
}

/** The regular file at a path, which isn't a link; undefined if there is none. */
export function foundFile(path: string): FoundFile | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true ? { path, stamp: stampOf(status) } : undefined;
}

/** The regular files directly in a folder, in the order of their names, up to a number; none if it can't be read. */
export function filesIn(folder: string, maxFiles: number): FoundFile[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .sort()
    .slice(0, maxFiles)
    .flatMap((name) => foundFile(join(folder, name)) ?? []);
}

function stampOf({ dev, ino, mtimeMs, size }: Stats): string {
  return `${dev} ${ino} ${mtimeMs} ${size}`;
}

/** Whether there is a file or folder at a path. */
export function exists(path: string): boolean {
  return existsSync(path);
}

/** Whether there is anything at a path, also a link that leads nowhere; false if that can't be found out. */
export function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a path leads into a folder or to it, after all links are resolved. */
export function isInside(path: string, folder: string): boolean {
  try {
    const [real, realFolder] = [realpathSync(path), realpathSync(folder)];
    return real === realFolder || isBelow(real, realFolder);
  } catch {
    return false;
  }
}

/** Whether a path that the user named leads to a folder; throws errors of the system. */
export function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/**
 * Everything below a folder that isn't a folder, in the order of the names, without what is `skipped`. Links aren't
 * followed. Throws {@link RefusedFile} after `maxEntries`, and errors of the system.
 */
export function* entriesBelow(
  folder: string,
  maxEntries: number,
  skipped: (path: string, isFolder: boolean) => boolean = () => false,
): Generator<{ readonly path: string; readonly isFile: boolean }> {
  const open = [folder];
  let found = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = readdirSync(next, { withFileTypes: true });
    const folders: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
      const path = join(next, entry.name);
      if (++found > maxEntries) throw new RefusedFile('it contains too many files');
      if (skipped(path, entry.isDirectory())) continue;
      if (entry.isDirectory()) folders.push(path);
      else yield { path, isFile: entry.isFile() };
    }
    for (const path of folders.reverse()) open.push(path);
  }
}

type OpenFlag = 'O_NOFOLLOW' | 'O_NONBLOCK';

/** A flag that not all platforms have: Windows has neither of them. */
function flagOf(name: OpenFlag): number {
  return (constants as Partial<typeof constants>)[name] ?? 0;
}

/** Opens a file for reading; a FIFO doesn't wait for a writer. */
function open(path: string, flag?: OpenFlag): number {
  return openSync(path, constants.O_RDONLY | flagOf('O_NONBLOCK') | (flag === undefined ? 0 : flagOf(flag)));
}

function withOpen<T>(path: string, flag: OpenFlag | undefined, use: (handle: number, status: Stats) => T): T {
  const handle = open(path, flag);
  try {
    return use(handle, fstatSync(handle));
  } finally {
    closeSync(handle);
  }
}

function refuseUnlessRegular(status: Stats): void {
  if (!status.isFile()) throw new RefusedFile(status.isDirectory() ? 'it is a directory' : 'it is not a regular file');
}

/**
 * The bytes that a regular file has now: what is appended meanwhile is left out. Files of /proc claim to be empty, so they
 * are read to their end.
 */
function readRegular(handle: number, before: Stats, maxBytes: number): Uint8Array {
  const refuse = (): never => {
    throw new RefusedFile(`it is larger than ${sizeText(maxBytes)}`);
  };
  if (before.size > maxBytes) refuse();
  if (before.size === 0) {
    const bytes = readUpTo(handle, maxBytes + 1);
    return bytes.length > maxBytes ? refuse() : bytes;
  }
  const bytes = readUpTo(handle, before.size);
  const after = fstatSync(handle);
  const isChanged = after.size < before.size || (after.size === before.size && after.mtimeMs !== before.mtimeMs);
  if (isChanged || bytes.length < before.size) throw new RefusedFile('it changed while it was read');
  return bytes;
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes >> 20} MiB` : `${bytes} bytes`;
}

/** Bytes that are read at a time. */
const chunkBytes = 256 * 1024;

function readUpTo(handle: number, most: number): Uint8Array {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const chunk = Buffer.allocUnsafe(Math.min(most - length, chunkBytes));
    const read = readSync(handle, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks, length);
}

/** Milliseconds between two looks at a pipe that has no data yet. */
const pauseMilliseconds = 10;

/** Reads a pipe, device or socket to its end, or `maxBytes` + 1 bytes; waits `patience` milliseconds for the first writer. */
async function readStream(handle: number, maxBytes: number, patience: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const deadline = performance.now() + patience;
  let length = 0;
  let hasWriter = patience === 0;
  while (length <= maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, maxBytes + 1 - length));
    const read = readAvailable(handle, chunk);
    if (read === 0 && hasWriter) break;
    if (read === 0 && performance.now() > deadline) throw new RefusedFile('no program has written to it');
    if (read === undefined || read === 0) {
      // Without data, a pipe that a program may still write to isn't at its end.
      hasWriter ||= read === undefined;
      await wait(pauseMilliseconds);
      continue;
    }
    hasWriter = true;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks, length);
}

/** The number of bytes that were read; 0 at the end, undefined if there are none yet. */
function readAvailable(handle: number, chunk: Buffer): number | undefined {
  try {
    return readSync(handle, chunk, 0, chunk.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // What Windows says at the end of a pipe.
    if (code === 'EOF') return 0;
    throw error;
  }
}

/** Whether an absolute path is inside a folder. */
export function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** A text file of the package. */
export function readOwnFile(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The names of the regular files of a folder that have at most `maxBytes`, sorted; none if it can't be read. */
export function smallFilesIn(folder: string, maxBytes: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .filter((name) => (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? Infinity) <= maxBytes)
      .sort();
  } catch {
    return [];
  }
}
