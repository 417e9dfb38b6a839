import { env } from 'node:process';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ['test/vscode/**', 'test/client/**', 'node_modules/**'],
          // The core has no module state, so test files can share loaded modules: loading takes 37 s instead of 180 s.
          isolate: false,
        },
      },
      // Each file has its own mock of VS Code, which modules of the client keep that another file has loaded.
      { extends: true, test: { name: 'client', include: ['test/client/*.test.ts'] } },
    ],
    // Mocks end with the test that made them, because files share modules.
    restoreMocks: true,
    // Process starts dominate; two cores are the smallest machine that CI runs on.
    maxWorkers: 2,
    setupFiles: ['test/support/runs.ts'],
    testTimeout: 30_000 * Number(env.RUNS ?? 1),
  },
});
