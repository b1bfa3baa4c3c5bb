import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Files that have a process to themselves: they measure it, or keep in it what the next file must not meet. */
const alone = [
  'test/simulation/**/*.test.ts',
  'test/manifest/hostile.test.ts',
  'test/emulator/bad-input-sockets.test.ts',
];

/** The built command line, in processes of its own. */
const built = ['test/e2e/**/*.test.ts'];

/**
 * What hangs on no Node: the rules of the house, a page of the docs, the schemas in a language server that is not ours,
 * and the deaths of a run, which take long.
 */
const once = [
  'test/house.test.ts',
  'test/docs.test.ts',
  'test/editor/**/*.test.ts',
  'test/simulation/{crash,hundreds}.test.ts',
  'test/e2e/killed.test.ts',
];

/** These need Chromium, PostgreSQL or a package registry: see vitest.system.config.ts. */
const elsewhere = ['test/browser/**', 'test/postgres/**', 'test/packaging/**'];

export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest first, so that no core is idle at the end.
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: once } },
      { extends: true, test: { name: 'built', include: built, exclude: once, isolate: false } },
      // `npm run test:system` leaves this one out on the other releases of Node.
      { extends: true, test: { name: 'once', include: once } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...alone, ...built, ...once],
          // Loading the modules anew for each file takes as long as the tests do, and no module keeps anything.
          isolate: false,
          // Much is made and thrown away: a larger nursery is swept less often.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
    ],
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'main'}.json` }]],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    // Many tests wait for processes and sockets; one worker more than cores has something to do meanwhile.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/generated/**', 'src/emulator/desk/browser/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'src/core/**': { branches: 100 },
        'src/engine/**': { branches: 100 },
        'src/kinds/**': { branches: 100 },
      },
    },
  },
});
