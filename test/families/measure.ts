import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Growth, growthOf, isSettled, type Times } from './growth.js';
import type { Job, Report } from './worker.js';

/** The highest exponent that isn't a failure; 1 is linear. */
export const maxExponent = 1.15;
/** Times below consist of noise. CPU milliseconds. */
const floor = 10;
/** One entry point may not take longer for a document of the plan, which is up to 4 MB. CPU milliseconds. */
const tooLong = 10_000;
/** A worker that reports nothing for so long is stopped; a busy machine needs longer than its CPU time. */
const silenceMilliseconds = 60_000;
/** How often an exponent above the limit is measured again, each time with a larger document of at most so many characters. */
const confirmations = 4;
const largestConfirmation = 16 * 1_024 * 1_024;
/** A measurement is repeated until its entry points have taken so long together, or so often. */
const repeats = { milliseconds: 40, most: 3 };
/** The largest document of a family is at least so many times as large as the smallest, so that there is an exponent. */
const leastGrowth = 8;
/** An entry point whose time is so long, and whose exponent is settled, isn't measured with larger documents. */
const settledMilliseconds = 100;

export interface Plan {
  readonly families: readonly string[];
  readonly entries: readonly string[];
  /** Sizes in characters; they are doubled from the one to the other. */
  readonly from: number;
  readonly to: number;
  /** CPU milliseconds of one size, after which a family isn't measured with a larger one. */
  readonly patience: number;
  /** Whether each entry point is measured with all sizes, and not only until its exponent is settled. */
  readonly full: boolean;
  /** Families that would begin later aren't measured. */
  readonly seconds: number;
  readonly workers: number;
}

export interface FamilyResult {
  readonly family: string;
  /** The entry points whose time was long enough to say something. */
  readonly growths: ReadonlyMap<string, Growth>;
  /** All times of each entry point. */
  readonly times: ReadonlyMap<string, Times>;
  readonly failures: readonly string[];
  /** The size of the largest document, in characters. */
  readonly largest: number;
  /** Whether there was time for it. */
  readonly measured: boolean;
}

/** Measures families in parallel, and returns the results in the order of the plan. `onResult` gets each as it comes. */
export async function measureAll(plan: Plan, onResult: (result: FamilyResult) => void): Promise<FamilyResult[]> {
  const end = performance.now() + plan.seconds * 1_000;
  const results = new Map<string, FamilyResult>();
  const waiting = [...plan.families];
  const work = async (): Promise<void> => {
    const worker = new Worker();
    for (let family = waiting.shift(); family !== undefined; family = waiting.shift()) {
      const result =
        performance.now() < end
          ? await new Measurement(worker, family, plan).result()
          : { family, growths: new Map(), times: new Map(), failures: [], largest: 0, measured: false };
      results.set(family, result);
      onResult(result);
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: plan.workers }, work));
  return plan.families.flatMap((family) => results.get(family) ?? []);
}

/** The measurement of one family. */
class Measurement {
  readonly #times = new Map<string, Map<number, number>>();
  readonly #failures = new Map<string, string>();
  readonly #worker: Worker;
  readonly #family: string;
  readonly #plan: Plan;

  constructor(worker: Worker, family: string, plan: Plan) {
    this.#worker = worker;
    this.#family = family;
    this.#plan = plan;
  }

  async result(): Promise<FamilyResult> {
    const { entries, from, to, patience } = this.#plan;
    // The engine compiles the code that a family runs.
    await this.#measure(from, entries);
    this.#times.clear();
    let left = entries;
    let largest = 0;
    for (let size = from; size <= to && left.length > 0; size *= 2) {
      const spent = await this.#measure(size, left);
      largest = size;
      left = left.filter((entry) => !this.#isSettled(entry));
      if (spent > patience && size >= from * leastGrowth) break;
    }
    await this.#confirm();
    const growths = new Map<string, Growth>();
    for (const entry of entries) {
      const growth = this.#growth(entry);
      if (growth === undefined) continue;
      growths.set(entry, growth);
      if (growth.exponent > maxExponent)
        this.#fail(entry, `exponent ${growth.exponent.toFixed(2)} (${this.#shown(entry)})`);
    }
    const failures = [...this.#failures].map(([entry, reason]) => `${this.#family}, ${entry}: ${reason}`);
    return { family: this.#family, growths, times: this.#times, failures, largest, measured: true };
  }

  /** Measures again what seems to grow too fast, with larger sizes, because noise is the more frequent reason. */
  async #confirm(): Promise<void> {
    for (let round = 0; round < confirmations; round++) {
      const suspects = this.#plan.entries.filter(
        (entry) => !this.#failures.has(entry) && (this.#growth(entry)?.exponent ?? 0) > maxExponent,
      );
      for (const entry of suspects) {
        const sizes = [...(this.#times.get(entry)?.keys() ?? [])].sort((a, b) => a - b).slice(-4);
        const next = (sizes.at(-1) ?? 0) * 2;
        // Larger sizes show whether the growth goes on. Above a limit of the product, the same answer may be made in another
        // way, which isn't growth.
        const further = round === 0 || next <= largestConfirmation ? [next] : [];
        for (const size of [...sizes, ...further]) await this.#measure(size, [entry]);
      }
    }
  }

  /** Whether larger documents would say no more. */
  #isSettled(entry: string): boolean {
    if (this.#failures.has(entry)) return true;
    const times = this.#times.get(entry) ?? new Map<number, number>();
    const { milliseconds = 0 } = this.#growth(entry) ?? {};
    return !this.#plan.full && milliseconds >= settledMilliseconds && isSettled(times);
  }

  /** Measures entry points with a document, and returns the CPU milliseconds of all work for that. */
  async #measure(size: number, entries: readonly string[]): Promise<number> {
    let spent = 0;
    let whole = 0;
    for (let repeat = 0; repeat < repeats.most && spent < repeats.milliseconds; repeat++) {
      const wanted = entries.filter((entry) => !this.#failures.has(entry));
      const job = { family: this.#family, size, entries: wanted };
      const stuck = await this.#worker.run(job, (report) => {
        if (report.is === 'done') whole = Math.max(whole, report.milliseconds);
        if (report.is === 'failed') this.#fail(report.entry, report.error);
        if (report.is !== 'measured') return;
        spent += report.milliseconds;
        const times = this.#times.get(report.entry) ?? new Map<number, number>();
        this.#times.set(report.entry, times.set(size, Math.min(report.milliseconds, times.get(size) ?? Infinity)));
        // Larger documents only confirm an exponent.
        if (report.milliseconds > tooLong && size <= this.#plan.to)
          this.#fail(report.entry, `${(report.milliseconds / 1_000).toFixed(1)} s (${this.#shown(report.entry)})`);
      });
      if (stuck === undefined) continue;
      this.#fail(stuck, `doesn't end at ${sizeText(size)} (${this.#shown(stuck)})`);
    }
    return whole;
  }

  #growth(entry: string): Growth | undefined {
    return growthOf(this.#times.get(entry) ?? new Map(), floor);
  }

  #fail(entry: string, reason: string): void {
    if (!this.#failures.has(entry)) this.#failures.set(entry, reason);
  }

  #shown(entry: string): string {
    const times = [...(this.#times.get(entry) ?? [])].sort(([a], [b]) => a - b).slice(-5);
    return times.map(([size, time]) => `${sizeText(size)} ${time.toFixed(time < 10 ? 1 : 0)} ms`).join(', ');
  }
}

/** A child process that measures, so that one that hangs can be stopped. */
class Worker {
  #process: ChildProcess | undefined;

  /** Runs a job; resolves to the entry point at which the worker had to be stopped, or ended by itself. */
  run(job: Job, report: (report: Report) => void): Promise<string | undefined> {
    const child = (this.#process ??= fork(fileURLToPath(import.meta.url), ['worker'], {
      // One thread, so that CPU time is that of the work; the collector works between measurements.
      execArgv: ['--expose-gc', '--single-threaded', '--max-old-space-size=3000'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }));
    return new Promise((resolve) => {
      let current = 'open';
      let timer: NodeJS.Timeout | undefined;
      const finish = (stuck: string | undefined): void => {
        clearTimeout(timer);
        child.off('message', receive).off('exit', ended);
        resolve(stuck);
      };
      const ended = (): void => {
        this.#process = undefined;
        finish(current);
      };
      const watch = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          child.kill('SIGKILL');
        }, silenceMilliseconds);
      };
      const receive = (message: unknown): void => {
        const received = message as Report;
        watch();
        if (received.is === 'begun') current = received.entry;
        else report(received);
        if (received.is === 'done') finish(undefined);
      };
      child.on('message', receive).on('exit', ended);
      child.send(job);
      watch();
    });
  }

  stop(): void {
    this.#process?.kill();
  }
}

export function sizeText(size: number): string {
  return size < 1_024 * 1_024 ? `${Math.round(size / 1_024)} KB` : `${size / 1_024 / 1_024} MB`;
}
