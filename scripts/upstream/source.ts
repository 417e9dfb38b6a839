import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files of a repository at one commit. Paths have slashes. */
export interface Source {
  /** The short hash of the commit and its date, `yyyy-mm-dd`; empty without git. */
  readonly commit: string;
  readonly date: string;
  /** The tags of the commit. */
  readonly tags: readonly string[];
  /** The files in a folder and below it, in the order of their paths; none if there is no such folder. */
  list(folder: string): string[];
  /** The text of a file; undefined if there is none. */
  read(path: string): string | undefined;
}

/** A checkout, as its files are now; or a repository, also a bare one, at a revision. */
export function sourceAt(folder: string, revision: string | undefined): Source {
  const git = (...args: string[]): string | undefined => {
    try {
      const output: ExecFileSyncOptionsWithStringEncoding = {
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'ignore'],
      };
      return execFileSync('git', ['-C', folder, ...args], output);
    } catch {
      // No repository, no such revision or no such file.
      return undefined;
    }
  };
  const wanted = revision ?? 'HEAD';
  const [commit = '', date = ''] = git('log', '-1', '--format=%h %cs', wanted)?.trim().split(' ') ?? [];
  if (revision !== undefined && commit === '') throw new Error(`${folder} has no revision ${revision}`);
  const tags = commit === '' ? [] : (git('tag', '--points-at', commit)?.trim().split('\n') ?? []);
  const isBare = git('rev-parse', '--is-bare-repository')?.trim() === 'true';
  if (revision !== undefined || isBare) {
    const all = git('ls-tree', '-r', '--name-only', wanted)?.split('\n') ?? [];
    return {
      commit,
      date,
      tags,
      list: (inside) => all.filter((path) => path.startsWith(`${inside}/`)),
      read: (path) => (all.includes(path) ? git('show', `${wanted}:${path}`) : undefined),
    };
  }
  return {
    commit,
    date,
    tags,
    list(inside) {
      const start = join(folder, inside);
      if (!existsSync(start)) return [];
      const found = readdirSync(start, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return found.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
    },
    read(path) {
      const file = join(folder, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  };
}

/** Short, so that a list of them can be read; no one makes collisions on purpose here. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
