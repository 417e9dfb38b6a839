import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfBase64, decodeBase64, encodeBase64 } from '../../../server/src/core/text/base64.js';
import { byteString } from '../../../server/src/core/text/bytes.js';

/** Strings that are base64 or nearly base64: complete groups, single letters, white space and padding. */
const nearlyBase64 = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.constantFrom('QUJD', 'A', 'QQ', '=', '==', '\n', '\r\n', '\t', ' ', '\v', '\u00a0', '-', '_', '!', 'é', '😀'),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('decoding base64', () => {
  it('decodes what was encoded, wrapped or not, with and without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (bytes, width) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        const wrapped = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
        for (const written of [text, wrapped, text.replace(/=+$/, '')]) {
          const { bytes: decoded, fault, alphabet } = decodeBase64(written);
          expect({ decoded: latin1(decoded), fault, alphabet }).toEqual({
            decoded: latin1(bytes),
            fault: undefined,
            alphabet: 'base64',
          });
        }
      }),
    );
  });

  it.each([
    ['QUJD', 'ABC', 'base64', false, undefined],
    ['QUI', 'AB', 'base64', true, undefined],
    ['QUI=', 'AB', 'base64', false, undefined],
    ['Q U\nJ\tD', 'ABC', 'base64', false, undefined],
    ['--__QUJD', '\u00fb\u00ef\u00ff\u0041\u0042\u0043', 'base64url', false, undefined],
    ['QUJDQ', 'ABC', 'base64', true, { kind: 'truncated', offset: 5 }],
    ['QUJD!QUJD', 'ABC', 'base64', false, { kind: 'invalid-character', offset: 4 }],
    ['QUJDQé', 'ABC', 'base64', true, { kind: 'invalid-character', offset: 5 }],
    ['QQ==QUJD', 'A', 'base64', false, { kind: 'data-after-padding', offset: 4 }],
  ] as const)('decodes %j to %j', (text, decoded, alphabet, missingPadding, fault) => {
    const { bytes, ...rest } = decodeBase64(text);
    expect({ decoded: latin1(bytes), ...rest }).toEqual({ decoded, alphabet, missingPadding, fault });
  });

  it('accepts everything that the decoder of the platform accepts, with the same bytes', () => {
    fc.assert(
      fc.property(nearlyBase64, (text) => {
        const theirs = bytesOfBase64(text);
        const { bytes, fault, alphabet } = decodeBase64(text);
        if (theirs !== undefined)
          expect({ decoded: latin1(bytes), fault, alphabet }).toEqual({
            decoded: theirs,
            fault: undefined,
            alphabet: 'base64',
          });
      }),
    );
  });

  it('accepts padded standard base64 on one line in every dialect, with the same bytes', () => {
    fc.assert(
      fc.property(nearlyBase64, (text) => {
        const isStandard = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
        fc.pre(isStandard);
        for (const dialect of ['any', 'coreutils', 'python', 'python-strict'] as const) {
          const { bytes, fault } = decodeBase64(text, dialect);
          expect({ decoded: latin1(bytes), fault }).toEqual({
            decoded: Buffer.from(text, 'base64').toString('latin1'),
            fault: undefined,
          });
        }
      }),
    );
  });

  it.each([
    ['coreutils', 'QQ==\nQUI=', 'AAB', undefined],
    ['coreutils', 'QQ', 'A', 'missing-padding'],
    ['coreutils', 'QUJD QUJD', 'ABC', 'invalid-character'],
    ['coreutils', 'QUJD=', 'ABC', 'invalid-character'],
    ['coreutils', 'QQ=Q', 'A', 'data-after-padding'],
    ['python', 'Q!U=J-D', 'ABC', undefined],
    ['python', 'QQ==QUJD', 'A', undefined],
    ['python', 'QQ==é', 'A', 'invalid-character'],
    ['python', 'QUI', 'AB', 'missing-padding'],
    ['python', 'QUJDQ', 'ABC', 'truncated'],
    ['python-strict', 'QUJD=', 'ABC', undefined],
    ['python-strict', '=QUJD', '', 'invalid-character'],
    ['python-strict', 'QUJD\n', 'ABC', 'invalid-character'],
    ['python-strict', 'QQ===', 'A', 'invalid-character'],
    ['python-strict', 'Q=QQ', '', 'data-after-padding'],
  ] as const)('as %s decodes %j to %j and reports %s', (dialect, text, decoded, kind) => {
    const { bytes, fault } = decodeBase64(text, dialect);
    expect([latin1(bytes), fault?.kind]).toEqual([decoded, kind]);
  });
});

describe('bytes as a string', () => {
  it('have one character for each byte, however many', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 31) & 255);
    expect(byteString(bytes)).toBe(latin1(bytes));
  });
});
