import { setTimeout as wait } from 'node:timers/promises';
import type { Masked } from '../core/index.js';
import { errorMessage } from '../core/names.js';
import type { InputFile } from './operands.js';
import type { TerminalOutput } from './output/terminal.js';

/** A file for a thread; standard input, which only the main thread has, comes with its content. */
export interface FileJob extends InputFile {
  readonly content?: Uint8Array;
}

/** What a command printed, in order, so that the main thread prints it. */
export type Printed =
  | { readonly to: 'out' | 'err'; readonly text: TerminalOutput }
  | { readonly to: 'document'; readonly text: Masked }
  | { readonly to: 'own'; readonly text: string };

/** What a thread made of a file. */
export interface FileReport<T> {
  readonly printed: readonly Printed[];
  readonly outcome: T;
}

/** The side of a thread that a command sees. */
export interface FileThread {
  /** The files, as they come. */
  files(): AsyncIterable<FileJob>;
  report(outcome: unknown): void;
}

/** A thread that works on one job after another. */
export interface JobThread<Job, Report> {
  /** Rejects if the thread ends before it has reported; the message says why. */
  run(job: Job): Promise<Report>;
  /** Ends the thread, also in the middle of a job. */
  stop(): Promise<void>;
}

/** How jobs are spread over threads. */
export interface SpreadOptions<Job, Report> {
  readonly threads: number;
  readonly start: () => JobThread<Job, Report>;
  /** Milliseconds after which a job counts as hanging. */
  readonly patience: number;
  /** The report of a job that did not succeed. */
  readonly failed: (job: Job, reason: string) => Report;
}

/** Jobs for each thread that may be begun before the oldest one is reported, so that reports don't pile up behind a slow one. */
const ahead = 8;

/**
 * Runs jobs in several threads, and returns their reports in the order of the jobs. A thread that ends or hangs is reported for
 * its job and replaced. All threads are stopped at the end, also if the caller stops early.
 */
export async function* spread<Job, Report>(
  jobs: Iterable<Job>,
  { threads, start, patience, failed }: SpreadOptions<Job, Report>,
): AsyncGenerator<Report> {
  const waiting = jobs[Symbol.iterator]();
  const idle: JobThread<Job, Report>[] = [];
  const running = new Set<JobThread<Job, Report>>();
  const reports: Promise<Report>[] = [];
  let isDone = false;
  const run = async (thread: JobThread<Job, Report>, job: Job): Promise<Report> => {
    try {
      const report = await inTime(thread.run(job), patience);
      idle.push(thread);
      return report;
    } catch (error) {
      await thread.stop();
      return failed(job, errorMessage(error));
    } finally {
      running.delete(thread);
    }
  };
  const begin = (): void => {
    while (!isDone && running.size < threads && reports.length < threads * ahead) {
      const next = waiting.next();
      if (next.done === true) isDone = true;
      else {
        const thread = idle.pop() ?? start();
        running.add(thread);
        // The next job begins as soon as a thread is free, not when its report is taken.
        const report = run(thread, next.value);
        reports.push(report);
        void report.then(begin, begin);
      }
    }
  };
  try {
    begin();
    for (let oldest = reports[0]; oldest !== undefined; oldest = reports[0]) {
      const report = await oldest;
      void reports.shift();
      begin();
      yield report;
    }
  } finally {
    isDone = true;
    await Promise.all([...idle, ...running].map((thread) => thread.stop()));
  }
}

/** Rejects if a promise takes too long. */
async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const ended = new AbortController();
  const late = wait(milliseconds, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it took more than ${milliseconds / 1_000} seconds`);
  });
  // Without a handler, stopping the clock would be an error of its own.
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    ended.abort();
  }
}
