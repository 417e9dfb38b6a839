import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**', 'node_modules/**'],
    // Process starts dominate; two cores are the smallest machine that CI runs on.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
