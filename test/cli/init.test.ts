import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from '../../src/cli/program.ts';
import type { Ran } from './project.ts';
import { viewOf } from './streams.ts';

interface Folder {
  path: string;
  /** Runs git in the folder. */
  git(...args: string[]): void;
  write(file: string, text?: string): Promise<void>;
  workflow(name?: string): Promise<Workflow>;
  init(given?: Parameters<typeof viewOf>[0]): Promise<Ran>;
  /** Every file and link, sorted. */
  files(): Promise<string[]>;
}

interface Workflow {
  name: string;
  on: { pull_request: { paths?: string[] } | null; push: { branches: string[]; paths?: string[] } };
  concurrency: { group: string };
  defaults?: { run: { 'working-directory': string } };
  jobs: Record<'plan' | 'apply' | 'morning', { if: string; concurrency: { group: string }; steps: { run?: string }[] }>;
}

/** git without the settings of this machine. */
const ENV = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

async function emptyFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-init-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    git: (...args) => {
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: path, env: ENV });
    },
    write: async (file, text = '') => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    },
    workflow: async (name = 'notiform') =>
      parse(await readFile(join(path, `.github/workflows/${name}.yml`), 'utf8')) as Workflow,
    init: async (given = {}) => {
      const view = viewOf({ cwd: path, env: ENV, ...given });
      return { exit: await runProgram(['init'], view), out: view.out(), err: view.err() };
    },
    files: async () => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((one) => !one.isDirectory())
        .map((one) => join(one.parentPath, one.name).slice(path.length + 1))
        .sort();
    },
  };
}

const CP949 = Buffer.from([0xc0, 0xd3, 0xbd, 0xc3, 0x2f]);
const WRITTEN = ['previews/', 'plan.json', 'plan-*.json', '/plan.md', 'receipt*.json'];
const LINES = ['node_modules/', '.notiform/', ...WRITTEN];
const linesOf = (names: string[]): string => names.map((name) => `${name}\n`).join('');
const ADDED = Buffer.from(linesOf(LINES));

it('prints the workflow of an existing project, and creates nothing', async () => {
  const folder = await emptyFolder();
  folder.git('init', '-q', '-b', 'trunk');
  await folder.write('apps/shop/pnpm-lock.yaml');
  const runIn = async (at: string, ...words: string[]): Promise<string> => {
    const view = viewOf({ cwd: join(folder.path, at), env: ENV });
    expect(await runProgram(['init', ...words], view), view.err()).toBe(0);
    return view.out();
  };
  const run = (...words: string[]): Promise<string> => runIn('apps/shop', ...words);
  await run();
  const before = await folder.files();
  const printed = await run('--workflow');
  expect(await folder.files()).toEqual(before);
  const path = '.github/workflows/notiform-apps-shop.yml';
  const written = await readFile(join(folder.path, path), 'utf8');
  expect(printed).toBe(written);
  expect(await runIn('apps/shop/manifests', '--workflow')).toBe(written);
  expect(await runIn('.', '--workflow', '--config', 'apps/shop')).toBe(written);
  expect(JSON.parse(await run('--workflow', '--json'))).toMatchObject({
    workflow: { path: `../../${path}`, content: written },
  });
});

it('the workflow of a project passes the variables of the keys of its profiles', async () => {
  const { path, write } = await emptyFolder();
  await write(
    'notiform.yaml',
    `version: 1
environments:
  production:
    profiles:
      mall: { key: "\${env:MALL_KEY}" }
      outlet: { key: "\${env:OUTLET_KEY}" }
      other: { key: "other-\${env:MALL_KEY}" }
`,
  );
  const view = viewOf({ cwd: path, env: ENV });
  expect(await runProgram(['init', '--workflow'], view), view.err()).toBe(0);
  expect(view.out()).toContain('#   secrets    NOTIFORM_BIZ_ID, NOTIFORM_API_KEY, MALL_KEY, OUTLET_KEY\n');
  const { jobs } = parse(view.out()) as { jobs: { apply: { steps: { env?: object }[] } } };
  expect(jobs.apply.steps.at(-1)?.env).toEqual({
    NOTIFORM_RESOURCE_URL: '${{ vars.NOTIFORM_RESOURCE_URL }}',
    NOTIFORM_BIZ_ID: '${{ secrets.NOTIFORM_BIZ_ID }}',
    NOTIFORM_API_KEY: '${{ secrets.NOTIFORM_API_KEY }}',
    MALL_KEY: '${{ secrets.MALL_KEY }}',
    OUTLET_KEY: '${{ secrets.OUTLET_KEY }}',
  });
});

describe('the .gitignore of a new project', () => {
  it.each([
    ['that is not UTF-8', Buffer.concat([CP949, Buffer.from('\n')]), ADDED],
    ['with CR LF and no last break', Buffer.from('dist\r\n*.log'), Buffer.from(`\n${ADDED}`)],
    ['with one of the lines', Buffer.from('/node_modules\r\n'), Buffer.from(linesOf(['.notiform/', ...WRITTEN]))],
  ])('%s keeps its bytes and gets the lines that it lacks', async (_what, before, added) => {
    const folder = await emptyFolder();
    const file = join(folder.path, '.gitignore');
    await writeFile(file, before);
    expect(await folder.init()).toMatchObject({ exit: 0, err: '' });
    expect(await readFile(file)).toEqual(Buffer.concat([before, added]));
  });
});

describe('init in a folder that it cannot use', () => {
  it('creates nothing if .gitignore is read-only and lacks a line', async () => {
    const folder = await emptyFolder();
    const file = join(folder.path, '.gitignore');
    await writeFile(file, 'dist\n', { mode: 0o444 });
    const ran = await folder.init();
    expect(ran).toMatchObject({ exit: 1, out: '' });
    expect(ran.err).toContain('error: `.gitignore` cannot be written: permission denied (EACCES)\n');
    expect(await readdir(folder.path)).toEqual(['.gitignore']);
    expect(await readFile(file, 'utf8')).toBe('dist\n');
  });

  it('names a file in the way, and creates nothing', async () => {
    const folder = await emptyFolder();
    await folder.write('.vscode/settings.json', 'mine');
    const ran = await folder.init();
    expect(ran).toMatchObject({ exit: 1, out: '' });
    expect(ran.err).toContain('`init` would overwrite `.vscode/settings.json`');
    expect(await folder.files()).toEqual(['.vscode/settings.json']);
  });

  it('creates nothing where a file is in the place of a folder', async () => {
    const folder = await emptyFolder();
    await folder.write('manifests', 'mine');
    const ran = await folder.init();
    expect(ran).toMatchObject({ exit: 1, out: '' });
    expect(ran.err).toContain('a part of the path is not a folder');
    expect(await folder.files()).toEqual(['manifests']);
  });
});

/** A repository on its first branch, with a folder for a project. */
async function repository(branch = 'main', folder = 'apps/shop'): Promise<Folder & { project: string }> {
  const made = await emptyFolder();
  made.git('init', '-q', '-b', branch);
  const project = join(made.path, folder);
  await mkdir(project, { recursive: true });
  return { ...made, project };
}

const APPS_SHOP = '.github/workflows/notiform-apps-shop.yml';

describe('init in a folder of a repository', () => {
  it('puts the workflow where GitHub reads it, for this folder only', async () => {
    const { init, project, workflow, files } = await repository();
    const ran = await init({ cwd: project });
    expect(ran).toMatchObject({ exit: 0, err: '' });
    expect(ran.out).toContain(`Created ../../${APPS_SHOP}\n`);
    expect((await files()).filter((path) => path.includes('workflows'))).toEqual([APPS_SHOP]);
    const made = await workflow('notiform-apps-shop');
    const paths = ['apps/shop/**', APPS_SHOP, 'apps/shop/package-lock.json'];
    expect(made).toMatchObject({
      name: 'notiform-apps-shop',
      on: { pull_request: { paths }, push: { branches: ['main'], paths } },
      defaults: { run: { 'working-directory': 'apps/shop' } },
    });
    for (const { concurrency } of Object.values(made.jobs)) expect(concurrency.group).toMatch(/^notiform-apps-shop-/);
    expect(await readFile(join(project, 'notiform.yaml'), 'utf8')).toContain('refs/notiform/production-apps-shop }');
  });

  it.each([
    ['git@gitlab.example.com:team/shop.git', []],
    ['https://gitlab.com/team/shop.git', []],
    ['https://github.com/team/gitlab-shop.git', [APPS_SHOP]],
    ['https://git.example.com/with/.gitlab-ci.yml', []],
  ])('writes a GitHub workflow unless the remote is on GitLab: %s', async (remote, workflows) => {
    const { git, init, project, files, write } = await repository();
    git('remote', 'add', 'origin', remote);
    if (remote.endsWith('.gitlab-ci.yml')) await write('.gitlab-ci.yml');
    const { out } = await init({ cwd: project });
    expect((await files()).filter((path) => path.includes('workflows'))).toEqual(workflows);
    expect(out.includes('docs/gitlab.md has a pipeline')).toBe(workflows.length === 0);
  });
});

describe('the branch that is applied', () => {
  const branchOf = async ({ init, workflow }: Folder): Promise<unknown[]> => {
    const { out } = await init();
    const { on, jobs } = await workflow();
    const [, branch] = /The GitHub workflow applies what is merged to the branch (.*)\.\n/.exec(out) ?? [];
    expect(jobs.apply.if).toContain(`github.ref == 'refs/heads/${branch}'`);
    return [branch, on.push.branches];
  };

  it('is that of origin/HEAD', async () => {
    const folder = await repository('main');
    folder.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/live');
    expect(await branchOf(folder)).toEqual(['release/live', ['release/live']]);
  });

  it('is the current branch', async () => {
    expect(await branchOf(await repository('trunk'))).toEqual(['trunk', ['trunk']]);
  });

  it('is named only in a repository: elsewhere init says that one is needed', async () => {
    const needed =
      'No git repository tracks this folder. The workflow and the state of `production` need one with a remote';
    const [bare, made] = [await emptyFolder(), await emptyFolder()];
    made.git('init', '-q');
    expect((await bare.init({ env: { ...ENV, COLUMNS: '1000' } })).out).toContain(needed);
    expect((await made.init({ env: { ...ENV, COLUMNS: '1000' } })).out).not.toContain('git repository');
  });
});

describe('the package manager', () => {
  it.each([
    ['package-lock.json', '{}', 'npm ci', 'npx --no -- notiform'],
    ['pnpm-lock.yaml', '', 'pnpm install --frozen-lockfile', 'pnpm exec notiform'],
    ['yarn.lock', '__metadata:\n', 'YARN_NODE_LINKER=node-modules yarn install --immutable', 'yarn notiform'],
  ])('of %s (%j) runs in the workflow and in what is shown', async (lockFile, text, install, notiform) => {
    const { init, write, workflow } = await emptyFolder();
    await write(lockFile, text);
    const { out } = await init();
    expect(out).toContain('\n  notiform -e local plan\n');
    expect(out).toContain('docs/how-to/install.md');
    const { jobs } = await workflow();
    for (const { steps } of Object.values(jobs)) {
      const scripts = steps.flatMap(({ run = '' }) => (run.startsWith('echo') ? [] : run)).filter((run) => run !== '');
      const at = scripts.indexOf(install);
      expect(scripts.slice(0, at).filter((run) => run !== 'corepack enable')).toEqual([]);
      const others = scripts.slice(at + 1).filter((run) => !run.includes(`${notiform} `));
      // The morning run fails if the service differs.
      expect(others.filter((run) => !/^echo "::error::/.test(run))).toEqual([]);
    }
  });

  it('is that of the workspace, whose lock file starts the workflow too', async () => {
    const { init, project, write, workflow } = await repository();
    await write('pnpm-lock.yaml');
    await init({ cwd: project });
    const { on } = await workflow('notiform-apps-shop');
    expect(on.push.paths).toEqual(['apps/shop/**', APPS_SHOP, 'pnpm-lock.yaml']);
  });

  it('installs notiform in the folder of its lock file, where editors find the schemas', async () => {
    const { init, project, write, files } = await repository();
    await write('package-lock.json');
    await write('node_modules/notiform/schemas/notiform.schema.json', '{}');
    const { out } = await init({ cwd: project });
    expect(out).not.toContain('docs/how-to/install.md');
    expect((await files()).filter((path) => path.includes('.vscode/notiform'))).toEqual([]);
    const schemas = '../../node_modules/notiform/schemas';
    expect(await readFile(join(project, 'notiform.yaml'), 'utf8')).toContain(
      `$schema=./${schemas}/config.schema.json\n`,
    );
    expect(await readFile(join(project, 'manifests/welcome.yaml'), 'utf8')).toContain(
      `$schema=../${schemas}/notiform.schema.json\n`,
    );
  });
});
