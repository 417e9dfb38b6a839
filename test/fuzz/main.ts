/**
 * Decodes mutated documents: `npm run fuzz [-- --runs 200000 --seed 1]`. Prints the seed of each input that crashes, takes
 * too long or violates an invariant; `--runs 1 --seed N` repeats it. Stops after 20 failures.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkInput } from './check.js';
import { mutated } from './mutate.js';
import { Random } from './random.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
  args: process.argv.slice(3),
});
const runs = Number(values.runs);
const first = Number(values.seed);
/** Limits for the time of one input and for the memory of a run. */
const maxMilliseconds = 5_000;
const maxMegabytes = 800;

let slowest = { seed: first, milliseconds: 0 };
let failures = 0;
const fail = (seed: number, reason: string): void => {
  failures++;
  console.log(`seed ${seed}: ${reason}`);
};
for (let seed = first; seed < first + runs && failures < 20; seed++) {
  // Let Node run pending work, such as freeing zlib's memory, as it does between the requests of an editor.
  await nextTurn();
  const start = performance.now();
  try {
    checkInput(mutated(new Random(seed)));
  } catch (error) {
    fail(seed, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const milliseconds = performance.now() - start;
  if (milliseconds > slowest.milliseconds) slowest = { seed, milliseconds };
  if (milliseconds > maxMilliseconds) fail(seed, `took ${milliseconds.toFixed(0)} ms`);
}
const megabytes = process.resourceUsage().maxRSS / 1_024;
if (megabytes > maxMegabytes) fail(first, `needed ${megabytes.toFixed(0)} MB`);
console.log(
  `${runs} inputs from seed ${first}, ${failures} failures, slowest ${slowest.milliseconds.toFixed(0)} ms (seed ${slowest.seed}), peak memory ${megabytes.toFixed(0)} MB`,
);
process.exitCode = failures === 0 ? 0 : 1;
