/** Does work that is written as steps, without a pause. */
export function finished<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Work in steps that several callers wait for: each goes on where another one stopped. */
export class Resumable<Step, Result> {
  readonly #steps: Generator<Step, Result>;
  /** How the work ended. */
  #end: (() => Result) | undefined;

  constructor(steps: Generator<Step, Result>) {
    this.#steps = steps;
  }

  *run(): Generator<Step, Result> {
    while (this.#end === undefined) {
      const step = this.#next();
      if (step !== undefined) yield step.value;
    }
    return this.#end();
  }

  #next(): { readonly value: Step } | undefined {
    try {
      const step = this.#steps.next();
      if (step.done !== true) return step;
      const { value } = step;
      this.#end = () => value;
    } catch (error) {
      this.#end = () => {
        throw error;
      };
    }
    return undefined;
  }
}
