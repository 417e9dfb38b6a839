/**
 * Decodes mutated documents until something breaks: `npm run fuzz [-- --runs 200000 --seed 1]`. Prints the seed of an
 * input that crashes, hangs or breaks a promise, with which it can be repeated (`--runs 1 --seed N`).
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
/** No input of this size may take as long, and no run needs as much memory. */
const mostMilliseconds = 5_000;
const mostMegabytes = 800;

let slowest = { seed: first, milliseconds: 0 };
let failures = 0;
const fail = (seed: number, why: string): void => {
  failures++;
  console.log(`seed ${seed}: ${why}`);
};
for (let seed = first; seed < first + runs && failures < 20; seed++) {
  // As between the requests of an editor: what Node does behind a call, such as letting go of zlib's memory, gets its turn.
  await nextTurn();
  const start = performance.now();
  try {
    checkInput(mutated(new Random(seed)));
  } catch (error) {
    fail(seed, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const milliseconds = performance.now() - start;
  if (milliseconds > slowest.milliseconds) slowest = { seed, milliseconds };
  if (milliseconds > mostMilliseconds) fail(seed, `took ${milliseconds.toFixed(0)} ms`);
}
const megabytes = process.resourceUsage().maxRSS / 1_024;
if (megabytes > mostMegabytes) fail(first, `needed ${megabytes.toFixed(0)} MB`);
console.log(
  `${runs} inputs from seed ${first}, ${failures} failures, slowest ${slowest.milliseconds.toFixed(0)} ms (seed ${slowest.seed}), peak memory ${megabytes.toFixed(0)} MB`,
);
process.exitCode = failures === 0 ? 0 : 1;
