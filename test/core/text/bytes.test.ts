import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes, utf8Length } from '../../../server/src/core/text/bytes.js';

describe('the length of a text in UTF-8', () => {
  it('is that of its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(utf8Bytes(text).length);
      }),
    );
  });

  it('is right wherever a long text is cut', () => {
    for (const piece of ['a', 'é', '€', '😀', '\ud83d', '\ude00', 'a😀']) {
      for (let lead = 0; lead < 4; lead++) {
        const text = 'x'.repeat(lead) + piece.repeat(9_000);
        expect(utf8Length(text), `${lead} ${piece}`).toBe(utf8Bytes(text).length);
      }
    }
  });
});
