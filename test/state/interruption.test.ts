import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { endedBy } from '../../src/state/interruption.ts';
import { withoutSecretRows } from '../../src/state/secret-rows.ts';
import type { Lease, StateStore } from '../../src/state/store.ts';
import { WAITS } from '../../src/state/waits.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { pending } from '../pending.ts';
import { ann, document, problem } from './contract.ts';

/** A clock whose sleeps end when the test says so. */
function handClock() {
  const sleeps: { ms: number; end(): void }[] = [];
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      sleeps.push({ ms, end: resolve });
      signal?.addEventListener('abort', () => reject(new Error('ended')));
    });
  return { sleeps, clock: { now: () => 0, sleep } };
}

/** A store of which nothing answers before the test says so. */
function hanging() {
  const [read, locked, written, confirmed, released] = [
    pending<undefined>(),
    pending<void>(),
    pending<void>(),
    pending<void>(),
    pending<void>(),
  ];
  const calls: string[] = [];
  const waitFor =
    <T>(name: string, answer: Promise<T>) =>
    (): Promise<T> => {
      calls.push(name);
      return answer;
    };
  const lease: Lease = {
    fence: 1,
    write: waitFor('write', written.promise),
    confirm: waitFor('confirm', confirmed.promise),
    release: waitFor('release', released.promise),
  };
  const store: StateStore = {
    kind: 'postgres',
    read: waitFor('read', read.promise),
    readAll: waitFor('readAll', pending<Map<string, undefined>>().promise),
    lock: waitFor(
      'lock',
      locked.promise.then(() => lease),
    ),
    profiles: waitFor('profiles', pending<string[]>().promise),
    lockOf: waitFor('lockOf', pending<undefined>().promise),
    breakLock: waitFor('breakLock', pending<undefined>().promise),
    edit: waitFor('edit', written.promise),
    close: async () => undefined,
  };
  return { store, calls, read, locked, written, confirmed, released };
}

function interrupted() {
  const controller = new AbortController();
  const { clock, sleeps } = handClock();
  const hung = hanging();
  const store = endedBy(controller.signal, hung.store, clock);
  const stop = async (): Promise<void> => {
    controller.abort('SIGINT');
    expect(sleeps.map(({ ms }) => ms)).toEqual(sleeps.map(() => WAITS.interrupted));
    for (const { end } of sleeps) end();
  };
  return { ...hung, store, controller, sleeps, stop };
}

const yes = (): boolean => true;

it.each<[string, (store: StateStore) => Promise<unknown>]>([
  ['read', (store) => store.read('shop')],
  ['readAll', (store) => store.readAll(['shop'])],
  ['lockOf', (store) => store.lockOf('shop')],
  ['lock', (store) => store.lock('shop', ann)],
  ['edit', (store) => store.edit('shop', ann, () => undefined, yes)],
])('an interrupted run does not wait for %s', async (name, work) => {
  const { store, calls, stop } = interrupted();
  const failure = problem(work(store));
  await stop();
  expect(await failure).toMatchObject({ code: 'interrupted' });
  expect(calls).toEqual([name]);
});

it('an answer in the moment after the interruption counts', async () => {
  const { store, controller, read, sleeps } = interrupted();
  const reading = store.read('shop');
  controller.abort();
  read.resolve(undefined);
  expect(await reading).toBeUndefined();
  expect(sleeps).toHaveLength(1);
});

it('no lock is taken after the interruption, and one that comes too late is released', async () => {
  const { store, calls, stop, locked } = interrupted();
  const failure = problem(store.lock('shop', ann));
  await stop();
  expect(await failure).toMatchObject({ code: 'interrupted' });
  locked.resolve();
  await expect.poll(() => calls).toEqual(['lock', 'release']);
  expect(await problem(store.lock('mall', ann))).toMatchObject({ code: 'interrupted' });
  expect(calls).toEqual(['lock', 'release']);
});

it('a write that records what the run did is awaited, any other one is not', async () => {
  const { store, stop, locked, written, sleeps } = interrupted();
  locked.resolve();
  const lease = await store.lock('shop', ann);
  let outcome = '';
  const kept = [lease.write(document(1)), lease.write(document(1), () => false), store.edit('x', ann, () => undefined)];
  const all = Promise.all(kept).then(() => {
    outcome = 'written';
  });
  const failures = [lease.write(document(1), yes), lease.confirm(), lease.release()].map(problem);
  await stop();
  for (const failure of failures) expect(await failure).toMatchObject({ code: 'interrupted' });
  expect([outcome, sleeps.length]).toEqual(['', 6]);
  written.resolve();
  await all;
});

it('a write that records what the run did also awaits the read that cleans the stored rows', async () => {
  const { store, stop, locked, read, written, sleeps, calls } = interrupted();
  const redacting = withoutSecretRows(store, new Redaction());
  locked.resolve();
  const lease = await redacting.lock('shop', ann);
  const given = problem((await redacting.lock('mall', ann)).write(document(1), yes));
  const kept = lease.write(document(1));
  await expect.poll(() => sleeps.length + calls.length).toBe(4);
  await stop();
  expect(await given).toMatchObject({ code: 'interrupted' });
  read.resolve(undefined);
  written.resolve();
  await kept;
  expect(calls).toEqual(['lock', 'lock', 'read', 'read', 'write']);
});

it('a run that is not interrupted has every answer and failure of the store, and one listener', async () => {
  const { store, controller, locked, written, confirmed, released, sleeps } = interrupted();
  const locking = Promise.all(Array.from({ length: 20 }, () => store.lock('shop', ann)));
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  locked.resolve();
  const [lease] = await locking;
  written.resolve();
  await lease?.write(document(1), yes);
  confirmed.reject(new Error('lost'));
  await expect(lease?.confirm()).rejects.toThrow('lost');
  released.resolve();
  await lease?.release();
  expect(sleeps).toEqual([]);
});
