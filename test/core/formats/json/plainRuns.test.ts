import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { PlainRuns } from '../../../../server/src/core/formats/json/scanner.js';

/** Mostly plain text with what ends the plain part of a string in between, in one byte a character or in two. */
const texts = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', ' ', '"', '/', 'é') },
    { weight: 1, arbitrary: fc.constantFrom('\\', '\n', '\r', '\t') },
    { weight: 1, arbitrary: fc.constantFrom('\ud800', '\u0101', '\u0d0a', '\u5c5c', '\u2028') },
  ),
  maxLength: 40,
});
const cuts = fc.array(fc.nat({ max: 45 }), { maxLength: 12 }).map((offsets) => offsets.sort((a, b) => a - b));

describe('plain stretches of a text', () => {
  it('are those without backslashes and control characters', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('', '', '\u0000', '\u0001', '\v', '\u001f'), cuts, (most, odd, offsets) => {
        const text = most + odd;
        const plain = new PlainRuns(text);
        for (let i = 0; i + 1 < offsets.length; i += 2) {
          const [start = 0, end = 0] = offsets.slice(i, i + 2).map((offset) => Math.min(offset, text.length));
          // eslint-disable-next-line no-control-regex -- control characters are what is looked for
          const isPlain = !/[\\\u0000-\u001f]/.test(text.slice(start, end));
          // An odd control character makes the whole text one that has to be looked at.
          expect([plain.includes(start, end), text, start, end]).toEqual([isPlain && odd === '', text, start, end]);
        }
      }),
    );
  });
});

describe('strings with half of a surrogate pair', () => {
  const pieces = fc.constantFrom(
    'a',
    '\ud83d',
    '\ude00',
    '😀',
    '\\ud83d',
    '\\ude00',
    '\\ud83d\\ude00',
    '\\n',
    '\\u0041',
  );

  it('are complained about, however they are written', () => {
    fc.assert(
      fc.property(fc.array(fc.array(pieces, { maxLength: 4 }), { maxLength: 3 }), (strings) => {
        const written = strings.map((string) => `"${string.join('')}"`);
        const isHalf = written.map((string) => /\p{Surrogate}/u.test(JSON.parse(string) as string));
        const { problems } = parseJson(`[\n${written.join(',\n')}\n]`);
        expect(problems.map(({ message }) => message)).toEqual(
          isHalf.filter(Boolean).map(() => 'The text holds half of a surrogate pair, which is no character.'),
        );
      }),
    );
  });
});
