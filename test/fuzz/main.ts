/**
 * Tries all entry points with mutated documents, and the server with random sessions:
 * `npm run fuzz [-- --runs 200000 --seed 1 --entry NAME --only byte|structure|lsp --jobs 2 --report]`. Prints each kind of
 * failure once, with its seed and the smallest document found; `--runs 1 --seed N` repeats it. `--report` writes the figures
 * of the run into docs/reliability.md.
 *
 * A long run can consist of several: each one with `--part` prints its figures in its last line. `--report FILE...` adds up
 * those in the output of such runs.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { entries } from './entries/index.js';
import type { Style } from './inputs.js';
import { added, figuresText, writeReport } from './report.js';
import { type Find, noFigures, type RunFigures, runInputs, type RunOptions, runSessions } from './run.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    entry: { type: 'string' },
    only: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
    /** The last line is the figures as JSON. */
    part: { type: 'boolean', default: false },
  },
  args: process.argv.slice(3),
});

/** So many inputs for each session: a session has many requests. */
const inputsPerSession = 50;
/** The peak of a process that is too much, in megabytes. */
const maxMegabytes = 1_000;

const { entry, only, part } = values;
const runs = Number(values.runs);
const first = Number(values.seed);
const jobs = Number(values.jobs);
if (entry !== undefined && !entries.some(({ name }) => name === entry))
  throw new Error(`--entry is one of: ${entries.map(({ name }) => name).join(', ')}`);

const figures = positionals.length > 0 ? ofParts() : jobs > 1 ? await inProcesses() : await here();
if (part) console.log(JSON.stringify(figures));
else console.log(figuresText(figures));
if (values.report) writeReport(figures);
process.exitCode = figures.failures === 0 ? 0 : 1;

async function here(): Promise<RunFigures> {
  const found = noFigures();
  const style: Style | undefined = only === 'byte' || only === 'structure' ? only : undefined;
  const options: RunOptions = { first, runs, style, entry, timed: true, known: new Set() };
  if (only === 'lsp') await runSessions(options, found, show);
  else if (only !== undefined || entry !== undefined) await runInputs(options, found, show);
  else
    for (let done = 0; done < runs; done += inputsPerSession) {
      const from = { ...options, first: first + done };
      await runInputs({ ...from, runs: Math.min(inputsPerSession, runs - done) }, found, show);
      await runSessions({ ...from, runs: 1 }, found, show);
    }
  found.seeds = [{ start: first, end: first + runs }];
  found.megabytes = process.resourceUsage().maxRSS / 1_024;
  if (found.megabytes > maxMegabytes) {
    found.failures++;
    console.log(`needed ${found.megabytes.toFixed(0)} MB`);
  }
  return found;
}

/** The figures of runs whose output is in files. */
function ofParts(): RunFigures {
  const parts = positionals.map((file) =>
    figuresOf(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '', file),
  );
  return parts.reduce(added, noFigures());
}

function figuresOf(line: string, what: string): RunFigures {
  if (!line.startsWith('{')) throw new Error(`${what} has no figures: ${line}`);
  return JSON.parse(line) as RunFigures;
}

/** Divides the seeds among processes, and adds up their figures. */
async function inProcesses(): Promise<RunFigures> {
  const share = Math.ceil(runs / jobs);
  const parts = Array.from({ length: jobs }, (_, index) =>
    partOf(first + index * share, Math.min(share, runs - index * share)),
  );
  return (await Promise.all(parts)).reduce(added, noFigures());
}

async function partOf(seed: number, count: number): Promise<RunFigures> {
  const chosen = [...(entry === undefined ? [] : ['--entry', entry]), ...(only === undefined ? [] : ['--only', only])];
  const args = [
    'scripts/runTypeScript.mjs',
    'test/fuzz/main.ts',
    '--part',
    '--runs',
    String(count),
    '--seed',
    String(seed),
  ];
  const child = spawn(process.execPath, [...args, ...chosen], { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    if (last !== '') console.log(last);
    last = line;
  }
  return figuresOf(last, `the process for ${count} inputs from seed ${seed}`);
}

function show({ seed, reason, document }: Find): void {
  console.log(`seed ${seed}: ${reason.split('\n').slice(0, 8).join('\n')}`);
  if (document === undefined) return;
  const { name, content } = document;
  const isText = typeof content === 'string';
  console.log(`  ${name}: ${isText ? JSON.stringify(content) : `base64 ${Buffer.from(content).toString('base64')}`}`);
}
