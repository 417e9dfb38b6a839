import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** What `main.ts` prints in a process with a flag of V8. */
function checked(which: 'deep' | 'long', flag: string): { readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [flag, 'scripts/runTypeScript.mjs', 'test/deep/main.ts', which], {
    encoding: 'utf8',
  });
}

it('no document is deeper than the stack of the process that reads it', () => {
  const { stdout, stderr } = checked('deep', '--stack-size=400');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d{3} documents, 0 failures\n$/);
}, 120_000);

// V8 stops optimising patterns in a process that has compiled very many, as this one in a run of all tests.
it('no run of characters is too long for patterns that V8 does not optimise', () => {
  const { stdout, stderr } = checked('long', '--no-regexp-optimization');
  expect(stderr).toBe('');
  expect(stdout).toBe('5 documents, 0 failures\n');
}, 120_000);
