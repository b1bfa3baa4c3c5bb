import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../postgres/server.ts';
import { pack, runIn } from './tarball.ts';

/** The package as a user gets it: `npm pack` makes the tarball, and each package manager installs it and runs it. */

const TOOLS = ['@yarnpkg/cli-dist@4.18.1', 'pnpm@12.21.0'];

let folder: string;
let tarball: string;

/** Runs a program, which finds the package managers. */
function start(cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = [join(folder, 'tools', 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  return runIn(cwd, words, { PATH: path, YARN_ENABLE_TELEMETRY: '0', ...env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-packaging-'));
  const tools = join(folder, 'tools');
  await mkdir(tools);
  [{ tarball }] = await Promise.all([
    pack(folder),
    runIn(folder, ['npm', 'install', '--prefix', tools, '--no-audit', '--no-fund', ...TOOLS]),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Manager {
  title: string;
  add: string[];
  notiform: string[];
  node: string[];
  settings?: Record<string, string>;
}

const npm: Manager = {
  title: 'npm',
  add: ['npm', 'install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund'],
  notiform: ['npx', '--no', '--', 'notiform'],
  node: ['node'],
};
const pnpm: Manager = {
  title: 'pnpm',
  add: ['pnpm', 'add', '--save-dev', '--prefer-offline'],
  notiform: ['pnpm', 'exec', 'notiform'],
  node: ['pnpm', 'exec', 'node'],
};
/** With Plug'n'Play. Its other linker has the commands of this one and the folders of npm. */
const yarn: Manager = {
  title: 'Yarn',
  add: ['yarn', 'add', '--dev'],
  notiform: ['yarn', 'notiform'],
  node: ['yarn', 'node'],
  settings: { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: pnp\nenableImmutableInstalls: false\n' },
};

/** The packages that a manager installed, by its folder or, for Yarn's Plug'n'Play, by its lock file. */
async function installed(project: string): Promise<string[]> {
  const folder = join(project, 'node_modules');
  if (existsSync(folder)) return (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const lock = parse(await readFile(join(project, 'yarn.lock'), 'utf8')) as Record<string, { resolution?: string }>;
  const resolutions = Object.values(lock).flatMap(({ resolution }) => resolution ?? []);
  return resolutions.map((name) => name.replace(/@.*/, '')).filter((name) => name !== 'shop');
}

/** What the workflow runs for a pull request before the Action, and where it starts the Action. `corepack` is for the runner. */
async function setupOf(project: string): Promise<{ scripts: string[]; action: string }> {
  const text = await readFile(join(project, '.github/workflows/notiform.yml'), 'utf8');
  const { jobs } = parse(text) as { jobs: { plan: { steps: { run?: string; uses?: string }[] } } };
  const { steps } = jobs.plan;
  const first = steps.findIndex(({ uses }) => uses?.startsWith('./'));
  const scripts = steps.slice(0, first).flatMap(({ run }) => run ?? []);
  return { scripts: scripts.filter((run) => run !== 'corepack enable'), action: steps[first]?.uses ?? '' };
}

/** Runs the Action as GitHub's runner does. */
async function validateBy(project: string, action: string): Promise<string> {
  const { runs } = parse(await readFile(join(project, action, 'action.yml'), 'utf8')) as { runs: { main: string } };
  return start(project, ['node', join(project, action, runs.main)], {
    INPUT_COMMAND: 'validate',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REPOSITORY: 'shop/messages',
    GITHUB_RUN_ID: '1',
    GITHUB_SHA: 'c0ffee',
    GITHUB_WORKSPACE: project,
    RUNNER_TEMP: folder,
  });
}

it.concurrent.each([npm, pnpm, yarn])(
  '$title installs the tarball, and init, the Action, apply and plan work',
  async ({ title, add, notiform, node, settings }) => {
    const project = join(folder, title);
    await mkdir(project);
    const files = { 'package.json': '{ "name": "shop", "private": true }', ...settings };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    await start(project, [...add, title === 'Yarn' ? `notiform@file:${tarball}` : tarball]);
    expect(await installed(project)).toEqual(['notiform']);
    const told = (...words: string[]): Promise<string> => start(project, [...notiform, ...words]);
    expect(await told('init')).toContain(`\n  ${notiform.join(' ')} -e local plan `);
    const { scripts, action } = await setupOf(project);
    for (const script of scripts) await start(project, ['bash', '-e', '-c', script], { GITHUB_WORKSPACE: project });
    expect(await validateBy(project, action)).not.toContain('::error');
    // The workflow installs with the other linker.
    if (title === 'Yarn') await start(project, ['yarn', 'install']);
    const applied = await told('-e', 'local', '--json', 'apply', '--yes');
    expect(JSON.parse(applied)).toMatchObject({ ok: true, problems: [] });
    expect(await told('-e', 'local', 'plan')).toContain('No changes.');
    const twice = 'Promise.all([startEmulator(), startEmulator()]).then((all) => all.map((one) => one.stop()));';
    await writeFile(join(project, 'a.mjs'), `import { startEmulator } from 'notiform/emulator';\n${twice}`);
    await writeFile(join(project, 'a.cjs'), `const { startEmulator } = require('notiform/emulator');\n${twice}`);
    for (const name of ['a.mjs', 'a.cjs']) expect(await start(project, [...node, name])).toBe('');
  },
);

it('the tarball alone keeps its state in PostgreSQL and has the licenses of what it contains', async () => {
  const server = await startServer();
  onTestFinished(() => server.remove());
  const project = join(folder, 'offline');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  await start(project, [...npm.add, '--offline', '--cache', join(folder, 'empty-cache'), tarball]);
  expect(await readFile(join(project, 'node_modules/notiform/THIRD-PARTY-LICENSES'), 'utf8')).toContain('pg 8.');
  const notiform = (...words: string[]): Promise<string> =>
    start(project, [...npm.notiform, '-e', 'local', ...words], { STATE_URL: server.url() });
  await notiform('init');
  const config = join(project, 'notiform.yaml');
  const text = await readFile(config, 'utf8');
  await writeFile(
    config,
    text.replace(/^ {2}local:\n/m, '$&    state: { store: postgres, url: "${env:STATE_URL}" }\n'),
  );
  await notiform('apply', '--yes');
  expect(await server.ask('select profile from notiform_state')).toEqual([{ profile: 'shop' }]);
  expect(await notiform('plan')).toContain('No changes.');
});
