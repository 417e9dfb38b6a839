import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersionControl } from '../../server/src/adapters/versionControl.js';
import { limits } from '../../server/src/core/index.js';

describe('version control', () => {
  let folder: string;
  const write = (path: string, text = ''): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const isTracked = (path: string): boolean => createVersionControl().isTracked(join(folder, path));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'version-control-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('treats files outside a work tree as untracked', () => {
    expect(isTracked('a.json')).toBe(false);
  });

  it('treats files as tracked unless a .gitignore from the root down excludes them', () => {
    write('.git/HEAD');
    write('.gitignore', '*.secret.json\nout/\n');
    write('deep/.gitignore', '!mine.secret.json\nlocal.json\n');
    write('out/.gitignore', '!kept.json\n');
    expect(isTracked('a.json')).toBe(true);
    expect(isTracked('a.secret.json')).toBe(false);
    expect(isTracked('deep/a.secret.json')).toBe(false);
    expect(isTracked('deep/mine.secret.json')).toBe(true);
    expect(isTracked('deep/deeper/local.json')).toBe(false);
    expect(isTracked('local.json')).toBe(true);
    // Git can't re-include a file in an ignored folder.
    expect(isTracked('out/kept.json')).toBe(false);
  });

  /** Writes a .gitignore with a rule, extended to `bytes` as a sparse file, which needs no disk space. */
  const makeLarge = (bytes: number): void => {
    write('.gitignore', '*.json\n');
    truncateSync(join(folder, '.gitignore'), bytes);
  };
  const isWindows = process.platform === 'win32';

  it.skipIf(isWindows).each<[string, () => void]>([
    ['a link to an endless device', () => symlinkSync('/dev/zero', join(folder, '.gitignore'))],
    ['a link to a file with rules', () => symlinkSync(join(folder, 'rules'), join(folder, '.gitignore'))],
    ['a link to no file', () => symlinkSync(join(folder, 'none'), join(folder, '.gitignore'))],
    ['a FIFO without a writer', () => execFileSync('mkfifo', [join(folder, '.gitignore')])],
    ['a directory', () => mkdirSync(join(folder, '.gitignore'))],
    ['a file of 2 GB', () => makeLarge(2 ** 31)],
    ['a file just above the limit', () => makeLarge(limits.ignoreFileBytes + 1)],
  ])('skips a .gitignore that is %s', (_, make) => {
    write('.git/HEAD');
    write('rules', '*.json\n');
    write('deep/.gitignore', 'local.json\n');
    make();
    expect(isTracked('a.json')).toBe(true);
    expect(isTracked('deep/a.json')).toBe(true);
    expect(isTracked('deep/local.json')).toBe(false);
  });

  it('reads a .gitignore of exactly the maximum size', () => {
    write('.git/HEAD');
    write('.gitignore', `*.json\n#${' '.repeat(limits.ignoreFileBytes - 9)}\n`);
    expect(isTracked('a.json')).toBe(false);
    expect(isTracked('a.yaml')).toBe(true);
  });

  it('reads the lines of a .gitignore as Git does', () => {
    write('.git/HEAD');
    write('.gitignore', '\ufeff# *.yaml\r\n*.json\r\n!kept.json  \n\\#x\na\\ \n/top\nlog*/\nb/*.txt\n[\n');
    const ignored = ['x.json', 'd/x.json', '#x', 'a ', 'top', 'logs/x', 'd/log/x', 'b/x.txt'];
    expect(ignored.filter((path) => isTracked(path))).toEqual([]);
    const tracked = ['x.yaml', 'kept.json', 'a', 'd/top', 'log', 'd/b/x.txt', 'b/c/x.txt', '['];
    expect(tracked.filter((path) => !isTracked(path))).toEqual([]);
  });

  it('compares letter case as core.ignoreCase says', () => {
    write('.git/HEAD');
    write('.gitignore', '*.JSON\n');
    const tracked = [false, true].map((ignoreCase) =>
      createVersionControl({ ignoreCase }).isTracked(join(folder, 'a.json')),
    );
    expect(tracked).toEqual([true, false]);
  });

  it.each([
    ['patterns that match in many ways', `${'*a'.repeat(400)}b\n`.repeat(100)],
    ['many rules', '*b\n'.repeat(limits.ignoreLines)],
    ['many rules for folders', 'b/\n'.repeat(limits.ignoreLines)],
  ])('calls a file untracked if too much work would tell: %s', (_, text) => {
    write('.git/HEAD');
    write('.gitignore', text);
    expect(isTracked(`${'a/'.repeat(500)}${'a'.repeat(200)}`)).toBe(false);
    expect(isTracked(`${'a/'.repeat(limits.pathCharacters)}a`)).toBe(false);
  });

  it.skipIf(isWindows)('skips a .gitignore behind a link that leaves the work tree', () => {
    write('outside/.gitignore', '*.json\n');
    write('tree/.git/HEAD');
    write('tree/inside/.gitignore', '*.yaml\n');
    symlinkSync(join(folder, 'outside'), join(folder, 'tree/out'));
    symlinkSync(join(folder, 'tree/inside'), join(folder, 'tree/in'));
    expect(isTracked('tree/out/a.json')).toBe(true);
    expect(isTracked('tree/in/a.yaml')).toBe(false);
  });

  it.skipIf(isWindows)('does not read a .git that is a FIFO', () => {
    execFileSync('mkfifo', [join(folder, '.git')]);
    expect(isTracked('a.json')).toBe(true);
  });

  it('recognises work trees whose .git is a file', () => {
    write('tree/.git', 'gitdir: elsewhere');
    expect(isTracked('tree/a/b.json')).toBe(true);
    expect(isTracked('b.json')).toBe(false);
  });
});
