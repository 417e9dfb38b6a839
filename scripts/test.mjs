/**
 * Runs all tests: `npm test`. Tests that need a browser or another editor are reported as skipped if it
 * is missing; with CI=true they fail instead.
 */
import { env } from 'node:process';
import { run } from './lib/run.mjs';

const strict = env.CI === 'true';
await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
await run(process.execPath, ['scripts/checkPackage.mjs']);
await run(process.execPath, ['test/vscode/run.mjs', ...(strict ? ['--require'] : [])]);
