import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import type { SyntaxNode } from '../../../../server/src/core/formats/tree/node.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';

/** Pieces that a typing hand leaves in a text. */
const pieces = fc.constantFrom(
  ...['"', '\\', '\\u12', '{', '}', '[', ']', ':', ',', '-', '+', '.', 'e', '0', '1', 'x', '\t', '\n', '\r\n', ' '],
  ...['//', '/*', 'true', 'nul', '\u00a0', '\ufeff', '\u2028', "'", '\0'],
);

/** JSON texts with up to three edits, so that about half of them are broken. */
const nearlyJson = fc
  .tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), pieces), { maxLength: 3 }))
  .map(([text, edits]) =>
    edits.reduce((result, [place, removed, piece]) => {
      const at = place % (result.length + 1);
      return result.slice(0, at) + piece + result.slice(at + removed);
    }, text),
  );

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Every span of a tree with that of the container around it. */
function* spans(node: SyntaxNode, around = node.span): Generator<[SyntaxNode['span'], SyntaxNode['span']]> {
  yield [node.span, around];
  if (node.kind === 'array') for (const item of node.items) yield* spans(item, node.span);
  if (node.kind !== 'object') return;
  for (const { key, value, span } of node.members) {
    yield [span, node.span];
    yield [key.span, span];
    if (value !== undefined) yield* spans(value, span);
  }
}

describe('the JSON reader', () => {
  it('complains about exactly what JSON.parse refuses, and reads the rest alike', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        // What Go's reader takes otherwise than JSON.parse: half surrogates, and exponents without digits.
        // A byte order mark in front and an unclosed comment have tests of their own in jsonRecovery.
        fc.pre(!text.startsWith('\ufeff'));
        fc.pre(!/\\u[dD][89a-fA-F]/.test(text) && !/\p{Surrogate}/u.test(text) && !/\d[eE][+-]?(?!\d)/.test(text));
        const tree = parseJson(text);
        const theirs = parsed(text);
        expect(tree.problems.length === 0, `${JSON.stringify(text)} ${JSON.stringify(tree.problems)}`).toBe(
          theirs !== undefined,
        );
        if (theirs !== undefined) expect(toValue(tree.root)).toEqual(theirs.value);
      }),
    );
  });

  it('keeps every place inside the one around it, also in broken texts', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        fc.pre(!text.includes('/*'));
        const { root, problems } = parseJson(text);
        for (const { span } of problems)
          expect(0 <= span.start && span.start <= span.end && span.end <= text.length, text).toBe(true);
        for (const [inner, outer] of root === undefined ? [] : spans(root)) {
          expect(outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end, text).toBe(true);
        }
      }),
    );
  });
});
