import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { limits } from '../core/index.js';

/**
 * Finds out whether files are under version control, from `.git` and `.gitignore` of the folders above them; starts no
 * program and writes nothing. Folders are cached, so make it once for a run or a session.
 */
export function createVersionControl() {
  const roots = new Map<string, string | undefined>();
  const rules = new Map<string, Ignore>();

  const rootOf = (folder: string): string | undefined => {
    if (roots.has(folder)) return roots.get(folder);
    const above = dirname(folder);
    const root = existsSync(join(folder, '.git')) ? folder : above === folder ? undefined : rootOf(above);
    roots.set(folder, root);
    return root;
  };
  const rulesOf = (folder: string): Ignore => {
    let found = rules.get(folder);
    if (found === undefined) {
      found = ignore().add(readRules(join(folder, '.gitignore')));
      rules.set(folder, found);
    }
    return found;
  };

  /** Whether Git ignores one segment of a path: the rules of deeper folders take precedence. */
  const isIgnored = (folders: readonly string[], names: readonly string[], isFolder: boolean): boolean => {
    let ignored = false;
    for (const [index, folder] of folders.entries()) {
      const verdict = rulesOf(folder).test(names.slice(index).join('/') + (isFolder ? '/' : ''));
      if (verdict.ignored) ignored = true;
      else if (verdict.unignored) ignored = false;
    }
    return ignored;
  };

  return {
    /** Whether the file at this absolute path is in a Git work tree that doesn't ignore it. */
    isTracked(path: string): boolean {
      const root = rootOf(dirname(path));
      if (root === undefined) return false;
      const names = relative(root, path).split(sep);
      const folders = [root];
      // A file inside an ignored folder can't be included again, so each folder is checked.
      return names.every((name, index) => {
        const ignored = isIgnored(folders, names.slice(0, index + 1), index < names.length - 1);
        folders.push(join(folders.at(-1) ?? root, name));
        return !ignored;
      });
    },
  };
}

/**
 * The rules of a file; none if it doesn't exist or Git wouldn't read it either: Git doesn't follow links named
 * `.gitignore` and skips excessively large files. Reading a device or a FIFO might never end.
 */
function readRules(path: string): string {
  let handle: number | undefined;
  try {
    // Windows always follows links when it opens a path.
    if (!('O_NOFOLLOW' in constants) && lstatSync(path).isSymbolicLink()) return '';
    handle = openSync(path, constants.O_RDONLY | optionalFlag('O_NOFOLLOW') | optionalFlag('O_NONBLOCK'));
    const status = fstatSync(handle);
    if (!status.isFile() || status.size > limits.ignoreFileBytes) return '';
    // Bytes that are appended during the read are left out.
    const bytes = Buffer.alloc(status.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, null);
    return bytes.toString('utf8', 0, length);
  } catch {
    return '';
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A flag that not all platforms have: Windows has neither of them. */
function optionalFlag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  return (constants as Partial<typeof constants>)[name] ?? 0;
}
