import { limits } from '../limits.js';

/**
 * Known names, prepared once for comparing many wrong names with them. Case, `_` and `-` are ignored; the distance is
 * that of optimal string alignment (a swap of two neighbours counts as one change).
 */
export class NameIndex {
  readonly #names: readonly { readonly text: string; readonly letters: number }[];

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, (name) => {
      const text = folded(name);
      return { text, letters: lettersOf(text) };
    });
  }

  /**
   * The index of the name that `name` most likely means, the first one of several; -1 if none is near: at most a third of
   * the letters and `most` may differ.
   */
  nearest(name: string, most = Infinity): number {
    const wanted = folded(name);
    const letters = lettersOf(wanted);
    let distances: Distances | undefined;
    let limit = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
    let nearest = -1;
    for (let i = 0; i < this.#names.length; i++) {
      const candidate = this.#names[i];
      if (candidate === undefined || Math.abs(wanted.length - candidate.text.length) >= limit) continue;
      // Each change brings at most one letter that only one of the names has. Most names differ in more.
      if (countOf(letters & ~candidate.letters) >= limit || countOf(candidate.letters & ~letters) >= limit) continue;
      distances ??= new Distances(wanted);
      const distance = distances.to(candidate.text, limit);
      if (distance >= limit) continue;
      nearest = i;
      limit = distance;
    }
    return nearest;
  }
}

/** The candidate that `name` most likely means, or undefined if none is near; see `NameIndex`. */
export function nearestName(name: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  const names = [...candidates];
  return names[new NameIndex(names).nearest(name, most)];
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** A bit for each letter of a name. Several characters may share a bit, so names may differ in more letters than bits. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

/** The number of bits that are set. */
function countOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Characters of a name whose distances are computed in the bits of integers. */
const bitsOfColumn = 32;

/** How far other names are from one. */
class Distances {
  readonly #name: string;
  /** For each character, the bits of its places in the name. */
  readonly #places = new Map<number, number>();

  constructor(name: string) {
    this.#name = name;
    for (let i = 0; i < name.length && i < bitsOfColumn; i++) {
      const code = name.charCodeAt(i);
      this.#places.set(code, (this.#places.get(code) ?? 0) | (1 << i));
    }
  }

  /** The distance to another name if it is below `limit`; else a number that isn't. */
  to(other: string, limit: number): number {
    const { length } = this.#name;
    return length > 0 && length <= bitsOfColumn ? this.#byBits(other, limit) : byCells(this.#name, other, limit);
  }

  /**
   * A column of the table of distances is in the bits of a few integers, which makes it much faster (Heikki Hyyrö, "A
   * bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003).
   */
  #byBits(other: string, limit: number): number {
    const last = 1 << (this.#name.length - 1);
    let distance = this.#name.length;
    // Where the distance grows or shrinks by one from a row to the next; and where it is the same as diagonally before.
    let grows = -1;
    let shrinks = 0;
    let isSame = 0;
    let placesBefore = 0;
    for (let i = 0; i < other.length; i++) {
      const places = this.#places.get(other.charCodeAt(i)) ?? 0;
      const swapped = ((~isSame & places) << 1) & placesBefore;
      isSame = (((places & grows) + grows) ^ grows) | places | shrinks | swapped;
      const growsAcross = shrinks | ~(isSame | grows);
      const shrinksAcross = isSame & grows;
      if ((growsAcross & last) !== 0) distance++;
      else if ((shrinksAcross & last) !== 0) distance--;
      // Each further character brings it down by one at most.
      if (distance - (other.length - 1 - i) >= limit) return limit;
      const across = (growsAcross << 1) | 1;
      grows = (shrinksAcross << 1) | ~(isSame | across);
      shrinks = across & isSame;
      placesBefore = places;
    }
    return distance;
  }
}

/** The same for names of any length. */
function byCells(a: string, b: string, limit: number): number {
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

/**
 * Suggests names for misspelt ones, for all rules of one document. Each list is indexed once. After
 * `limits.suggestions` lookups it suggests nothing, to bound the time.
 */
export class Suggestions {
  #left: number = limits.suggestions;
  readonly #indexes = new Map<readonly (string | Named)[], NameIndex>();

  /** The entry that `name` most likely means; undefined if none is similar. See `NameIndex`. */
  nearest<Entry extends string | Named>(name: string, among: readonly Entry[], most?: number): Entry | undefined {
    if (this.#left === 0) return undefined;
    this.#left--;
    let index = this.#indexes.get(among);
    if (index === undefined) {
      index = new NameIndex(among.map(nameOf));
      this.#indexes.set(among, index);
    }
    return among[index.nearest(name, most)];
  }

  /**
   * The same for the name of a field: if none is similar, the one with the same words, of which one may be abbreviated in
   * either name or missing in one (`tenant_identifier` for `tenant_id`, `node_labels` for `kubelet_node_labels`), or the one
   * that begins with its words or that it begins with (`outbound` for `outbound_command`, `location_name` for `location`);
   * undefined if several fit.
   */
  nearestField<Entry extends string | Named>(name: string, among: readonly Entry[]): Entry | undefined {
    const similar = this.nearest(name, among);
    if (similar !== undefined || this.#left === 0) return similar;
    const wanted = wordsOf(name);
    const [only, ...others] = among.filter((entry) => {
      const words = wordsOf(nameOf(entry));
      return haveSameWords(wanted, words) || beginsWith(words, wanted) || beginsWith(wanted, words, 1);
    });
    if (only === undefined || others.length > 0) return undefined;
    const words = wordsOf(nameOf(only));
    return haveSameWords(wanted, words) || isTelling(wanted, words) ? only : undefined;
  }
}

/** The words of a name in snake case, camel case or with dashes, in lower case. Longer names aren't divided. */
function wordsOf(name: string): string[] {
  if (name.length > longestField) return [name];
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
    .filter((word) => word !== '');
}

const longestField = 100;

/** Whether two names have the same words in the same order, but for one that is abbreviated, or missing in one of them. */
function haveSameWords(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 2 || long.length - short.length > 1) return false;
  let at = 0;
  let abbreviated = 0;
  for (const word of long) {
    const other = short[at];
    if (other === undefined) break;
    if (word === other) at++;
    else if (long.length === short.length && isAbbreviation(word, other)) {
      at++;
      abbreviated++;
    } else if (long.length === short.length) return false;
  }
  return at === short.length && abbreviated <= 1;
}

/** Whether a name begins with all words of another one, and has more, but not too many. */
function beginsWith(name: readonly string[], beginning: readonly string[], most = Infinity): boolean {
  const more = name.length - beginning.length;
  return more > 0 && more <= most && beginning.every((word, index) => word === name[index]);
}

/** Whether the words with which two names begin say enough: two do, and a single one of its own with one word behind it. */
function isTelling(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const [first = ''] = short;
  return short.length > 1 || (long.length === 2 && first.length >= 4 && !/^(?:en|dis)abled?$/.test(first));
}

/** Whether one word begins with the other. */
function isAbbreviation(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= 2 && long.startsWith(short);
}

function nameOf(entry: string | Named): string {
  return typeof entry === 'string' ? entry : entry.name;
}

interface Named {
  readonly name: string;
}
