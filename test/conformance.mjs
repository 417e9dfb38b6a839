/**
 * Compares the built command line with the shared test vectors, if they are beside this checkout. The
 * minimum figures in conformance-floors.json must never be lowered.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const check = fileURLToPath(new URL('../../shared/conformance/check.mjs', import.meta.url));
if (!existsSync(check)) {
  console.log('SKIPPED conformance: no shared vectors beside this checkout');
  process.exit(0);
}
const floors = JSON.parse(readFileSync(new URL('conformance-floors.json', import.meta.url), 'utf8'));
const run = spawnSync(process.execPath, [check, '--suite', Object.keys(floors).join(','), '--json', '--floor', '0'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (run.status !== 0) throw new Error(`the conformance check itself failed: ${run.stderr}`);
let below = 0;
for (const { suite, cases, agree, percent } of JSON.parse(run.stdout)) {
  const floor = floors[suite];
  const ok = cases > 0 && percent >= floor;
  if (!ok) below++;
  console.log(
    `${ok ? 'ok     ' : 'BELOW  '} ${suite.padEnd(26)} ${agree} of ${cases}  ${percent.toFixed(1)} % (floor ${floor} %)`,
  );
}
process.exit(below === 0 ? 0 : 1);
