import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, listChanges } from '../../../server/src/core/compare/align.js';
import { hunksOf } from '../../../server/src/core/compare/lines.js';
import { Budget } from '../../../server/src/core/text/budget.js';
import { limits } from '../../../server/src/core/limits.js';

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 14 });

/** Length of a longest common subsequence, by the definition. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    let diagonal = 0;
    b.forEach((y, j) => {
      const above = row[j + 1] ?? 0;
      row[j + 1] = x === y ? diagonal + 1 : Math.max(above, row[j] ?? 0);
      diagonal = above;
    });
  }
  return row[b.length] ?? 0;
}

function sameCount(ranges: ReturnType<typeof align>): number {
  return ranges.reduce((sum, { same, before }) => sum + (same ? before.end - before.start : 0), 0);
}

describe('aligning two lists', () => {
  it('covers both in order, and finds as much in common as there is', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const ranges = align(a, b);
        let [before, after] = [0, 0];
        for (const range of ranges) {
          expect([range.before.start, range.after.start]).toEqual([before, after]);
          [before, after] = [range.before.end, range.after.end];
          if (range.same) expect(a.slice(range.before.start, before)).toEqual(b.slice(range.after.start, after));
        }
        expect([before, after]).toEqual([a.length, b.length]);
        ranges.slice(1).forEach(({ same }, index) => expect(same).toBe(!(ranges[index]?.same ?? false)));
        expect(sameCount(ranges)).toBe(longestCommon(a, b));
      }),
    );
  });

  it('finds only equal beginnings and ends beyond the bound', () => {
    const numbers = Array.from({ length: 4 * limits.comparedEdits }, (_, index) => index);
    const ranges = align([-1, ...numbers, -2], [-1, ...numbers.toReversed(), -2]);
    expect(ranges.map(({ same }) => same)).toEqual([true, false, true]);
    expect(sameCount(ranges)).toBe(2);
  });

  it('finds few edits in long lists', () => {
    const before = Array.from({ length: 200_000 }, (_, index) => index % 977);
    const after = before.toSpliced(150_000, 1).toSpliced(50_000, 0, -1);
    expect(sameCount(align(before, after))).toBe(before.length - 1);
  });
});

describe('changes of a list', () => {
  it.each([
    ['ab', 'ab', ''],
    ['ab', 'ba', 'reordered'],
    ['abca', 'caba', 'reordered'],
    ['ab', 'axb', '+1'],
    ['axb', 'ab', '-1'],
    ['axb', 'ayb', '1~1'],
    ['axyb', 'azb', '1~1 -2'],
    ['abc', 'cabd', '2>0 +3'],
    ['', 'a', '+0'],
  ])('from %j to %j are %j', (before, after, changes) => {
    const found = listChanges(before.split(''), after.split(''));
    const shown =
      found === 'reordered'
        ? found
        : found
            .map(({ kind, before: from, after: to }) =>
              kind === 'added'
                ? `+${to ?? ''}`
                : kind === 'removed'
                  ? `-${from ?? ''}`
                  : `${from ?? ''}${kind === 'moved' ? '>' : '~'}${to ?? ''}`,
            )
            .join(' ');
    expect(shown).toBe(changes);
  });

  it('account for every entry that is not the same', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const changes = listChanges(a, b);
        const sorted = (list: readonly string[]): string => [...list].sort().join('');
        if (changes === 'reordered') {
          expect(sorted(a)).toBe(sorted(b));
          expect(a).not.toEqual(b);
          return;
        }
        const [left, right] = [[...a] as (string | undefined)[], [...b] as (string | undefined)[]];
        for (const { kind, before, after } of changes) {
          if (kind === 'moved') expect(a[before ?? -1]).toBe(b[after ?? -1]);
          if (before !== undefined) left[before] = undefined;
          if (after !== undefined) right[after] = undefined;
        }
        expect(left.filter((item) => item !== undefined)).toEqual(right.filter((item) => item !== undefined));
      }),
    );
  });
});

describe('hunks', () => {
  const unlimited = new Budget(() => 0, 0);
  const lines = (real: readonly string[]) => ({ real, shown: real });

  it('make the second text of the first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        (a, b) => {
          let result: string[] = [];
          let at = 0;
          for (const { before, after, lines: shown } of hunksOf(lines(a), lines(b), unlimited)) {
            expect(before.start, 'hunks do not overlap').toBeGreaterThanOrEqual(at);
            result = [...result, ...a.slice(at, before.start)];
            expect(after.start).toBe(result.length);
            const kept = (mark: string) => shown.filter((line) => line.mark !== mark).map(({ text }) => text);
            expect(kept('+')).toEqual(a.slice(before.start, before.end));
            result = [...result, ...kept('-')];
            expect(after.end).toBe(result.length);
            at = before.end;
          }
          expect([...result, ...a.slice(at)]).toEqual(b);
        },
      ),
    );
  });

  it('list no more lines than the bound', () => {
    const many = Array.from({ length: 2 * limits.comparedLines }, (_, index) => String(index));
    const [hunk] = hunksOf(lines([]), lines(many), unlimited);
    expect(hunk?.lines.length).toBe(limits.comparedLines);
    expect(hunk?.after.end).toBe(many.length);
  });
});
