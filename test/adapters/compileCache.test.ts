import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder } = temporaryFolder();

/** The files that a check of a text leaves in the folder for caches of the user, by their paths. */
function leftByCheck(text: string, variables: NodeJS.ProcessEnv = {}): string[] {
  const home = mkdtempSync(join(folder, 'home-'));
  const caches = join(home, 'caches');
  const env = { PATH: process.env.PATH, HOME: home, LOCALAPPDATA: caches, XDG_CACHE_HOME: caches, ...variables };
  const { stdout } = spawnSync(process.execPath, ['dist/cli.js', 'validate', '--name', 'user-data', '-'], {
    input: text,
    env,
    encoding: 'utf8',
  });
  expect(stdout).toContain('0 errors');
  const entries = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return entries.map((path) => join(home, path)).filter((path) => statSync(path).isFile());
}

describe("V8's compile cache", () => {
  const hasCache = 'enableCompileCache' in module;
  const text = '#cloud-config\nhostname: only-in-this-document\n';

  it('contains code of ours and no content of documents, where Node has it', () => {
    const files = leftByCheck(text);
    expect(files.length > 0).toBe(hasCache);
    for (const path of files) {
      expect(path).toMatch(/[\\/](?:caches|Caches)[\\/]aks-bootstrap[\\/]/);
      expect(readFileSync(path).includes('only-in-this-document')).toBe(false);
    }
  });

  it('is turned off by a variable of Node', () => {
    expect(leftByCheck(text, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([]);
  });
});
