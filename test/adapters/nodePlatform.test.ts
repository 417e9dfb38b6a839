import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { decodeBase64 } from '../../server/src/core/text/base64.js';

describe('base64 of the Node platform', () => {
  it('returns the same result as our decoder, or leaves decoding to it', () => {
    const alphabet = fc.constantFrom(...'ABCDEFGHabcdefgh0123+/-_= \n!é'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 24 }), (text) => {
        const bytes = nodePlatform.base64(text);
        if (bytes === undefined) return;
        const own = decodeBase64(text);
        expect([[...own.bytes], own.fault, own.missingPadding, own.alphabet]).toEqual([
          [...bytes],
          undefined,
          false,
          'base64',
        ]);
      }),
    );
  });

  it.each(['', 'aGVsbG8=', 'aGVsbA==', 'aGVs'])('decodes %j', (text) => {
    expect(nodePlatform.base64(text)).toEqual(Buffer.from(text, 'base64'));
  });

  it.each(['aGVsbG8', 'aGVs\nbG8=', 'a-_s', 'aG=sbG8=', 'aGVsbG8==='])(
    'leaves the irregular base64 %j to our decoder',
    (text) => {
      expect(nodePlatform.base64(text)).toBeUndefined();
    },
  );
});
