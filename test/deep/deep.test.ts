import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('no document is deeper than the stack of the process that reads it', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--stack-size=400', 'scripts/runTypeScript.mjs', 'test/deep/main.ts'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d{3} documents, 0 failures\n$/);
}, 120_000);
