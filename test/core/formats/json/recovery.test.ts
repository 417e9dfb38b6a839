import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { readMarks } from '../../../support/markers.js';

/** Each mistake is reported once, where it is; the rest of the document is understood. */
describe('one mistake, one problem', () => {
  it.each([
    // Half-typed members.
    ['{"a": 1, ⟦"b}⟧json/syntax', undefined],
    ['{"a": 1, "b"⟦}⟧json/syntax', { a: 1, b: null }],
    ['{"a": 1, "b":⟦}⟧json/syntax', { a: 1, b: null }],
    ['{"a": {"b":⟦}⟧json/syntax, "c": 3}', { a: { b: null }, c: 3 }],
    ['{"a": [1, {"b"⟦}⟧json/syntax], "c": 3}', { a: [1, { b: null }], c: 3 }],
    ['{⟦,⟧json/syntax "a": 1}', { a: 1 }],
    ['{"a": 1,⟦,⟧json/syntax "b": 2}', { a: 1, b: 2 }],
    ['{"a":⟦:⟧json/syntax 1, "b": 2}', { a: 1, b: 2 }],
    // Lists.
    ['[1 ⟦2⟧json/syntax, 3]', [1, 2, 3]],
    ['[1, ⟦,⟧json/syntax 2]', [1, 2]],
    ['[⟦,⟧json/syntax 1]', [1]],
    ['[{"a": 1} ⟦{⟧json/syntax"a": 2}]', [{ a: 1 }, { a: 2 }]],
    ['["a"⟦:⟧json/syntax 1]', undefined],
    // Brackets.
    ['{"a": [1, 2⟦}⟧json/syntax, "b": 2', undefined],
    ['[{"a": 1⟦]⟧json/syntax', [{ a: 1 }]],
    ['{"a": {"b": 1}⟦]⟧json/syntax}', { a: { b: 1 } }],
    ['⟦}⟧json/syntax', null],
    // What other languages allow.
    ['{"a": 1 ⟦/* one */⟧json/syntax, "b": 2}', { a: 1, b: 2 }],
    ['{"a": 1}\n⟦// end⟧json/syntax', { a: 1 }],
    ['{"a": ⟦.5⟧json/syntax}', { a: '.5' }],
    ['{"a": ⟦5.⟧json/syntax, "b": 1}', undefined],
    ['{"a": ⟦0x1F⟧json/syntax, "b": 1}', undefined],
    ['{"a": ⟦True⟧json/syntax, "b": 1}', { a: 'True', b: 1 }],
    ['{"a": ⟦NaN⟧json/syntax, "b": 1}', { a: 'NaN', b: 1 }],
    ['{"a": ⟦--1⟧json/syntax, "b": 1}', undefined],
    ['{"a": true⟦;⟧json/syntax"b": 1}', { a: true, b: 1 }],
    ['{"a": null⟦\'⟧json/syntax, "b": 1}', { a: null, b: 1 }],
    ['{"a": ⟦true_⟧json/syntax, "b": 1}', { a: 'true_', b: 1 }],
    // Strings.
    ['{"a": ⟦"x⟧json/syntax', { a: 'x' }],
    ['{"a": "⟦\\u12⟧json/syntax"}', undefined],
    ['{"a": ⟦"\\udc00\\ud800"⟧json/syntax, "b": 1}', { a: '\udc00\ud800', b: 1 }],
    // Line ends of Windows change nothing.
    ['{\r\n  "a": 1\r\n  ⟦"b"⟧json/syntax: 2\r\n}\r\n', { a: 1, b: 2 }],
    // Something behind the end.
    ['{} ⟦{⟧json/syntax} {}', {}],
    ['1⟦,⟧json/syntax 2, 3', 1],
  ] as const)('%s', (source, understood) => {
    const { text, marks } = readMarks(source);
    const tree = parseJson(text);
    const byPlace = [...tree.problems].sort((a, b) => a.span.start - b.span.start);
    expect(byPlace.map(({ code, span: { start } }) => [code, start])).toEqual(
      marks.map(({ code, start }) => [code, start]),
    );
    if (understood !== undefined) expect(toValue(tree.root)).toEqual(understood);
  });

  it('an equals sign in the place of a colon', () => {
    const tree = parseJson('{"a" = 1, "b": 2}');
    expect(tree.problems.map(({ span }) => span.start)).toEqual([5]);
    expect(toValue(tree.root)).toMatchObject({ b: 2 });
  });

  it('a comment that is never closed ends with the text', () => {
    expect(parseJson('{} /*').problems.map(({ span }) => span)).toEqual([{ start: 3, end: 5 }]);
  });

  it('a byte order mark is a problem, as it is for the node', () => {
    expect(parseJson('\ufeff{"a": 1}').problems.map(({ code }) => code)).toEqual(['json/byte-order-mark']);
  });

  it('separate mistakes are separate problems', () => {
    const { text, marks } = readMarks(
      '{\n"a": ⟦01⟧json/syntax,\n"b": [1⟦,⟧json/syntax],\n"c": 3\n⟦"d"⟧json/syntax: ⟦yes⟧json/syntax\n}',
    );
    const tree = parseJson(text);
    expect(tree.problems.map(({ code, span }) => ({ ...span, code }))).toEqual(marks);
    expect(toValue(tree.root)).toMatchObject({ b: [1], c: 3, d: 'yes' });
  });

  it('20,000 nested lists are one problem, and no overflow', () => {
    for (const text of ['['.repeat(20_000), '['.repeat(20_000) + ']'.repeat(20_000), '{"a":'.repeat(20_000)]) {
      expect(parseJson(text).problems.map(({ code }) => code)).toEqual(['json/too-deep']);
    }
  });
});
