/**
 * Compares the built command line with the shared test vectors, if they are beside this checkout: one suite on each core at
 * a time. The minimum figures in conformance-floors.json must never be lowered.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const check = fileURLToPath(new URL('../../shared/conformance/check.mjs', import.meta.url));
if (!existsSync(check)) {
  console.log('SKIPPED conformance: no shared vectors beside this checkout');
  process.exit(0);
}
const floors = JSON.parse(readFileSync(new URL('conformance-floors.json', import.meta.url), 'utf8'));
const results = new Map();

/** Runs suites until none is left. Fails if the check itself fails. */
async function runSuites(left) {
  for (let suite = left.shift(); suite !== undefined; suite = left.shift()) {
    const args = [check, '--suite', suite, '--json', '--floor', '0'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 });
    results.set(suite, JSON.parse(stdout)[0]);
  }
}

// Those of the releases, which take longest, are last in the file and first here.
const left = Object.keys(floors).reverse();
await Promise.all(Array.from({ length: availableParallelism() }, () => runSuites(left)));
let below = 0;
for (const [suite, floor] of Object.entries(floors)) {
  const { cases, agree, percent } = results.get(suite);
  const ok = cases > 0 && percent >= floor;
  if (!ok) below++;
  console.log(
    `${ok ? 'ok     ' : 'BELOW  '} ${suite.padEnd(26)} ${agree} of ${cases}  ${percent.toFixed(1)} % (floor ${floor} %)`,
  );
}
process.exit(below === 0 ? 0 : 1);
