import type { Dirent } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { limits, type RedactableFile, type UnredactedFile } from '../core/index.js';
import { UsageError } from './command.js';
import { contentOf, reasonOf } from './inputs.js';

/** The files to redact, named as they will be in the folder of the result. */
export interface FilesToRedact {
  readonly files: readonly RedactableFile[];
  /** Those that are left out, with the reason. */
  readonly leftOut: readonly UnredactedFile[];
  /** Operands that can't be read, with the reason. */
  readonly unreadable: readonly UnredactedFile[];
}

/** Reads files, and all regular files below folders. Links in folders aren't followed. */
export async function filesToRedact(operands: readonly string[]): Promise<FilesToRedact> {
  const files: RedactableFile[] = [];
  const leftOut: UnredactedFile[] = [];
  const unreadable: UnredactedFile[] = [];
  let bytes = 0;
  const add = async (path: string, operand: string): Promise<void> => {
    const file = nameOf(path, operand);
    if (files.length >= limits.redactedFiles || bytes >= limits.redactedBytes) {
      leftOut.push({ file, reason: 'There are too many files for one call.' });
      return;
    }
    try {
      const content = await contentOf(path);
      bytes += content.length;
      files.push({ name: file, content });
    } catch (error) {
      unreadable.push({ file, reason: reasonOf(error) });
    }
  };
  for (const operand of operands) {
    try {
      if (!(await stat(operand)).isDirectory()) await add(operand, operand);
      else
        for await (const { path, isFile } of entriesBelow(operand)) {
          if (isFile) await add(path, operand);
          else leftOut.push({ file: nameOf(path, operand), reason: 'It is a link or not a regular file.' });
        }
    } catch (error) {
      unreadable.push({ file: operand, reason: reasonOf(error) });
    }
  }
  return { files, leftOut, unreadable };
}

/** Everything below a folder that isn't a folder, in the order of the names. */
async function* entriesBelow(folder: string): AsyncGenerator<{ readonly path: string; readonly isFile: boolean }> {
  const open = [folder];
  let found = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await readdir(next, { withFileTypes: true });
    const folders: string[] = [];
    for (const entry of entries.sort(byName)) {
      const path = join(next, entry.name);
      // Reaching the bound is reported for each further file, so there has to be an end.
      if (++found > 2 * limits.redactedFiles) throw new UsageError(`${folder} contains too many files`);
      if (entry.isDirectory()) folders.push(path);
      else yield { path, isFile: entry.isFile() };
    }
    for (const path of folders.reverse()) open.push(path);
  }
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * The path of a file in the result: the one in the working folder; outside of it, the one below the operand. Folders above
 * say where the user keeps the files.
 */
function nameOf(path: string, operand: string): string {
  const named = relative(process.cwd(), resolve(path));
  const isOutside = named.startsWith('..') || isAbsolute(named);
  const inside = isOutside ? join(basename(resolve(operand)), relative(operand, path)) : named;
  return inside.split(sep).join('/');
}

/** Creates the folder for the result; throws {@link UsageError} if it exists. */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${folder} already exists; name a new folder`);
    throw new UsageError(`${folder} cannot be created: ${reasonOf(error)}`);
  }
}
