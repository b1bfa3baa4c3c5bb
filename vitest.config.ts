import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { Vite } from 'vitest/node';

/**
 * These start hundreds of processes. Starting one copies the page tables of its parent, which takes 2 ms in a new worker and
 * 80 ms in one that has loaded everything: so these files get workers that stay small.
 */
const built = [
  'test/e2e/**/*.test.ts',
  'test/send/once.test.ts',
  'test/state/{git-contract,git-store,project}.test.ts',
  // Whole commands that reach what no test of the gated rooms does.
  'test/action/examples.test.ts',
  'test/cli/{import,init}.test.ts',
];

/** Whole commands in this process, which start git, and whole projects against an emulator, whose runs die, fail and meet. */
const whole = ['action', 'cli', 'simulation'].map((room) => `test/${room}/**/*.test.ts`);

/** These need Chromium, PostgreSQL or a package registry: see vitest.system.config.ts. */
const elsewhere = ['test/browser/**', 'test/postgres/**', 'test/packaging/**'];

/** The rooms that have a gate. */
const gates = ['engine', 'send', 'state'].map((room) => `test/${room}/**/*.test.ts`);

/**
 * Coverage costs processor time, and what remains reaches little of the rooms that have a gate. The plugin is in every project, because
 * projects with the same plugins share their compiled modules.
 */
function coverageOf(isMeasured: boolean): Vite.Plugin {
  return {
    name: 'coverage-of-project',
    configureVitest({ project }) {
      if (!isMeasured) project.config.coverage = { ...project.config.coverage, enabled: false };
    },
  };
}

/** Loading the modules for each file takes as long as the tests do, and no module keeps anything: files share a worker. */
const shared = {
  isolate: false,
  // Much is made and thrown away: a larger nursery is swept less often.
  execArgv: ['--max-semi-space-size=32'],
};

export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest first, so that no core is idle at the end.
    projects: [
      {
        extends: true,
        plugins: [coverageOf(true)],
        test: { name: 'built', include: built, isolate: false },
      },
      {
        extends: true,
        plugins: [coverageOf(false)],
        test: { name: 'commands', include: whole, exclude: built, isolate: false },
      },
      {
        extends: true,
        plugins: [coverageOf(true)],
        // nock is a second guard beside that of sockets, which setup.test.ts shows to be enough: it takes a sixth of the time elsewhere.
        test: { ...shared, name: 'gates', include: gates, exclude: built, setupFiles: ['test/setup.ts'] },
      },
      {
        extends: true,
        plugins: [coverageOf(false)],
        test: {
          ...shared,
          name: 'others',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...built, ...whole, ...gates],
        },
      },
    ],
    // Modules are compiled once for all runs: a key of each is its content.
    experimental: { fsModuleCache: true },
    reporters: ['default', ['json', { outputFile: 'test-results/main.json' }]],
    globalSetup: ['scripts/generate.mjs'],
    setupFiles: ['test/guard.ts'],
    // Against hangs alone: a machine under load takes many times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is polled happens soon, but a loaded machine takes longer than the second that is the default.
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for processes and sockets; one worker more than cores has something to do meanwhile.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      // v8, which keeps only the rooms that have a gate.
      provider: 'custom',
      customProviderModule: './vitest.coverage.config.ts',
      // Where a lost branch loses data.
      include: ['src/engine/{apply,approval,stored-state}/**/*.ts', 'src/state/**/*.ts', 'src/send/once.ts'],
      // `npm run test:system` has a PostgreSQL.
      exclude: ['src/state/postgres-*.ts'],
      reporter: ['text-summary', 'json-summary'],
      // The gates are judged in a failed run too.
      reportOnFailure: true,
      thresholds: { 'src/engine/**': { branches: 98 }, 'src/{state,send}/**': { branches: 93 } },
    },
  },
});
