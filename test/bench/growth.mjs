/**
 * The curve of cost: CPU time per MB of documents from 80 KB to 10 MB that grow in one dimension each. A row whose figures stay
 * about equal is linear. Uses the families of `npm run families`.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from './process.mjs';
import { shown } from './ratios.mjs';

const dimensions = [
  'JSON: flags',
  'JSON: entries of a list',
  'JSON: keys of a map',
  'JSON: a long string',
  'JSON: unknown keys',
  'JSON: nested lists',
  'JSON: a list of scale sets',
  'YAML: unknown top-level keys',
  'YAML: packages',
  'YAML: files to write',
  'YAML: lines of a literal block scalar',
  'YAML: nested maps',
  'YAML: a flow list',
  'YAML: aliases of one anchor',
  'YAML: values of a wrong type',
  'gzip: files of a cloud-config',
  'MIME: parts of scripts',
];
const largest = 10 * 1_024 * 1_024;
const entryPoints = ['open', 'validate'];

export async function measureGrowth() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'families.jsonl');
    const options = [
      ...dimensions.flatMap((name) => ['--only', name]),
      ...entryPoints.flatMap((name) => ['--entry', name]),
      ...['--from', '80KB', '--to', String(largest), '--full', '--workers', '1', '--keep', file],
    ];
    const script = startNode(
      ['scripts/runTypeScript.mjs', 'test/families/main.ts', ...options],
      ['ignore', 'ignore', 'inherit'],
    );
    // It also ends with an error if something grows too fast, which its figures show.
    await once(script, 'exit');
    const results = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(JSON.parse);
    return table(results.flatMap(({ family, times }) => times.map(([entry, curve]) => ({ family, entry, curve }))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function table(curves) {
  const all = new Set(curves.flatMap(({ curve }) => curve.map(([size]) => size)));
  // Larger ones were only measured to confirm something.
  const sizes = [...all].filter((size) => size <= largest).sort((a, b) => a - b);
  const rows = curves.map(({ family, entry, curve }) => {
    const times = new Map(curve);
    const perMegabyte = sizes.map((size) => (times.has(size) ? shown(times.get(size) / (size / 1_024 / 1_024)) : ''));
    return [family, entry, ...perMegabyte];
  });
  return { head: ['Dimension', 'Work', ...sizes.map(sizeText)], rows };
}

function sizeText(characters) {
  const kilobytes = characters / 1_024;
  return kilobytes < 1_024 ? `${kilobytes} KB` : `${kilobytes / 1_024} MB`;
}
