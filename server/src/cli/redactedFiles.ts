import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { entriesBelow, isFolder, readFoundFile, readNamedFile, RefusedFile, reasonOf } from '../adapters/readFiles.js';
import { createVersionControl } from '../adapters/versionControl.js';
import { OutputFolder } from '../adapters/writeFiles.js';
import { limits, type RedactableFile, type UnredactedFile } from '../core/index.js';
import { UsageError } from './command.js';
import { inputFiles, slashed } from './operands.js';

/** The files to redact, named as they will be in the folder of the result. */
export interface FilesToRedact {
  readonly files: readonly RedactableFile[];
  /** Those that are left out, with the reason. */
  readonly leftOut: readonly UnredactedFile[];
  /** Operands that can't be read, with the reason. */
  readonly unreadable: readonly UnredactedFile[];
}

/** Reads files, all regular files below folders, and those that match patterns. Links in folders aren't followed. */
export async function filesToRedact(operands: readonly string[]): Promise<FilesToRedact> {
  const files: RedactableFile[] = [];
  const leftOut: UnredactedFile[] = [];
  const unreadable: UnredactedFile[] = [];
  let bytes = 0;
  const add = async (path: string, operand: string, read: () => Uint8Array | Promise<Uint8Array>): Promise<void> => {
    const file = nameOf(path, operand);
    if (files.length >= limits.redactedFiles || bytes >= limits.redactedBytes) {
      leftOut.push({ file, reason: 'There are too many files for one call.' });
      return;
    }
    try {
      const content = await read();
      bytes += content.length;
      files.push({ name: file, content });
    } catch (error) {
      // A file that wasn't named doesn't make the call wrong.
      if (error instanceof RefusedFile && path !== operand)
        leftOut.push({ file, reason: `It cannot be read: ${error.message}.` });
      else unreadable.push({ file, reason: reasonOf(error) });
    }
  };
  const addFound = (path: string, folder: string): Promise<void> =>
    add(path, folder, () => readFoundFile(path, folder, limits.inputBytes));
  const versionControl = createVersionControl();
  for (const operand of operands) {
    try {
      for (const input of inputFiles(operand, false, versionControl)) {
        if ('error' in input) throw input.error;
        const { path, foundIn } = input;
        if (foundIn !== undefined) await addFound(path, foundIn);
        else if (!isFolder(operand)) await add(operand, operand, () => readNamedFile(operand));
        else
          // Reaching the bound is reported for each further file, so there has to be an end.
          for (const entry of entriesBelow(operand, 2 * limits.redactedFiles)) {
            if (entry.isFile) await addFound(entry.path, operand);
            else leftOut.push({ file: nameOf(entry.path, operand), reason: 'It is a link or not a regular file.' });
          }
      }
    } catch (error) {
      unreadable.push({ file: operand, reason: reasonOf(error) });
    }
  }
  return { files, leftOut, unreadable };
}

/**
 * The path of a file in the result: the one in the working folder; outside of it, the one below the operand. Folders above
 * say where the user keeps the files.
 */
function nameOf(path: string, operand: string): string {
  const named = relative(process.cwd(), resolve(path));
  const isOutside = named.startsWith('..') || isAbsolute(named);
  const inside = isOutside ? join(basename(resolve(operand)), relative(operand, path)) : named;
  return slashed(inside);
}

/** Creates the folder for the result; throws {@link UsageError} if it exists. */
export function createFolder(path: string): OutputFolder {
  const folder = new OutputFolder(path);
  try {
    folder.create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${path} already exists; name a new folder`);
    throw new UsageError(`${path} cannot be created: ${reasonOf(error)}`);
  }
  return folder;
}
