/**
 * Measures this project and its peers on the same documents, in turn, and compares the figures as ratios.
 *
 *   npm run bench                  measures everything, which takes about 20 minutes, and writes docs/performance.md
 *   npm run bench -- --only REGEX  measures the jobs whose names match, and only prints
 *   npm run bench -- --list        lists the jobs
 *   npm run bench -- --check       measures little; exits with 1 if a ratio is above its floor in floors.json
 */
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { holdsFloors } from './check.mjs';
import { jobs } from './jobs.mjs';
import { writePage } from './page.mjs';
import { nameOf, shown } from './ratios.mjs';
import { useBefore } from './session.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const only = new RegExp(options.only);

if (options.list) {
  for (const { name } of jobs) console.log(name);
} else {
  await buildCore();
  await useBefore();
  if (options.check) process.exitCode = (await holdsFloors(only)) ? 0 : 1;
  else await measureAll();
}

/** The core as one file for the jobs without a protocol. */
async function buildCore() {
  await build({
    entryPoints: ['test/bench/core.ts'],
    outfile: 'dist/bench/core.cjs',
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}

async function measureAll() {
  const effort = { rounds: 3, starts: 11, keystrokes: 8, requests: 5, budgetMs: 1_500 };
  const results = [];
  for (const job of jobs.filter(({ name }) => only.test(name))) {
    const result = await job.measure(effort);
    results.push({ job, result });
    console.log(`\n${job.name}`);
    if (Array.isArray(result)) for (const ratio of result) console.log(line(ratio));
    else for (const row of [result.head, ...result.rows]) console.log(`  ${row.join('  ')}`);
  }
  if (options.only === '') await writePage(results);
}

function line(ratio) {
  const { ours, theirs } = ratio;
  const compared = theirs === undefined ? '' : ` to ${shown(theirs)}: ${shown(ours / theirs)}`;
  return `  ${nameOf(ratio)}  ${shown(ours)}${compared}`;
}
