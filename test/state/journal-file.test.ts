import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/core/ports.ts';
import { NotiformError } from '../../src/core/problem.ts';
import { emptyDocument, type StateChange } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import type { Lease, StateStore } from '../../src/state/store.ts';
import { TestClock, TestFiles } from '../engine/support.ts';
import { seededRandom } from '../random.ts';

/** The journal of the file store: runs that sleep or die at any access to a file, and power failures. */

const PATH = '/state/test/shop.json';
const entry = { binding: { code: 'a' }, protect: false, applied: 'x'.repeat(90), row: null };

class Killed extends Error {}

/** Called before each access to a file. */
type Before = (access: string, path: string, text: string) => Promise<void> | void;

const ACCESSES = ['read', 'size', 'writeAtomic', 'createExclusive', 'rename', 'append', 'extend', 'remove'] as const;

function watched(files: Files, before: Before): Files {
  const entries = ACCESSES.map((access) => {
    const original = files[access].bind(files) as (...args: string[]) => Promise<unknown>;
    const call = async (path: string, ...rest: string[]): Promise<unknown> => {
      await before(access, path, rest[0] ?? '');
      return original(path, ...rest);
    };
    return [access, call] as const;
  });
  return Object.assign(Object.create(files) as Files, Object.fromEntries(entries));
}

/** Some processes at one folder. Each has its own id, and those of `dead` are dead. */
class World {
  readonly files = new TestFiles();
  readonly dead = new Set<number>();
  readonly clock = new TestClock();
  #pid = 0;
  process(before: Before = () => undefined): { store: StateStore; pid: number; lock(): Promise<Lease> } {
    this.#pid += 1;
    const pid = this.#pid;
    const store = createFileStore({
      path: '/state',
      shown: 'state',
      environment: 'test',
      ports: { files: watched(this.files, before), clock: this.clock, random: seededRandom(pid) },
      isAlive: (one) => !this.dead.has(one),
      whole: 150,
    });
    return { store, pid, lock: () => store.lock('shop', { pid, host: 'here', command: 'apply' }) };
  }
  async serials(): Promise<{ serial: number; writers: string[] }> {
    const found = await this.process().store.read('shop');
    return { serial: found?.serial ?? 0, writers: Object.keys(found?.entries ?? {}) };
  }
  /** The files that are no document and no journal of one. */
  leftovers(): string[] {
    const journal = /"journal": "([^"]+)"/.exec(this.files.text(PATH) ?? '')?.[1];
    return [...this.files.all.keys()].filter((path) => path !== PATH && path !== `${PATH}.${journal}.journal`);
  }
}

function put(serial: number, writer: string): StateChange {
  const members = serial === 1 ? emptyDocument('test', 'shop', 'acc') : {};
  return { ...members, serial, entries: { [`Thing/shop/${writer}-${serial}`]: entry } };
}

/** Writes from the stored serial on. Returns the entries whose write was confirmed. */
async function work(world: World, lease: Lease, writer: string, writes: number, done: string[] = []) {
  let { serial } = await world.serials();
  for (let count = 0; count < writes; count += 1) {
    serial += 1;
    await lease.write(put(serial, writer));
    done.push(`Thing/shop/${writer}-${serial}`);
  }
  return done;
}

async function begun(): Promise<World> {
  const world = new World();
  const lease = await world.process().lock();
  await work(world, lease, 'first', 3);
  await lease.release();
  return world;
}

function codeOf(error: unknown): string {
  return error instanceof NotiformError ? (error.problems[0]?.code ?? '') : String(error);
}

describe('a run that sleeps at any access to a file while its lock is taken away', () => {
  const taken: [string, (world: World, sleeper: number) => Promise<Lease>][] = [
    [
      'by a run that finds it dead',
      async (world, sleeper) => {
        world.dead.add(sleeper);
        return world.process().lock();
      },
    ],
    [
      'by a person',
      async (world) => {
        const { store, lock, pid } = world.process();
        await store.breakLock('shop', { pid, host: 'here', command: 'state unlock' });
        world.clock.time += 1;
        return lock();
      },
    ],
  ];

  it.each(taken)('%s writes nothing more, and is not told that it did', async (_, take) => {
    let points = 0;
    for (let point = 1; points === 0; point += 1) {
      const world = await begun();
      let accesses = 0;
      let others: string[] = [];
      let before: string[] = [];
      const sleeper = world.process(async () => {
        accesses += 1;
        if (accesses !== point) return;
        const thief = await take(world, sleeper.pid);
        before = (await world.serials()).writers;
        others = await work(world, thief, 'thief', 5);
        await thief.release();
      });
      // The lock itself is taken before the run sleeps.
      const lease = await sleeper.lock();
      const begin = accesses;
      if (point <= begin) continue;
      const done: string[] = [];
      const failure = await work(world, lease, 'sleeper', 9, done).then(() => undefined, codeOf);
      await lease.release();
      if (accesses < point) points = accesses - begin;
      else {
        const { serial, writers } = await world.serials();
        // A run that sleeps in its last look at the lock has written everything.
        expect([point, failure]).toEqual([point, done.length < 9 ? 'lock-lost' : undefined]);
        expect(writers).toEqual(expect.arrayContaining([...done, ...others]));
        // What the state has of the sleeper was there when its lock was taken.
        expect(before).toEqual(expect.arrayContaining(writers.filter((one) => one.includes('sleeper'))));
        expect(serial).toBe(writers.length);
        expect([point, world.leftovers()]).toEqual([point, []]);
      }
    }
    expect(points).toBeGreaterThan(40);
  });
});

describe('a run that wakes up while its lock is taken over', () => {
  it('at any access of the other run, has its write in the state or is not told that it wrote', async () => {
    const outcomes = new Set<string>();
    for (const asleep of ['read', 'extend']) {
      for (let point = 1, isOver = false; !isOver; point += 1) {
        const world = await begun();
        let wake = (): void => undefined;
        let isAsleep = false;
        const sleeper = world.process((access) => {
          if (!isAsleep || access !== asleep) return;
          isAsleep = false;
          return new Promise((resolve) => {
            wake = resolve;
          });
        });
        const lease = await sleeper.lock();
        await work(world, lease, 'sleeper', 1);
        isAsleep = true;
        const writing = lease.write(put(5, 'sleeper')).then(() => 'written', codeOf);
        await new Promise((resolve) => setImmediate(resolve));
        world.dead.add(sleeper.pid);
        let accesses = 0;
        let outcome = '';
        const thief = world.process(async () => {
          accesses += 1;
          if (accesses !== point) return;
          wake();
          outcome = await writing;
        });
        const next = await thief.lock();
        isOver = accesses < point;
        wake();
        if (outcome === '') continue;
        const { writers } = await world.serials();
        const isThere = writers.includes('Thing/shop/sleeper-5');
        outcomes.add(`${outcome}, ${isThere ? 'there' : 'not there'}`);
        await work(world, next, 'thief', 2);
        await next.release();
        expect((await world.serials()).writers.includes('Thing/shop/sleeper-5')).toBe(isThere);
        expect([asleep, point, world.leftovers()]).toEqual([asleep, point, []]);
      }
    }
    // An unknown outcome may be there. What is confirmed never is not.
    expect([...outcomes].sort()).toEqual(['lock-lost, not there', 'lock-lost, there', 'written, there']);
  });
});

describe('a run that is killed at any access to a file', () => {
  /** Kills at an access. A journal's line may be there in part then. */
  function killer(world: World, point: number, part: number): { before: Before; isDead(): boolean } {
    let accesses = 0;
    return {
      before: (access, path, text) => {
        accesses += 1;
        if (accesses < point) return;
        if (accesses === point && access === 'extend')
          world.files.all.set(
            path,
            Buffer.concat([
              world.files.all.get(path) ?? Buffer.alloc(0),
              Buffer.from(text).subarray(0, text.length * part),
            ]),
          );
        throw new Killed();
      },
      isDead: () => accesses >= point,
    };
  }

  it.each([0, 0.5, 1])(
    'loses nothing that was confirmed, also inside a compaction, and leaves no files (%d of a line)',
    async (part) => {
      let deaths = 0;
      for (let point = 1, isOver = false; !isOver; point += 1) {
        const world = await begun();
        const { before, isDead } = killer(world, point, part);
        const victim = world.process(before);
        const done: string[] = [];
        const run = async (): Promise<void> => {
          const lease = await victim.lock();
          await work(world, lease, 'victim', 9, done);
          await lease.release();
        };
        await run().catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
        isOver = !isDead();
        deaths += 1;
        const read = await world.serials();
        expect(read.writers, `killed at ${point}, read`).toEqual(expect.arrayContaining(done));
        world.dead.add(victim.pid);
        // A lock that was not written is a lock of nobody, which only a person breaks.
        const next = world.process();
        const lease = await next.lock();
        done.push(...(await work(world, lease, 'next', 2)));
        await lease.release();
        const { serial, writers } = await world.serials();
        expect(writers, `killed at ${point}`).toEqual(expect.arrayContaining(done));
        expect(writers.length - done.length, `killed at ${point}`).toBeLessThanOrEqual(4);
        expect(serial).toBe(writers.length);
        expect([point, world.leftovers()]).toEqual([point, []]);
      }
      expect(deaths).toBeGreaterThan(40);
    },
  );

  it('inside the first write of a document leaves no files', async () => {
    let deaths = 0;
    for (let point = 1, isOver = false; !isOver; point += 1) {
      const world = new World();
      const { before, isDead } = killer(world, point, 0.5);
      const victim = world.process(before);
      const done: string[] = [];
      const run = async (): Promise<void> => work(world, await victim.lock(), 'victim', 1, done).then(() => undefined);
      await run().catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
      isOver = !isDead();
      deaths += 1;
      world.dead.add(victim.pid);
      const lease = await world.process().lock();
      done.push(...(await work(world, lease, 'next', 2)));
      await lease.release();
      expect((await world.serials()).writers, `killed at ${point}`).toEqual(expect.arrayContaining(done));
      expect([point, world.leftovers()]).toEqual([point, []]);
    }
    expect(deaths).toBeGreaterThan(8);
  });

  it('and whose successor is killed while it takes the lock over, loses nothing', async () => {
    for (let first = 8; first < 48; first += 3) {
      for (let second = 1, isOver = false; !isOver; second += 1) {
        const world = await begun();
        const done: string[] = [];
        for (const [writer, point] of [
          ['victim', first],
          ['successor', second],
        ] as const) {
          const { before, isDead } = killer(world, point, 0.5);
          const { lock, pid } = world.process(before);
          const run = async (): Promise<void> => {
            const lease = await lock();
            await work(world, lease, writer, writer === 'victim' ? 9 : 0, done);
          };
          await run().catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
          world.dead.add(pid);
          isOver = !isDead();
        }
        const lease = await world.process().lock();
        done.push(...(await work(world, lease, 'third', 2)));
        await lease.release();
        const { serial, writers } = await world.serials();
        expect(writers, `killed at ${first} and ${second}`).toEqual(expect.arrayContaining(done));
        expect(serial).toBe(writers.length);
        expect([first, second, world.leftovers()]).toEqual([first, second, []]);
      }
    }
  });
});

describe('a run that cannot remove a journal', () => {
  it('leaves it to the next run that replaces the base', async () => {
    const world = await begun();
    let refused = '';
    const unlucky = world.process((access, path) => {
      if (access !== 'remove' || !path.endsWith('.journal') || !world.files.all.has(path) || refused !== '') return;
      refused = path;
      throw new Error('EBUSY');
    });
    const lease = await unlucky.lock();
    await expect(work(world, lease, 'unlucky', 9)).rejects.toThrow('EBUSY');
    await lease.release();
    expect(world.leftovers()).toEqual([refused]);
    const next = await world.process().lock();
    await work(world, next, 'next', 9);
    await next.release();
    expect(world.leftovers()).toEqual([]);
  });
});

describe('a power failure', () => {
  /**
   * Files whose names are on the disk only after their folder was flushed, as a file system may do it: a file that was created or
   * removed since then may be there or not.
   */
  class Unflushed extends TestFiles {
    #flushed = new Map<string, Uint8Array>();
    override async rename(from: string, to: string): Promise<boolean> {
      const renamed = await super.rename(from, to);
      this.flush();
      return renamed;
    }
    override async append(path: string, text: string): Promise<void> {
      await super.append(path, text);
      this.flush();
    }
    override async writeAtomic(path: string, bytes: Uint8Array | string): Promise<void> {
      await super.writeAtomic(path, bytes);
      this.flush();
    }
    override async extend(path: string, text: string): Promise<number | undefined> {
      const size = await super.extend(path, text);
      // The file itself is flushed, and its name was before.
      const bytes = this.all.get(path);
      if (bytes && this.#flushed.has(path)) this.#flushed.set(path, bytes);
      return size;
    }
    flush(): void {
      this.#flushed = new Map(this.all);
    }
    /** A rename that is on the disk, though the folder was not flushed after it. */
    renameOnly(from: string, to: string): void {
      this.#flushed.set(to, this.all.get(from) ?? Buffer.alloc(0));
    }
    /** What is on the disk: the least that the flushes ensure. */
    cut(): void {
      this.all.clear();
      for (const [path, bytes] of this.#flushed) this.all.set(path, bytes);
    }
  }

  it('at any access to a file loses no confirmed write', async () => {
    let failures = 0;
    for (let point = 1, isOver = false; !isOver; point += 1) {
      const world = new World();
      const files = new Unflushed();
      Object.assign(world, { files });
      const first = await world.process().lock();
      await work(world, first, 'first', 3);
      await first.release();
      files.flush();
      let accesses = 0;
      const victim = world.process((access, path, to) => {
        accesses += 1;
        if (accesses < point) return;
        if (accesses === point && access === 'rename') files.renameOnly(path, to);
        throw new Killed();
      });
      const done: string[] = [];
      const run = async (): Promise<void> => work(world, await victim.lock(), 'victim', 9, done).then(() => undefined);
      await run().catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
      isOver = accesses < point;
      files.cut();
      failures += 1;
      expect((await world.serials()).writers, `failed at ${point}`).toEqual(expect.arrayContaining(done));
    }
    expect(failures).toBeGreaterThan(40);
  });
});
