import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserPlatform } from '../../server/src/adapters/browser.js';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';

const plain = (bytes: Uint8Array | undefined): number[] | undefined => bytes && [...bytes];

/** Checks that both platforms inflate gzip data equally; before a fault or the limit, one may return a few more bytes. */
function inflateAlike(bytes: Uint8Array, most: number): void {
  const here = browserPlatform.gunzip(bytes, most);
  const there = nodePlatform.gunzip(bytes, most);
  expect([here.fault, here.trailing]).toEqual([there.fault, there.trailing]);
  const isExact = here.fault !== 'invalid' && here.fault !== 'limit';
  const length = isExact ? undefined : Math.min(here.bytes.length, there.bytes.length);
  expect(here.bytes.length).toBeLessThanOrEqual(most);
  expect(plain(here.bytes.subarray(0, length))).toEqual(plain(there.bytes.subarray(0, length)));
}

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  // Long enough for several deflate blocks and chunks.
  fc.nat({ max: 150_000 }).map((length) => 'kubelet --max-pods=110\n'.repeat(length / 20)),
);

describe('the platform of a browser', () => {
  it.each<[string, (bytes: Buffer) => Uint8Array]>([
    ['whole', (bytes) => bytes],
    ['cut in the data', (bytes) => bytes.subarray(0, -12)],
    ['cut in the checksum', (bytes) => bytes.subarray(0, -6)],
    ['cut in the header', (bytes) => bytes.subarray(0, 5)],
    ['empty', () => new Uint8Array()],
    ['with another checksum', (bytes) => Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(8, 7)])],
    ['two members', (bytes) => Buffer.concat([bytes, bytes])],
    ['padded', (bytes) => Buffer.concat([bytes, Buffer.alloc(20)])],
    ['with something behind it', (bytes) => Buffer.concat([bytes, Buffer.from('\n# end')])],
    ['with one byte of a header behind it', (bytes) => Buffer.concat([bytes, Buffer.from([0x1f])])],
    ['with half a member behind it', (bytes) => Buffer.concat([bytes, bytes.subarray(0, 20)])],
    ['with a damaged member behind it', (bytes) => Buffer.concat([bytes, bytes.subarray(0, 10), Buffer.alloc(9, 255)])],
    ['no gzip data', () => Buffer.from('#cloud-config\n')],
  ])('inflates what is %s as Node does', (_, change) => {
    const bytes = change(gzipSync('#cloud-config\nruncmd: [reboot]\n'.repeat(5_000)));
    inflateAlike(bytes, 1 << 20);
  });

  it('inflates any damaged data as Node does', () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(text, fc.array(change, { maxLength: 2 }), fc.boolean(), (content, changes, twice) => {
        const packed = gzipSync(content);
        const bytes = twice ? Buffer.concat([packed, packed]) : packed;
        for (const { at, byte } of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte;
        inflateAlike(bytes, 1 << 20);
      }),
    );
  });

  it.each([0, 1, 65_535, 65_536, 99_999, 100_000])('stops at a limit of %i bytes as Node does', (most) => {
    const bytes = gzipSync(Buffer.alloc(100_000));
    inflateAlike(bytes, most);
    const { fault, bytes: inflated } = browserPlatform.gunzip(bytes, most);
    expect([fault, inflated.length]).toEqual([most < 100_000 ? 'limit' : undefined, most]);
  });

  it('compresses data that Node unpacks, to the same size', () => {
    fc.assert(
      fc.property(text, (content) => {
        const bytes = Buffer.from(content);
        const packed = browserPlatform.gzip(bytes);
        expect(plain(nodePlatform.gunzip(packed, 1 << 20).bytes)).toEqual(plain(bytes));
        expect(packed.length).toBe(nodePlatform.gzip(bytes).length);
      }),
    );
  });

  it('reads base64 as Node does', () => {
    const alphabet = fc.constantFrom(...'ABCDEFGHabcdefgh0123+/-_= \n\té'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 24 }), (written) => {
        expect(plain(browserPlatform.base64(written))).toEqual(plain(nodePlatform.base64(written)));
      }),
    );
  });

  it('hashes as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(browserPlatform.sha256(bytes)).toBe(nodePlatform.sha256(bytes));
      }),
    );
  });
});
