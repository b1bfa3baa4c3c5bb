import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemPrograms } from '../../src/core/program.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemPorts } from '../../src/files/system.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { contend, killHolder, prepareContests } from './contest.ts';
import { ann, bob, document, problem } from './contract.ts';
import {
  env,
  failing,
  folder,
  git,
  linkedWorktree,
  prepareRepositories,
  programsWith,
  project,
  projectBelow,
  quick,
  ref,
  storeIn,
} from './git-support.ts';

prepareRepositories();

/** What a project looks like from within: nothing of it may change. */
function traces(work: string): string[] {
  return [
    git(work, 'for-each-ref'),
    git(work, 'status', '--porcelain', '--ignored'),
    readFileSync(join(work, '.git/HEAD'), 'utf8'),
    ...['index', 'FETCH_HEAD', 'shallow', 'config'].map((name) =>
      existsSync(join(work, '.git', name)) ? readFileSync(join(work, '.git', name), 'latin1') : 'none',
    ),
  ];
}

describe('the project around the git store', () => {
  it('stays as it is: work tree, index, HEAD, branches, hooks; also a shallow clone without a user', async () => {
    const { remote, work } = project();
    writeFileSync(join(work, 'a.txt'), 'a');
    git(work, 'add', '.');
    git(work, 'commit', '-qm', 'one');
    git(work, 'commit', '-qm', 'two', '--allow-empty');
    git(work, 'push', '-q', 'origin', 'main');
    const shallow = `${work}-shallow`;
    git(folder, 'clone', '-q', '--depth=1', `file://${remote}`, shallow);
    mkdirSync(join(shallow, '.git/hooks'));
    writeFileSync(join(shallow, '.git/hooks/pre-push'), '#!/bin/sh\necho pushed > hook-was-here\nexit 1\n', {
      mode: 0o755,
    });
    writeFileSync(join(shallow, 'b.txt'), 'not committed');
    const before = traces(shallow);

    const store = storeIn(shallow, { env: { ...env, GIT_DIR: '/elsewhere', GIT_INDEX_FILE: '/elsewhere/index' } });
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    await lease.release();
    expect(await storeIn(work).read('shop')).toEqual(document(1));
    expect(traces(shallow)).toEqual(before);
    expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe(`refs/heads/main\n${ref}`);
    expect(git(remote, 'rev-list', '--count', ref)).toBe('1');
    expect(git(remote, 'log', '-1', '--format=%an <%ae> %s', ref)).toBe(
      'notiform <notiform@localhost> test/shop: released',
    );
    expect(git(remote, 'ls-tree', '--name-only', ref)).toBe('shop.json\nshop.lock');
  });

  it('is reached whatever else the user has told git to push, and from within a hook', async () => {
    const { remote, work } = project();
    for (const [name, value] of [
      ['remote.origin.mirror', 'true'],
      ['push.pushOption', 'ci.skip'],
      ['push.recurseSubmodules', 'check'],
      ['remote.origin.push', '+refs/heads/*:refs/heads/*'],
    ] as const)
      git(work, 'config', name, value);
    const elsewhere = {
      GIT_COMMON_DIR: '/elsewhere',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '/elsewhere',
      GIT_QUARANTINE_PATH: '/elsewhere',
      GIT_SHALLOW_FILE: '/elsewhere',
    };
    const store = storeIn(work, { env: { ...env, ...elsewhere } });
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    await lease.release();
    expect(await storeIn(work).read('shop')).toEqual(document(1));
    expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe(ref);
  });

  it('shares one push among what is written in the same moment', async () => {
    const { work } = project();
    let pushes = 0;
    const real = systemPrograms();
    const store = storeIn(work, {
      programs: (command) => {
        if (command.args.includes('push')) pushes += 1;
        return real(command);
      },
    });
    const names = ['a', 'b', 'c', 'd'];
    const leases = await Promise.all(names.map((name) => store.lock(name, ann)));
    await Promise.all(leases.map((lease, index) => lease.write(document(1, names[index]))));
    await Promise.all(leases.map((lease) => lease.release()));
    expect(pushes).toBe(3);
  });
});

describe('a document that is put in by the words of docs/state.md', () => {
  const words = (): string => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'state.md'), 'utf8');
    const blocks = Array.from(page.matchAll(/```sh\n([^`]*)```/g), ([, text = '']) => text);
    return blocks.find((text) => text.includes('git push')) ?? '';
  };
  const run = (work: string, script: string) =>
    execFileSync('bash', ['-euc', script], {
      cwd: work,
      env: { ...env, GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't' },
      stdio: 'pipe',
    });
  const productionIn = (work: string) => storeIn(work, { environment: 'production', ref: 'refs/notiform/production' });
  const of = (serial: number, profile = 'shop') => ({ ...document(serial, profile), environment: 'production' });

  it.each([
    ['at the root of a linked worktree', linkedWorktree],
    ['in a subfolder', projectBelow],
  ])(
    'is what the next run goes on from, and all others stay; also where there was none: %s',
    async (_where, layout) => {
      const work = layout().below;
      const put = (serial: number) => writeFileSync(join(work, 'shop.json'), JSON.stringify(of(serial)));
      put(40);
      const lines = words().split('\n');
      run(work, lines.filter((line) => !/^git (fetch|ls-tree)/.test(line)).join('\n'));
      expect(await productionIn(work).read('shop')).toEqual(of(40));

      const mall = await productionIn(work).lock('mall', ann);
      await mall.write(of(1, 'mall'));
      put(7);
      run(work, words());
      const lease = await productionIn(work).lock('shop', bob);
      await lease.write(of(8));
      expect(lease.fence).toBe(1);
      await mall.write(of(2, 'mall'));

      run(work, lines.filter((line) => !line.startsWith('printf')).join('\n'));
      const documents = await productionIn(work).readAll(['shop', 'mall']);
      expect([...documents.values()]).toEqual([undefined, of(2, 'mall')]);
      expect((await productionIn(work).lockOf('shop'))?.holder).toEqual(bob);
    },
  );
});

/** A clone that speaks git's first protocol, which gives out only what refs point to at the moment. */
function oldClone(remote: string): string {
  const path = `${remote}-clone`;
  git(folder, 'clone', '-q', `file://${remote}`, path);
  git(path, 'config', 'protocol.version', '0');
  return path;
}

describe('a remote in the way', () => {
  it.each([
    ['asks for a name', "fatal: could not read Username for 'https://h': terminal prompts disabled", 'state-forbidden'],
    [
      'knows the key of nobody',
      'git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      'state-forbidden',
    ],
    [
      'lets nobody write',
      "remote: Permission to a/b.git denied to c.\nfatal: unable to access 'https://h/': The requested URL returned error: 403",
      'state-forbidden',
    ],
    ['is nowhere', "fatal: unable to access 'https://u:p4ssword@h/': Could not resolve host: h", 'state-unreachable'],
    ['is no remote', "fatal: 'origin' does not appear to be a git repository", 'state-remote-missing'],
    ['says nothing', '', 'state-git'],
  ])('that %s', async (_, stderr, code) => {
    const { work } = project();
    const store = storeIn(work, { programs: async () => failing(stderr), ports: quick });
    const found = await problem(store.read('shop'));
    expect(found).toMatchObject({ code, exit: 1, hint: expect.any(String) });
    expect(found.message).not.toContain('p4ssword');
    expect(await problem(store.lock('shop', ann))).toMatchObject({ code });
  });

  it.each([
    [
      'refuses the key',
      'git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.\n\nPlease make sure',
      'state-forbidden',
      'does not accept this user, or does not let the user write: git@h: Permission denied (publickey).',
      'ssh-add -l',
    ],
    [
      'is no host that ssh knows',
      'Host key verification failed.\r\nfatal: Could not read from remote repository.',
      'state-forbidden',
      'ssh does not trust the host of the git remote origin: Host key verification failed.',
      'known_hosts',
    ],
    [
      'has no such repository over ssh',
      'ERROR: Repository not found.\nfatal: Could not read from remote repository.',
      'state-remote-missing',
      'does not lead to a repository that this user can see: Repository not found.',
      'git remote get-url origin',
    ],
    [
      'has no such repository over https',
      "remote: Not Found\nfatal: repository 'https://u:p4ssword@h/a/b.git/' not found",
      'state-remote-missing',
      "does not lead to a repository that this user can see: repository 'https://h/a/b.git/' not found",
      'git remote get-url origin',
    ],
    [
      'is on a disk that is read-only',
      'error: insufficient permission for adding an object to repository database .git/objects\nfatal: failed to write object',
      'state-git',
      'git cannot write to the repository of the project: insufficient permission',
      'Reading the state also writes',
    ],
    [
      'has objects of another user',
      'fatal: unable to create temporary file: Permission denied',
      'state-git',
      'git cannot write to the repository of the project: unable to create temporary file',
      'the right to write to `.git`',
    ],
    [
      'belongs to another user',
      "fatal: detected dubious ownership in repository at '/w/a'\nTo add an exception for this directory, call:",
      'state-git-owner',
      "another user owns its folder: detected dubious ownership in repository at '/w/a'",
      "git config --global --add safe.directory '/w/a'",
    ],
    [
      'belongs to another user, for an older git',
      "fatal: unsafe repository ('/w/a' is owned by someone else)",
      'state-git-owner',
      "unsafe repository ('/w/a' is owned by someone else)",
      "safe.directory '/w/a'",
    ],
  ])('that %s is reported in git’s own words, with the way out', async (_, stderr, code, message, hint) => {
    const { work } = project();
    const found = await problem(storeIn(work, { programs: async () => failing(stderr) }).read('shop'));
    expect(found).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(found.hint).toContain(hint);
    expect(found.message).not.toContain('p4ssword');
  });

  it('is looked for in the project: there is none, or no project', async () => {
    const { work } = project();
    const missing = await problem(storeIn(work, { remote: 'upstream' }).read('shop'));
    expect(missing).toMatchObject({ code: 'state-remote-missing', hint: expect.stringContaining('git remote add') });
    expect(await problem(storeIn(folder).read('shop'))).toMatchObject({
      code: 'state-remote-missing',
      message: expect.stringContaining('is not in a git repository'),
      hint: expect.stringContaining('install git before the checkout'),
    });
  });

  it('is one that is configured: a repository in the tree that has its name is not used, and none of its programs runs', async () => {
    const { work } = project();
    git(work, 'init', '-q', '--bare', 'vendor/evil.git');
    const ran = join(folder, 'ran');
    mkdirSync(join(work, 'vendor/evil.git/hooks'), { recursive: true });
    writeFileSync(join(work, 'vendor/evil.git/hooks/pre-receive'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const store = storeIn(work, { remote: 'vendor/evil.git' });
    const refusal = { code: 'state-remote-missing', message: expect.stringContaining('is not configured') };
    expect(await problem(store.read('shop'))).toMatchObject(refusal);
    expect(await problem(store.lock('shop', ann))).toMatchObject(refusal);
    expect(existsSync(ran)).toBe(false);
  });

  it('that lets a user read and not push is known before a write, and nothing is pushed', async () => {
    const { remote, work } = project();
    const store = storeIn(work);
    expect(await store.refusedPush?.()).toBeUndefined();
    expect(git(remote, 'for-each-ref')).toBe('');
    expect(git(work, 'count-objects')).toMatch(/^0 objects/);
    const lease = await store.lock('shop', ann);
    await lease.release();
    const before = git(remote, 'for-each-ref');
    expect(await store.refusedPush?.()).toBeUndefined();
    git(work, 'config', 'remote.origin.pushurl', join(folder, 'no', 'such.git'));
    expect(await store.refusedPush?.()).toMatchObject({ code: 'state-remote-missing' });
    expect(await store.read('shop')).toBeUndefined();
    expect(git(remote, 'for-each-ref')).toBe(before);
  });

  it('is not all that a write needs: the objects of the project are checked too, from a folder below its root', async () => {
    const { work, below } = projectBelow();
    const asked: string[] = [];
    const requireWritable = async (path: string): Promise<void> => {
      asked.push(path);
      throw new FileFailure('written', path, 'EACCES');
    };
    const ports = { ...systemPorts, files: { ...systemPorts.files, requireWritable } };
    const store = storeIn(below, { ports });
    expect(await problem(store.requireWritable?.('shop') ?? Promise.resolve())).toMatchObject({
      code: 'state-unwritable',
    });
    expect(asked).toEqual([join(work, '.git', 'objects')]);
    await storeIn(below).requireWritable?.('shop');
  });

  it('leads to a folder that is no repository', async () => {
    const { remote, work } = project();
    rmSync(remote, { recursive: true });
    expect(await problem(storeIn(work).read('shop'))).toMatchObject({
      code: 'state-remote-missing',
      message: expect.stringContaining('does not lead to a repository that this user can see'),
    });
  });

  it('is not even asked if the folder of the project belongs to another user: `safe.directory` is named', async () => {
    const { work } = project();
    const store = storeIn(work, { env: { ...env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } });
    for (const use of [
      () => store.read('shop'),
      () => store.lock('shop', ann),
      () => store.lockOf('shop'),
      () => store.breakLock('shop', ann),
    ])
      expect(await problem(use())).toMatchObject({
        code: 'state-git-owner',
        hint: expect.stringContaining(`git config --global --add safe.directory '${work}'`),
      });
  });

  it('is asked after the step of docs/state.md that names `safe.directory`', async () => {
    const { work } = project();
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'state.md'), 'utf8');
    const step = /^- run: (git config .*)$/m.exec(page)?.[1] ?? 'false';
    const job = {
      ...env,
      GIT_CONFIG_GLOBAL: join(work, 'global'),
      GIT_TEST_ASSUME_DIFFERENT_OWNER: '1',
      GITHUB_WORKSPACE: work,
    };
    // The remote on this disk has another owner too.
    for (const path of [work, `${work.replace('work', 'remote')}.git`])
      execFileSync('bash', ['-euc', step], { cwd: work, env: { ...job, GITHUB_WORKSPACE: path } });
    expect(await storeIn(work, { env: job }).read('shop')).toBeUndefined();
  });

  it('does not answer', async () => {
    const { work } = project();
    const store = storeIn(work, { programs: async () => ({ ...failing(''), status: null, why: 'timed-out' }) });
    expect(await problem(store.read('shop'))).toMatchObject({
      code: 'state-unreachable',
      message: 'The git remote origin, which stores the state, could not be reached: no answer in 60 s',
    });
  });

  it('does not answer, and git printed the reason before it was ended', async () => {
    const { work } = project();
    const said = 'remote: waiting for the lock of another push\n';
    const store = storeIn(work, { programs: async () => ({ ...failing(said), status: null, why: 'timed-out' }) });
    expect((await problem(store.read('shop'))).message).toMatch(
      /no answer in 60 s; git printed: waiting for the lock of another push$/,
    );
  });

  it('is slow: a call that lasts is reported, and one that failed is when it is tried again', async () => {
    const { work } = project();
    const lines: string[] = [];
    const sleeps: { ms: number; wake(): void }[] = [];
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((wake, reject) => {
        // A pause before the next try is over at once; the time of a report comes when the push lets it.
        if (signal === undefined) wake();
        else sleeps.push({ ms, wake });
        signal?.addEventListener('abort', () => reject(new Error('ended')));
      });
    const pass = async (): Promise<void> => {
      sleeps.at(-1)?.wake();
      // Each report is the work of some microtasks.
      for (let turns = 0; turns < 10; turns += 1) await undefined;
    };
    let pushes = 0;
    const store = storeIn(work, {
      say: (line) => lines.push(line),
      ports: { ...systemPorts, clock: { now: () => Date.now(), sleep } },
      programs: programsWith(async (args, real) => {
        if (!args.includes('push')) return real();
        pushes += 1;
        if (pushes > 1) return real();
        for (let reports = 0; reports < 3; reports += 1) await pass();
        return failing('fatal: unable to access: Connection reset by peer');
      }),
    });
    await store.lock('shop', ann);
    const waiting = (seconds: number) =>
      `Waiting for \`git push\` at the remote origin, ${seconds} s so far (at most 60 s)`;
    expect(lines).toEqual([
      waiting(5),
      waiting(20),
      waiting(40),
      'The git remote origin, which stores the state, could not be reached: unable to access: Connection reset by peer. Trying again (1 of 4)',
    ]);
    expect(sleeps.slice(-1)).toMatchObject([{ ms: 5_000 }]);
  });

  it('speaks an old protocol: a push between the look and the fetch makes it look again', async () => {
    const { remote, work } = project();
    const lease = await storeIn(work).lock('shop', bob);
    let serial = 0;
    const store = storeIn(oldClone(remote), {
      programs: programsWith(async (args, real) => {
        const ran = await real();
        if (args.includes('ls-remote') && serial < 3) {
          serial += 1;
          await lease.write(document(serial));
        }
        return ran;
      }),
    });
    expect(await store.read('shop')).toEqual(document(3));
    expect(serial).toBe(3);
  });

  it('is fetched and cleaned up before it is read: the document is not taken for empty', async () => {
    const { work } = project();
    const lease = await storeIn(work).lock('shop', ann);
    await lease.write(document(1));
    await lease.release();
    const store = storeIn(work, {
      programs: programsWith(async (args, real) => {
        if (args.includes('cat-file')) rmSync(join(work, '.git', 'objects'), { recursive: true });
        if (args.includes('cat-file')) mkdirSync(join(work, '.git', 'objects'));
        return real();
      }),
    });
    expect(await problem(store.read('shop'))).toMatchObject({
      code: 'state-git',
      message: 'A cleanup of git (`git gc`) removed the state between its fetch and its reading',
    });
  });

  it('gives out nothing that it shows: it is asked twice, and its words are reported', async () => {
    const { work } = project();
    await storeIn(work).lock('shop', ann);
    let fetches = 0;
    const store = storeIn(work, {
      programs: programsWith(async (args, real) => {
        if (!args.includes('fetch')) return real();
        fetches += 1;
        return failing('error: Server does not allow request for unadvertised object abc');
      }),
    });
    expect(await problem(store.read('shop'))).toMatchObject({
      code: 'state-git',
      message: expect.stringContaining('unadvertised object abc'),
    });
    expect(fetches).toBe(2);
  });

  it('is pushed to before every fetch: the run ends after some looks', async () => {
    const { work } = project();
    let looks = 0;
    const store = storeIn(work, {
      programs: programsWith(async (args, real) => {
        if (args.includes('fetch')) return failing('fatal: remote error: upload-pack: not our ref abc');
        if (!args.includes('ls-remote')) return real();
        looks += 1;
        return { status: 0, stdout: Buffer.from(`${looks}\t${ref}\n`), stderr: '' };
      }),
    });
    expect(await problem(store.read('shop'))).toMatchObject({ code: 'state-contended' });
    expect(looks).toBe(20);
  });

  it('has no git to speak to it', async () => {
    const { work } = project();
    const store = storeIn(work, { programs: async () => ({ ...failing(''), status: null, why: 'missing' }) });
    expect(await problem(store.read('shop'))).toMatchObject({
      code: 'git-missing',
      hint: expect.stringContaining('install git before the checkout'),
    });
  });

  it('refuses the push, and says why', async () => {
    const { remote, work } = project();
    mkdirSync(join(remote, 'hooks'));
    writeFileSync(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho "no state in here" >&2\nexit 1\n', {
      mode: 0o755,
    });
    expect(await problem(storeIn(work).lock('shop', ann))).toMatchObject({
      code: 'state-push-refused',
      message: `The git remote origin does not accept a push to ${ref}: no state in here`,
    });
    expect(git(remote, 'for-each-ref')).toBe('');
  });

  it('cannot write its own disk, which is no problem of the project', async () => {
    const { work } = project();
    // As git prints it for a shallow clone of a remote on a disk.
    const stderr = `fatal: Unable to create temporary file '/srv/state.git/shallow_XXXXXX': Permission denied
send-pack: unexpected disconnect while reading sideband packet
fatal: the remote end hung up unexpectedly`;
    const programs = programsWith(async (args, real) =>
      args.includes('push') && !args.includes('--dry-run') ? failing(stderr) : real(),
    );
    expect(await problem(storeIn(work, { programs }).lock('shop', ann))).toMatchObject({
      code: 'state-push-refused',
      message: `The git remote origin does not accept a push to ${ref}: Unable to create temporary file '/srv/state.git/shallow_XXXXXX': Permission denied`,
    });
  });

  it('has another ref in the way, for good', async () => {
    const { remote, work } = project();
    const commit = git(remote, 'commit-tree', '-m', 'x', git(remote, 'hash-object', '-t', 'tree', '-w', '/dev/null'));
    git(remote, 'update-ref', `${ref}/below`, commit);
    expect(await problem(storeIn(work).lock('shop', ann))).toMatchObject({
      code: 'state-push-refused',
      message: expect.stringContaining('cannot create'),
    });
  });

  it('refuses forced pushes of branches: the ref is none', async () => {
    const { remote, work } = project();
    git(remote, 'config', 'receive.denyNonFastForwards', 'true');
    const lease = await storeIn(work).lock('shop', ann);
    await lease.write(document(1));
    expect(await storeIn(work).read('shop')).toEqual(document(1));
  });

  it('keeps something else under that name', async () => {
    const { remote, work } = project();
    writeFileSync(join(work, 'README.md'), 'a');
    git(work, 'add', '.');
    git(work, 'commit', '-qm', 'one');
    git(work, 'push', '-q', 'origin', `main:${ref}`);
    const before = git(remote, 'rev-parse', ref);
    for (const use of [() => storeIn(work).read('shop'), () => storeIn(work).lock('shop', ann)]) {
      expect(await problem(use())).toMatchObject({
        code: 'state-foreign',
        message: `${ref} contains \`README.md\`, which is not a state file of notiform`,
      });
    }
    expect(git(remote, 'rev-parse', ref)).toBe(before);
  });

  it('has done what it was asked, and the answer is lost', async () => {
    const { work } = project();
    const lost = new Set([1, 2, 3, 4]);
    let pushes = 0;
    const store = storeIn(work, {
      ports: quick,
      programs: programsWith(async (args, real) => {
        const ran = await real();
        if (!args.includes('push')) return ran;
        pushes += 1;
        return lost.has(pushes) ? failing('fatal: the remote end hung up unexpectedly') : ran;
      }),
    });
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    await lease.release();
    expect(await store.breakLock('shop', ann)).toBeUndefined();
    expect(pushes).toBe(3);
    expect(await storeIn(work).read('shop')).toEqual(document(1));
    expect(await storeIn(work).lockOf('shop')).toBeUndefined();
  });

  it('has done it, and somebody else went on from there before we looked', async () => {
    const { work } = project();
    const other = storeIn(work);
    let pushes = 0;
    const store = storeIn(work, {
      ports: quick,
      programs: programsWith(async (args, real) => {
        const ran = await real();
        if (!args.includes('push')) return ran;
        pushes += 1;
        if (pushes > 3) return ran;
        await (await other.lock(`other-${pushes}`, bob)).release();
        return failing('fatal: the remote end hung up unexpectedly');
      }),
    });
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    const lock = await store.lockOf('shop');
    expect(await store.breakLock('shop', bob, lock)).toEqual(lock);
    expect(pushes).toBe(3);
    expect(await other.read('shop')).toEqual(document(1));
    expect(await other.lockOf('shop')).toBeUndefined();
  });

  it('is gone in the middle of a run: the run is told, and what was written stays', async () => {
    const { work } = project();
    let gone = false;
    const store = storeIn(work, {
      ports: quick,
      programs: programsWith(async (_, real) => (gone ? failing('fatal: Could not resolve host: h') : real())),
    });
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    gone = true;
    expect(await problem(lease.write(document(2)))).toMatchObject({ code: 'state-unreachable' });
    gone = false;
    await lease.write(document(2));
    expect(await store.read('shop')).toEqual(document(2));
  });

  it('is asked again whether a lock is held, where it is out of reach for a moment', async () => {
    const { work } = project();
    let failures = 0;
    const store = storeIn(work, {
      ports: quick,
      programs: programsWith(async (_, real) => {
        failures -= 1;
        return failures >= 0 ? failing('fatal: Could not resolve host: h') : real();
      }),
    });
    const lease = await store.lock('shop', ann);
    failures = 2;
    await lease.confirm();
    failures = 100;
    expect(await problem(lease.confirm())).toMatchObject({ code: 'state-unreachable' });
    failures = 1;
    expect(await problem(store.read('mall'))).toMatchObject({ code: 'state-unreachable' });
  });

  it('is written by others all the time', async () => {
    const { work } = project();
    const store = storeIn(work, {
      ports: quick,
      programs: async ({ args }) => {
        if (args.includes('push')) return failing('', '!\tabc:refs/notiform/test\t[rejected] (stale info)\n');
        return { status: 0, stdout: Buffer.from(args.includes('ls-remote') ? '' : 'abc\n'), stderr: '' };
      },
    });
    expect(await problem(store.lock('shop', ann))).toMatchObject({ code: 'state-contended' });
  });
});

describe('a lock in git that its holder left behind', () => {
  it('is taken over under a higher number, never from another user', async () => {
    const { work } = project();
    const store = storeIn(work, { isAlive: () => false });
    await store.lock('shop', ann);
    const lease = await store.lock('shop', { ...ann, pid: 12 });
    expect(lease).toMatchObject({ fence: 2, warning: { code: 'lock-taken-over' } });
    expect(await problem(store.lock('shop', { ...ann, user: 'eve' }))).toMatchObject({ code: 'lock-held' });
  });
});

describe('a lock of a run that could not give it back', () => {
  it.each([
    ['on a machine of its own', {}],
    ['in CI', { run: 'https://ci.example/runs/7', boot: 'b1', pidNamespace: 'pid:[1]' }],
  ])('goes to the next run of the same holder when the remote is back: %s', async (_, more) => {
    const { work } = project();
    let gone = false;
    const store = storeIn(work, {
      ports: quick,
      programs: programsWith(async (_args, real) => (gone ? failing('fatal: Could not resolve host: h') : real())),
    });
    const lease = await store.lock('shop', { ...ann, ...more });
    await lease.write(document(1));
    gone = true;
    expect(await problem(lease.release())).toMatchObject({ code: 'state-unreachable' });
    const next = await storeIn(work, { isAlive: () => false }).lock('shop', { ...ann, ...more, pid: 12 });
    expect(next.warning?.code).toBe('lock-taken-over');
    await next.write(document(2));
  });
});

describe('several processes', () => {
  prepareContests();

  it('lose none of their writes to git, and hold the lock one at a time', async () => {
    const { work } = project();
    await contend({ kind: 'git', place: work, rounds: 2 }, storeIn(work), { ...process.env, ...env });
  });

  it('lose none of their writes to a folder, and hold the lock one at a time', async () => {
    const place = join(folder, 'state');
    await contend({ kind: 'file', place, rounds: 5 }, filesIn(place));
    await killHolder({ kind: 'file', place });
    const lease = await filesIn(place, () => false).lock('shop', { ...ann, host: hostname() });
    expect(lease.warning?.code).toBe('lock-taken-over');
    await lease.release();
  });

  it('are killed with the lock of git, which the next one takes over', async () => {
    const { work } = project();
    await killHolder({ kind: 'git', place: work }, { ...process.env, ...env });
    const store = storeIn(work, { isAlive: () => false });
    const { user: _, ...nameless } = ann;
    const lease = await store.lock('shop', { ...nameless, host: hostname() });
    expect(lease).toMatchObject({ fence: 2, warning: { code: 'lock-taken-over' } });
    expect((await store.read('shop'))?.serial).toBe(1);
  });
});

function filesIn(path: string, isAlive = (_: number): boolean => true) {
  return createFileStore({ path, shown: 'state', environment: 'test', ports: systemPorts, isAlive });
}
