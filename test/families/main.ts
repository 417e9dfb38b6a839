/**
 * Measures how the time of every entry point grows with the document: `npm run families [-- --from 32KB --to 4MB
 * --only TEXT --entry TEXT --seconds 60 --docs]`, or `npm run families -- --small` for what CI measures. Each family is doubled; CPU time is measured in child processes, and an
 * exponent above the limit is measured again before it is reported. `--only` and `--entry` choose families and entry points
 * by parts of their names, and can be repeated. `--docs` writes the table of docs/reliability.md.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { writeTables } from './docs.js';
import { entryPoints } from './entryPoints.js';
import { families } from './families.js';
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
      docs: { type: 'boolean', default: false },
    },
    args: process.argv.slice(3),
  });
  const named = (names: readonly string[], parts: readonly string[]): string[] =>
    names.filter((name) => parts.some((part) => name.toLowerCase().includes(part.toLowerCase())));
  const all = { families: Object.keys(families), entries: Object.keys(entryPoints), from: '32KB', to: '4MB' };
  const chosen = values.small ? smallRun : all;
  const results = await measureAll({
    families: named(chosen.families, values.only),
    entries: named(chosen.entries, values.entry),
    from: characters(values.from ?? chosen.from),
    to: characters(values.to ?? chosen.to),
    seconds: values.seconds === undefined ? Infinity : Number(values.seconds),
    workers: Number(values.workers),
  });
  printResults(results);
  if (values.docs) await writeTables(results);
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

function characters(text: string): number {
  const [, number, unit = ''] = /^(\d+)\s*(KB|MB)?$/i.exec(text) ?? [];
  if (number === undefined) throw new Error(`not a size: ${text}`);
  return Number(number) * ({ kb: 1_024, mb: 1_024 * 1_024 }[unit.toLowerCase()] ?? 1);
}
