import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { Vite } from 'vitest/node';

/** Files that have a process to themselves: they measure it. */
const alone = ['test/manifest/hostile.test.ts', 'test/emulator/bad-input-sockets.test.ts'];

/** Whole commands, many of them of the built program in processes of their own. */
const built = ['test/e2e/**/*.test.ts'];

/** Whole projects against an emulator, whose runs die, fail and meet. */
const deaths = ['test/simulation/**/*.test.ts'];

/** These need Chromium, PostgreSQL or a package registry: see vitest.system.config.ts. */
const elsewhere = ['test/browser/**', 'test/postgres/**', 'test/packaging/**'];

/** A project without coverage, which costs a fifth more processor time: the gates need only the other projects. */
const unmeasured: Vite.Plugin = {
  name: 'unmeasured',
  configureVitest({ project }) {
    project.config.coverage = { ...project.config.coverage, enabled: false };
  },
};

export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest first, so that no core is idle at the end.
    projects: [
      { extends: true, plugins: [unmeasured], test: { name: 'alone', include: alone } },
      { extends: true, plugins: [unmeasured], test: { name: 'built', include: built, isolate: false } },
      {
        extends: true,
        plugins: [unmeasured],
        test: { name: 'deaths', include: deaths, isolate: false, testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...alone, ...built, ...deaths],
          // Loading the modules anew for each file takes as long as the tests do, and no module keeps anything.
          isolate: false,
          // Much is made and thrown away: a larger nursery is swept less often.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
    ],
    // Modules are compiled once for all runs: a key of each is its content.
    experimental: { fsModuleCache: true },
    reporters: ['default', ['json', { outputFile: `test-results/${process.env['TEST_RUN'] ?? 'main'}.json` }]],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    // Many tests wait for processes and sockets; one worker more than cores has something to do meanwhile.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      // The rooms that have a gate: to find what the tests reach in the others takes time, and nothing reads it.
      include: ['src/{core,engine,kinds}/**/*.ts'],
      exclude: ['src/**/generated/**'],
      reporter: ['text-summary', 'json-summary'],
      // The gates are judged in a failed run too.
      reportOnFailure: true,
      thresholds: {
        'src/core/**': { branches: 100 },
        'src/engine/**': { branches: 100 },
        'src/kinds/**': { branches: 100 },
      },
    },
  },
});
