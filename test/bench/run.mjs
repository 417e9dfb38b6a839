/**
 * Measures this project and its peers alternately on the same documents, so that both are subject to the same noise:
 * `npm run bench [-- --quick]`. Prints medians and ratios; asserts nothing.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { sizes } from './documents.mjs';
import { hostileDocuments } from './hostileDocuments.mjs';
import { jobsOf } from './jobs.mjs';
import { startTime } from './start.mjs';
import { printTable } from './table.mjs';

const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 3;
const budgetMs = quick ? 600 : 1500;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const peers = { json: 'vscode-json-languageservice', yaml: 'yaml-language-server' };

await build({
  entryPoints: [here('core.ts')],
  outfile: 'dist/bench/core.cjs',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  logLevel: 'error',
});

const rows = [];
for (const language of ['json', 'yaml']) {
  for (const size of Object.keys(sizes)) {
    for (const state of ['valid', 'faulty']) {
      const measured = { ours: [], peer: [] };
      for (let round = 0; round < rounds; round++) {
        // Alternate the order between rounds.
        for (const who of round % 2 === 0 ? ['ours', 'peer'] : ['peer', 'ours'])
          measured[who].push(await worker(who, language, size, state));
      }
      for (const job of jobsOf('ours', language, state)) {
        const pick = (who, figure) => median(measured[who].flatMap((figures) => figures[job]?.[figure] ?? []));
        rows.push([
          `${language} ${size} ${state}`,
          job,
          ms(pick('ours', 'cold')),
          ms(pick('peer', 'cold')),
          ms(pick('ours', 'steady')),
          ms(pick('peer', 'steady')),
          ratio(pick('ours', 'steady'), pick('peer', 'steady')),
        ]);
      }
      const memory = (who) => median(measured[who].map((figures) => figures.rss));
      rows.push([
        `${language} ${size} ${state}`,
        'peak memory, MB',
        '',
        '',
        memory('ours').toFixed(0),
        memory('peer').toFixed(0),
        ratio(memory('ours'), memory('peer')),
      ]);
    }
  }
}
printTable(
  'CPU milliseconds; the peer of JSON is vscode-json-languageservice 5.7.2, that of YAML yaml-language-server 1.25.0, both with our schemas',
  ['document', 'job', 'cold ours', 'cold peer', 'steady ours', 'steady peer', 'ours/peer'],
  rows,
);

const decoding = { bare: [], ours: [], report: [] };
for (let round = 0; round < rounds; round++) {
  for (const who of round % 2 === 0 ? ['bare', 'ours', 'report'] : ['report', 'ours', 'bare'])
    decoding[who].push(JSON.parse(await node(here('decodeWorker.mjs'), who, String(budgetMs * 4))));
}
const decodingOf = (who, figure) => median(decoding[who].map((figures) => figures[figure]));
printTable(
  'CPU milliseconds and peak MB for a list of 2,000 scale sets with 8 KB of custom data each; bare is JSON.parse, base64 and gunzip of the same',
  ['job', 'CPU ms', 'MB', 'CPU/bare'],
  Object.keys(decoding).map((who) => [
    who,
    ms(decodingOf(who, 'cpu')),
    decodingOf(who, 'rss').toFixed(0),
    ratio(decodingOf(who, 'cpu'), decodingOf('bare', 'cpu')),
  ]),
);

const hostile = [];
for (const name of Object.keys(hostileDocuments)) {
  const { input, cpu, grown, limits } = JSON.parse(await node(here('hostileWorker.mjs'), name));
  hostile.push([name, limits.join(', '), input.toFixed(1), ms(cpu), grown.toFixed(0)]);
}
printTable(
  'Hostile documents, opened and described: MB of the document, CPU milliseconds, and MB that the process grew by at its peak',
  ['document', 'problems', 'MB', 'CPU ms', 'peak MB'],
  hostile,
);

const servers = {
  'empty node process': { args: ['-e', '0'], answers: false },
  'aks-bootstrap lsp': { args: ['dist/cli.js', 'lsp', '--stdio'], answers: true },
  [`${peers.json} in a minimal server`]: { args: [here('jsonServer.cjs')], answers: true },
  [peers.yaml]: { args: ['node_modules/yaml-language-server/bin/yaml-language-server', '--stdio'], answers: true },
};
const times = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
for (let round = 0; round < (quick ? 3 : 11); round++) {
  for (const [name, server] of Object.entries(servers)) times[name].push(await startTime(server));
}
const own = median(times['aks-bootstrap lsp']);
printTable(
  'Wall milliseconds from process start to the answer of initialize',
  ['server', 'median', 'ours/this'],
  Object.entries(times).map(([name, values]) => [name, ms(median(values)), ratio(own, median(values))]),
);

async function worker(...args) {
  return JSON.parse(await node(here('worker.mjs'), ...args, String(budgetMs)));
}

/** Runs a script in a new process and returns the last line of its output. */
async function node(...args) {
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 });
  return stdout.trim().split('\n').at(-1);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** A time in milliseconds; empty if there is no measurement. */
function ms(value) {
  if (value === undefined) return '';
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

function ratio(ours, theirs) {
  if (theirs === undefined) return '';
  return (ours / theirs).toFixed(2);
}
