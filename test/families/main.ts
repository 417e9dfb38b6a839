/**
 * Measures how the time of every entry point grows with the document: `npm run families [-- --from 32KB --to 4MB
 * --only TEXT --entry TEXT --share 1/4 --seconds 60 --workers 1 --keep FILE --full --docs]`, or `npm run families -- --small` for what CI
 * measures. Each family is doubled; CPU time is measured in child processes, and an exponent above the limit is measured again
 * before it is reported.
 *
 * `--only` and `--entry` choose families and entry points by parts of their names, and can be repeated. An entry point is
 * measured until its exponent is settled, and a family until a size takes `--patience` seconds, so that all takes about half
 * an hour on one core; with `--full`, everything is measured up to the last size, which takes a day. `--keep` adds results to
 * a file, and doesn't measure what is in it: a run can be continued, and consist of shares, such as every fourth family.
 * `--docs` writes the tables of docs/reliability.md.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { writeTables } from './docs.js';
import { entryPoints } from './entryPoints.js';
import { families } from './families.js';
import { KeptResults } from './kept.js';
import { measureAll } from './measure.js';
import { smallRun } from './smallRun.js';
import { printResults } from './table.js';
import { answerJobs } from './worker.js';

if (process.send !== undefined && process.argv.includes('worker')) answerJobs();
else process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      from: { type: 'string' },
      to: { type: 'string' },
      only: { type: 'string', multiple: true, default: [''] },
      entry: { type: 'string', multiple: true, default: [''] },
      seconds: { type: 'string' },
      workers: { type: 'string', default: String(availableParallelism()) },
      patience: { type: 'string', default: '2' },
      full: { type: 'boolean', default: false },
      keep: { type: 'string' },
      share: { type: 'string', default: '1/1' },
      docs: { type: 'boolean', default: false },
    },
    args: process.argv.slice(3),
  });
  const named = (names: readonly string[], parts: readonly string[]): string[] =>
    names.filter((name) => parts.some((part) => name.toLowerCase().includes(part.toLowerCase())));
  const all = { families: Object.keys(families), entries: Object.keys(entryPoints), from: '32KB', to: '4MB' };
  const chosen = values.small ? smallRun : all;
  const kept = new KeptResults(values.keep);
  const plan = {
    families: named(chosen.families, values.only),
    entries: named(chosen.entries, values.entry),
    from: characters(values.from ?? chosen.from),
    to: characters(values.to ?? chosen.to),
    patience: values.full ? Infinity : Number(values.patience) * 1_000,
    full: values.full,
    seconds: values.seconds === undefined ? Infinity : Number(values.seconds),
    workers: Number(values.workers),
  };
  const left = shareOf(plan.families, values.share).filter((family) => !kept.has(family));
  const measured = await measureAll({ ...plan, families: left }, (result) => kept.add(result));
  const results = [...kept.of(plan.families), ...measured.filter((result) => !result.measured)];
  printResults(results);
  if (values.docs) await writeTables(results);
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

/** Every n-th family, beginning with one of the first n. */
function shareOf(families: readonly string[], share: string): string[] {
  const [, first = NaN, every = NaN] = (/^(\d+)\/(\d+)$/.exec(share) ?? []).map(Number);
  if (!(first >= 1 && first <= every)) throw new Error(`not a share: ${share}`);
  return families.filter((_, index) => index % every === first - 1);
}

function characters(text: string): number {
  const [, number, unit = ''] = /^(\d+)\s*(KB|MB)?$/i.exec(text) ?? [];
  if (number === undefined) throw new Error(`not a size: ${text}`);
  return Number(number) * ({ kb: 1_024, mb: 1_024 * 1_024 }[unit.toLowerCase()] ?? 1);
}
