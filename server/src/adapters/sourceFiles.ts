import { dirname, resolve } from 'node:path';
import type { Analysis, Result } from '../core/index.js';
// Not through the core, which isn't loaded until a document is opened.
import { limits } from '../core/limits.js';
import { failure, success } from '../core/names.js';
import { foundFile, isBelow, readFoundFile, reasonOf } from './readFiles.js';

/** A file that a source file reads. */
interface SourceFile {
  /** Its absolute path; undefined if it is outside of the folders. */
  readonly path: string | undefined;
  /** The content, or why it can't be read, as in "there is no such file". */
  readonly content: Result<Uint8Array>;
}

/**
 * The folders whose files a source file may read: those of `given` that contain it, or else its own folder. `source` is an
 * absolute path.
 */
export function foldersOf(source: string, given: readonly (string | undefined)[]): readonly string[] {
  const found = given.flatMap((folder) => (folder === undefined ? [] : [resolve(folder)]));
  const around = found.filter((folder) => isBelow(source, folder));
  return around.length === 0 ? [dirname(source)] : around;
}

/**
 * Reads the files that source files read: only regular ones below given folders, and no links. A file is read again only if
 * it has changed, or if more than `limits.keptSourceBytes` were read since, so that the same content is mostly the same object.
 */
export class SourceFileReader {
  readonly #known = new Map<string, { readonly stamp: string; readonly content: Result<Uint8Array> }>();
  #bytes = 0;

  /** The file that `source`, an absolute path, names with `path`. */
  read(source: string, path: string, folders: readonly string[]): SourceFile {
    const target = resolve(dirname(source), path);
    const folder = folders.find((one) => isBelow(target, one));
    // Terraform reads a path that begins with ~ from the home directory.
    if (folder === undefined || path.startsWith('~')) return { path: undefined, content: outside };
    return { path: target, content: this.#content(target, folder) };
  }

  /** A document with the files that it reads. `source` is its absolute path; `given` as for {@link foldersOf}. */
  withFiles(analysis: Analysis, source: string, given: readonly (string | undefined)[]): Analysis {
    const { namedFiles } = analysis;
    if (namedFiles.length === 0) return analysis;
    const folders = foldersOf(source, given);
    return analysis.withFiles(new Map(namedFiles.map(({ path }) => [path, this.read(source, path, folders).content])));
  }

  #content(path: string, folder: string): Result<Uint8Array> {
    try {
      const stamp = foundFile(path)?.stamp;
      // In another folder, the same path may lead outside.
      const key = JSON.stringify([folder, path]);
      const before = this.#known.get(key);
      if (stamp !== undefined && before?.stamp === stamp) return before.content;
      const content = success(readFoundFile(path, folder, limits.sourceFileBytes));
      this.#bytes += content.value.length;
      if (this.#bytes > limits.keptSourceBytes) {
        this.#known.clear();
        this.#bytes = content.value.length;
      }
      if (stamp !== undefined) this.#known.set(key, { stamp, content });
      return content;
    } catch (error) {
      return failure(reasonOf(error));
    }
  }
}

const outside = failure('it is outside of the folder, and only files in it are read');
