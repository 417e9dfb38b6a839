import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { limits, type Masked, type Result } from '../core/index.js';
import { failure, success } from '../core/names.js';
import type { DecodedFileStore } from '../lsp/host.js';
import { readFoundFile, reasonOf } from './readFiles.js';
import { OutputFolder } from './writeFiles.js';

/** Decoded texts in a temporary folder, which is made for the first of them and deleted with the process. */
export class DecodedFiles implements DecodedFileStore {
  #folder: OutputFolder | undefined;
  #count = 0;
  readonly #atExit = (): void => this.remove();

  write(name: string, text: Masked): string {
    if (this.#folder === undefined) {
      this.#folder = OutputFolder.temporary();
      process.once('exit', this.#atExit);
    }
    // Each has a folder of its own, so that it keeps its name, which decides how an editor shows it.
    const segments = [String(++this.#count), name];
    this.#folder.write(segments, text);
    return pathToFileURL(join(this.#folder.path, ...segments)).href;
  }

  read(uri: string): Result<string> {
    try {
      const bytes = readFoundFile(fileURLToPath(uri), this.#folder?.path ?? '', limits.inputBytes);
      return success(new TextDecoder().decode(bytes));
    } catch (error) {
      return failure(reasonOf(error));
    }
  }

  remove(): void {
    this.#folder?.remove();
    this.#folder = undefined;
    process.off('exit', this.#atExit);
  }
}
