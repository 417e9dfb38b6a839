import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { renameKey, reorderMembers } from '../../../../server/src/core/formats/tree/edits.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import type { ObjectNode } from '../../../../server/src/core/formats/tree/node.js';
import { containers, entryText, jsonTexts } from '../../../support/jsonTexts.js';

function objectOf(text: string): ObjectNode {
  const { root } = parseJson(text);
  if (root?.kind !== 'object') throw new Error('no object');
  return root;
}

describe('replacing', () => {
  it.each([
    ['{"a": 1}', 'b', '{"b": 1}'],
    ['{"\\u0061": 1}', 'q"', '{"q\\"": 1}'],
    ['{a: 1}', 'b', '{"b": 1}'],
    ['{"a', 'b', '{"b"'],
  ])('the key of %s by %s', (text, name, result) => {
    const [member] = objectOf(text).members;
    expect(member && applyChanges(text, [renameKey(member.key, name)])).toBe(result);
  });

  it('the order of members leaves lines and commas where they are', () => {
    const text = '{\r\n  "a": 1,\r\n\r\n  "b": {\r\n    "c": 2\r\n  }, "d": 3\r\n}';
    const inside = (index: number) =>
      index === 0 ? [renameKey(objectOf(text).members[0]?.key ?? expect.fail('no key'), 'A')] : [];
    expect(applyChanges(text, reorderMembers(text, objectOf(text), [2, 0, 1], inside))).toBe(
      '{\r\n  "d": 3,\r\n\r\n  "A": 1, "b": {\r\n    "c": 2\r\n  }\r\n}',
    );
  });

  it('the order of members keeps each of them, in every layout', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), fc.func(fc.nat()), (text, which, rankOf) => {
        const objects = containers(text).filter((node) => node.kind === 'object');
        const object = objects[which % objects.length];
        if (object === undefined) throw new Error('no object');
        const order = object.members
          .map((_, index) => ({ index, rank: rankOf(index) }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ index }) => index);
        const result = applyChanges(
          text,
          reorderMembers(text, object, order, () => []),
        );
        expect(parseJson(result).problems).toEqual([]);
        const moved = containers(result).find(({ span }) => span.start === object.span.start);
        if (moved?.kind !== 'object') throw new Error('the object is gone');
        expect(moved.members.map((_, index) => entryText(result, moved, index))).toEqual(
          order.map((index) => entryText(text, object, index)),
        );
      }),
    );
  });
});
