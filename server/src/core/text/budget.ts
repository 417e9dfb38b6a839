/** How much cheap work goes by between two readings of the clock: a step of a reader takes far below a millisecond. */
const workPerReading = 256;

/**
 * The time that some work may take, such as all work on one file. Only work inside `timed` counts. Loops over what a document
 * contains ask `step()` each time round and end early with what they have; their caller says that something is missing.
 */
export class Budget {
  readonly #now: () => number;
  #left: number;
  /** When the current work began; undefined while there is none. */
  #since: number | undefined;
  #work = 0;
  #isSpent = false;

  /** `now` and `milliseconds` are of the same clock. */
  constructor(now: () => number, milliseconds: number) {
    this.#now = now;
    this.#left = milliseconds;
  }

  /** Counts the time of `work`; nested calls count once. */
  timed<Result>(work: () => Result): Result {
    if (this.#since !== undefined || this.#isSpent) return work();
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

  /** Drives `work` from one of its steps to the next; the time between them doesn't count. */
  *timedSteps<Step, Result>(work: Generator<Step, Result>): Generator<Step, Result> {
    for (;;) {
      const step = this.timed(() => work.next());
      if (step.done === true) return step.value;
      yield step.value;
    }
  }

  /** The same for loops that go round very often: reads the clock only now and then. `work` is 1 for the cheapest of them. */
  step(work = 1): boolean {
    if (this.#isSpent) return true;
    this.#work += work;
    if (this.#work < workPerReading) return false;
    this.#work = 0;
    return this.isSpent;
  }

  /** The same for work that goes once through a text. */
  pass(text: string): boolean {
    return this.step(1 + (text.length >> 6));
  }
}
