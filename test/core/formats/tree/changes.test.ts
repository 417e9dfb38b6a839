import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../../../server/src/core/problems/problem.js';
import {
  applyChanges,
  applyWithin,
  changesOverlap,
  composeChanges,
} from '../../../../server/src/core/formats/tree/changes.js';

/** Sets of changes that do not collide, for a text of a length. */
const changesFor = (length: number): fc.Arbitrary<TextChange[]> =>
  fc
    .array(fc.tuple(fc.nat({ max: length }), fc.nat({ max: 4 }), fc.string({ maxLength: 3 })), { maxLength: 5 })
    .map((wanted) =>
      wanted.reduce<TextChange[]>((chosen, [start, size, newText]) => {
        const change = { span: { start, end: Math.min(start + size, length) }, newText };
        return chosen.some(({ span }) => changesOverlap(span, change.span)) ? chosen : [...chosen, change];
      }, []),
    );

describe('changes', () => {
  it('are made in the order of their places, insertions first', () => {
    const change = (start: number, end: number, newText: string): TextChange => ({ span: { start, end }, newText });
    expect(applyChanges('abcdef', [change(4, 5, ''), change(1, 2, 'BB'), change(1, 1, '<')])).toBe('a<BBcdf');
    expect(applyChanges('abc', [change(3, 3, '1'), change(3, 3, '2')])).toBe('abc12');
    expect(applyWithin('abcdef', { start: 2, end: 5 }, [change(3, 4, 'D')])).toBe('cDe');
    expect(applyChanges('abc', [])).toBe('abc');
  });

  it.each([
    [[0, 2], [1, 3], true],
    [[0, 3], [1, 2], true],
    [[0, 2], [2, 3], false],
    [[2, 2], [2, 3], true],
    [[1, 2], [2, 2], true],
    [[2, 2], [2, 2], true],
    [[1, 1], [2, 2], false],
    [[0, 1], [2, 2], false],
  ] as const)('%j and %j collide: %j', ([a, b], [c, d], expected) => {
    const [one, other] = [
      { start: a, end: b },
      { start: c, end: d },
    ];
    expect(changesOverlap(one, other)).toBe(expected);
    expect(changesOverlap(other, one)).toBe(expected);
  });

  it('that follow each other become one set that does the same', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 0, maxLength: 20 }).chain((text) =>
          changesFor(text.length).chain((first) => {
            const middle = applyChanges(text, first);
            return changesFor(middle.length).map((second) => ({ text, first, middle, second }));
          }),
        ),
        ({ text, first, middle, second }) => {
          const composed = composeChanges(text.length, first, second);
          expect(applyChanges(text, composed)).toBe(applyChanges(middle, second));
          composed.forEach((change, index) =>
            composed.slice(index + 1).forEach((other) => {
              expect(changesOverlap(change.span, other.span)).toBe(false);
            }),
          );
        },
      ),
    );
  });
});
