import { entryPoints, Subject } from './entryPoints.js';
import { families } from './families.js';

/** What a worker process measures. */
export interface Job {
  readonly family: string;
  readonly size: number;
  readonly entries: readonly string[];
}

/** What a worker process reports: an entry point that begins, CPU milliseconds, an exception, or the end of a job. */
export type Report =
  | { readonly is: 'begun'; readonly entry: string }
  | { readonly is: 'measured'; readonly entry: string; readonly milliseconds: number }
  | { readonly is: 'failed'; readonly entry: string; readonly error: string }
  | { readonly is: 'done' };

/** Answers jobs of the parent process, one after the other. */
export function answerJobs(): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (job: Job) => {
    measure(job);
    send({ is: 'done' });
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
      const { before, run } = entryPoints[entry] ?? missing(entry);
      before?.(subject);
      const start = process.cpuUsage();
      run(subject);
      const { user, system } = process.cpuUsage(start);
      send({ is: 'measured', entry, milliseconds: (user + system) / 1_000 });
    } catch (error) {
      send({ is: 'failed', entry, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}

function missing(entry: string): never {
  throw new Error(`there is no entry point ${entry}`);
}

function send(report: Report): void {
  process.send?.(report);
}
