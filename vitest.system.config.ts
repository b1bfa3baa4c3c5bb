import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { defineConfig } from 'vitest/config';

/** The program of another Node release. npm fetches it once, and is asked once: Vitest loads this file again for each project. */
async function nodeOf(release: string): Promise<string> {
  const words = ['--yes', '--package', `node@${release}`, 'node', '-p', 'process.execPath'];
  const variable = `NODE_${release}`;
  process.env[variable] ??= (await promisify(execFile)('npx', words)).stdout.trim();
  return process.env[variable];
}

/** The releases other than the one that runs the tests. GitHub runs the Action on the release that action.yml names. */
const [node22, node24] = await Promise.all([nodeOf('22'), nodeOf('24')]);
if (!/^ {2}using: node24$/m.test(readFileSync('action.yml', 'utf8')))
  throw new Error('action.yml names another release than that of the project node-24');

const e2e = (...names: string[]): string[] => names.map((name) => `test/e2e/${name}.test.ts`);

/** What `npm run test:system` adds needs more than Node and git: Chromium, a PostgreSQL server, packages from a registry, or tools that the docs name. */
export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest first, so that no core is idle at the end.
    projects: [
      {
        extends: true,
        test: {
          name: 'archive',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: ['test/packaging/tarball.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], globalSetup: ['test/browser/launch.ts'] },
      },
      // How a process ends depends on the release; what a command decides does not. test/packaging runs whole commands on both.
      { extends: true, test: { name: 'node-22', include: e2e('streams'), env: { PROGRAM_NODE: node22 } } },
      {
        extends: true,
        test: {
          name: 'node-24',
          include: e2e('action', 'connections', 'signals', 'streams'),
          env: { PROGRAM_NODE: node24 },
        },
      },
      { extends: true, test: { name: 'postgres', include: ['test/postgres/**/*.test.ts'] } },
    ],
    // Files share the modules of their worker: loading them for each file takes seconds.
    isolate: false,
    experimental: { fsModuleCache: true },
    reporters: ['default', ['json', { outputFile: 'test-results/system.json' }]],
    // Longer than any of them takes on a machine three times as slow, with both cores busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is polled happens soon, but a page on a loaded machine takes longer than the second that is the default.
    expect: { poll: { timeout: 30_000 } },
    // Browsers, servers and installs are waited for; one worker more than cores has something to do meanwhile.
    maxWorkers: availableParallelism() + 1,
  },
});
