/**
 * Every test: `npm test`. What needs a browser or another editor is skipped by name where that is
 * missing; with CI=true nothing may be skipped.
 */
import { env } from 'node:process';
import { run } from './lib/run.mjs';

const strict = env.CI === 'true';
await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
await run(process.execPath, ['scripts/checkPackage.mjs']);
await run(process.execPath, ['test/vscode/run.mjs', ...(strict ? ['--require'] : [])]);
