import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersOf, SourceFileReader } from '../../server/src/adapters/sourceFiles.js';
import { limits } from '../../server/src/core/limits.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root, file } = temporaryFolder();
mkdirSync(join(root, 'inner'));
const source = join(root, 'inner/main.tf');

describe('a file that a source file reads', () => {
  it('is the same object until it changes', () => {
    const reader = new SourceFileReader();
    const read = (): unknown => reader.read(source, 'a', [root]).content;
    file('inner/a', 'one');
    const before = read();
    expect(read()).toBe(before);
    file('inner/a', 'other');
    expect(read()).toMatchObject({ ok: true, value: Buffer.from('other') });
  });

  it('is read again when too much is kept', () => {
    const reader = new SourceFileReader();
    const count = Math.floor(limits.keptSourceBytes / limits.sourceFileBytes) + 1;
    file('inner/large', 'x'.repeat(limits.sourceFileBytes));
    const read = (path: string): unknown => reader.read(source, path, [root]).content;
    const before = read('large');
    for (let i = 1; i < count; i++) {
      file('inner/other', `${i}${'x'.repeat(limits.sourceFileBytes - String(i).length)}`);
      read('other');
    }
    expect(read('large')).not.toBe(before);
  });

  it.skipIf(process.platform === 'win32')('is checked for each folder', () => {
    mkdirSync(join(root, 'beside'));
    file('beside/a', 'text');
    symlinkSync('../beside', join(root, 'inner/link'));
    const reader = new SourceFileReader();
    const isRead = (folder: string): boolean => reader.read(source, 'link/a', [folder]).content.ok;
    expect([isRead(root), isRead(join(root, 'inner')), isRead(root)]).toEqual([true, false, true]);
  });

  it('is in a folder around the source file, or in its own folder', () => {
    const [inner, elsewhere] = [join(root, 'inner'), join(root, 'elsewhere')];
    expect(foldersOf(source, [undefined, root, elsewhere])).toEqual([root]);
    expect(foldersOf(source, [elsewhere])).toEqual([inner]);
    expect(foldersOf(source, [])).toEqual([inner]);
  });
});
