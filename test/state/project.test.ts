import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemPrograms } from '../../src/core/program.ts';
import { systemPorts } from '../../src/files/system.ts';
import type { StateDocument } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { openGit } from '../../src/state/git.ts';
import { type ProjectPlace, repositoryOf, withProject } from '../../src/state/project.ts';
import type { StateStore } from '../../src/state/store.ts';
import { ann, bob, document, problem } from './contract.ts';
import { env, folder, git, prepareRepositories, project, projectBelow } from './git-support.ts';

prepareRepositories();

let count = 0;

/** A folder of state that several projects use. */
function sharedFolder(): string {
  count += 1;
  return join(folder, `state-${count}`);
}

function storeOf(path: string, root: string, more: Partial<ProjectPlace> = {}): StateStore {
  const store = createFileStore({ path, shown: path, environment: 'test', ports: systemPorts, isAlive: () => true });
  const programs = systemPrograms();
  const place = { environment: 'test', configured: undefined, root, file: 'notiform.yaml', isInside: false };
  const own = { programs, cwd: root, env, remote: 'origin', ports: systemPorts };
  return withProject(store, { ...place, takesOver: false, git: openGit(own), ports: systemPorts, ...more });
}

async function write(store: StateStore, serial: number, more: Partial<StateDocument> = {}): Promise<void> {
  const lease = await store.lock('shop', ann);
  await lease.write({ ...document(serial), ...more });
  await lease.release();
}

async function recordedBy(store: StateStore): Promise<string | undefined> {
  return (await store.read('shop'))?.project;
}

describe('the document of another project', () => {
  it('is neither read, written nor unlocked; the line to write is named', async () => {
    const state = sharedFolder();
    const [{ work: first }, { work: second }] = [project(), project()];
    git(first, 'remote', 'set-url', 'origin', 'https://github.com/acme/shop.git');
    git(second, 'remote', 'set-url', 'origin', 'https://github.com/acme/mall.git');
    await write(storeOf(state, first), 1);
    const theirs = storeOf(state, second);
    const refusal = {
      code: 'state-other-project',
      message: 'The state of test/shop belongs to the project github.com/acme/shop, and this is github.com/acme/mall',
      hint: expect.stringContaining('write `project: "github.com/acme/shop"` in notiform.yaml'),
    };
    expect(await problem(theirs.read('shop'))).toMatchObject(refusal);
    expect(await problem(theirs.readAll(['mall', 'shop']))).toMatchObject(refusal);
    const lease = await storeOf(state, first).lock('shop', ann);
    expect(await problem(theirs.breakLock('shop', bob))).toMatchObject(refusal);
    await lease.release();
    // The line of the hint.
    const same = storeOf(state, second, { configured: 'github.com/acme/shop' });
    expect(await recordedBy(same)).toBe('github.com/acme/shop');
  });

  it('is one of another folder of the repository, too', async () => {
    const state = sharedFolder();
    const { work, below } = projectBelow();
    const other = join(work, 'apps', 'mall');
    mkdirSync(other);
    await write(storeOf(state, below), 1);
    expect(await problem(storeOf(state, other).read('shop'))).toMatchObject({ code: 'state-other-project' });
    expect(await problem(storeOf(state, work).read('shop'))).toMatchObject({ code: 'state-other-project' });
  });

  it('is found by whoever comes second, also between a look and the lock', async () => {
    const state = sharedFolder();
    const stores = ['one', 'two'].map((configured) => storeOf(state, folder, { configured }));
    const [one, two] = stores as [StateStore, StateStore];
    expect([await one.read('shop'), await two.read('shop')]).toEqual([undefined, undefined]);
    await write(one, 1);
    const lease = await two.lock('shop', bob);
    expect(await problem(two.read('shop'))).toMatchObject({ code: 'state-other-project' });
    await lease.release();
  });
});

describe('a project with the same name at another place', () => {
  const configured = 'shop-7';
  const namedIn = (root: string): string => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'notiform.yaml'), `version: 1\nproject: "${configured}"\n`);
    return root;
  };

  it('is refused while the recorded folder has it too; a moved folder goes on', async () => {
    const state = sharedFolder();
    const { work } = projectBelow();
    git(work, 'remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
    const [shop, mall] = ['shop', 'mall'].map((name) => namedIn(join(work, 'apps', name))) as [string, string];
    const of = (root: string) => storeOf(state, root, { configured });
    await write(of(shop), 1);
    const refusal = await problem(of(mall).read('shop'));
    expect(refusal).toMatchObject({
      code: 'state-other-project',
      message:
        'The state of test/shop belongs to the project in github.com/acme/shop/apps/shop, and this one, in github.com/acme/shop/apps/mall, has the same name',
      hint: expect.stringMatching(/write `project: "[0-9a-f]{16}"` .* run `notiform -e test state move shop shop`/),
    });
    // A sparse checkout without the folder of the original, which its commit has.
    git(work, 'add', '.');
    git(work, 'update-index', '--skip-worktree', 'apps/shop/notiform.yaml');
    rmSync(join(shop, 'notiform.yaml'));
    expect(await problem(of(mall).read('shop'))).toMatchObject({ code: 'state-other-project' });
    git(work, 'update-index', '--no-skip-worktree', 'apps/shop/notiform.yaml');
    await write(of(mall), 2);
    namedIn(shop);
    expect(await of(mall).read('shop')).toMatchObject({ place: { file: 'apps/mall/notiform.yaml' } });
    expect(await problem(of(shop).read('shop'))).toMatchObject({ code: 'state-other-project' });
  });

  it('is every clone of its repository, however its remote is written, and a fork that has it as a remote', async () => {
    const state = sharedFolder();
    const { work } = project();
    namedIn(work);
    const of = (url: string, more: Partial<ProjectPlace> = {}) => {
      git(work, 'remote', 'set-url', 'origin', url);
      return storeOf(state, work, { configured, ...more });
    };
    await write(of('https://git.acme.example/scm/acme/shop.git'), 1);
    for (const url of ['ssh://git@acme-git/acme/shop', 'git@work:acme/shop.git', '/srv/git/mirror'])
      expect(await of(url).read('shop')).toMatchObject({ serial: 1 });
    const fork = 'https://git.acme.example/scm/ann/shop';
    expect(await problem(of(fork).read('shop'))).toMatchObject({ code: 'state-other-project' });
    git(work, 'remote', 'add', 'upstream', 'ssh://git@git.acme.example/acme/shop');
    expect(await of(fork).read('shop')).toMatchObject({ serial: 1 });
    git(work, 'remote', 'remove', 'upstream');
    await write(of(fork, { takesOver: true }), 2);
    expect(await of(fork).read('shop')).toMatchObject({ place: { repository: 'git.acme.example/scm/ann/shop' } });
  });
});

describe('one project', () => {
  it('is every clone and worktree of its repository', async () => {
    const state = sharedFolder();
    const { remote, work, below } = projectBelow();
    await write(storeOf(state, below), 1);
    git(folder, 'clone', '-q', remote, `${work}-clone`);
    git(work, 'worktree', 'add', '-q', '--detach', `${work}-linked`);
    for (const root of [`${work}-clone`, `${work}-linked`])
      expect(await storeOf(state, join(root, 'apps', 'shop')).read('shop')).toMatchObject(document(1));
  });

  it('keeps its state when it gets a remote or a name, which the next write records', async () => {
    const state = sharedFolder();
    const { work } = project();
    git(work, 'remote', 'remove', 'origin');
    await write(storeOf(state, work), 1);
    expect(await recordedBy(storeOf(state, work))).toBe(work);
    git(work, 'remote', 'add', 'upstream', 'git@github.com:Acme/Shop.git');
    await write(storeOf(state, work), 2);
    expect(await recordedBy(storeOf(state, work))).toBe('github.com/acme/shop');
    const named = storeOf(state, work, { configured: 'shop-7' });
    await write(named, 3);
    expect(await recordedBy(named)).toBe('shop-7');
    expect(await problem(storeOf(state, work).read('shop'))).toMatchObject({ code: 'state-other-project' });
  });

  it('takes a document without a record, and one of an earlier git store with its folder', async () => {
    const { below } = projectBelow();
    const state = sharedFolder();
    const plain = createFileStore({
      path: state,
      shown: state,
      environment: 'test',
      ports: systemPorts,
      isAlive: () => true,
    });
    await write(plain, 1, { project: 'apps/shop' });
    expect(await recordedBy(storeOf(state, below))).toBe('apps/shop');
    await write(storeOf(state, below), 2);
    expect(await recordedBy(plain)).toMatch(/remote-\d+\/apps\/shop$/);
  });

  it('may be moved with the state that it contains, where there is no git', async () => {
    const root = join(folder, 'plain');
    mkdirSync(root);
    await write(storeOf(join(root, 'state'), root, { isInside: true }), 1);
    renameSync(root, `${root}-moved`);
    const moved = storeOf(join(`${root}-moved`, 'state'), `${root}-moved`, { isInside: true });
    await write(moved, 2);
    expect(await recordedBy(moved)).toBe(root);
    const outside = storeOf(join(`${root}-moved`, 'state'), `${root}-moved`);
    expect(await problem(outside.read('shop'))).toMatchObject({ code: 'state-other-project' });
  });
});

it.each([
  'https://github.com/Acme/Shop.git',
  'https://github.com/acme/shop',
  'https://github.com/acme/shop/',
  'https://user:gho_secret@github.com/acme/shop.git',
  'https://x-access-token:gho_secret@github.com:443/acme/shop',
  'git@github.com:acme/shop.git',
  'github.com:acme/shop',
  'ssh://git@github.com/acme/shop.git',
  'ssh://git@ssh.github.com:443/acme/shop.git',
  'git://github.com/acme/shop.git?token=gho_secret',
])('%s is the repository github.com/acme/shop', (url) => {
  expect(repositoryOf(url, '/work')).toBe('github.com/acme/shop');
});

it.each([
  ['git@ssh.dev.azure.com:v3/acme/mall/shop', 'dev.azure.com/acme/mall/shop'],
  ['https://acme@dev.azure.com/acme/mall/_git/shop', 'dev.azure.com/acme/mall/shop'],
  ['/srv/git/Shop.git', '/srv/git/Shop'],
  ['file:///srv/git/Shop.git/', '/srv/git/Shop'],
  ['../remote.git', '/remote'],
  ['user:secret@host/shop', 'user/host/shop'],
])('%s is the repository %s', (url, name) => {
  expect(repositoryOf(url, '/work')).toBe(name);
});
