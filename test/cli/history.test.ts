import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHistory } from '../../src/cli/history.ts';
import { env, folder, git as gitIn, prepareRepositories, projectBelow } from '../state/git-support.ts';

prepareRepositories();

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'history-'));
  await mkdir(join(root, 'manifests'));
  await writeFile(join(root, 'notiform.yaml'), '');
  await writeFile(join(root, 'manifests/a.yaml'), 'one');
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'one');
});

afterEach(() => rm(root, { recursive: true }));

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: root });
}

const files = [{ content: { image: { path: 'images/a.png', sha256: 'a' } }, inputs: {} }];

async function isDirty(manifests = 'manifests', resources = files): Promise<boolean> {
  const config = { root, manifests, file: join(root, 'notiform.yaml') };
  const { commit } = await openHistory({ env: process.env }, config, resources);
  expect(commit).toMatch(/^[0-9a-f]{40}(-dirty)?$/);
  return commit?.endsWith('-dirty') === true;
}

it('is dirty with a manifest that git ignores, and not with another ignored file', async () => {
  await appendFile(join(root, '.git/info/exclude'), 'ignored.*\nlocal/\nnode_modules\n');
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'node_modules/ignored.yaml'), '');
  await writeFile(join(root, 'manifests/ignored.png'), '');
  expect([await isDirty(), await isDirty('.')]).toEqual([false, false]);
  await mkdir(join(root, 'manifests/local'));
  await writeFile(join(root, 'manifests/local/b.yaml'), '');
  expect(await isDirty()).toBe(true);
});

it.each(['--skip-worktree', '--assume-unchanged'])('is dirty with a manifest that is marked %s', async (mark) => {
  git('update-index', mark, 'manifests/a.yaml');
  await writeFile(join(root, 'manifests/a.yaml'), 'two');
  expect(await isDirty()).toBe(true);
});

it('is dirty with an uncommitted manifest behind a link, in another repository and in a submodule', async () => {
  const commit = (...words: string[]) => git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', ...words);
  await mkdir(join(root, 'texts'));
  await symlink('../texts', join(root, 'manifests/linked'));
  await symlink('../..', join(root, 'manifests/outside'));
  await writeFile(join(root, 'texts/b.yaml'), 'one');
  git('add', '.');
  commit('-qm', 'linked');
  expect(await isDirty()).toBe(false);
  await writeFile(join(root, 'texts/c.yaml'), 'one');
  expect([await isDirty(), await isDirty('manifests/**/*.yaml'), await isDirty('texts/b.yaml')]).toEqual([
    true,
    true,
    false,
  ]);
  await rm(join(root, 'texts/c.yaml'));
  git('clone', '-q', '.', 'manifests/nested');
  await appendFile(join(root, '.git/info/exclude'), 'nested\n');
  expect(await isDirty()).toBe(true);
  git('-c', 'protocol.file.allow=always', 'submodule', '-q', 'add', '-f', './', 'manifests/nested');
  git('config', '-f', '.gitmodules', 'submodule.manifests/nested.ignore', 'all');
  commit('-qam', 'submodule');
  expect(await isDirty()).toBe(false);
  await writeFile(join(root, 'manifests/nested/manifests/a.yaml'), 'two');
  expect(await isDirty()).toBe(true);
});

it('is dirty with an uncommitted change below a glob', async () => {
  await writeFile(join(root, 'manifests/a.yaml'), 'two');
  expect(await isDirty('manifests/*.yaml')).toBe(true);
});

it('is dirty with an uncommitted file that a manifest names, also one that git ignores', async () => {
  await mkdir(join(root, 'images'));
  for (const name of ['a.png', 'b.png']) await writeFile(join(root, 'images', name), '');
  expect([await isDirty(), await isDirty('manifests', [])]).toEqual([true, false]);
  await appendFile(join(root, '.git/info/exclude'), '*.png\n');
  expect(await isDirty()).toBe(true);
  git('add', '-f', 'images');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'two');
  expect(await isDirty()).toBe(false);
});

it('knows what HEAD contains; a shallow clone asks elsewhere, or does not know', async () => {
  const { remote, below, work } = projectBelow();
  const at = (path: string, contains?: () => Promise<'yes'>) =>
    openHistory({ env, contains }, { root: path, manifests: 'manifests', file: 'notiform.yaml' }, []);
  const [head, first] = [gitIn(below, 'rev-parse', 'HEAD'), gitIn(below, 'rev-parse', 'HEAD~1')];
  const other = gitIn(below, 'commit-tree', `${head}^{tree}`, '-m', 'other');
  const { contains } = await at(below);
  expect(await Promise.all([head, first, other, 'a'.repeat(40)].map(contains))).toEqual([
    'yes',
    'yes',
    'no',
    'missing',
  ]);
  expect(await contains('--help')).toBe('unknown');
  gitIn(folder, 'clone', '-q', '--depth', '1', `file://${remote}`, `${work}-shallow`);
  const shallow = join(`${work}-shallow`, 'apps', 'shop');
  expect(await (await at(shallow)).contains(first)).toBe('unknown');
  expect(await (await at(shallow, async () => 'yes')).contains(first)).toBe('yes');
  gitIn(below, 'checkout', '-q', first);
  expect(await (await at(below)).contains(head)).toBe('behind');
});
