/** A pseudo-random generator (mulberry32); the same seed gives the same numbers, so that failures can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `end` - 1. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.below(items.length)] as Item;
  }

  /** Up to so many items, in a random order and without repetition. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    const left = [...items];
    const chosen: Item[] = [];
    while (left.length > 0 && chosen.length < most) chosen.push(...left.splice(this.below(left.length), 1));
    return chosen;
  }

  /** A generator of its own, so that what is drawn from it doesn't change what follows. */
  fork(): Random {
    return new Random(this.below(4_294_967_296));
  }
}
