import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import { bareRepository } from '../repositories.ts';
import { SHOP } from './import-project.ts';
import { openEmulator, type Ran, ranIn } from './project.ts';
import { viewOf } from './streams.ts';

const ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  KEY: 'emulator-key',
};

function git(cwd: string, ...args: string[]): string {
  const author = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
  return execFileSync('git', [...author, ...args], { cwd, env: ENV, encoding: 'utf8', stdio: 'pipe' }).trim();
}

const tag = (id: string, name: string): string => `kind: GroupTag\nid: ${id}\nprofile: shop\nname: ${name}\n`;

const template = (id: string, text: string): string =>
  `kind: NotificationTemplate\nid: ${id}\nprofile: shop\nname: ${id}\ncategory: "001001"\nmessageType: BA\ncontent: ${text}\nlifecycle: draft\n`;

interface Clone {
  path: string;
  run(...words: string[]): Promise<Ran>;
  plan(...words: string[]): Promise<string[]>;
  apply(): Promise<Ran>;
  write(file: string, text: string): void;
  commit(message: string): void;
}

interface Team {
  remote: string;
  a: Clone;
  b: Clone;
  clone(name: string, ...options: string[]): Clone;
}

/** Two clones of one project that share a state. It is in a folder, which starts no git. Both have the first commit, which is applied. */
async function team(files: Record<string, string>): Promise<Team> {
  const emulator = await openEmulator([{ ...SHOP, groups: [] }]);
  const root = mkdtempSync(join(tmpdir(), 'notiform-team-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const remote = join(root, 'remote.git');
  bareRepository(remote);
  const opened = (path: string): Clone => {
    const run = (...words: string[]) => ranIn(viewOf({ cwd: path, input: '', env: ENV }), words);
    return {
      path,
      run,
      plan: async (...words) => {
        const { plan, problems } = JSON.parse((await run('plan', ...words, '--json')).out) as {
          plan: Plan;
          problems: { code: string }[];
        };
        return [
          ...plan.changes.map(({ action, address }) => `${action} ${address}`),
          ...plan.blocked.map(({ risk, address }) => `blocked ${risk} ${address}`),
          ...problems.flatMap(({ code }) => (code === 'likely-rejected' ? [] : [code])),
        ];
      },
      apply: () => run('apply', '--yes', '--max-deletes', '9'),
      write: (file, text) => {
        mkdirSync(join(path, 'manifests', dirname(file)), { recursive: true });
        writeFileSync(join(path, 'manifests', file), text);
      },
      commit: (message) => {
        git(path, 'add', '-A');
        git(path, 'commit', '-qm', message);
      },
    };
  };
  const clone = (name: string, ...options: string[]): Clone => {
    git(root, 'clone', '-q', ...options, `file://${remote}`, name);
    return opened(join(root, name));
  };
  const a = clone('a');
  writeFileSync(
    join(a.path, 'notiform.yaml'),
    `version: 1
defaults: { environment: here, profile: shop }
environments:
  here:
    resourceUrl: ${emulator.resourceUrl}
    limits: { perSecond: 1000 }
    credentials: { bizId: emulator, apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ${SHOP.key} } }
    state: { store: file, path: ${join(root, 'state')} }
`,
  );
  for (const [file, text] of Object.entries(files)) a.write(file, text);
  a.commit('one');
  git(a.path, 'push', '-q', 'origin', 'HEAD:main');
  const b = clone('b');
  const first = await a.apply();
  expect(first.exit, first.err).toBe(0);
  return { remote, a, b, clone };
}

describe('a clone that is not pulled', () => {
  it('takes back no update, no create and no delete of another one', async () => {
    const { a, b } = await team({ 'one.yaml': template('one', '안녕하세요'), 'tag.yaml': tag('spring', '봄') });
    b.write('one.yaml', template('one', '반갑습니다'));
    b.write('two.yaml', template('two', '둘'));
    rmSync(join(b.path, 'manifests', 'tag.yaml'));
    b.commit('two');
    git(b.path, 'push', '-q', 'origin', 'HEAD:main');
    const applied = await b.apply();
    expect(applied.exit, applied.out + applied.err).toBe(0);
    expect(await a.plan()).toEqual([
      'blocked older GroupTag/shop/spring',
      'blocked older NotificationTemplate/shop/one',
      'blocked older NotificationTemplate/shop/two',
    ]);
    git(a.path, 'pull', '-q', 'origin', 'main');
    expect(await a.plan()).toEqual([]);
    // A revert is a newer commit.
    git(a.path, 'revert', '--no-edit', 'HEAD');
    expect(await a.plan()).toEqual([
      'create GroupTag/shop/spring',
      'update NotificationTemplate/shop/one',
      'delete NotificationTemplate/shop/two',
    ]);
  });

  it.each([[], ['--depth', '1']])(
    'applies no plan file after a revert of it was applied (clone %s %s)',
    async (...options) => {
      const { a, b, clone } = await team({ 'one.yaml': template('one', '안녕하세요') });
      b.write('one.yaml', template('one', '반갑습니다'));
      b.commit('two');
      git(b.path, 'push', '-q', 'origin', 'HEAD:main');
      const old = clone('old', ...options);
      expect((await old.run('plan', '--out', 'plan.json')).exit).toBe(0);
      git(a.path, 'pull', '-q', 'origin', 'main');
      git(a.path, 'revert', '--no-edit', 'HEAD');
      git(a.path, 'push', '-q', 'origin', 'HEAD:main');
      // Nothing was applied yet: the revert changes nothing.
      expect((await a.apply()).exit).toBe(0);
      const applied = await old.run('apply', 'plan.json');
      expect([applied.exit, applied.out], applied.err).toEqual([
        6,
        expect.stringContaining('older=NotificationTemplate/shop/one'),
      ]);
      expect(await a.plan()).toEqual([]);
    },
  );

  it('is reported if it is shallow, has no git or applied uncommitted manifests', async () => {
    const { a, b, clone } = await team({ 'one.yaml': template('one', '안녕하세요') });
    b.write('one.yaml', template('one', '반갑습니다'));
    b.commit('two');
    b.write('three.yaml', template('three', '셋'));
    b.commit('three');
    git(b.path, 'push', '-q', 'origin', 'HEAD:main');
    const shallow = clone('shallow', '--depth', '1');
    expect((await shallow.plan()).sort()).toEqual([
      'create NotificationTemplate/shop/three',
      'older-unknown',
      'update NotificationTemplate/shop/one',
    ]);
    b.write('one.yaml', template('one', '다시'));
    expect((await b.apply()).exit).toBe(0);
    b.commit('four');
    expect(await b.plan()).toEqual([]);
    git(a.path, 'pull', '-q', 'origin', 'main');
    a.write('one.yaml', template('one', '또'));
    expect(await a.plan()).toEqual(['update NotificationTemplate/shop/one', 'older-unknown']);
    git(b.path, 'push', '-q', 'origin', 'HEAD:main');
    expect((await clone('second', '--depth', '1').apply()).err).toMatch(/its commit is not\s+recorded/);
    expect((await b.apply()).err).not.toContain('recorded');
  });
});

it('a copy of the folder deletes nothing of the original, with its state or its own', async () => {
  const { a } = await team({ 'one.yaml': template('one', '안녕하세요'), 'two.yaml': template('two', '둘') });
  const [file, copy] = [join(a.path, 'notiform.yaml'), join(a.path, 'copy')];
  const config = `project: shop-7\n${readFileSync(file, 'utf8')}`;
  writeFileSync(file, config);
  a.write('one.yaml', template('one', '반갑습니다'));
  expect((await a.apply()).exit).toBe(0);
  mkdirSync(join(copy, 'manifests'), { recursive: true });
  writeFileSync(join(copy, 'notiform.yaml'), config);
  writeFileSync(join(copy, 'manifests', 'one.yaml'), template('one', '반갑습니다'));
  const run = (...words: string[]) => ranIn(viewOf({ cwd: copy, input: '', env: ENV }), words);
  for (const words of [['plan'], ['status'], ['apply', '--yes', '--max-deletes', '9']])
    expect((await run(...words)).err).toContain('state-other-project');
  writeFileSync(join(copy, 'notiform.yaml'), config.replace('shop-7', 'mall-8').replace('/state }', '/mall }'));
  const own = await run('apply', '--yes', '--max-deletes', '9');
  expect(own.exit, own.err).toBe(0);
  expect(await a.plan()).toEqual([]);
  writeFileSync(join(copy, 'notiform.yaml'), config);
  const moved = await run('state', 'move', 'shop', 'shop');
  expect(moved.out).toContain('The state of shop now belongs to this project.');
  expect((await a.run('plan')).err).toContain('state-other-project');
  // The folder was moved.
  rmSync(join(copy, 'notiform.yaml'));
  expect(await a.plan()).toEqual([]);
});

it('deletes nothing in a sparse checkout, whose files HEAD has', async () => {
  const { a, b } = await team({ 'one.yaml': template('one', '안녕하세요'), 'b/tag.yaml': tag('spring', '봄') });
  git(b.path, 'sparse-checkout', 'set', '--no-cone', '/*', '!manifests/b');
  expect(await b.plan()).toEqual(['blocked undefined GroupTag/shop/spring']);
  expect((await b.run('plan')).out).toContain('nothing is deleted while the checkout lacks manifests');
  git(a.path, 'rm', '-rq', 'manifests/b');
  a.commit('removed');
  expect(await a.plan()).toEqual(['delete GroupTag/shop/spring']);
});

it('deletes nothing while a submodule with manifests is not checked out, and changes nothing while one is older than HEAD', async () => {
  const { a, remote, clone } = await team({ 'one.yaml': template('one', '안녕하세요') });
  const texts = join(dirname(remote), 'texts');
  git(dirname(remote), 'init', '-q', texts);
  writeFileSync(join(texts, 'tag.yaml'), tag('spring', '봄'));
  git(texts, 'add', '-A');
  git(texts, 'commit', '-qm', 'texts');
  const submodule = ['-c', 'protocol.file.allow=always', 'submodule', '-q'];
  git(a.path, ...submodule, 'add', texts, 'manifests/texts');
  a.commit('texts');
  git(a.path, 'push', '-q', 'origin', 'HEAD:main');
  expect((await a.apply()).exit).toBe(0);
  expect(await a.plan()).toEqual([]);
  const b = clone('without');
  expect(await b.plan()).toEqual(['blocked undefined GroupTag/shop/spring']);
  writeFileSync(
    join(b.path, 'notiform.yaml'),
    `manifests: manifests/**/*.yaml\n${readFileSync(join(b.path, 'notiform.yaml'), 'utf8')}`,
  );
  expect((await b.run('plan')).out).toContain('lacks manifests: `manifests/texts`');
  git(b.path, ...submodule, 'update', '--init');
  expect(await b.plan()).toEqual([]);
  writeFileSync(join(texts, 'tag.yaml'), `${tag('spring', '여름')}---\n${tag('more', '더')}`);
  git(texts, 'commit', '-qam', 'more');
  git(a.path, ...submodule, 'update', '--remote');
  a.commit('more');
  git(a.path, 'push', '-q', 'origin', 'HEAD:main');
  expect((await a.apply()).exit).toBe(0);
  git(b.path, 'pull', '-q', '--no-recurse-submodules');
  expect(await b.plan()).toEqual(['blocked older GroupTag/shop/more', 'blocked older GroupTag/shop/spring']);
  git(b.path, ...submodule, 'update');
  expect(await b.plan()).toEqual([]);
});
