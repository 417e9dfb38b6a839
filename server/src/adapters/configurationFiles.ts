import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { configurationFileNames, type ConfigurationReading, readConfiguration, type Result } from '../core/index.js';
// Not through the core, which isn't loaded until a document is opened.
import { limits } from '../core/limits.js';
import { failure, success } from '../core/names.js';
import { foundFile, isBelow, isTaken, readFoundFile, readNamedFile, reasonOf } from './readFiles.js';
import type { VersionControl } from './versionControl.js';

/** A configuration file on this machine. */
export interface ConfigurationFile {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
  /** Its content, or why it can't be read, as in "it is a link". */
  readonly content: Result<ConfigurationReading>;
  /** Whether it was found, not named by the user, so that it can only name what is in its folder. */
  readonly isFound: boolean;
}

/** Finds and reads configuration files. A file is read again only if it has changed, so that the same content is the same object. */
export class ConfigurationFiles {
  readonly #versionControl: VersionControl;
  readonly #known = new Map<string, { readonly stamp: string; readonly file: ConfigurationFile }>();

  constructor(versionControl: VersionControl) {
    this.#versionControl = versionControl;
  }

  /**
   * The configuration file that holds for a file, by its absolute path: the nearest one in its folder or above, up to the root
   * of its repository, or else of the file system. Links aren't followed. None holds for a configuration file.
   */
  of(path: string): ConfigurationFile | undefined {
    if (configurationFileNames.some((name) => name === basename(path))) return undefined;
    const end = this.searchedUpTo(path);
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const found = configurationFileNames.map((name) => join(folder, name)).find(isTaken);
      if (found !== undefined) return this.#read(found);
      if (folder === end || folder === dirname(folder)) return undefined;
    }
  }

  /** The root of the repository that a file is in; undefined if it is in none. */
  searchedUpTo(path: string): string | undefined {
    return this.#versionControl.rootOf(dirname(path));
  }

  #read(path: string): ConfigurationFile {
    const stamp = foundFile(path)?.stamp;
    const before = this.#known.get(path);
    if (stamp !== undefined && before?.stamp === stamp) return before.file;
    let text = '';
    let content: Result<ConfigurationReading>;
    try {
      text = textOf(readFoundFile(path, dirname(path), limits.configurationBytes));
      content = success(readConfiguration(text));
    } catch (error) {
      content = failure(reasonOf(error));
    }
    const file = { path, text, content, isFound: true };
    if (stamp !== undefined) this.#known.set(path, { stamp, file });
    return file;
  }
}

/** The configuration file that the user names. */
export async function namedConfiguration(path: string): Promise<ConfigurationFile> {
  const named = { path: resolve(path), isFound: false };
  const maxBytes = limits.configurationBytes;
  try {
    const bytes = await readNamedFile(path, { maxBytes });
    const text = textOf(bytes);
    const content =
      bytes.length > maxBytes ? failure(`it is larger than ${maxBytes} bytes`) : success(readConfiguration(text));
    return { ...named, text, content };
  } catch (error) {
    return { ...named, text: '', content: failure(reasonOf(error)) };
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The names of a file that globs may match which begin at a folder: its path from there, and its whole path. */
export function pathsFrom(folder: string, file: string): string[] {
  const slashed = (path: string): string => path.split(sep).join('/');
  return [...(isBelow(file, folder) ? [slashed(relative(folder, file))] : []), slashed(file)];
}
