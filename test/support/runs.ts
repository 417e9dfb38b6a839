import fc from 'fast-check';

/** Multiplies the runs of every property test: 1 for each change, `RUNS=20` at night. */
const factor = Number(process.env.RUNS ?? 1);

/** The number of runs for a property that is slow to check; the others have 100. */
export function runs(usual: number): number {
  return usual * factor;
}

fc.configureGlobal({ numRuns: runs(100) });
