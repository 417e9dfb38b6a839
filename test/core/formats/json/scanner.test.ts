import fc from 'fast-check';
import { createScanner } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { JsonScanner, SyntaxKind } from '../../../../server/src/core/formats/json/scanner.js';

type Token = readonly [kind: number, start: number, value: string, error: number];

function ours(text: string): Token[] {
  const scanner = new JsonScanner(text);
  const tokens: Token[] = [];
  for (let kind = scanner.next(); kind !== SyntaxKind.EOF; kind = scanner.next())
    tokens.push([kind, scanner.start, scanner.value, scanner.error]);
  return tokens;
}

function theirs(text: string): Token[] {
  const scanner = createScanner(text, false);
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    if (kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia) continue;
    tokens.push([kind, scanner.getTokenOffset(), scanner.getTokenValue(), scanner.getTokenError()]);
  }
  return tokens;
}

/** Texts of what JSON and its mistakes are made of, but for numbers, which we cut by their letters. */
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
  it('cuts texts as jsonc-parser does', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // Punctuation has no value with them, and that of a comment begins one character early.
        const valued = (kind: number) => kind === SyntaxKind.StringLiteral || kind === SyntaxKind.Unknown;
        const comparable = (tokens: Token[]) =>
          tokens.map(([kind, start, value, error]) => [kind, start, valued(kind) ? value : '', error]);
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
  ])('takes the numbers in %j as whole words', (text, numbers) => {
    const found = ours(text).filter(([kind]) => kind === SyntaxKind.NumericLiteral);
    expect(found.map(([, , value]) => value)).toEqual(numbers);
  });

  it('ends an unclosed comment with the text', () => {
    const scanner = new JsonScanner('1 /* a');
    scanner.next();
    expect([scanner.next(), scanner.start, scanner.end]).toEqual([SyntaxKind.BlockCommentTrivia, 2, 6]);
  });
});
