import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../postgres/server.ts';

/** The package as a user gets it: `npm pack` makes the tarball, and each package manager installs it and runs it. */

const ROOT = join(import.meta.dirname, '..', '..');
const TOOLS = ['@yarnpkg/cli-dist@4.18.1', 'pnpm@12.21.0'];

let folder: string;
let tarball: string;
/** The paths in the tarball. */
let contents: string[];

const run = promisify(execFile);

/** Runs a program and returns its stdout. A failure carries the program's stderr. */
async function start(
  cwd: string,
  [program = '', ...words]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A package manager passes settings to the scripts it runs. Those of the outer one must not reach the inner one.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_registry)|CI$|NODE_OPTIONS$)/.test(name),
  );
  const path = [join(folder, 'tools', 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const { stdout } = await run(program, words, {
    cwd,
    env: { ...Object.fromEntries(own), PATH: path, YARN_ENABLE_TELEMETRY: '0', ...more },
    timeout: 120_000,
  });
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-packaging-'));
  await mkdir(join(folder, 'tools'));
  const [packed] = await Promise.all([
    start(ROOT, ['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder]),
    start(folder, ['npm', 'install', '--prefix', join(folder, 'tools'), '--no-audit', '--no-fund', ...TOOLS]),
  ]);
  const [made] = JSON.parse(packed) as { filename: string; files: { path: string }[] }[];
  tarball = join(folder, made?.filename ?? '');
  contents = (made?.files ?? []).map(({ path }) => path);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Manager {
  title: string;
  add: string[];
  notiform: string[];
  settings?: Record<string, string>;
}

const npm: Manager = {
  title: 'npm',
  add: ['npm', 'install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund'],
  notiform: ['npx', '--no', '--', 'notiform'],
};
const pnpm: Manager = {
  title: 'pnpm',
  add: ['pnpm', 'add', '--save-dev', '--prefer-offline'],
  notiform: ['pnpm', 'exec', 'notiform'],
};
const yarn = (linker: string): Manager => ({
  title: `Yarn with ${linker}`,
  add: ['yarn', 'add', '--dev'],
  notiform: ['yarn', 'notiform'],
  settings: { 'yarn.lock': '', '.yarnrc.yml': `nodeLinker: ${linker}\nenableImmutableInstalls: false\n` },
});

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

it.concurrent.each([npm, pnpm, yarn('pnp'), yarn('node-modules')])(
  '$title installs the tarball, and init, validate, plan and apply work',
  async ({ title, add, notiform, settings }) => {
    const project = join(folder, title.replaceAll(' ', '-'));
    await mkdir(project);
    const files = { 'package.json': '{ "name": "shop", "private": true }', ...settings };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    await start(project, [...add, title.startsWith('Yarn') ? `notiform@file:${tarball}` : tarball]);
    expect(await installed(project)).toEqual(['notiform']);
    const told = (...words: string[]): Promise<string> => start(project, [...notiform, ...words]);
    const json = async (...words: string[]): Promise<unknown> =>
      JSON.parse(await told('-e', 'local', '--json', ...words));
    expect(await told('init')).toContain(`\n  ${notiform.join(' ')} -e local plan `);
    const { scripts, action } = await setupOf(project);
    for (const script of scripts) await start(project, ['bash', '-e', '-c', script], { GITHUB_WORKSPACE: project });
    expect(await validateBy(project, action)).not.toContain('::error');
    expect(await json('validate')).toMatchObject({ ok: true, problems: [] });
    expect(await json('plan')).toMatchObject({ ok: true });
    expect(await json('apply', '--yes')).toMatchObject({ ok: true });
    expect(await told('-e', 'local', 'plan')).toContain('No changes.');
  },
);

it('the tarball has what a user needs and nothing else', () => {
  const KINDS = [
    /^(?:LICENSE|THIRD-PARTY-LICENSES|README(?:\.ko)?\.md|CHANGELOG\.md|SECURITY\.md|package\.json|action\.yml)$/,
    /^dist\/(?:action\.cjs|notiform\.cjs|chunks\/[\w-]+\.cjs|emulator\.(?:cjs|mjs|d\.cts|d\.mts))$/,
    /^docs\/(?:how-to\/)?[\w.-]+\.md$/,
    /^docs\/pictures\/[\w.-]+\.svg$/,
    /^schemas\/[\w-]+\.(?:schema|openapi)\.json$/,
  ];
  expect(contents.filter((path) => !KINDS.some((kind) => kind.test(path)))).toEqual([]);
  const needed = [
    'LICENSE',
    'THIRD-PARTY-LICENSES',
    'README.md',
    'dist/notiform.cjs',
    'dist/emulator.mjs',
    'action.yml',
  ];
  expect(contents).toEqual(expect.arrayContaining(needed));
});

/** A program of each module system. Both name every type that the library exports. */
const USES: Readonly<Record<string, string>> = {
  'module.mts': "import { startEmulator, type Emulator, type Seed, type Settings } from 'notiform/emulator';",
  'common.cts':
    "import library = require('notiform/emulator');\nconst { startEmulator } = library;\ntype Emulator = library.Emulator;\ntype Seed = library.Seed;\ntype Settings = library.Settings;",
};
const BODY = `
const seed: Seed = { templates: [{ profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'REQ' }] };
const settings: Partial<Settings> = { deliveryMs: 0 };
async function run(): Promise<string> {
  await using emulator: Emulator = await startEmulator({ seed, settings });
  await emulator.inspections.approve({ templateCode: 'order_paid' });
  // @ts-expect-error a fault needs a kind
  await emulator.faults.set([{ path: '/v3/message' }]).catch(() => undefined);
  return \`\${emulator.url} \${(await emulator.inspections.list()).length}\`;
}
run().then((text) => console.log(text));
`;

describe('notiform/emulator, from the tarball', () => {
  let project: string;
  beforeAll(async () => {
    project = join(folder, 'library');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true }');
    for (const [name, uses] of Object.entries(USES)) {
      const declared = 'declare const console: { log(text: string): void };';
      await writeFile(join(project, name), `${uses}\n${declared}\n${BODY}`);
    }
    await start(project, [...npm.add, '--offline', tarball]);
  });

  /** Type-checks files of the project, and compiles them. No `@types` package is there. */
  async function compile(settings: Record<string, unknown>, files: string[]): Promise<string> {
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', lib: ['es2022'] };
    const config = { compilerOptions: { ...compilerOptions, types: [], outDir: 'built', ...settings }, files };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
    return start(project, ['node', join(ROOT, 'node_modules/typescript/bin/tsc')]).catch((error: unknown) =>
      error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
    );
  }

  it('has types for import and require, also without the types of Node', async () => {
    expect(await compile({ module: 'preserve', moduleResolution: 'bundler' }, ['module.mts'])).toBe('');
    expect(await compile({ module: 'node16' }, ['module.mts', 'common.cts'])).toBe('');
    for (const name of ['module.mjs', 'common.cjs'])
      expect(await start(project, ['node', join('built', name)])).toMatch(/^http:\/\/127\.0\.0\.1:\d+ 0\n$/);
  });

  it('loads and starts within 300 ms', async () => {
    const script = `const begin = process.cpuUsage();
import('notiform/emulator').then(async ({ startEmulator }) => {
  const emulator = await startEmulator();
  const { user, system } = process.cpuUsage(begin);
  console.log((user + system) / 1000);
  await emulator.stop();
});`;
    // The processor's time: other tests use the same cores.
    expect(Number(await start(project, ['node', '-e', script]))).toBeLessThan(300);
  });
});

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
