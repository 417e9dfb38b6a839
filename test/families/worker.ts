import { entryPoints, Subject } from './entryPoints.js';
import { families } from './families.js';

/** What a worker process measures. */
export interface Job {
  readonly family: string;
  readonly size: number;
  readonly entries: readonly string[];
}

/**
 * What a worker process reports: an entry point that begins, its CPU milliseconds, an exception, or the end of a job with
 * the CPU milliseconds of all of it, also of what isn't measured.
 */
export type Report =
  | { readonly is: 'begun'; readonly entry: string }
  | { readonly is: 'measured'; readonly entry: string; readonly milliseconds: number }
  | { readonly is: 'failed'; readonly entry: string; readonly error: string }
  | { readonly is: 'done'; readonly milliseconds: number };

/** Answers jobs of the parent process, one after the other. */
export function answerJobs(): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (job: Job) => {
    const start = process.cpuUsage();
    measure(job);
    send({ is: 'done', milliseconds: millisecondsSince(start) });
  });
}

function measure({ family: name, size, entries }: Job): void {
  const family = families[name];
  if (family === undefined) throw new Error(`there is no family ${name}`);
  globalThis.gc?.();
  const subject = new Subject(family, size);
  for (const entry of entries) {
    send({ is: 'begun', entry });
    try {
      const { before, stages, run } = entryPoints[entry] ?? missing(entry);
      before?.(subject);
      stages?.(subject);
      const start = process.cpuUsage();
      run(subject);
      send({ is: 'measured', entry, milliseconds: millisecondsSince(start) });
    } catch (error) {
      send({ is: 'failed', entry, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function missing(entry: string): never {
  throw new Error(`there is no entry point ${entry}`);
}

function send(report: Report): void {
  process.send?.(report);
}
