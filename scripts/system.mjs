// Tests that need more than Node and git: the desk in Chromium, the state in PostgreSQL, the packed tarball in npm, pnpm and
// Yarn, the commands of the docs, and the built program on the other Node releases.
import { spawnSync } from 'node:child_process';

process.argv.push('--action');
await import('./build.mjs');

// Workflows run the committed bundle of the Action: it must be what the sources build. Git compares the bytes.
const built = ['dist/action.cjs', 'THIRD-PARTY-LICENSES'];
const bundle = spawnSync('git', ['diff', '--exit-code', '--stat', 'HEAD', '--', ...built], { stdio: 'inherit' });
const tracked = spawnSync('git', ['ls-files', '--error-unmatch', 'dist/action.cjs'], { stdio: 'ignore' });
const isBundled = bundle.status === 0 && tracked.status === 0;
if (!isBundled)
  console.error(`${built.join(' and ')} are not what the sources build: run \`npm run build:action\` and commit them`);

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.system.config.ts'];
const tests = spawnSync(process.execPath, vitest, { stdio: 'inherit' });
process.exitCode = isBundled && tests.status === 0 ? 0 : 1;
