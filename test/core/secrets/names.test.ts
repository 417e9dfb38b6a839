import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endWithoutNumber, isSecretName } from '../../../server/src/core/secrets/names.js';

const withoutNumber = (name: string): string => name.slice(0, endWithoutNumber(name, 0, name.length));

describe('a number at the end of a name', () => {
  it.each([
    ['label-17', 'label-'],
    ['contoso.example/label_3', 'contoso.example/label_'],
    ['label17', 'label17'],
    ['base64', 'base64'],
    ['17', '17'],
    ['', ''],
  ])('is left out if it is a word of its own: %s', (name, expected) => {
    expect(withoutNumber(name)).toBe(expected);
  });

  it('does not matter to whether the name is secret', () => {
    const part = fc.constantFrom('client', 'secret', 'value', 'base64', 'token', 'key', 'private', 'A', 'passwd', '7');
    const name = fc
      .array(fc.tuple(part, fc.constantFrom('', '-', '_', '.', '/')), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(name, fc.nat({ max: 200 }), (before, number) => {
        const numbered = `${before}-${number}`;
        expect(isSecretName(withoutNumber(numbered))).toBe(isSecretName(numbered));
      }),
    );
  });
});
