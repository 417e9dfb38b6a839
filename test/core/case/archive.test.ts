import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { browserPlatform } from '../../../server/src/adapters/browser.js';
import { CaseUnpacker, limits } from '../../../server/src/core/index.js';
import { tar } from '../../support/tar.js';
import { zip } from '../../support/zip.js';

const files = [
  { path: 'case/a.log', content: 'one' },
  { path: 'case/b/c.log', content: 'two two two two two two' },
];

/** Names with contents, or with the reason why a file is left out. */
function unpacked(
  name: string,
  bytes: Uint8Array,
  { platform = nodePlatform, ...some }: Record<string, unknown> = {},
): [string, string][] {
  const unpacker = new CaseUnpacker(platform as typeof nodePlatform, { ...limits, ...some });
  return [...unpacker.files(name, bytes)].map((file) => [
    file.name,
    'bytes' in file ? new TextDecoder().decode(file.bytes) : file.reason,
  ]);
}

describe('files of a case', () => {
  const expected = [
    ['x/case/a.log', 'one'],
    ['x/case/b/c.log', 'two two two two two two'],
  ];

  it.each([
    ['zip', zip(files)],
    ['zip that is stored', zip(files.map((one) => ({ ...one, method: 0 })))],
    ['zip behind other data', zip(files, 'PK\x03\x04 is how it begins')],
    ['tar', tar(...files)],
    ['tar.gz', gzipSync(tar(...files))],
  ])('are read from a %s', (_, bytes) => {
    expect(unpacked('x', bytes)).toEqual(expected);
    expect(unpacked('x', bytes, { platform: browserPlatform })).toEqual(expected);
  });

  it('are read from archives and compressed files in archives', () => {
    const inner = zip([{ path: 'syslog.1.gz', content: gzipSync('old') }]);
    expect(unpacked('x', gzipSync(tar({ path: 'node.zip', content: inner })))).toEqual([
      ['x/node.zip/syslog.1', 'old'],
    ]);
  });

  it('are what they are if they are no archives', () => {
    expect(unpacked('a.log', Buffer.from('text'))).toEqual([['a.log', 'text']]);
    expect(unpacked('a.log.gz', gzipSync('text'))).toEqual([['a.log', 'text']]);
  });
});

describe('hostile archives', () => {
  it.each([
    ['a path that leads out', zip([{ path: '../../etc/passwd', content: 'x' }]), 'Its name leads out of the archive.'],
    ['a path of Windows that leads out', zip([{ path: '..\\x', content: 'x' }]), 'Its name leads out of the archive.'],
    ['a path that leads out of a tar', tar({ path: 'a/../../x', content: 'x' }), 'Its name leads out of the archive.'],
    ['a link', zip([{ path: 'l', content: '', target: '/etc/shadow' }]), 'It is a link, and links are not followed.'],
    ['a link in a tar', tar({ path: 'l', type: '2', target: '/x' }), 'It is a link, and links are not followed.'],
    ['an encrypted file', zip([{ path: 'a', content: 'x', flags: 1 }]), 'It is encrypted.'],
    [
      'another method',
      zip([{ path: 'a', content: 'x', method: 12 }]),
      'It is packed with a method other than deflate; unpack the archive first.',
    ],
    [
      'a directory without an end',
      zip(files).subarray(0, -30),
      'The archive is damaged or cut off: not all of its files can be read.',
    ],
    ['a tar that is cut off', tar(...files).subarray(0, 514), 'The archive is cut off: the last files are missing.'],
  ])('say why %s is left out', (_, bytes, reason) => {
    expect(unpacked('x', bytes).at(-1)?.[1]).toBe(reason);
  });

  it('are read with absolute paths, which are those of the node', () => {
    expect(unpacked('x', tar({ path: '/var/log/syslog', content: 'y' }))).toEqual([['x/var/log/syslog', 'y']]);
  });

  it('are unpacked only up to the bounds of a case', () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const [[, reason] = []] = unpacked('x.gz', bomb, { inflatedFreely: 1_000, inflation: 10 });
    expect(reason).toMatch(/^It is unpacked only up to [\d,]+ bytes: more is not plausible, or too much\.$/);
    const many = Array.from({ length: 20 }, (_, index) => ({ path: `f${index}`, content: 'x' }));
    const all = unpacked('x', zip(many), { caseFiles: 5 });
    // The archive counts, too.
    expect(all).toHaveLength(5);
    expect(all.at(-1)?.[1]).toMatch(/^Its remaining files are left out\. A case is read up to 5 files/);
    expect(unpacked('x', tar(...many), { caseFiles: 5 })).toHaveLength(5);
    expect(unpacked('x', tar(...many), { caseBytes: tar(...many).length + 3 })).toHaveLength(4);
    const links = many.map(({ path }) => ({ path, content: '', target: 'x' }));
    const nested = zip(many.map(({ path }) => ({ path, content: zip(links) })));
    expect(unpacked('x', nested, { caseFiles: 50 }).length).toBeLessThan(60);
  });

  it('are unpacked only to a depth', () => {
    let bytes = zip([{ path: 'a', content: 'x' }]);
    for (let depth = 0; depth < 9; depth++) bytes = zip([{ path: 'z', content: bytes }]);
    expect(unpacked('x', bytes)).toEqual([['x/z/z/z/z/z/z/z', 'It is an archive in more than 6 other archives.']]);
  });
});
