import { describe, expect, it } from 'vitest';
import { NotiformError, type Problem } from '../../src/core/problem.ts';
import type { Holder } from '../../src/files/lock-content.ts';
import {
  emptyDocument,
  SENDS,
  type SentMessage,
  type StateDocument,
  serializeDocument,
} from '../../src/state/document.ts';
import { changeBetween } from '../../src/state/journal.ts';
import type { StateStore } from '../../src/state/store.ts';

/** What every store is tested with: a new place to keep state in, and as many processes that look at it as a test wants. */
export interface Place {
  /** A store as another process would open it. */
  open(): StateStore;
  /** Puts a text where the document of a profile is kept. */
  overwrite(profile: string, text: string): Promise<void>;
}

export const ann: Holder = { pid: 11, host: 'here', command: 'apply', user: 'ann' };
export const bob: Holder = { pid: 12, host: 'there', command: 'apply', user: 'bob', run: 'https://ci.example/runs/7' };

export async function problem(work: Promise<unknown>): Promise<Problem & { exit: number }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NotiformError && error.problems[0]) return { ...error.problems[0], exit: error.exit };
    throw error;
  }
  throw new Error('it should have failed');
}

export function document(serial: number, profile = 'shop', account = 'acc'): StateDocument {
  const row = { name: 'a', title: '한글 "따옴표"', state: 'REG', modifiedAt: '' };
  const entry = { binding: { code: 'a' }, protect: true, applied: 'x', row };
  return { ...emptyDocument('test', profile, account), serial, entries: { [`Thing/${profile}/a`]: entry } };
}

function sent(refkey: string): SentMessage {
  return { send: 'smoke', to: 'qa', refkey, time: '2026-11-20T00:00:00.000Z', outcome: 'sending' };
}

/** What the hint of a lock that is held also says, as a pattern. */
const EXPIRES: Partial<Record<StateStore['kind'], string>> = {
  postgres: 'run the command again in 1[0-5]\\d s, when its lock has expired, or ',
};

/** A document is larger than this, so it has a journal. */
export const JOURNALED = { whole: 200 };

/** The cases of documents with a journal that hold for all stores. @param newPlace whose stores are opened with `JOURNALED` */
export function describeJournal(kind: StateStore['kind'], newPlace: () => Promise<Place>): void {
  describe(`the journal of the ${kind} store`, () => {
    it('has every write, also of runs that go on with it, and becomes a new base many times', async () => {
      const place = await newPlace();
      const entry = { binding: { code: '한글' }, protect: false, applied: 'x'.repeat(64), row: null };
      let model = document(1);
      for (let run = 0; run < 2; run += 1) {
        const lease = await place.open().lock('shop', ann);
        for (let write = 0; write < 6; write += 1) {
          const serial = model.serial + (run + write === 0 ? 0 : 1);
          const { [`Thing/shop/${serial - 4}`]: removed, ...kept } = model.entries;
          const entries = { ...kept, [`Thing/shop/${serial}`]: entry };
          const underWay = write % 3 === 0 ? { underWay: { x: '2026-11-20T00:00:00.000Z' } } : {};
          const { underWay: _, ...members } = model;
          const next = { ...members, ...underWay, serial, entries };
          await lease.write(serial === 1 ? next : changeBetween(model, next));
          model = next;
        }
        expect(await place.open().read('shop')).toEqual(model);
        await lease.release();
        expect(await place.open().read('shop')).toEqual(model);
      }
      expect(model.serial).toBe(12);
    });

    it('begins with the first write to a document of format 1', async () => {
      const place = await newPlace();
      await (await place.open().lock('shop', ann)).release();
      await place.overwrite('shop', JSON.stringify({ ...document(4), formatVersion: 1 }));
      expect(await place.open().read('shop')).toMatchObject({ ...document(4), entries: expect.anything() });
      const lease = await place.open().lock('shop', ann);
      await lease.write({ serial: 5, entries: { 'Thing/shop/a': null } });
      await lease.write({ serial: 6, begunIn: 'c7' });
      await lease.release();
      expect(await place.open().read('shop')).toEqual({ ...document(6), entries: {}, begunIn: 'c7' });
    });

    it('is not taken from another copy: a base that is put back without its journal is damaged', async () => {
      const place = await newPlace();
      const lease = await place.open().lock('shop', ann);
      await lease.write(document(1));
      await lease.write(document(2));
      await lease.release();
      await place.overwrite('shop', serializeDocument(document(1), { journal: 'former-1' }));
      expect(await problem(place.open().read('shop'))).toMatchObject({
        code: 'state-corrupt',
        message: expect.stringContaining('its journal'),
      });
    });
  });
}

/** The table of cases that holds for all stores. */
export function describeStore(kind: StateStore['kind'], newPlace: () => Promise<Place>, where = ''): void {
  describe(`the ${kind} store${where}`, () => {
    it('names the profiles that have a document', async () => {
      const place = await newPlace();
      expect(await place.open().profiles()).toEqual([]);
      for (const profile of ['shop', 'mall']) {
        const lease = await place.open().lock(profile, ann);
        await lease.write(document(1, profile));
        await lease.write(document(2, profile));
        await lease.release();
      }
      await place.open().edit(SENDS, ann, (stored) => stored ?? { ...emptyDocument('test', SENDS, ''), serial: 1 });
      expect(await place.open().profiles()).toEqual(['mall', 'shop']);
    });

    it('has nothing where nothing was applied, and looking writes nothing', async () => {
      const place = await newPlace();
      const store = place.open();
      expect(store.kind).toBe(kind);
      expect(await store.read('shop')).toBeUndefined();
      expect(await store.readAll(['shop', 'mall'])).toEqual(
        new Map([
          ['shop', undefined],
          ['mall', undefined],
        ]),
      );
      expect(await store.lockOf('shop')).toBeUndefined();
      expect(await store.breakLock('shop', ann)).toBeUndefined();
    });

    it('is written under a lock, one serial after another, and read by others at once', async () => {
      const place = await newPlace();
      const [writer, reader] = [place.open(), place.open()];
      const lease = await writer.lock('shop', ann);
      for (const serial of [1, 2]) {
        await lease.write(document(serial));
        expect(await writer.read('shop')).toEqual(document(serial));
        expect(await reader.read('shop')).toEqual(document(serial));
      }
      for (const serial of [2, 4])
        expect(await problem(lease.write(document(serial)))).toMatchObject({ code: 'state-moved' });
      expect(lease.warning).toBeUndefined();
      await lease.release();
      await lease.release();
      expect(await reader.lockOf('shop')).toBeUndefined();
      expect(await reader.readAll(['mall', 'shop'])).toEqual(
        new Map([
          ['mall', undefined],
          ['shop', document(2)],
        ]),
      );
    });

    it('is locked for others, who are told by whom, where, since when and in which run', async () => {
      const place = await newPlace();
      await place.open().lock('shop', bob);
      const other = place.open();
      const lock = await other.lockOf('shop');
      expect(lock?.holder).toEqual(bob);
      expect(await problem(other.lock('shop', ann))).toMatchObject({
        code: 'lock-held',
        exit: 6,
        message: `The state of test/shop is locked by \`apply\` of bob on there (process 12) since ${lock?.since}`,
        hint: expect.stringMatching(
          `^See https://ci.example/runs/7. Wait until that run ends: the commands that write the state wait with \`--lock-timeout 5m\`. If it no longer runs, ${EXPIRES[kind] ?? ''}break its lock with \`notiform -e test state unlock shop\`.$`,
        ),
      });
      const mall = await other.lock('mall', ann);
      await mall.write(document(1, 'mall'));
    });

    it('keeps the profiles apart, though they are written at the same time', async () => {
      const place = await newPlace();
      const [one, two] = [place.open(), place.open()];
      const names = ['a', 'b', 'c'];
      const leases = await Promise.all(names.map((name) => one.lock(name, ann)));
      const theirs = await two.lock('z', bob);
      await Promise.all([
        ...leases.map((lease, index) => lease.write(document(1, names[index]))),
        theirs.write(document(1, 'z')),
      ]);
      expect([...(await one.readAll(['z', ...names])).values()]).toEqual(
        ['z', ...names].map((name) => document(1, name)),
      );
      await Promise.all(leases.map((lease) => lease.release()));
      expect(await Promise.all(['z', ...names].map(async (name) => (await two.lockOf(name))?.holder?.user))).toEqual([
        'bob',
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('takes no more from one whose lock was broken', async () => {
      const place = await newPlace();
      const [sleeper, other] = [place.open(), place.open()];
      const old = await sleeper.lock('shop', bob);
      await old.write(document(1));
      const lock = await other.lockOf('shop');
      expect(await other.breakLock('shop', ann, lock)).toEqual(lock);
      expect(await problem(old.write(document(2)))).toMatchObject({ code: 'lock-lost' });
      const young = await other.lock('shop', ann);
      expect(young.fence).toBeGreaterThan(old.fence);
      expect(young.warning).toBeUndefined();
      await young.write(document(2, 'shop', 'ann'));
      for (const serial of [2, 3])
        expect(await problem(old.write(document(serial)))).toMatchObject({ code: 'lock-lost' });
      await old.release();
      await young.write(document(3, 'shop', 'ann'));
      expect(await sleeper.read('shop')).toEqual(document(3, 'shop', 'ann'));
    });

    it('tells whether a lock is still held, whatever others write, and writes nothing for it', async () => {
      const place = await newPlace();
      const [sleeper, other] = [place.open(), place.open()];
      const old = await sleeper.lock('shop', bob);
      await old.confirm();
      await old.write(document(1));
      const mall = await other.lock('mall', ann);
      await mall.write(document(1, 'mall'));
      await old.confirm();
      expect(await other.read('shop')).toEqual(document(1));
      await other.breakLock('shop', ann);
      const lost = {
        code: 'lock-lost',
        exit: 1,
        message: 'The lock of the state of test/shop no longer belongs to this run',
      };
      expect(await problem(old.confirm())).toMatchObject(lost);
      const young = await other.lock('shop', ann);
      expect(await problem(old.confirm())).toMatchObject(lost);
      await young.confirm();
      await mall.confirm();
      await young.release();
      expect(await problem(young.confirm())).toMatchObject(lost);
      await mall.release();
    });

    it('breaks that lock which was shown, and no other one', async () => {
      const place = await newPlace();
      const [store, other] = [place.open(), place.open()];
      const first = await store.lock('shop', bob);
      const shown = await other.lockOf('shop');
      await first.release();
      await store.lock('shop', { ...bob, pid: 99 });
      expect(await problem(other.breakLock('shop', ann, shown))).toMatchObject({ code: 'lock-held', exit: 6 });
      expect((await other.lockOf('shop'))?.holder?.pid).toBe(99);
    });

    it('goes on from a document that somebody put in by hand', async () => {
      const place = await newPlace();
      const lease = await place.open().lock('shop', ann);
      await lease.write(document(1));
      await lease.release();
      const store = place.open();
      await place.overwrite('shop', JSON.stringify(document(41)));
      expect(await store.read('shop')).toEqual(document(41));
      const next = await store.lock('shop', ann);
      expect(await problem(next.write(document(2)))).toMatchObject({ code: 'state-moved' });
      await next.write(document(42));
      await next.write(document(43));
      await next.release();
      expect(await place.open().read('shop')).toEqual(document(43));
    });

    it('edits a document without a lock, so that no run loses what another one wrote at the same time', async () => {
      const place = await newPlace();
      const adding = (name: string) => (stored: StateDocument | undefined) => {
        const before = stored ?? emptyDocument('test', SENDS, 'acc');
        return { ...before, serial: before.serial + 1, sends: { ...before.sends, [name]: sent(name) } };
      };
      const names = ['a', 'b', 'c', 'd'];
      await Promise.all(names.map((name) => place.open().edit(SENDS, ann, adding(name))));
      const stored = await place.open().read(SENDS);
      expect([stored?.serial, stored?.sends]).toEqual([4, Object.fromEntries(names.map((name) => [name, sent(name)]))]);
      await place.open().edit(SENDS, ann, () => undefined);
      expect(await place.open().read(SENDS)).toEqual(stored);
      expect(await place.open().lockOf(SENDS)).toBeUndefined();
      expect(await place.open().read('shop')).toBeUndefined();
    });

    it('does not edit a damaged document', async () => {
      const place = await newPlace();
      await place.overwrite(SENDS, '{"formatVersion": 1, "env');
      const edit = place.open().edit(SENDS, ann, () => document(1));
      expect(await problem(edit)).toMatchObject({ code: 'state-corrupt', exit: 1 });
      expect(await place.open().lockOf(SENDS)).toBeUndefined();
    });

    it.each([
      ['', 'state-corrupt'],
      ['{"formatVersion": 1, "env', 'state-corrupt'],
      ['{"formatVersion": 9}', 'state-newer'],
      [JSON.stringify({ ...document(1), environment: 'other' }), 'state-foreign'],
    ])('says so where the document is %j, and overwrites nothing', async (text, code) => {
      const place = await newPlace();
      const store = place.open();
      await place.overwrite('shop', text);
      expect(await problem(store.read('shop'))).toMatchObject({ code, exit: 1 });
      const lease = await store.lock('shop', ann);
      expect(await problem(lease.write(document(1)))).toMatchObject({ code });
      expect(await problem(store.read('shop'))).toMatchObject({ code });
      await lease.release();
    });
  });
}

const HERE = { ...ann, boot: 'b1', pidNamespace: 'pid:[1]' };
const RUN = { ...HERE, run: 'https://ci.example/runs/7' };

/** Of a lock whose process id nobody has here: its holder, who finds it, and whether the finder takes it over. */
const LEFT: readonly [title: string, theirs: Holder, ours: Holder, taken: boolean][] = [
  ['a process of this machine', HERE, HERE, true],
  ['a process of a system that has neither boot id nor namespace', ann, ann, true],
  ['a process of another host', { ...HERE, host: 'there' }, HERE, false],
  ['a container of the same host name', { ...HERE, pidNamespace: 'pid:[2]' }, HERE, false],
  ['a machine of the same name, or this one before it was restarted', { ...HERE, boot: 'b2' }, HERE, false],
  ['an earlier notiform, whose lock does not say where its process ran', ann, HERE, false],
  ['a process that says where it ran, seen from where that is not known', HERE, ann, false],
  ['a run of CI, seen by a person', RUN, HERE, false],
  ['a person, seen by a run of CI', HERE, RUN, false],
  ['another run of CI', { ...RUN, run: 'https://ci.example/runs/6' }, RUN, false],
  ['an earlier step of the same job', RUN, RUN, true],
  ['another job of the same run', { ...RUN, boot: 'b2' }, RUN, false],
  ['the same run on a system without a boot id', { ...ann, run: 'x' }, { ...ann, run: 'x' }, false],
  [
    'the same run where the namespace is not known',
    { ...ann, run: 'x', boot: 'b1' },
    { ...ann, run: 'x', boot: 'b1' },
    false,
  ],
];

/** For stores that judge by process ids whether a holder is dead. @param open a store of a new place, on a machine where no process lives */
export function describeLeftLocks(kind: StateStore['kind'], open: () => StateStore | Promise<StateStore>): void {
  describe(`a lock in the ${kind} store that was left behind`, () => {
    it.each(LEFT)('by %s', async (_, theirs, ours, taken) => {
      const store = await open();
      await store.lock('shop', { ...theirs, pid: 41 });
      expect((await store.lockOf('shop'))?.holder).toEqual({ ...theirs, pid: 41 });
      const next = store.lock('shop', ours);
      if (taken) expect((await next).warning).toMatchObject({ code: 'lock-taken-over' });
      else expect(await problem(next)).toMatchObject({ code: 'lock-held', exit: 6 });
    });
  });
}
