import { describe, expect, it } from 'vitest';
import { type JobThread, spread, type SpreadOptions } from '../../server/src/cli/threads.js';

/** Threads that take a given time for each job, end in some jobs, and hang in others. */
class Threads {
  started = 0;
  stopped = 0;
  working = 0;
  most = 0;

  readonly start = (): JobThread<number, string> => {
    this.started++;
    return {
      run: async (job) => {
        this.working++;
        this.most = Math.max(this.most, this.working);
        try {
          if (job === 13) throw new Error('it ended');
          await new Promise((resolve) => setTimeout(resolve, job === 17 ? 1_000_000 : (job * 7) % 5).unref());
          return `done ${job}`;
        } finally {
          this.working--;
        }
      },
      stop: () => {
        this.stopped++;
        return Promise.resolve();
      },
    };
  };
}

const failed = (job: number, reason: string): string => `failed ${job}: ${reason}`;

async function all(count: number, options: Partial<SpreadOptions<number, string>> = {}) {
  const threads = new Threads();
  const reports: string[] = [];
  const jobs = Array.from({ length: count }, (_, index) => index);
  for await (const report of spread(jobs, { threads: 4, start: threads.start, patience: 100, failed, ...options }))
    reports.push(report);
  return { reports, threads };
}

describe('jobs in several threads', () => {
  it('are reported in their order, and each one once', async () => {
    const { reports, threads } = await all(12);
    expect(reports).toEqual(Array.from({ length: 12 }, (_, index) => `done ${index}`));
    expect(threads).toMatchObject({ started: 4, stopped: 4, working: 0, most: 4 });
  });

  it('fail alone if their thread ends or hangs, which is replaced', async () => {
    const { reports, threads } = await all(30);
    expect(reports).toHaveLength(30);
    expect(reports[13]).toBe('failed 13: it ended');
    expect(reports[17]).toBe('failed 17: it took more than 0.1 seconds');
    expect(reports.filter((report) => report.startsWith('done'))).toHaveLength(28);
    expect(threads.stopped).toBe(threads.started);
  });

  it('are not begun far ahead of the oldest one', async () => {
    const threads = new Threads();
    let begun = 0;
    const jobs = (function* () {
      for (let job = 0; job < 1_000; job++) {
        begun++;
        yield job;
      }
    })();
    for await (const report of spread(jobs, { threads: 2, start: threads.start, patience: 1_000, failed })) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(report).toBe('done 0');
      expect(begun).toBeLessThan(40);
      break;
    }
    expect(threads.stopped).toBe(threads.started);
  });

  it('need no thread if there are none', async () => {
    expect((await all(0)).threads.started).toBe(0);
  });
});
