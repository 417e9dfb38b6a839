import { describe, expect, it } from 'vitest';
import { limits } from '../../../../server/src/core/limits.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { readMarks } from '../../../support/markers.js';

describe('JSON that is valid', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '-0',
    ' { "a" : [ 1 , 2.5e3 , -1E-2 ] , "b" : { "c" : null } , "d" : [ true , false ] } \r\n',
    '{"\\u0041\\n\\"": "\\ud83d\\ude00", "é": "\u2028"}',
    '[[],{},[{}]]',
  ])('%s reads as JSON.parse does', (text) => {
    const tree = parseJson(text);
    expect(tree.problems).toEqual([]);
    expect(toValue(tree.root)).toEqual(JSON.parse(text));
  });

  it('keeps places, raw numbers and all of equal keys', () => {
    const text = '{"a": 1.0, "a": [true]}';
    const { root } = parseJson(text);
    if (root?.kind !== 'object') throw new Error('no object');
    expect(
      root.members.map(({ key, value, span }) => [
        text.slice(key.span.start, key.span.end),
        value && text.slice(value.span.start, value.span.end),
        text.slice(span.start, span.end),
      ]),
    ).toEqual([
      ['"a"', '1.0', '"a": 1.0'],
      ['"a"', '[true]', '"a": [true]'],
    ]);
    expect(root.members[0]?.value).toMatchObject({ kind: 'number', raw: '1.0', value: 1 });
  });
});

describe('JSON that is not valid', () => {
  // The marked stretch is where the one problem is; behind the arrow is what is still understood.
  it.each([
    ['⟦⟧json/empty', undefined],
    ['{"a": 1 ⟦"b"⟧json/syntax: 2}', { a: 1, b: 2 }],
    ['{"a": 1⟦,⟧json/syntax}', { a: 1 }],
    ['[1⟦,⟧json/syntax]', [1]],
    ['{"a" ⟦1⟧json/syntax, "b": 2}', { a: 1, b: 2 }],
    ['{"a":⟦,⟧json/syntax "b": 2}', { a: null, b: 2 }],
    ['{"a":⟦}⟧json/syntax', { a: null }],
    ['{⟦a⟧json/syntax: 1}', { a: 1 }],
    ['{"a": ⟦yes⟧json/syntax}', { a: 'yes' }],
    ['{"a": ⟦01⟧json/syntax}', { a: 1 }],
    ['{"a": ⟦1_000⟧json/syntax, "b": 1}', { a: NaN, b: 1 }],
    ['{"a": ⟦+1⟧json/syntax}', { a: '+1' }],
    ['{"a": 1}⟦}⟧json/syntax', { a: 1 }],
    ['⟦{⟧json/syntax"a": 1', { a: 1 }],
    ['{"a": ⟦[⟧json/syntax 1, 2', { a: [1, 2] }],
    ['{"a": [1, 2⟦}⟧json/syntax', { a: [1, 2] }],
    ['{"a": 1⟦]⟧json/syntax, "b": 2}', { a: 1, b: 2 }],
    ['{⟦// c⟧json/syntax\n"a": 1}', { a: 1 }],
    ['{"a": ⟦"x⟧json/syntax\n, "b": 2}', { a: 'x', b: 2 }],
    ['{"a": "x⟦\\q⟧json/syntax"}', { a: 'x' }],
    ['{"a": ⟦"\\ud83d"⟧json/syntax}', { a: '\ud83d' }],
    ['{"a": ⟦"\t"⟧json/syntax}', { a: '\t' }],
    ['{"a": ⟦1e⟧json/incomplete-exponent}', { a: 1 }],
    ["{⟦'a'⟧json/syntax: 1}", undefined],
  ] as const)('%s', (source, understood) => {
    const { text, marks } = readMarks(source);
    const tree = parseJson(text);
    expect(tree.problems.map(({ code, span }) => ({ ...span, code }))).toEqual(marks);
    if (understood !== undefined) expect(toValue(tree.root)).toEqual(understood);
  });

  it('gives a tree at every cut of a document', () => {
    const text = '{"a": {"b": [1, "x", {"c": true}]}, "d": null}';
    for (let length = 1; length < text.length; length++) {
      const tree = parseJson(text.slice(0, length));
      expect(tree.root?.kind, text.slice(0, length)).toBe('object');
      expect(tree.problems.length, text.slice(0, length)).toBeGreaterThan(0);
    }
  });

  it('reads nesting up to its limit without recursion', () => {
    const deep = '['.repeat(limits.jsonDepth) + ']'.repeat(limits.jsonDepth);
    expect(parseJson(deep)).toMatchObject({ problems: [], depth: limits.jsonDepth });
    expect(parseJson(`[${deep}]`).problems.map(({ code }) => code)).toEqual(['json/too-deep']);
  });

  it('stops counting syntax problems', () => {
    expect(parseJson(`[${'{,},'.repeat(500)}]`).problems.length).toBeLessThanOrEqual(limits.syntaxProblems);
  });
});
