import { limits } from '../limits.js';

/** Entries from `start` to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A stretch in which two lists are the same, entry by entry, or in which one has other entries than the other. */
interface Stretch {
  readonly same: boolean;
  readonly before: Range;
  readonly after: Range;
}

/**
 * Splits two lists into stretches that are the same and stretches that differ, with as few entries differing as
 * possible (E. W. Myers, An O(ND) Difference Algorithm, 1986). Where `limits.comparedEdits` or
 * `limits.comparedPairs` is reached, all that lies between equal beginnings and equal ends counts as different.
 */
export function align<T>(before: readonly T[], after: readonly T[]): readonly Stretch[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const stretches = new StretchList();
  stretches.addSame(0, 0, head);
  const left = shared(before, head, before.length - tail, new Set(after.slice(head, after.length - tail)));
  const right = shared(after, head, after.length - tail, new Set(left.entries));
  for (const [x, y] of matches(left.entries, right.entries)) {
    stretches.addSame(left.indexes[x] ?? 0, right.indexes[y] ?? 0, 1);
  }
  stretches.addSame(before.length - tail, after.length - tail, tail);
  stretches.close(before.length, after.length);
  return stretches.list;
}

/** What stands in one list only can match nothing, so it need not be looked at. */
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

/** Index pairs of a longest common subsequence; none where finding it would take too long. */
function matches<T>(a: readonly T[], b: readonly T[]): [number, number][] {
  const most = Math.min(a.length + b.length, limits.comparedEdits);
  // furthest[k + most] is how far into `a` the best way on diagonal k leads; `steps` keeps it for each count of edits.
  const furthest = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  let pairs = 0;
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      let x = startOn(furthest, most + 1, k, edits);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) {
        x++;
        pairs++;
      }
      furthest[k + most + 1] = x;
      if (x >= a.length && x - k >= b.length) return wayBack(steps, a.length, b.length);
    }
    if (pairs > limits.comparedPairs) return [];
    steps.push(furthest.slice(most + 1 - edits, most + 2 + edits));
  }
  return [];
}

/** Where diagonal k is entered: by taking an entry of the first list out, or by putting one of the second in. */
function startOn(furthest: Int32Array, middle: number, k: number, edits: number): number {
  if (edits === 0) return 0;
  const below = furthest[middle + k - 1] ?? 0;
  const above = furthest[middle + k + 1] ?? 0;
  return k === -edits || (k !== edits && below < above) ? above : below + 1;
}

function wayBack(steps: readonly Int32Array[], lengthOfA: number, lengthOfB: number): [number, number][] {
  const found: [number, number][] = [];
  let x = lengthOfA;
  let y = lengthOfB;
  for (let edits = steps.length; edits > 0; edits--) {
    const earlier = steps[edits - 1] ?? new Int32Array();
    const middle = edits - 1;
    const k = x - y;
    const below = earlier[middle + k - 1] ?? -1;
    const above = earlier[middle + k + 1] ?? -1;
    const inserted = k === -edits || (k !== edits && below < above);
    const fromX = inserted ? above : below;
    const fromY = fromX - (inserted ? k + 1 : k - 1);
    const entered = inserted ? fromX : fromX + 1;
    while (x > entered) found.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  while (x > 0) found.push([--x, --y]);
  return found.reverse();
}

/** Stretches in order; what lies between two matches differs. */
class StretchList {
  readonly list: Stretch[] = [];
  #before = 0;
  #after = 0;

  addSame(before: number, after: number, length: number): void {
    if (length === 0) return;
    this.close(before, after);
    const last = this.list.at(-1);
    const [start, startAfter] = last?.same === true ? [last.before.start, last.after.start] : [before, after];
    if (last?.same === true) this.list.pop();
    this.#before = before + length;
    this.#after = after + length;
    this.list.push({
      same: true,
      before: { start, end: this.#before },
      after: { start: startAfter, end: this.#after },
    });
  }

  /** Ends a stretch that differs in front of these entries. */
  close(before: number, after: number): void {
    if (before === this.#before && after === this.#after) return;
    this.list.push({
      same: false,
      before: { start: this.#before, end: before },
      after: { start: this.#after, end: after },
    });
    this.#before = before;
    this.#after = after;
  }
}

/** A line of a hunk: kept (` `), only in the first text (`-`) or only in the second (`+`). */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Neighbouring changed lines with those around them; ranges are zero-based lines of the two texts. */
export interface Hunk {
  readonly before: Range;
  readonly after: Range;
  readonly lines: readonly HunkLine[];
}

/** The lines of a text, and the same lines as they may be shown. */
export interface TextLines {
  readonly real: readonly string[];
  readonly shown: readonly string[];
}

/** Kept lines that are shown on either side of a change. */
const context = 3;

/**
 * The lines that two texts differ in, told by the real ones and shown by the others. At most
 * `limits.comparedLines` are listed.
 */
export function hunksOf(first: TextLines, second: TextLines): readonly Hunk[] {
  // What stands behind the last line end is no line, but for a text that ends without one.
  const ended = first.real.at(-1) === '' && second.real.at(-1) === '';
  const [before, after] = ended ? [withoutLast(first), withoutLast(second)] : [first, second];
  const hunks: OpenHunk[] = [];
  let left: number = limits.comparedLines;
  for (const { same, before: old, after: now } of align(before.real, after.real)) {
    if (same || left <= 0) continue;
    const last = hunks.at(-1);
    const gap = last === undefined ? Infinity : old.start - last.before.end;
    const joined = last !== undefined && gap <= 2 * context;
    const hunk = joined ? last : openHunk(hunks, old.start, now.start, before);
    if (joined) keep(hunk, before, gap);
    left -= put(hunk, '-', before.shown.slice(old.start, old.end), left);
    left -= put(hunk, '+', after.shown.slice(now.start, now.end), left);
    hunk.before.end = old.end;
    hunk.after.end = now.end;
  }
  hunks.forEach((hunk, index) => {
    const end = hunks[index + 1]?.before.start ?? before.real.length;
    keep(hunk, before, Math.min(context, end - hunk.before.end));
  });
  return hunks;
}

function withoutLast({ real, shown }: TextLines): TextLines {
  return { real: real.slice(0, -1), shown: shown.slice(0, -1) };
}

interface OpenHunk extends Hunk {
  readonly before: { start: number; end: number };
  readonly after: { start: number; end: number };
  readonly lines: HunkLine[];
}

function openHunk(hunks: OpenHunk[], before: number, after: number, text: TextLines): OpenHunk {
  const lead = Math.min(context, before - (hunks.at(-1)?.before.end ?? 0));
  const [start, startAfter] = [before - lead, after - lead];
  const hunk: OpenHunk = {
    before: { start, end: start },
    after: { start: startAfter, end: startAfter },
    lines: [],
  };
  keep(hunk, text, lead);
  hunks.push(hunk);
  return hunk;
}

/** Adds the next lines of both texts, which are the same. */
function keep({ before, after, lines }: OpenHunk, text: TextLines, count: number): void {
  for (const line of text.shown.slice(before.end, before.end + count)) lines.push({ mark: ' ', text: line });
  before.end += count;
  after.end += count;
}

function put({ lines }: OpenHunk, mark: '-' | '+', texts: readonly string[], most: number): number {
  for (const text of texts.slice(0, Math.max(0, most))) lines.push({ mark, text });
  return texts.length;
}
