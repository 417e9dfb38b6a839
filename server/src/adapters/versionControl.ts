import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Glob, parseGlob } from '../core/index.js';
// Not through the core, which isn't loaded until a document is opened.
import { limits } from '../core/limits.js';
import { exists, readFoundFile } from './readFiles.js';

/** A line of a `.gitignore`. */
interface IgnoreRule {
  readonly glob: Glob;
  /** Whether it includes again what other rules ignore. */
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  /** Whether it is compared with names at any depth, not with the path from the folder of the `.gitignore`. */
  readonly anyDepth: boolean;
}

/** What is known about files and folders under version control. */
export type VersionControl = ReturnType<typeof createVersionControl>;

/** Steps that a rule counts for besides those of each character. */
const stepsOfRule = 16;

/** Steps of matching that are left for one path. */
interface Steps {
  left: number;
}

/**
 * Finds out whether files are under version control, from `.git` and `.gitignore` of the folders above them; starts no
 * program and writes nothing. Folders are cached, so make it once for a run or a session. `ignoreCase` is Git's
 * `core.ignoreCase`, which is set where file systems ignore case.
 */
export function createVersionControl({ ignoreCase = ignoresCase } = {}) {
  const roots = new Map<string, string | undefined>();
  const rules = new Map<string, readonly IgnoreRule[]>();
  let bytesLeft: number = limits.ignoreBytes;
  let linesLeft: number = limits.ignoreLines;

  const rootOf = (start: string): string | undefined => {
    const passed: string[] = [];
    let root: string | undefined;
    for (let folder = start; ; folder = dirname(folder)) {
      if (roots.has(folder)) root = roots.get(folder);
      else {
        passed.push(folder);
        if (exists(join(folder, '.git'))) root = folder;
        else if (dirname(folder) !== folder) continue;
      }
      break;
    }
    for (const folder of passed) roots.set(folder, root);
    return root;
  };
  const rulesOf = (folder: string, root: string): readonly IgnoreRule[] => {
    let found = rules.get(folder);
    if (found === undefined) {
      const text = readIgnoreFile(folder, root, Math.min(bytesLeft, limits.ignoreFileBytes));
      const lines = text.split('\n', linesLeft);
      bytesLeft -= text.length;
      linesLeft -= lines.length;
      found = parseRules(lines, ignoreCase);
      rules.set(folder, found);
    }
    return found;
  };

  /** Whether Git ignores one segment of a path: the last rule that matches decides, those of deeper folders first. */
  const isIgnored = (
    folders: readonly string[],
    names: readonly string[],
    isFolder: boolean,
    steps: Steps,
  ): boolean => {
    for (let depth = folders.length - 1; depth >= 0; depth--) {
      const path = names.slice(depth).join('/');
      const name = names.at(-1) ?? '';
      const verdict = rulesOf(folders[depth] ?? '', folders[0] ?? '').findLast(({ glob, onlyFolders, anyDepth }) => {
        const compared = anyDepth ? name : path;
        steps.left -= stepsOfRule + glob.size * compared.length;
        if (onlyFolders && !isFolder) return false;
        return steps.left >= 0 && glob.matches(compared);
      });
      if (verdict !== undefined) return !verdict.isNegated;
    }
    return false;
  };

  /** Whether Git ignores an absolute path; undefined outside of a work tree, or if that takes more than `limits.ignoreSteps`. */
  const ignores = (path: string, isFolder: boolean): boolean | undefined => {
    if (path.length > limits.pathCharacters) return undefined;
    const root = rootOf(dirname(path));
    if (root === undefined) return undefined;
    const names = relative(root, path).split(sep);
    const folders = [root];
    const steps: Steps = { left: limits.ignoreSteps };
    // A file inside an ignored folder can't be included again, so each folder is checked.
    const ignored = names.some((name, index) => {
      const found = isIgnored(folders, names.slice(0, index + 1), isFolder || index < names.length - 1, steps);
      folders.push(join(folders.at(-1) ?? root, name));
      return found;
    });
    return steps.left < 0 ? undefined : ignored;
  };

  return {
    /**
     * Whether the file at this absolute path is in a Git work tree that doesn't ignore it; false if finding out takes more
     * than `limits.ignoreSteps`.
     */
    isTracked: (path: string): boolean => ignores(path, false) === false,
    /** The root of the Git work tree that a folder is in; undefined if it is in none. */
    rootOf: (folder: string): string | undefined => rootOf(resolve(folder)),
    /** Whether Git ignores a file or folder; false if finding out takes too long. */
    isIgnored: (path: string, isFolder: boolean): boolean => ignores(resolve(path), isFolder) === true,
  };
}

const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/**
 * The text of a `.gitignore`; empty if there is none or Git wouldn't read it either: Git doesn't follow links of this name
 * and skips excessively large files.
 */
function readIgnoreFile(folder: string, root: string, maxBytes: number): string {
  try {
    return new TextDecoder().decode(readFoundFile(join(folder, '.gitignore'), root, maxBytes));
  } catch {
    return '';
  }
}

/** Reads the lines of a `.gitignore` as Git does (gitignore(5), `parse_path_pattern` of Git's dir.c). */
function parseRules(lines: readonly string[], ignoreCase: boolean): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    let pattern = withoutTrailingSpaces(line.endsWith('\r') ? line.slice(0, -1) : line);
    const isNegated = pattern.startsWith('!');
    if (isNegated) pattern = pattern.slice(1);
    const onlyFolders = pattern.endsWith('/');
    if (onlyFolders) pattern = pattern.slice(0, -1);
    const anyDepth = !pattern.includes('/');
    if (pattern.startsWith('/')) pattern = pattern.slice(1);
    const glob = pattern === '' ? undefined : parseGlob(pattern, { dialect: 'gitignore', ignoreCase });
    if (glob !== undefined) rules.push({ glob, isNegated, onlyFolders, anyDepth });
  }
  return rules;
}

/** A line without the spaces at its end, up to one behind a backslash. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === ' ') continue;
    end = Math.min(at + 1, line.length);
  }
  return line.slice(0, end);
}
