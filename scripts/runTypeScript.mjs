/**
 * Runs a TypeScript script: `node scripts/runTypeScript.mjs FILE [ARGUMENT...]`. The script is bundled first, so that
 * generators can import the core's TypeScript.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const entry = process.argv[2];
if (entry === undefined) throw new Error('usage: node scripts/runTypeScript.mjs FILE [ARGUMENT...]');
const { outputFiles } = await build({
  entryPoints: [resolve(entry)],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  packages: 'external',
  logLevel: 'warning',
});
// Inside node_modules, so that external packages are found.
const folder = await mkdtemp(join(import.meta.dirname ?? resolve('scripts'), '../node_modules/.run-'));
try {
  const file = join(folder, 'script.mjs');
  await writeFile(file, outputFiles[0].contents);
  await import(pathToFileURL(file).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}
