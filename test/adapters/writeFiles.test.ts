import { spawn } from 'node:child_process';
import fs, { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { OutputFolder } from '../../server/src/adapters/writeFiles.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root } = temporaryFolder();
let count = 0;
const fresh = (): string => join(root, `out${count++}`);
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const isWindows = process.platform === 'win32';

describe('a folder for output', () => {
  it('is created with the folders above it, and only its owner may read what is in it', () => {
    const path = join(fresh(), 'b');
    new OutputFolder(path).write(['c', 'd'], 'text');
    expect(readFileSync(join(path, 'c', 'd'), 'utf8')).toBe('text');
    if (!isWindows) expect([path, join(path, 'c'), join(path, 'c', 'd')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  it('replaces a file that others may read by one that only its owner may read', () => {
    const path = fresh();
    mkdirSync(path);
    writeFileSync(join(path, 'a'), 'before, and longer', { mode: 0o644 });
    new OutputFolder(path).write(['a'], 'after');
    expect(readFileSync(join(path, 'a'), 'utf8')).toBe('after');
    if (!isWindows) expect(modeOf(join(path, 'a'))).toBe(0o600);
  });

  it('must not exist if it is to be created', () => {
    const path = fresh();
    new OutputFolder(path).create();
    expect(() => new OutputFolder(path).create()).toThrow('EEXIST');
  });

  it.skipIf(isWindows).each<[string, readonly string[], (path: string, outside: string) => void]>([
    ['a link at the folder', [], (path, outside) => symlinkSync(outside, path)],
    ['a link at a folder below it', [''], (path, outside) => symlinkSync(outside, join(path, 'a'))],
    ['a link at the file', ['a'], (path, outside) => symlinkSync(join(outside, 'precious'), join(path, 'a', 'b'))],
    ['a link to nowhere', ['a'], (path, outside) => symlinkSync(join(outside, 'new'), join(path, 'a', 'b'))],
    ['a hard link', ['a'], (path, outside) => linkSync(join(outside, 'precious'), join(path, 'a', 'b'))],
    ['a file instead of a folder', [''], (path) => writeFileSync(join(path, 'a'), 'file')],
  ])('refuses %s', (_, folders, make) => {
    const [path, outside] = [fresh(), fresh()];
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), 'precious');
    for (const folder of folders) mkdirSync(join(path, folder), { recursive: true });
    make(path, outside);
    const before = process.cwd();
    expect(() => new OutputFolder(path).write(['a', 'b'], 'text')).toThrow(/already exists and/);
    expect(process.cwd()).toBe(before);
    expect(readdirSync(outside)).toEqual(['precious']);
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('precious');
  });

  it.skipIf(isWindows)('follows links in the path to it, which the user wrote', () => {
    const [path, link] = [fresh(), fresh()];
    mkdirSync(path);
    symlinkSync(path, link);
    new OutputFolder(join(link, 'out')).write(['a'], 'text');
    expect(readFileSync(join(path, 'out', 'a'), 'utf8')).toBe('text');
  });

  it.each([[['..', 'a']], [['a', '..']], [['.']], [['']], [[]], [['a/b']], [['/etc', 'a']], [['a\\b']]])(
    'refuses names that are paths: %j',
    (segments) => {
      const path = fresh();
      expect(() => new OutputFolder(path).write(segments, 'text')).toThrow("isn't a file name");
    },
  );

  it('stays the same folder for all files', () => {
    const path = fresh();
    const folder = new OutputFolder(path);
    folder.write(['a'], '1');
    fs.renameSync(path, `${path} moved`);
    mkdirSync(path);
    expect(() => folder.write(['b'], '2')).toThrow('another folder than before');
    expect([readdirSync(path), readdirSync(`${path} moved`)]).toEqual([[], ['a']]);
  });

  it('leaves nothing of a file that it cannot write, and the previous file as it was', () => {
    const path = fresh();
    const folder = new OutputFolder(path);
    folder.write(['kept'], 'before');
    const write = fs.writeSync;
    vi.spyOn(fs, 'writeSync').mockImplementation(((handle: number, bytes: Uint8Array, at: number) => {
      if (at >= 4) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      return write(handle, bytes, at, 4);
    }) as typeof fs.writeSync);
    for (const name of ['new', 'kept']) expect(() => folder.write([name], 'long text')).toThrow('no space left');
    folder.write(['fits'], 'four');
    expect(readdirSync(path).sort()).toEqual(['fits', 'kept']);
    expect(readFileSync(join(path, 'kept'), 'utf8')).toBe('before');
  });

  it.skipIf(isWindows)('never writes outside while folders are exchanged for links', async () => {
    const [path, outside] = [fresh(), fresh()];
    mkdirSync(join(path, 'a', 'b'), { recursive: true });
    mkdirSync(join(outside, 'b'), { recursive: true });
    // Another process exchanges the folders, so that it gets between any two steps of a write.
    const script = `const fs = require('fs');
      const [path, outside] = process.argv.slice(1);
      for (;;) for (const [name, target] of [[path, outside], [path + '/a', outside], [path + '/a/b', outside + '/b']]) {
        try { fs.renameSync(name, name + '~'); fs.symlinkSync(target, name); } catch {}
        try { fs.unlinkSync(name); } catch {}
        try { fs.renameSync(name + '~', name); } catch {}
      }`;
    const attacker = spawn(process.execPath, ['-e', script, path, outside]);
    await new Promise((done) => attacker.once('spawn', done));
    let written = 0;
    let refused = 0;
    const folder = new OutputFolder(path);
    for (let index = 0; index < 3_000; index++)
      try {
        folder.write(['a', 'b', `${index}`], 'text');
        written++;
      } catch {
        refused++;
      }
    attacker.kill();
    await new Promise((done) => attacker.once('exit', done));
    expect(written + refused).toBe(3_000);
    const below = fs.readdirSync(outside, { recursive: true, withFileTypes: true });
    expect(below.filter((entry) => entry.isFile())).toEqual([]);
  });
});
