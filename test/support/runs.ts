import fc from 'fast-check';

/** Multiplies the runs of every property test: 1 by default, for example `RUNS=20` in a nightly run. */
const factor = Number(process.env.RUNS ?? 1);

/** The number of runs of a property that is slow to check; other properties have 100 runs. */
export function runs(usual: number): number {
  return usual * factor;
}

fc.configureGlobal({ numRuns: runs(100) });
