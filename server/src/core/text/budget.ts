/** How many cheap steps go by between two readings of the clock: a step of a reader takes far below a millisecond. */
const stepsPerReading = 256;

/**
 * The time that all work on one file may take. Only work inside `timed` counts. Loops over what a document contains ask
 * `step()` each time round and end early with what they have; the file then gets the problem `payload/limit-time`.
 */
export class Budget {
  readonly #now: () => number;
  #left: number;
  /** When the current work began; undefined while there is none. */
  #since: number | undefined;
  #steps = 0;
  #isSpent = false;

  /** `now` and `milliseconds` are of the same clock. */
  constructor(now: () => number, milliseconds: number) {
    this.#now = now;
    this.#left = milliseconds;
  }

  /** Counts the time of `work`; nested calls count once. */
  timed<Result>(work: () => Result): Result {
    if (this.#since !== undefined) return work();
    this.#since = this.#now();
    try {
      return work();
    } finally {
      this.#left -= this.#now() - this.#since;
      this.#since = undefined;
    }
  }

  /** Whether the time is used up; reads the clock. Once true, it stays true. */
  get isSpent(): boolean {
    if (this.#isSpent) return true;
    const running = this.#since === undefined ? 0 : this.#now() - this.#since;
    return (this.#isSpent = this.#left - running < 0);
  }

  /** The same for loops that go round very often: reads the clock only now and then. */
  step(): boolean {
    return this.#isSpent || (++this.#steps % stepsPerReading === 0 && this.isSpent);
  }
}
