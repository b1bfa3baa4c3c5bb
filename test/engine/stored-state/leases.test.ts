import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { editOf } from '../../../src/engine/binding/binding.ts';
import { confirmAll } from '../../../src/engine/plan/confirmed.ts';
import { editUnderLock, lastCommits } from '../../../src/engine/stored-state/edit-under-lock.ts';
import { watchLease } from '../../../src/engine/stored-state/leases.ts';
import { emptyDocument } from '../../../src/state/document.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { WAITS } from '../../../src/state/waits.ts';
import { TestClock, thing, World } from '../support.ts';

const document = emptyDocument('test', 'shop', 'account');

/** A watched lock, and how often the store was asked. */
function watched() {
  const clock = new TestClock();
  const asked: string[] = [];
  const lease = {
    /** What asking takes, and what it comes to. */
    takes: 0,
    fails: undefined as Error | undefined,
    ask: async (what: string): Promise<void> => {
      asked.push(what);
      clock.time += lease.takes;
      if (lease.fails) throw lease.fails;
    },
    confirm: () => lease.ask('look'),
    write: () => lease.ask('write'),
  };
  return { clock, asked, lease, watch: watchLease(lease, clock, clock.now()) };
}

describe('a watched lock', () => {
  it('is not looked at for a while after it was taken, seen or written under', async () => {
    const { clock, asked, watch } = watched();
    expect(watch.confirm()).toBeUndefined();
    clock.time += WAITS.lockCheck - 1;
    expect(watch.confirm()).toBeUndefined();
    clock.time += 1;
    await watch.confirm();
    expect(watch.confirm()).toBeUndefined();
    clock.time += WAITS.lockCheck - 1;
    await watch.write(document);
    clock.time += WAITS.lockCheck - 1;
    expect(watch.confirm()).toBeUndefined();
    expect(asked).toEqual(['look', 'write']);
  });

  it('is looked at once in these seconds by a thousand quick changes', async () => {
    const { clock, asked, watch } = watched();
    for (let change = 0; change < 1000; change += 1) {
      clock.time += 20;
      await watch.confirm();
    }
    expect(asked).toHaveLength(20_000 / WAITS.lockCheck);
  });

  it('is looked at once by all that ask at the same time', async () => {
    const { clock, asked, watch } = watched();
    clock.time += WAITS.lockCheck;
    await Promise.all([watch.confirm(), watch.confirm(), watch.confirm()]);
    expect(asked).toEqual(['look']);
  });

  it('was seen when the store was asked, not when the answer came', async () => {
    const { clock, asked, lease, watch } = watched();
    lease.takes = WAITS.lockCheck;
    await watch.write(document);
    await watch.confirm();
    expect(asked).toEqual(['write', 'look']);
    lease.takes = 0;
    await watch.confirm();
    expect(watch.confirm()).toBeUndefined();
    clock.time += WAITS.lockCheck;
    await watch.confirm();
    expect(asked).toEqual(['write', 'look', 'look', 'look']);
  });

  it('is looked at anew after a write or a look that failed', async () => {
    const { asked, lease, watch } = watched();
    lease.fails = new Error('lost');
    await expect(watch.write(document)).rejects.toThrow('lost');
    await expect(watch.confirm()).rejects.toThrow('lost');
    lease.fails = undefined;
    await watch.confirm();
    expect(asked).toEqual(['write', 'look', 'look']);
  });
});

it('the last commits are those of each address, of each that was deleted, and of each whole profile', () => {
  const entry = { binding: { code: 'a' }, protect: false, applied: 'x', row: null };
  const entries = { 'Thing/shop/a': { ...entry, commit: 'c1' }, 'Thing/shop/b': entry };
  const shop = { ...document, commit: 'c3', deletedIn: { 'Thing/shop/gone': 'c2' }, entries };
  const documents = new Map(Object.entries({ shop, mall: document, outlet: undefined }));
  expect(lastCommits(documents)).toEqual({ shop: 'c3', 'Thing/shop/gone': 'c2', 'Thing/shop/a': 'c1' });
});

describe('the state of many profiles', () => {
  const profiles = ['a', 'b', 'c'];

  /** A project of several profiles, and how many of them are written at the same time at most. */
  function counted() {
    const world = new World();
    for (const alias of profiles) world.profiles.set(alias, { alias, key: alias.repeat(40), type: 'S' });
    const { store } = world.input;
    const writes = { open: 0, most: 0 };
    const lock: StateStore['lock'] = async (profile, holder) => {
      const lease = await store.lock(profile, holder);
      return {
        ...lease,
        write: async (change) => {
          writes.open += 1;
          writes.most = Math.max(writes.most, writes.open);
          await nextTurn();
          await lease.write(change);
          writes.open -= 1;
        },
      };
    };
    const holder = { pid: 1, host: 'here', command: 'import' };
    return { world, writes, input: { ...world.input, root: '/project', holder, store: { ...store, lock } } };
  }

  it('is edited at once: the git store joins such writes in one push', async () => {
    const { world, writes, input } = counted();
    const entry = { binding: {}, protect: false, applied: null, row: null };
    const edits = new Map(profiles.map((alias) => [alias, editOf(new Map([[`Thing/${alias}/x`, entry]]))]));
    await editUnderLock({ ...input, documents: new Map(), profiles }, input.environment, async () => edits);
    expect(writes.most).toBe(3);
    expect(profiles.map((alias) => Object.keys(world.state(alias)?.entries ?? {}))).toEqual(
      profiles.map((alias) => [`Thing/${alias}/x`]),
    );
  });

  it('is confirmed at once', async () => {
    const { world, writes, input } = counted();
    const all = profiles.map((profile) => thing('x', {}, { profile, goal: 'draft' }));
    await world.run(all);
    await confirmAll(await world.plan(all), input);
    expect(writes.most).toBe(3);
  });
});
