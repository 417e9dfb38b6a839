import { basename, relative, resolve, sep } from 'node:path';
import { entriesBelow, exists, isBelow, isFolder, RefusedFile } from '../adapters/readFiles.js';
import type { VersionControl } from '../adapters/versionControl.js';
import { type Glob, limits, parseGlob } from '../core/index.js';
import { UsageError } from './command.js';

/** A file of a call. */
export interface InputFile {
  /** Its path with slashes, as results show it; `-` is standard input. */
  readonly path: string;
  /** The folder in which it was found; undefined for a file that the user named. */
  readonly foundIn?: string;
}

/** An operand whose files, or some of them, can't be found. */
export interface LostFiles {
  readonly path: string;
  readonly error: unknown;
}

/**
 * The files that an operand names: a file, standard input, everything below a folder if `folders` is set, or what matches a
 * pattern (`*`, `?`, `[a-z]`, `{a,b}`, `**`), because not every shell expands patterns. What Git ignores isn't looked for,
 * nor are links, `.git` and `node_modules`.
 */
export function* inputFiles(
  operand: string,
  folders: boolean,
  versionControl: VersionControl,
): Generator<InputFile | LostFiles> {
  const pattern = operand === '-' || exists(operand) ? undefined : patternOf(operand);
  const folder = pattern?.folder ?? operand;
  if (pattern === undefined && !(folders && leadsToFolder(operand))) {
    yield { path: operand };
    return;
  }
  let matched = 0;
  try {
    for (const path of pattern === undefined || exists(folder)
      ? filesBelow(folder, versionControl, pattern?.depth)
      : []) {
      if (pattern !== undefined && !(path.length <= limits.pathCharacters && pattern.glob.matches(path))) continue;
      matched++;
      yield { path, foundIn: folder };
    }
    if (pattern !== undefined && matched === 0) throw new RefusedFile('no file matches');
  } catch (error) {
    yield { path: operand, error };
  }
}

const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Whether an operand leads to a folder; false if that can't be found out, which is reported when it is read. */
export function leadsToFolder(path: string): boolean {
  try {
    return path !== '-' && isFolder(path);
  } catch {
    return false;
  }
}

/** The files below a folder, with slashes in their paths; those with more than `mostSegments` below it are left out. */
function* filesBelow(folder: string, versionControl: VersionControl, mostSegments = Infinity): Generator<string> {
  const isSkipped = (path: string, isDirectory: boolean): boolean =>
    (isDirectory && (skippedFolders.has(basename(path)) || relative(folder, path).split(sep).length >= mostSegments)) ||
    versionControl.isIgnored(path, isDirectory);
  for (const { path, isFile } of entriesBelow(folder, limits.foundFiles, isSkipped)) if (isFile) yield slashed(path);
}

/** A pattern of paths, and where the files that match it are. */
interface Pattern {
  readonly glob: Glob;
  /** The folder in the pattern before its first segment with a wildcard. */
  readonly folder: string;
  /** Segments of the paths below that folder. */
  readonly depth: number;
}

/** The pattern in an operand; undefined if it has no wildcard. Throws {@link UsageError} for one that is too long. */
function patternOf(operand: string): Pattern | undefined {
  const written = slashed(operand);
  if (!/[*?[{]/.test(written)) return undefined;
  const segments = written.replace(/^(?:\.\/)+/, '').split('/');
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const glob = parseGlob(segments.join('/'), { dialect: 'settings' });
  if (glob === undefined) throw new UsageError(`the pattern ${operand.slice(0, 100)}… is too long`);
  const folder = segments.slice(0, first).join('/');
  const depth = written.includes('**') || written.includes('{') ? Infinity : segments.length - first;
  return { glob, folder: folder !== '' ? folder : first > 0 ? '/' : '.', depth };
}

/** The path of a file from a folder around it; undefined if it isn't below that. */
export function pathFrom(folder: string, file: string): string | undefined {
  const path = resolve(file);
  return isBelow(path, folder) ? slashed(relative(folder, path)) : undefined;
}

/** A path as results show it. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
