import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Pattern } from './observed.js';

/** Modules that begin to work when they are loaded, or need a browser. */
const programs = new Set(['start.ts', 'main.ts', 'watchdog.ts', 'browser.ts', 'cli/start.ts', 'cli/main.ts']);

/**
 * The patterns that the server makes with the constructor: when its modules are loaded, and when `use.ts` uses it. In a
 * process of its own, so that the constructor is replaced before any module is loaded.
 */
export async function madePatterns(): Promise<Pattern[]> {
  const folder = resolve('server/src');
  const modules = (await readdir(folder, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !programs.has(path),
  );
  // Inside node_modules, so that external packages are found.
  const made = await mkdtemp(resolve('node_modules/.patterns-'));
  try {
    const file = join(made, 'patterns.mjs');
    await build({
      stdin: {
        contents: [
          `import { observed } from './observed.ts';`,
          ...modules.map((path) => `import ${JSON.stringify(join(folder, path))};`),
          `import { useEverything } from './use.ts';`,
          'useEverything();',
          'process.stdout.write(JSON.stringify([...observed.values()]));',
        ].join('\n'),
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      outfile: file,
      sourcemap: 'inline',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      mainFields: ['module', 'main'],
      packages: 'external',
      // Modules that nothing is imported from are loaded too.
      ignoreAnnotations: true,
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', file], {
      maxBuffer: 2 ** 26,
    });
    return JSON.parse(stdout) as Pattern[];
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
