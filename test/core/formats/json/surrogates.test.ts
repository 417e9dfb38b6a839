import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';

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
