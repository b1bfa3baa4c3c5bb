import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { type Server, startServer } from '../postgres/server.ts';
import { runIn } from './tarball.ts';

/** The package as a user of pnpm and of Yarn gets it, each on another Node. test/packaging/snippets.test.ts has that of npm. */

const TOOLS = ['@yarnpkg/cli-dist@4.18.1', 'pnpm@12.21.0'];

let folder: string;
let server: Server;
const { tarball } = inject('packed');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-packaging-'));
  const tools = join(folder, 'tools');
  await mkdir(tools);
  [server] = await Promise.all([
    startServer(),
    runIn(folder, ['npm', 'install', '--prefix', tools, '--prefer-offline', '--no-audit', '--no-fund', ...TOOLS]),
  ]);
});
afterAll(async () => {
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Manager {
  title: string;
  /** The Node that runs it. */
  release: string;
  add: string[];
  notiform: string[];
  node: string[];
  settings?: Record<string, string>;
}

const pnpm: Manager = {
  title: 'pnpm',
  release: process.env['NODE_22'] ?? '',
  add: ['pnpm', 'add', '--save-dev', '--prefer-offline'],
  notiform: ['pnpm', 'exec', 'notiform'],
  node: ['pnpm', 'exec', 'node'],
};
/** With Plug'n'Play. Its other linker has the commands of this one and the folders of npm. */
const yarn: Manager = {
  title: 'Yarn',
  release: process.env['NODE_24'] ?? '',
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

type Start = (words: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;

/** Runs the Action as GitHub's runner does. */
async function validateBy(start: Start, project: string, action: string): Promise<string> {
  const { runs } = parse(await readFile(join(project, action, 'action.yml'), 'utf8')) as { runs: { main: string } };
  return start(['node', join(project, action, runs.main)], {
    INPUT_COMMAND: 'validate',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REPOSITORY: 'shop/messages',
    GITHUB_RUN_ID: '1',
    GITHUB_SHA: 'c0ffee',
    GITHUB_WORKSPACE: project,
    RUNNER_TEMP: folder,
  });
}

/** Keeps the state of the local environment in PostgreSQL: the tarball alone has its client. */
async function useDatabase(project: string): Promise<void> {
  const config = join(project, 'notiform.yaml');
  const state = 'state: { store: postgres, url: "${env:STATE_URL}" }';
  await writeFile(config, (await readFile(config, 'utf8')).replace(/^ {2}local:\n/m, `$&    ${state}\n`));
}

/** Loads the library in both ways, and prints the Node that does it. */
const BOTH = `const { startEmulator } = require('notiform/emulator');
import('notiform/emulator').then(async (library) => {
  for (const one of await Promise.all([startEmulator(), library.startEmulator()])) await one.stop();
  console.log(process.execPath);
});`;

it.concurrent.each([pnpm, yarn])(
  '$title installs the tarball, and init, the Action, apply and plan work',
  async ({ title, release, add, notiform, node, settings }) => {
    const project = join(folder, title);
    await mkdir(project);
    const path = [dirname(release), join(folder, 'tools/node_modules/.bin'), process.env['PATH']].join(delimiter);
    const start: Start = (words, env) =>
      runIn(project, words, { PATH: path, YARN_ENABLE_TELEMETRY: '0', STATE_URL: server.url(), ...env });
    const files = { 'package.json': '{ "name": "shop", "private": true }', ...settings };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    await start([...add, title === 'Yarn' ? `notiform@file:${tarball}` : tarball]);
    expect(await installed(project)).toEqual(['notiform']);
    const told = (...words: string[]): Promise<string> => start([...notiform, ...words]);
    expect(await told('init')).toContain(`\n  ${notiform.join(' ')} -e local plan\n`);
    const { scripts, action } = await setupOf(project);
    for (const script of scripts) await start(['bash', '-e', '-c', script], { GITHUB_WORKSPACE: project });
    expect(await validateBy(start, project, action)).not.toContain('::error');
    // The workflow installs with the other linker.
    if (title === 'Yarn') await start(['yarn', 'install']);
    if (title === 'pnpm') await useDatabase(project);
    const applied = await told('-e', 'local', '--json', 'apply', '--yes');
    expect(JSON.parse(applied)).toMatchObject({ ok: true, problems: [] });
    expect(await told('-e', 'local', 'plan')).toContain('No changes.');
    await writeFile(join(project, 'both.cjs'), BOTH);
    expect(await start([...node, 'both.cjs'])).toBe(`${release}\n`);
    if (title === 'pnpm') expect(await server.ask('select profile from notiform_state')).toEqual([{ profile: 'shop' }]);
  },
);
