import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersionControl } from '../../server/src/adapters/versionControl.js';

describe('version control', () => {
  let folder: string;
  const write = (path: string, text = ''): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const keeps = (path: string): boolean => createVersionControl().keeps(join(folder, path));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'version-control-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps nothing outside of a work tree', () => {
    expect(keeps('a.json')).toBe(false);
  });

  it('keeps what no .gitignore names, from the root down', () => {
    write('.git/HEAD');
    write('.gitignore', '*.secret.json\nout/\n');
    write('deep/.gitignore', '!mine.secret.json\nlocal.json\n');
    write('out/.gitignore', '!kept.json\n');
    expect(keeps('a.json')).toBe(true);
    expect(keeps('a.secret.json')).toBe(false);
    expect(keeps('deep/a.secret.json')).toBe(false);
    expect(keeps('deep/mine.secret.json')).toBe(true);
    expect(keeps('deep/deeper/local.json')).toBe(false);
    expect(keeps('local.json')).toBe(true);
    // Git takes nothing back out of a folder that is ignored.
    expect(keeps('out/kept.json')).toBe(false);
  });

  it('knows work trees whose .git is a file', () => {
    write('tree/.git', 'gitdir: elsewhere');
    expect(keeps('tree/a/b.json')).toBe(true);
    expect(keeps('b.json')).toBe(false);
  });
});
