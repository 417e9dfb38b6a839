import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits, type Result } from '../core/index.js';
import { failure } from '../core/names.js';

/** Reads and caches files of one format that settings name; made once for a session. */
export interface SettingFiles<T> {
  /** The present content of the file at an absolute path; the same object for the same content. It never throws. */
  read(path: string): Promise<Result<T>>;
}

/** The format of such files; `what` names it in messages. */
export interface FileForm<T> {
  readonly what: string;
  readonly parse: (text: string) => Result<T>;
}

/** Reads a file again only if its modification time or its length has changed. */
export function createSettingFiles<T>({ what, parse }: FileForm<T>): SettingFiles<T> {
  const known = new Map<string, { readonly stamp: string; readonly parsed: Result<T> }>();
  return {
    async read(path) {
      try {
        const { mtimeMs, size } = await stat(path);
        if (size > limits.inputBytes) return failure(`It is too large to be ${what}.`);
        const stamp = `${mtimeMs} ${size}`;
        const before = known.get(path);
        if (before?.stamp === stamp) return before.parsed;
        const parsed = parse(await readFile(path, 'utf8'));
        known.set(path, { stamp, parsed });
        return parsed;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return failure(code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code ?? ''}).`);
      }
    },
  };
}

/**
 * The absolute path that a setting names for a document: a relative path starts at the workspace folder that contains
 * the document. Undefined if that folder isn't on this machine, as in a virtual workspace.
 */
export function resolveSettingPath(path: string, documentUri: string, folders: readonly string[]): string | undefined {
  if (isAbsolute(path))
    return documentUri.startsWith('file:') || documentUri.startsWith('untitled:') ? path : undefined;
  const containing = folders.filter((folder) => documentUri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
  const folder = containing.toSorted((a, b) => b.length - a.length)[0] ?? folders[0];
  try {
    return folder?.startsWith('file:') === true ? join(fileURLToPath(folder), path) : undefined;
  } catch {
    return undefined;
  }
}
