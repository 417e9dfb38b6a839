import { env } from 'node:process';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**', 'node_modules/**'],
    // The core has no module state, so test files can share loaded modules: loading takes 37 s instead of 180 s.
    isolate: false,
    // Mocks end with the test that made them, because files share modules.
    restoreMocks: true,
    // Process starts dominate; two cores are the smallest machine that CI runs on.
    maxWorkers: 2,
    setupFiles: ['test/support/runs.ts'],
    testTimeout: 30_000 * Number(env.RUNS ?? 1),
  },
});
