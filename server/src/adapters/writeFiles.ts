import { randomBytes } from 'node:crypto';
// The default export, so that tests can let the disk be full.
import fs, { type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Masked } from '../core/index.js';

/**
 * A folder that files are written into, and nothing else: the only module that writes files; lint holds that.
 *
 * Node can't open a file relative to an open folder. The working folder is such a handle that every system has: it stays the
 * same folder whatever happens to its path. So each write goes down from the parent of the folder, one name at a time, without
 * leaving the process to others meanwhile. After each step, the working folder must be the folder that was no link before it,
 * so a folder that is exchanged for a link stops the write. The path to the folder itself is followed as the user wrote it.
 *
 * A file is written under a new name and gets its own in one step, so it is complete or isn't there. Files and folders that
 * are made belong to their owner alone.
 */
export class OutputFolder {
  readonly #path: string;
  #folder: Stats | undefined;

  constructor(path: string) {
    this.#path = resolve(path);
  }

  /** Creates a folder for temporary files, under a name that can't be foreseen. */
  static temporary(): OutputFolder {
    const folder = new OutputFolder(
      join(fs.realpathSync(tmpdir()), `aks-bootstrap-${randomBytes(12).toString('hex')}`),
    );
    folder.create();
    return folder;
  }

  /** Its absolute path. */
  get path(): string {
    return this.#path;
  }

  /** Creates the folder; throws an error of the system, with the code EEXIST if it exists. */
  create(): void {
    fs.mkdirSync(dirname(this.#path), { recursive: true });
    fs.mkdirSync(this.#path, { mode: 0o700 });
    this.#folder = fs.lstatSync(this.#path);
  }

  /** Deletes the folder and everything in it, but nothing that links in it lead to. */
  remove(): void {
    fs.rmSync(this.#path, { recursive: true, force: true });
  }

  /**
   * Writes one file below the folder, which is created if needed. An existing file is replaced; a link or a file with other
   * hard links is refused. Throws an error whose message says what is in the way, and errors of the system.
   */
  write(segments: readonly string[], content: Uint8Array | string): void {
    this.#within(segments.slice(0, -1), () => replaceFile(segments.at(-1) ?? '', content));
  }

  /**
   * Gives a file of the folder another content, if it has the one that the caller read. It keeps its owner and permissions.
   * Throws like `write`.
   */
  replace(name: string, before: Uint8Array, content: string): void {
    this.#within([], () => replaceFile(name, content, before));
  }

  #within(folders: readonly string[], work: () => void): void {
    const before = process.cwd();
    const parent = dirname(this.#path);
    try {
      fs.mkdirSync(parent, { recursive: true });
      process.chdir(parent);
      const folder = parent === this.#path ? fs.statSync('.') : enter(basename(this.#path));
      this.#folder ??= folder;
      if (!isSameFile(folder, this.#folder)) throw new Error(`${this.#path} is another folder than before`);
      for (const segment of folders) enter(segment);
      work();
    } finally {
      process.chdir(before);
    }
  }
}

/** Makes a folder in the working folder the working folder; creates it if there is none. */
function enter(name: string): Stats {
  refusePath(name);
  try {
    fs.mkdirSync(name, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(name);
  if (!found.isDirectory()) throw new Error(`${name} already exists and isn't a folder`);
  process.chdir(name);
  const entered = fs.statSync('.');
  if (!isSameFile(found, entered)) throw new Error(`${name} was exchanged for another folder`);
  return entered;
}

/** Writes a file in the working folder; with `before`, only if that is its content, and with the owner and mode that it has. */
function replaceFile(name: string, content: Uint8Array | string, before?: Uint8Array): void {
  refusePath(name);
  const existing = fs.lstatSync(name, { throwIfNoEntry: false });
  if (existing !== undefined && (!existing.isFile() || existing.nlink > 1))
    throw new Error(`${name} already exists and is a link or not a file`);
  if (before !== undefined) {
    if (existing === undefined || !fs.readFileSync(name).equals(before)) throw new Error('it was changed meanwhile');
    // Replacing a file would not ask for the permission to write it.
    fs.accessSync(name, fs.constants.W_OK);
  }
  const temporary = `.aks-bootstrap-${randomBytes(8).toString('hex')}`;
  const { O_WRONLY, O_CREAT, O_EXCL } = fs.constants;
  // Windows has no O_NOFOLLOW; a file that mustn't exist isn't reached through a link anyway.
  const { O_NOFOLLOW = 0 } = fs.constants as Partial<typeof fs.constants>;
  const handle = fs.openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += fs.writeSync(handle, bytes, at);
      if (before !== undefined && existing !== undefined) keepOwner(handle, existing);
    } finally {
      fs.closeSync(handle);
    }
    // A link that has been put at the name since is replaced, not followed.
    fs.renameSync(temporary, name);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** Gives an open file the owner and the mode of another one. */
function keepOwner(handle: number, { uid, gid, mode }: Stats): void {
  const own = fs.fstatSync(handle);
  if (own.uid !== uid || own.gid !== gid) fs.fchownSync(handle, uid, gid);
  fs.fchmodSync(handle, mode & 0o7777);
}

/** Names are checked before they get here; this holds even if they aren't. */
function refusePath(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\]/.test(name)) throw new Error(`${name} isn't a file name`);
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * Writes a line to the standard error output at once, also from a thread whose main thread is busy: `process.stderr` would
 * wait for that.
 */
export function writeError(message: Masked): void {
  try {
    fs.writeSync(2, `aks-bootstrap: ${message}\n`);
  } catch {
    // Nobody reads it.
  }
}
