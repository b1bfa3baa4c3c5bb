// Tests that need more than Node and git: the desk in Chromium, the state in PostgreSQL, the packed tarball in npm, pnpm and
// Yarn, the commands of the docs, and on the other Node releases the tests of the code that depends on Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Ports and programs, the transport and its sockets, the state's files and its database, the built program, and Intl. The git
 * store only starts programs: test/core/program.test.ts covers that.
 */
const DEPENDS_ON_NODE = [
  'test/files/system.test.ts',
  'test/core/program.test.ts',
  'test/text/excerpt.test.ts',
  'test/cli/terminal.test.ts',
  'test/wire/sockets.test.ts',
  'test/wire/multipart.test.ts',
  'test/wire/download.test.ts',
  'test/wire/emulator.test.ts',
  'test/wire/failures.test.ts',
  'test/wire/gate.test.ts',
  'test/emulator/sockets.test.ts',
  'test/emulator/persistence.test.ts',
  'test/emulator/webhook.test.ts',
  'test/state/database.test.ts',
  'test/state/file-disk.test.ts',
  'test/state/file-store.test.ts',
  'test/state/journal-file.test.ts',
  'test/e2e',
  'test/report/line.test.ts',
  'test/report/text-diff.test.ts',
  'test/preview/wrap.test.ts',
];

const e2e = (names) => names.map((name) => `test/e2e/${name}.test.ts`);

/**
 * The same on every Node release: the text of commands, docs and examples, the files that a killed run wrote, what a plan, a
 * plan file or an import decides, and when a command joins an emulator. `main-job` runs the main commands;
 * `emulator-alone`, `emulator-data` and `signals` start, stop and kill emulators.
 */
const EXCEPT = e2e(
  ['killed', 'contract', 'examples', 'pages', 'pipelines', 'init', 'versions', 'plan-file'].concat([
    'emulator',
    'import',
    'state-git',
    'state-errors',
    'editor',
  ]),
);

/** Large data files: run on the oldest and the newest release, not on those between. */
const AT_THE_ENDS = e2e(['emulator-data']);

/** The releases other than the one that runs this script, the newest one last. */
const RELEASES = ['22', '24'];

/** GitHub runs the Action on the release that action.yml names. */
const ACTION = 'test/e2e/action.test.ts';
const ACTION_RELEASE = /^ {2}using: node(\d+)$/m.exec(readFileSync('action.yml', 'utf8'))?.[1];

// Vitest ignores a filter that matches no file.
const gone = [...DEPENDS_ON_NODE, ...EXCEPT, ...AT_THE_ENDS, ACTION].filter((path) => !existsSync(path));
if (gone.length > 0) throw new Error(`scripts/system.mjs names ${gone.join(', ')}, which no longer exist`);
if (!RELEASES.includes(ACTION_RELEASE))
  throw new Error(`no tests run on Node ${ACTION_RELEASE}, which action.yml names`);

process.argv.push('--action');
await import('./build.mjs');

// Workflows run the committed bundle of the Action: it must be what the sources build. Git compares the bytes.
const built = ['dist/action.cjs', 'THIRD-PARTY-LICENSES'];
const bundle = spawnSync('git', ['diff', '--exit-code', '--stat', 'HEAD', '--', ...built], { stdio: 'inherit' });
const tracked = spawnSync('git', ['ls-files', '--error-unmatch', 'dist/action.cjs'], { stdio: 'ignore' });
const isBundled = bundle.status === 0 && tracked.status === 0;
if (!isBundled)
  console.error(`${built.join(' and ')} are not what the sources build: run \`npm run build:action\` and commit them`);

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

/** Runs tests, and prints their output when they have finished. Resolves to true if they passed. */
function run(title, program, words, env = {}) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      console.log(`\n${title}\n${text}`);
      resolve(status === 0);
    });
  });
}

/** The other Node releases, one after the other. */
async function releases() {
  const passed = [];
  for (const release of RELEASES) {
    const isNewest = release === RELEASES.at(-1);
    // The built program contains everything else. Its parts are tested on the oldest and the newest release.
    const files = isNewest ? DEPENDS_ON_NODE : ['test/e2e'];
    const others = [...EXCEPT, ...(isNewest ? [] : AT_THE_ENDS), ...(release === ACTION_RELEASE ? [] : [ACTION])];
    const excluded = others.flatMap((path) => ['--exclude', path]);
    const words = ['--yes', '--package', `node@${release}`, 'node', ...vitest, ...files, ...excluded];
    passed.push(
      await run(`Tests that depend on Node, on Node ${release}`, 'npx', words, { TEST_RUN: `node-${release}` }),
    );
  }
  return passed;
}

// One after the other: side by side, the commands of the end-to-end tests wait for a processor longer than their time-outs allow.
const passed = [
  await run(
    'The desk in Chromium, the state in PostgreSQL, the package in npm, pnpm and Yarn, the commands of the docs',
    process.execPath,
    [...vitest, '--config', 'vitest.system.config.ts'],
  ),
  await releases(),
];
process.exitCode = isBundled && passed.flat().every(Boolean) ? 0 : 1;
