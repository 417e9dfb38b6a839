import fc from 'fast-check';
import * as jsonc from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { JsonScanner, type TokenFault, type TokenKind } from '../../../../server/src/core/formats/json/scanner.js';

type Token = readonly [kind: TokenKind, start: number, value: string, fault: TokenFault | undefined];

/** Our names for the numbers of jsonc-parser; those of white space and of the end of a number do not occur. */
const kinds: readonly (TokenKind | undefined)[] = [
  undefined,
  ...(['{', '}', '[', ']', ',', ':', 'null', 'true', 'false', 'string', 'number'] as const),
  ...(['line-comment', 'block-comment', undefined, undefined, 'unknown', 'end'] as const),
];
const faults: readonly (TokenFault | undefined)[] = [
  ...([undefined, 'end-of-comment', 'end-of-string', undefined, 'unicode', 'escape', 'character'] as const),
];

function ours(text: string): Token[] {
  const scanner = new JsonScanner(text);
  const tokens: Token[] = [];
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next())
    tokens.push([kind, scanner.start, scanner.value, scanner.fault]);
  return tokens;
}

function theirs(text: string): Token[] {
  const scanner = jsonc.createScanner(text, false);
  const tokens: Token[] = [];
  for (let kind = kinds[scanner.scan()]; kind !== 'end'; kind = kinds[scanner.scan()])
    if (kind !== undefined)
      tokens.push([kind, scanner.getTokenOffset(), scanner.getTokenValue(), faults[scanner.getTokenError()]]);
  return tokens;
}

/** Strings of tokens and mistakes, except numbers, which we divide by their letters. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ':', ',', ' ', '\n', '\r\n', '\t', 'true', 'false', 'null', 'nul', '/', "'"),
      fc.constantFrom('"a"', '""', '"', '"\\n"', '"\\u00e4"', '"\\u12"', '"\\x"', '"\\', '"a\nb"', '"\u0001"', '"\\"'),
      fc.constantFrom('/* a */', '// a\n', '-', '\u00a0', '\ufeff', 'é', '$x'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('the JSON scanner', () => {
  it('divides strings into the same tokens as jsonc-parser', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // Punctuation has no value with them, and that of a comment begins one character early.
        const valued = (kind: TokenKind) => kind === 'string' || kind === 'unknown';
        const comparable = (tokens: Token[]) =>
          tokens.map(([kind, start, value, fault]) => [kind, start, valued(kind) ? value : '', fault]);
        // An unclosed comment is one character too long with them.
        fc.pre(!/\/\*(?![^]*\*\/)/.test(text));
        expect(comparable(ours(text))).toEqual(comparable(theirs(text)));
      }),
    );
  });

  it.each([
    ['1 -2.5e+3,', ['1', '-2.5e+3']],
    ['01', ['01']],
    ['1_000]', ['1_000']],
    ['5.}', ['5.']],
  ])('reads the numbers in %j as whole words', (text, numbers) => {
    const found = ours(text).filter(([kind]) => kind === 'number');
    expect(found.map(([, , value]) => value)).toEqual(numbers);
  });

  it('ends an unclosed comment with the text', () => {
    const scanner = new JsonScanner('1 /* a');
    scanner.next();
    expect([scanner.next(), scanner.start, scanner.end]).toEqual(['block-comment', 2, 6]);
  });
});
