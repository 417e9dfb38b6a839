import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder } = temporaryFolder();

/** What a program prints whose user has the home folder `home`. */
function run(program: string, args: readonly string[], home: string, variables: NodeJS.ProcessEnv = {}, input = '') {
  const caches = join(home, 'caches');
  const env = { PATH: process.env.PATH, HOME: home, LOCALAPPDATA: caches, XDG_CACHE_HOME: caches, ...variables };
  return spawnSync(process.execPath, [program, ...args], { input, env, encoding: 'utf8' }).stdout;
}

function filesIn(home: string): string[] {
  const entries = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return entries.map((path) => join(home, path)).filter((path) => statSync(path).isFile());
}

/** The files that a check of a text leaves in the folder for caches of the user, by their paths. */
function leftByCheck(text: string, variables: NodeJS.ProcessEnv = {}): string[] {
  const home = mkdtempSync(join(folder, 'home-'));
  const printed = run('dist/cli.js', ['validate', '--name', 'user-data', '-'], home, variables, text);
  expect(printed).toContain('0 errors');
  return filesIn(home);
}

/** A copy of our program without the file that it loads. */
function emptyProgram(): { readonly home: string; readonly program: string; readonly loaded: string } {
  const home = mkdtempSync(join(folder, 'home-'));
  const program = join(home, 'cli.js');
  copyFileSync('dist/cli.js', program);
  return { home, program, loaded: join(home, 'commands.js') };
}

describe("V8's compile cache", () => {
  const text = '#cloud-config\nhostname: only-in-this-document\n';

  it('contains code of ours and no content of documents', () => {
    const files = leftByCheck(text);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect(path).toMatch(/[\\/](?:caches|Caches)[\\/]aks-bootstrap[\\/]/);
      expect(readFileSync(path).includes('only-in-this-document')).toBe(false);
    }
  });

  it('is turned off by a variable of Node', () => {
    expect(leftByCheck(text, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([]);
  });

  // Node has a cache of its own since 22.1.
  it.runIf(process.version.startsWith('v20.'))('gets what a server has used that ran for long', () => {
    const { home, program, loaded } = emptyProgram();
    const used = 'count = count * 3 + 1;'.repeat(500);
    const long = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_100)';
    writeFileSync(
      loaded,
      `let count = 0; function use() { ${used} } if (process.argv.includes('use')) { use(); ${long}; }`,
    );
    const kept = (...args: readonly string[]): number => {
      run(program, ['lsp', ...args], home);
      return Math.max(...filesIn(home).flatMap((path) => (/[\\/]commands\.js-/.test(path) ? statSync(path).size : [])));
    };
    const short = kept();
    expect(short).toBeGreaterThan(0);
    expect(kept('use')).toBeGreaterThan(1.5 * short);
  });

  it('is not used for a file that was written again, or after it was damaged', () => {
    const { home, program, loaded } = emptyProgram();
    writeFileSync(loaded, `process.stdout.write('old'); // ${'-'.repeat(2_000)}\n`);
    expect(run(program, ['--version'], home)).toBe('old');
    const { atime, mtime } = statSync(loaded);
    expect(run(program, ['--version'], home)).toBe('old');
    expect(filesIn(home).length).toBeGreaterThan([program, loaded].length);

    writeFileSync(loaded, `process.stdout.write('new'); // ${'-'.repeat(2_000)}\n`);
    // Archives give files any time of modification.
    utimesSync(loaded, atime, mtime);
    expect(run(program, ['--version'], home)).toBe('new');

    for (const path of filesIn(home).filter((one) => /caches/i.test(one)))
      writeFileSync(path, readFileSync(path).subarray(0, -100));
    expect(run(program, ['--version'], home)).toBe('new');
  });
});
