import { diffArrays } from 'diff';
import { limits } from '../limits.js';
import type { Budget } from '../text/budget.js';
import { addToList } from '../text/strings.js';

/** Entries from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Neighbouring entries that are equal in both lists, or that differ. */
interface AlignedRange {
  readonly same: boolean;
  readonly before: Range;
  readonly after: Range;
}

/**
 * Splits two lists into ranges that are equal and ranges that differ, with as few entries differing as possible.
 * Beyond `limits.comparedEdits` or `limits.comparedPairs`, and when the budget is spent, everything between equal beginnings
 * and equal ends counts as different.
 */
export function align<T>(before: readonly T[], after: readonly T[], budget?: Budget): readonly AlignedRange[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const left = shared(before, head, before.length - tail, new Set(after.slice(head, after.length - tail)));
  const right = shared(after, head, after.length - tail, new Set(left.entries));

  const ranges: { same: boolean; before: { start: number; end: number }; after: { start: number; end: number } }[] = [];
  let [at, atAfter] = [0, 0];
  const add = (same: boolean, end: number, endAfter: number): void => {
    if (end === at && endAfter === atAfter) return;
    const last = ranges.at(-1);
    if (last?.same === same) [last.before.end, last.after.end] = [end, endAfter];
    else ranges.push({ same, before: { start: at, end }, after: { start: atAfter, end: endAfter } });
    [at, atAfter] = [end, endAfter];
  };
  const addEqual = (start: number, startAfter: number, length: number): void => {
    add(false, start, startAfter);
    add(true, start + length, startAfter + length);
  };
  addEqual(0, 0, head);
  for (const [x, y] of matches(left.entries, right.entries, budget))
    addEqual(left.indexes[x] ?? 0, right.indexes[y] ?? 0, 1);
  addEqual(before.length - tail, after.length - tail, tail);
  return ranges;
}

/** Entries that only one list has match nothing, so they are left out of the search. */
function shared<T>(list: readonly T[], start: number, end: number, others: ReadonlySet<T>) {
  const entries: T[] = [];
  const indexes: number[] = [];
  for (let i = start; i < end; i++) {
    const entry = list[i] as T;
    if (!others.has(entry)) continue;
    entries.push(entry);
    indexes.push(i);
  }
  return { entries, indexes };
}

/** Index pairs of a longest common subsequence; none if finding it would take too long. */
function matches<T>(a: readonly T[], b: readonly T[], budget?: Budget): readonly [number, number][] {
  if (budget?.isSpent === true) return [];
  let pairsLeft: number = limits.comparedPairs;
  const changes = diffArrays([...a], [...b], {
    maxEditLength: limits.comparedEdits,
    // Nothing matches beyond the bound, so the search soon ends.
    comparator: (x, y) => x === y && pairsLeft-- > 0,
  }) as readonly { count: number; added: boolean; removed: boolean }[] | undefined;
  const found: [number, number][] = [];
  if (changes === undefined || pairsLeft < 0) return found;
  let [x, y] = [0, 0];
  for (const { count, added, removed } of changes) {
    for (let i = 0; !added && !removed && i < count; i++) found.push([x + i, y + i]);
    if (!added) x += count;
    if (!removed) y += count;
  }
  return found;
}

/** A change of a list's entry; indexes are absent on the side that has no such entry. */
interface EntryChange {
  /** `paired` entries replace each other. */
  readonly kind: 'added' | 'removed' | 'moved' | 'paired';
  readonly before?: number;
  readonly after?: number;
}

/**
 * The changes that turn a list into another one, in the order of the second, by keys that are equal for equal entries.
 * `reordered` if both have the same entries, equally often, in another order.
 */
export function listChanges<T>(
  before: readonly T[],
  after: readonly T[],
  budget?: Budget,
): readonly EntryChange[] | 'reordered' {
  const changes: EntryChange[] = [];
  const gaps = align(before, after, budget).filter(({ same }) => !same);
  if (gaps.length === 0) return changes;
  const removed = new Map<T, number[]>();
  for (const index of gaps.flatMap(({ before: old }) => indexes(old)).reverse())
    addToList(removed, before[index] as T, index);
  const moved = new Map<number, number>();
  for (const index of gaps.flatMap(({ after: now }) => indexes(now))) {
    const from = removed.get(after[index] as T)?.pop();
    if (from !== undefined) moved.set(index, from);
  }
  const movedAway = new Set(moved.values());
  const entries = gaps.reduce((sum, { before: old, after: now }) => sum + length(old) + length(now), 0);
  if (entries === 2 * moved.size) return 'reordered';
  for (const { before: old, after: now } of gaps) {
    const gone = indexes(old).filter((index) => !movedAway.has(index));
    let paired = 0;
    for (const index of indexes(now)) {
      const from = moved.get(index);
      if (from !== undefined) {
        changes.push({ kind: 'moved', before: from, after: index });
        continue;
      }
      const replaced = gone[paired++];
      if (replaced === undefined) changes.push({ kind: 'added', after: index });
      else changes.push({ kind: 'paired', before: replaced, after: index });
    }
    for (const index of gone.slice(paired)) changes.push({ kind: 'removed', before: index });
  }
  return changes;
}

function length({ start, end }: Range): number {
  return end - start;
}

function indexes(range: Range): number[] {
  return Array.from({ length: length(range) }, (_, offset) => range.start + offset);
}
