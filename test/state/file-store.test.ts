import { describe, expect, it } from 'vitest';
import { NotiformError, type Problem } from '../../src/core/problem.ts';
import { accountDigest } from '../../src/state/account.ts';
import { emptyDocument, type StateDocument, serializeDocument } from '../../src/state/document.ts';
import { createFileStore, type FileStoreOptions } from '../../src/state/file-store.ts';
import type { Lease, StateStore } from '../../src/state/store.ts';
import { parseBase } from '../../src/state/stored-document.ts';
import { TestClock, TestFiles } from '../engine/support.ts';
import { seededRandom } from '../random.ts';
import { describeJournal, describeLeftLocks, describeStore, JOURNALED, type Place } from './contract.ts';

const path = '/project/state/test/shop.json';
const lockPath = `${path}.lock`;

function project(
  files = new TestFiles(),
  seed = 1,
): { store: StateStore; files: TestFiles; dead: Set<number>; clock: TestClock } {
  const dead = new Set<number>();
  const clock = new TestClock();
  const store = createFileStore({
    path: '/project/state',
    shown: '.notiform/state',
    environment: 'test',
    ports: { files, clock, random: seededRandom(seed) },
    isAlive: (pid) => !dead.has(pid),
  });
  return { store, files, dead, clock };
}

const holder = { pid: 1, host: 'here', command: 'apply' };

async function problem(work: Promise<unknown>): Promise<Problem & { exit: number }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NotiformError && error.problems[0]) return { ...error.problems[0], exit: error.exit };
    throw error;
  }
  throw new Error('it should have failed');
}

const HERE = { environment: 'test', profile: 'shop', shown: 's', help: '' };

function document(serial: number): StateDocument {
  const row = { name: 'a', title: 'A', state: 'REG', modifiedAt: '' };
  const entry = { binding: { code: 'a' }, protect: true, applied: 'x', row };
  return { ...emptyDocument('test', 'shop', 'acc'), serial, entries: { 'Thing/shop/a': entry } };
}

const placeOf =
  (more: Partial<FileStoreOptions> = {}) =>
  async (): Promise<Place> => {
    const files = new TestFiles();
    const clock = new TestClock();
    // Each look at the clock is a moment later.
    clock.now = () => {
      clock.time += 1;
      return clock.time;
    };
    let seed = 0;
    const open = () => {
      seed += 1;
      const ports = { files, clock, random: seededRandom(seed) };
      return createFileStore({
        path: '/state',
        shown: 'state',
        environment: 'test',
        ports,
        isAlive: () => true,
        ...more,
      });
    };
    return {
      open,
      overwrite: async (profile, text) => void files.all.set(`/state/test/${profile}.json`, Buffer.from(text)),
    };
  };
describeStore('file', placeOf());
describeStore('file', placeOf(JOURNALED), ' with journals');
describeJournal('file', placeOf(JOURNALED));

describeLeftLocks('file', () => {
  const ports = { files: new TestFiles(), clock: new TestClock(), random: seededRandom(1) };
  return createFileStore({ path: '/state', shown: 'state', environment: 'test', ports, isAlive: () => false });
});

describe('a state document', () => {
  it('comes back as it was written, with sorted keys', () => {
    const text = serializeDocument(document(3));
    expect(parseBase(text, HERE).document).toEqual(document(3));
    expect(text).toMatch(/^\{\n {2}"account": "acc",\n {2}"entries"/);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('keeps what it does not know', () => {
    const text = JSON.stringify({ ...document(1), later: { more: true } });
    expect(parseBase(text, HERE).document).toMatchObject({ later: { more: true } });
  });

  it.each([
    ['', 'it is empty'],
    ['{"formatVersion": 1, "env', 'it is not JSON, or it was cut off'],
    ['[]', 'the document: '],
    ['{}', 'formatVersion: '],
    [JSON.stringify({ ...document(1), serial: 0 }), 'serial: '],
    [JSON.stringify({ ...document(1), entries: { a: { binding: {} } } }), 'entries.a.'],
  ])('%j is damaged, and nothing is overwritten', async (text, why) => {
    const { store, files } = project();
    files.all.set(path, Buffer.from(text));
    const found = await problem(store.read('shop'));
    expect(found.code).toBe('state-corrupt');
    expect(found.message).toContain(`The state in .notiform/state/test/shop.json cannot be read: ${why}`);
    const lease = await store.lock('shop', holder);
    expect(await problem(lease.write(document(1)))).toMatchObject({ code: 'state-corrupt' });
    expect(files.text(path)).toBe(text);
  });

  it.each([{ environment: 'other' }, { profile: 'mall' }])('of %j is refused', async (more) => {
    const { store, files } = project();
    files.all.set(path, Buffer.from(JSON.stringify({ ...document(1), ...more })));
    expect(await problem(store.read('shop'))).toMatchObject({ code: 'state-foreign' });
  });
});

describe('the file store', () => {
  it('has a lock that names its holder, and releases it after the write that is under way', async () => {
    const { store, files } = project();
    const lease = await store.lock('shop', holder);
    expect(JSON.parse(files.text(lockPath) ?? '')).toEqual({
      pid: 1,
      host: 'here',
      command: 'apply',
      startedAt: '2026-11-20T00:00:00.000Z',
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      fence: Date.parse('2026-11-20T00:00:00Z'),
    });
    await Promise.all([lease.write(document(1)), lease.release()]);
    expect([...files.all.keys()]).toEqual([path]);
  });

  it('says what the disk said', async () => {
    const { store, files } = project();
    const lease = await store.lock('shop', holder);
    files.onWrite = () => {
      throw Object.assign(new Error('no'), { syscall: 'rename', code: 'EACCES' });
    };
    expect(await problem(lease.write(document(1)))).toMatchObject({
      code: 'state-unwritable',
      message: 'The state in .notiform/state/test/shop.json could not be written: EACCES',
    });
    files.onWrite = () => {
      throw Object.assign(new Error('strange'), { syscall: 'rename' });
    };
    expect((await problem(lease.write(document(1)))).message).toContain('strange');
    files.onWrite = () => {
      throw new TypeError('a bug');
    };
    await expect(lease.write(document(1))).rejects.toThrow('a bug');
  });

  it('says what the disk said to its lock, and to a reading', async () => {
    const { store, files } = project();
    const refused = () => {
      throw Object.assign(new Error('no'), { syscall: 'open', code: 'EROFS' });
    };
    files.onWrite = refused;
    expect(await problem(store.lock('shop', holder))).toMatchObject({
      code: 'state-unwritable',
      message: 'The state in .notiform/state/test/shop.json.lock could not be written: EROFS',
    });
    files.read = async () => refused();
    expect(await problem(store.read('shop'))).toMatchObject({
      code: 'state-unreadable',
      message: 'The state in .notiform/state/test/shop.json could not be read: EROFS',
    });
  });

  it('is locked by a live process of this machine', async () => {
    const { store } = project();
    await store.lock('shop', { ...holder, pid: 42 });
    expect(await problem(store.lock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });

  it.each(['', 'no json', '{"pid": 1}'])('is locked where the lock says %j', async (text) => {
    const { store, files } = project();
    files.all.set(lockPath, Buffer.from(text));
    expect((await problem(store.lock('shop', holder))).message).toContain('by an unknown run');
  });

  it('is locked where the lock went between two looks', async () => {
    const { store, files } = project();
    files.all.set(lockPath, Buffer.from('x'));
    files.read = async () => undefined;
    expect(await problem(store.lock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });

  it('takes over the lock of a dead process of this machine, and says so', async () => {
    const { store, files, dead } = project();
    await store.lock('shop', { pid: 42, host: 'here', command: 'apply' });
    dead.add(42);
    const lease = await store.lock('shop', holder);
    expect(lease.warning).toMatchObject({
      code: 'lock-taken-over',
      severity: 'warning',
      message: expect.stringContaining('left behind by `apply` on here (process 42)'),
    });
    await lease.write(document(1));
    await lease.release();
    expect([...files.all.keys()]).toEqual([path]);
  });

  it('writes nothing after its lock was taken away, and does not take the other one away', async () => {
    const { store, files } = project();
    const lease = await store.lock('shop', holder);
    files.all.delete(lockPath);
    expect(await problem(lease.write(document(1)))).toMatchObject({ code: 'lock-lost' });
    await project(files, 2).store.lock('shop', { ...holder, pid: 2 });
    await lease.release();
    expect(files.all.has(lockPath)).toBe(true);
    expect(files.all.has(path)).toBe(false);
  });
});

describe('a holder that sleeps while its lock is taken away', () => {
  /** Stops the first holder of the lock at an access to a file, lets another one write, and wakes it up. */
  async function sleepAt(
    access: 'createExclusive' | 'rename' | 'read',
    count: number,
    steal: (world: ReturnType<typeof project>) => Promise<Lease>,
  ) {
    const world = project();
    const sleeper = await world.store.lock('shop', { ...holder, pid: 42 });
    const others = project(world.files, 2);
    others.dead.add(42);
    const original = world.files[access].bind(world.files) as (...args: string[]) => Promise<never>;
    let calls = 0;
    Object.assign(world.files, {
      [access]: async (...args: string[]) => {
        calls += 1;
        if (calls === count) {
          Object.assign(world.files, { [access]: original });
          const thief = await steal(others);
          expect(thief.fence).toBeGreaterThan(sleeper.fence);
          await thief.write({ ...document(1), account: 'thief' });
        }
        return original(...args);
      },
    });
    const found = await problem(sleeper.write(document(1)));
    await sleeper.release();
    expect(calls).toBeGreaterThanOrEqual(count);
    expect((await world.store.read('shop'))?.account).toBe('thief');
    expect([...world.files.all.keys()].sort()).toEqual([path, lockPath]);
    return found.code;
  }

  const takeOver = (world: ReturnType<typeof project>): Promise<Lease> => world.store.lock('shop', holder);
  const breakIt = async (world: ReturnType<typeof project>): Promise<Lease> => {
    world.dead.clear();
    await world.store.breakLock('shop', holder);
    world.clock.time += 1;
    return world.store.lock('shop', holder);
  };

  it.each([
    ['at the first look at its lock', 'read', 1],
    ['at the look at the document', 'read', 2],
    ['before it fills its file', 'createExclusive', 1],
    ['before the second look at its lock', 'read', 3],
    ['before the file becomes the document', 'rename', 1],
  ] as const)('%s writes nothing', async (_, access, count) => {
    for (const steal of [takeOver, breakIt]) expect(await sleepAt(access, count, steal)).toBe('lock-lost');
  });
});

describe('one that dies while it takes a lock over', () => {
  /** Somebody sleeps with a document ready; another one takes their lock, and dies at a change of the disk after that. */
  async function diedAfter(changes: number): Promise<{ files: TestFiles; wake(): Promise<void>; code(): string }> {
    const { store, files, dead } = project();
    const sleeper = await store.lock('shop', { ...holder, pid: 41 });
    const rename = files.rename.bind(files);
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((ready) => {
      files.rename = async (...args) => {
        files.rename = rename;
        ready();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        return rename(...args);
      };
    });
    let code = '';
    const writing = problem(sleeper.write({ ...document(1), account: 'sleeper' })).then(
      (found) => {
        code = found.code;
      },
      () => {
        code = 'written';
      },
    );
    await asleep;
    dead.add(41);
    const taker = project(files, 2);
    taker.dead.add(41);
    let left = changes;
    files.onWrite = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await taker.store.lock('shop', { ...holder, pid: 42 }).catch(() => undefined);
    files.onWrite = undefined;
    return {
      files,
      wake: async () => {
        wake();
        await writing;
      },
      code: () => code,
    };
  }

  it.each([0, 1, 2, 3, 4, 5])(
    'after %i changes of the disk leaves nothing that could become the document',
    async (n) => {
      const { files, wake, code } = await diedAfter(n);
      const third = project(files, 3);
      for (const pid of [41, 42]) third.dead.add(pid);
      const lease = await third.store.lock('shop', { ...holder, pid: 43 });
      await lease.write({ ...document(1), account: 'third' });
      await wake();
      expect([code(), (await third.store.read('shop'))?.account]).toEqual(['lock-lost', 'third']);
      await lease.write({ ...document(2), account: 'third' });
      await lease.release();
      expect([...files.all.keys()].sort()).toEqual([path]);
    },
  );
});

describe('a lock that is broken', () => {
  it('is told, and nobody holds it any more', async () => {
    const { store, files } = project();
    expect(await store.breakLock('shop', holder)).toBeUndefined();
    await store.lock('shop', { pid: 42, host: 'build-7', command: 'apply', user: 'ann', run: 'https://ci/7' });
    const found = await store.lockOf('shop');
    expect(found?.holder).toEqual({ pid: 42, host: 'build-7', command: 'apply', user: 'ann', run: 'https://ci/7' });
    expect(await store.breakLock('shop', holder, found)).toEqual(found);
    expect(await store.lockOf('shop')).toBeUndefined();
    expect([...files.all.keys()]).toEqual([]);
  });

  it.each(['', 'no json'])('may say nothing: %j', async (text) => {
    const { store, files } = project();
    files.all.set(lockPath, Buffer.from(text));
    // One that was killed while it broke it left this behind.
    files.all.set(`${lockPath}.unnamed`, Buffer.from(text));
    expect(await store.breakLock('shop', holder)).toMatchObject({ holder: undefined, token: '' });
    expect([...files.all.keys()]).toEqual([]);
  });

  it('is being broken by somebody else', async () => {
    const { store, files } = project();
    await store.lock('shop', { ...holder, pid: 42 });
    const token = (await store.lockOf('shop'))?.token;
    files.all.set(`${lockPath}.${token}`, files.all.get(lockPath) ?? Buffer.alloc(0));
    expect(await problem(store.breakLock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });
});

describe('a file that a write left behind', () => {
  it("is in nobody's way", async () => {
    const { store, files } = project();
    const lease = await store.lock('shop', holder);
    const token = (await store.lockOf('shop'))?.token;
    files.all.set(`${path}.${token}.tmp`, Buffer.from('half of'));
    await lease.write(document(1));
    await lease.release();
    expect([...files.all.keys()]).toEqual([path]);
    expect(await store.readAll(['shop', 'mall'])).toEqual(
      new Map([
        ['shop', document(1)],
        ['mall', undefined],
      ]),
    );
    await store.close();
  });
});

describe('two that find the same dead lock', () => {
  /** A dead lock, and what stands beside it. */
  async function deadLock(): Promise<ReturnType<typeof project> & { claim: string }> {
    const made = project();
    await made.store.lock('shop', { pid: 42, host: 'here', command: 'apply' });
    made.dead.add(42);
    const { token } = JSON.parse(made.files.text(lockPath) ?? '') as { token: string };
    return { ...made, claim: `${lockPath}.${token}` };
  }

  function lockText(pid: number, token = 'other'): Buffer {
    return Buffer.from(JSON.stringify({ pid, host: 'here', command: 'apply', startedAt: 'now', token }));
  }

  it('do not both get it: one that claims it is waited for', async () => {
    const { store, files, claim } = await deadLock();
    files.all.set(claim, lockText(43));
    expect(await problem(store.lock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });

  it('get it where the one that claimed it is dead too', async () => {
    const { store, files, claim, dead } = await deadLock();
    files.all.set(claim, lockText(43));
    dead.add(43);
    expect((await store.lock('shop', holder)).warning?.code).toBe('lock-taken-over');
    expect(files.all.has(claim)).toBe(false);
  });

  it('wait where a third one claims the claim of the dead', async () => {
    const { store, files, claim, dead } = await deadLock();
    files.all.set(claim, lockText(43));
    files.all.set(`${claim}.other`, lockText(44));
    dead.add(43);
    expect(await problem(store.lock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });

  it('do not both get it where both find the claim of the dead', async () => {
    const { store, files, claim, dead } = await deadLock();
    files.all.set(claim, lockText(43));
    dead.add(43);
    const slower = project(files, 2);
    slower.dead.add(42).add(43);
    // The slower one has read the dead claim when the faster one is all done.
    const read = files.read.bind(files);
    let faster: Promise<unknown> | undefined;
    files.read = async (file) => {
      const bytes = await read(file);
      if (file === claim && !faster) {
        faster = store.lock('shop', holder);
        await faster;
      }
      return bytes;
    };
    expect((await problem(slower.store.lock('shop', { ...holder, pid: 2 }))).message).toContain('process 1)');
    await faster;
    expect([...files.all.keys()]).toEqual([lockPath]);
  });

  it('wait where the other one was done before', async () => {
    const { store, files, claim } = await deadLock();
    const create = files.createExclusive.bind(files);
    files.createExclusive = async (file, text) => {
      if (file === claim) files.all.set(lockPath, lockText(44));
      return create(file, text);
    };
    expect((await problem(store.lock('shop', holder))).message).toContain('process 44');
    expect(files.all.has(claim)).toBe(false);
  });

  it('wait where nobody can say who claims it', async () => {
    const { store, files, claim } = await deadLock();
    files.all.set(claim, Buffer.from(''));
    expect(await problem(store.lock('shop', holder))).toMatchObject({ code: 'lock-held' });
  });
});

describe('the digest of an account', () => {
  it('tells accounts apart and names none', () => {
    expect(accountDigest('biz-1')).toMatch(/^[0-9a-f]{64}$/);
    expect(accountDigest('biz-1')).not.toBe(accountDigest('biz-2'));
  });
});
