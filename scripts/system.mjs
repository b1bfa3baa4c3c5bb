// What needs more than this machine's Node and git: the desk in Chromium, the state in PostgreSQL, and the whole suite on
// the other supported releases of Node.
import { spawnSync } from 'node:child_process';

await import('./build.mjs');

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
let failed = false;

for (const [what, config] of [
  ['The desk in Chromium', 'vitest.browser.config.ts'],
  ['The state in PostgreSQL', 'vitest.postgres.config.ts'],
]) {
  console.log(`\n${what}`);
  const run = spawnSync(process.execPath, [...vitest, '--config', config], { stdio: 'inherit' });
  failed ||= run.status !== 0;
}

for (const release of ['22', '24']) {
  console.log(`\nThe suite on Node ${release}`);
  const run = spawnSync('npx', ['--yes', '--package', `node@${release}`, 'node', ...vitest], {
    stdio: 'inherit',
    env: { ...process.env, TEST_RUN: `node-${release}` },
  });
  failed ||= run.status !== 0;
}
process.exitCode = failed ? 1 : 0;
