/**
 * Names that many wrong ones are compared with, prepared once for all of them. Names are compared without case, `_` and
 * `-`, by optimal string alignment distance (a swap of two neighbours counts as one change).
 */
export class NameIndex {
  readonly #names: readonly Folded[];

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, folded);
  }

  /**
   * The position of the name that `name` most likely stands for, the first one of several; -1 where none is near: at
   * most a third of the letters and `most` may differ.
   */
  nearest(name: string, most = Infinity): number {
    const wanted = folded(name);
    let limit = Math.min(most, Math.max(1, Math.floor(wanted.text.length / 3))) + 1;
    let nearest = -1;
    for (let i = 0; i < this.#names.length; i++) {
      const candidate = this.#names[i];
      if (candidate === undefined || leastDistance(wanted, candidate) >= limit) continue;
      const distance = alignmentDistance(wanted.text, candidate.text, limit);
      if (distance >= limit) continue;
      nearest = i;
      limit = distance;
    }
    return nearest;
  }
}

/** The candidate that `name` most likely stands for, or undefined when none is near; see `NameIndex`. */
export function nearestName(name: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  const names = [...candidates];
  return names[new NameIndex(names).nearest(name, most)];
}

/** A name as it is compared. */
interface Folded {
  readonly text: string;
  /** A bit for each letter that is in it. */
  readonly letters: number;
}

function folded(name: string): Folded {
  const text = name.toLowerCase().replace(/[_-]/g, '');
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return { text, letters };
}

/** What two names differ by at least: each letter that only one of them has takes a change. */
function leastDistance(a: Folded, b: Folded): number {
  return Math.max(
    Math.abs(a.text.length - b.text.length),
    bitCount(a.letters & ~b.letters),
    bitCount(b.letters & ~a.letters),
  );
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The distance where it is below `limit`; otherwise some number that is not. */
function alignmentDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last: number[] = [];
  let row: number[] = [];
  for (let j = 0; j <= b.length; j++) last.push(j);
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        !same &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // A swap skips a row, so no path comes by both of two.
    if (least >= limit && leastOfLast >= limit) return limit;
    leastOfLast = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] ?? limit;
}
