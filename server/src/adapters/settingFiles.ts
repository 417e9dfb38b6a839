import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../core/index.js';
import type { ReadFile } from '../lsp/host.js';

/** Reads files of one kind that settings name; remembers them, so one is made for a session. */
export interface SettingFiles<T> {
  /** What the file at an absolute path holds now; the same value for the same content. It never throws. */
  read(path: string): Promise<ReadFile<T>>;
}

/** What such a file has to be like; `what` names it in sentences. */
export interface FileForm<T> {
  readonly what: string;
  readonly parse: (text: string) => ReadFile<T>;
}

/** Reads a file again only when its time or its length has changed. */
export function createSettingFiles<T>({ what, parse }: FileForm<T>): SettingFiles<T> {
  const known = new Map<string, { readonly stamp: string; readonly parsed: ReadFile<T> }>();
  return {
    async read(path) {
      try {
        const { mtimeMs, size } = await stat(path);
        if (size > limits.inputBytes) return { ok: false, message: `It is too large to be ${what}.` };
        const stamp = `${mtimeMs} ${size}`;
        const before = known.get(path);
        if (before?.stamp === stamp) return before.parsed;
        const parsed = parse(await readFile(path, 'utf8'));
        known.set(path, { stamp, parsed });
        return parsed;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return {
          ok: false,
          message: code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code ?? ''}).`,
        };
      }
    },
  };
}

/**
 * The absolute path that a setting means for a document: relative ones begin at the workspace folder that the document
 * is in. Undefined where that is no folder of this machine, as in a virtual workspace.
 */
export function resolveSettingPath(path: string, documentUri: string, folders: readonly string[]): string | undefined {
  if (isAbsolute(path))
    return documentUri.startsWith('file:') || documentUri.startsWith('untitled:') ? path : undefined;
  const holding = folders.filter((folder) => documentUri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
  const folder = holding.toSorted((a, b) => b.length - a.length)[0] ?? folders[0];
  try {
    return folder?.startsWith('file:') === true ? join(fileURLToPath(folder), path) : undefined;
  } catch {
    return undefined;
  }
}
