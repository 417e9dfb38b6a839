import { align } from './align.js';

/** What became of the entries of a list; indexes are absent where the side has no such entry. */
export interface EntryChange {
  /** `paired` entries stand in each other's place and differ. */
  readonly kind: 'added' | 'removed' | 'moved' | 'paired';
  readonly before?: number;
  readonly after?: number;
}

/**
 * How a list became another one, in the order of the second: told by keys that are equal where entries are. `reordered`
 * where both have the same entries, as often as each other, in another order.
 */
export function listChanges<T>(before: readonly T[], after: readonly T[]): readonly EntryChange[] | 'reordered' {
  const changes: EntryChange[] = [];
  const gaps = align(before, after).filter(({ same }) => !same);
  if (gaps.length === 0) return changes;
  const takenOut = new Map<T, number[]>();
  for (const { before: old } of gaps.toReversed())
    for (let i = old.end - 1; i >= old.start; i--) entriesOf(takenOut, before[i] as T).push(i);
  const moved = new Map<number, number>();
  for (const { after: now } of gaps) {
    for (let i = now.start; i < now.end; i++) {
      const from = takenOut.get(after[i] as T)?.pop();
      if (from !== undefined) moved.set(i, from);
    }
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

function entriesOf<T>(map: Map<T, number[]>, key: T): number[] {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = []));
  return found;
}

function length({ start, end }: { start: number; end: number }): number {
  return end - start;
}

function indexes(range: { start: number; end: number }): number[] {
  return Array.from({ length: length(range) }, (_, offset) => range.start + offset);
}
