import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { sameValue } from '../../../../server/src/core/formats/tree/expand.js';

describe('two values', () => {
  it.each([
    ['1', '1', true],
    ['1', '1.0', false],
    ['1', '"1"', false],
    ['true', 'true', true],
    ['true', 'false', false],
    ['null', 'null', true],
    ['null', '0', false],
    ['"\\u0061"', '"a"', true],
    ['[1, [2]]', '[1,[2]]', true],
    ['[1, 2]', '[2, 1]', false],
    ['[1]', '[1, 1]', false],
    ['{"a": 1, "b": {"c": []}}', '{"b":{"c":[]},"a":1}', true],
    ['{"a": 1}', '{"a": 1, "b": 2}', false],
    ['{"a": 1}', '{"b": 1}', false],
    ['{"a": 1, "a": 1}', '{"a": 1, "b": 1}', false],
    ['{"a": 1, "a": 1}', '{"a": 1, "a": 1}', false],
    ['[]', '{}', false],
  ])('%s and %s are the same: %j', (left, right, same) => {
    expect(sameValue(parseJson(left).root, parseJson(right).root)).toBe(same);
    expect(sameValue(parseJson(right).root, parseJson(left).root)).toBe(same);
  });

  it('that are nested deeply are compared all the same', () => {
    const deep = (inside: string) => parseJson('['.repeat(9_000) + inside + ']'.repeat(9_000)).root;
    expect(sameValue(deep('1'), deep('1'))).toBe(true);
    expect(sameValue(deep('1'), deep('2'))).toBe(false);
  });
});
