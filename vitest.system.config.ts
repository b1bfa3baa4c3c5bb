import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What `npm run test:system` adds needs more than Node and git: Chromium, a PostgreSQL server, packages from a registry, or tools that the docs name. */
export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest first, so that no core is idle at the end.
    projects: [
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], setupFiles: ['test/browser/setup.ts'] },
      },
      { extends: true, test: { name: 'postgres', include: ['test/postgres/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'archive',
          include: ['test/packaging/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
    // Files share the modules of their worker: loading them for each file takes seconds.
    isolate: false,
    experimental: { fsModuleCache: true },
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'system'}.json` }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled happens soon, but a page on a loaded machine takes longer than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    // Browsers, servers and installs are waited for; one worker more than cores has something to do meanwhile.
    maxWorkers: availableParallelism() + 1,
  },
});
