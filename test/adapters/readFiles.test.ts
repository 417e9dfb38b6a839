import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBounded, readFoundFile, readNamedFile, withSettingFile } from '../../server/src/adapters/readFiles.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root, file } = temporaryFolder();
const folder = join(root, 'folder');
mkdirSync(join(folder, 'deep'), { recursive: true });
file('outside', 'outside');
file('folder/plain', 'plain');
file('folder/empty', '');
file('folder/huge', '');
truncateSync(join(folder, 'huge'), 2 ** 33);
const isWindows = process.platform === 'win32';
if (!isWindows) {
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  symlinkSync('plain', join(folder, 'link'));
  symlinkSync('../outside', join(folder, 'leaving'));
  symlinkSync('..', join(folder, 'up'));
  symlinkSync('/dev/zero', join(folder, 'device'));
  symlinkSync('loop', join(folder, 'loop'));
}
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a file that was found', () => {
  const found = (name: string): string => text(readFoundFile(join(folder, name), folder, 100));

  it('is read if it is a regular file in the folder', () => {
    expect([found('plain'), found('empty')]).toEqual(['plain', '']);
  });

  it.skipIf(isWindows).each([
    ['link', /^it is a link$/],
    ['leaving', /^it is a link$/],
    ['device', /^it is a link$/],
    ['up/outside', /outside of the folder/],
    ['fifo', /not a regular file/],
    ['deep', /directory/],
    ['huge', /larger than 100 bytes/],
    ['none', /ENOENT/],
  ])('is refused: %s', (name, reason) => {
    expect(() => found(name)).toThrow(reason);
  });
});

describe('a file that a setting names', () => {
  const named = (name: string): string => withSettingFile(join(folder, name), ({ read }) => text(read(100)));

  it.skipIf(isWindows)('is read through links', () => {
    expect(['plain', 'link', 'leaving'].map(named)).toEqual(['plain', 'plain', 'outside']);
  });

  it.skipIf(isWindows).each([
    ['device', /not a regular file/],
    ['fifo', /not a regular file/],
    ['deep', /directory/],
    ['huge', /larger than 100 bytes/],
    ['loop', /ELOOP/],
  ])('is refused: %s', (name, reason) => {
    expect(() => named(name)).toThrow(reason);
  });

  it('is refused if it changes while it is read, but not if it grows', () => {
    const changed = (change: (path: string) => void): string => {
      const path = file('changing', '0123456789');
      return withSettingFile(path, ({ read }) => {
        change(path);
        return text(read(100));
      });
    };
    expect(changed((path) => appendFileSync(path, 'more'))).toBe('0123456789');
    expect(() => changed((path) => truncateSync(path, 3))).toThrow('changed while it was read');
  });

  it.skipIf(process.platform !== 'linux')('is read to its end if its size is unknown', () => {
    expect(withSettingFile('/proc/self/status', ({ read }) => text(read(100_000)))).toContain('Name:');
    expect(() => withSettingFile('/proc/self/status', ({ read }) => read(10))).toThrow('larger than 10 bytes');
  });
});

describe('a file that is named on the command line', () => {
  const named = async (path: string, maxBytes = 100): Promise<string> =>
    text(await readNamedFile(path, { maxBytes, patience: 200 }));

  it.skipIf(isWindows)('is read through links', async () => {
    expect(await named(join(folder, 'leaving'))).toBe('outside');
    expect(await named('/dev/null')).toBe('');
  });

  it('is not loaded if it is too large', async () => {
    expect((await readNamedFile(join(folder, 'huge'), { maxBytes: 100 })).length).toBe(101);
  });

  it.skipIf(isWindows)('can be a FIFO, also one that a program writes to slowly', async () => {
    const path = join(folder, 'fifo');
    const writer = spawn('sh', ['-c', `exec > "$0"; printf one; sleep 0.5; printf two`, path]);
    expect(await readNamedFile(path, { maxBytes: 100 })).toEqual(Buffer.from('onetwo'));
    writer.kill();
  });

  it.skipIf(isWindows)('ends with a FIFO that is never written to or has no end', async () => {
    const path = join(folder, 'fifo');
    await expect(named(path)).rejects.toThrow('no program has written to it');
    const writer = spawn('sh', ['-c', 'exec cat /dev/zero > "$0"', path]);
    expect((await readNamedFile(path, { maxBytes: 1_000_000 })).length).toBe(1_000_001);
    writer.kill();
  });

  it.skipIf(isWindows)('is refused if it is a directory, an endless device or a socket', async () => {
    await expect(named(folder)).rejects.toThrow('it is a directory');
    await expect(named('/dev/zero', 2 ** 20)).rejects.toThrow('it is a device that gives more than 1 MiB');
    const path = join(root, 'socket');
    const server = createServer().listen(path);
    await new Promise((done) => server.once('listening', done));
    await expect(named(path)).rejects.toThrow('ENXIO');
    server.close();
  });
});

it('a stream is read up to one byte above the maximum', async () => {
  const endless = function* (): Generator<Buffer> {
    for (;;) yield Buffer.alloc(1_000);
  };
  expect((await readBounded(Readable.from(endless()), 2_500)).length).toBe(2_501);
  expect(text(await readBounded(Readable.from([Buffer.from('a'), Buffer.from('b')]), 10))).toBe('ab');
});
