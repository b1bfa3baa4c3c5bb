// What needs more than this machine's Node and git: the desk in Chromium, the state in PostgreSQL, the packed tarball in
// npm, pnpm and Yarn, and the whole suite on the other supported releases of Node, but for what no Node runs (`once` in vitest.config.ts).
import { spawnSync } from 'node:child_process';

await import('./build.mjs');

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

let failed = false;

console.log('\nThe desk in Chromium, the state in PostgreSQL, the package in npm, pnpm and Yarn');
const system = spawnSync(process.execPath, [...vitest, '--config', 'vitest.system.config.ts'], { stdio: 'inherit' });
failed ||= system.status !== 0;

for (const release of ['22', '24']) {
  console.log(`\nThe suite on Node ${release}`);
  const run = spawnSync('npx', ['--yes', '--package', `node@${release}`, 'node', ...vitest, '--project=!once'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_RUN: `node-${release}` },
  });
  failed ||= run.status !== 0;
}
process.exitCode = failed ? 1 : 0;
