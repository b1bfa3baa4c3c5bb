import { beforeEach, describe, expect, it } from 'vitest';
import { compared } from '../../../src/core/content.ts';
import { digest } from '../../../src/core/json.ts';
import { type BindInput, bindUnderLock, editOf, importedEntry } from '../../../src/engine/binding/binding.ts';
import { profileDigest } from '../../../src/state/account.ts';
import type { StateEntry } from '../../../src/state/document.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

let world: World;

beforeEach(() => {
  world = new World();
});

const entry: StateEntry = { binding: { code: 'a' }, protect: false, applied: null, row: null };

function inputOf(more: Partial<BindInput<FakeService>> = {}): BindInput<FakeService> {
  const holder = { pid: world.pid, host: 'here', command: 'import' };
  return { ...world.input, holder, documents: new Map(), profiles: ['shop'], acceptAccount: false, ...more };
}

const bindA = async () => new Map([['shop', editOf(new Map([['Thing/shop/a', entry]]))]]);

describe('bindings', () => {
  it('are written once for each profile, under its lock, when the work is done', async () => {
    world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
    const seen: string[] = [];
    await bindUnderLock(inputOf({ profiles: ['shop', 'mall', 'shop'] }), async () => {
      seen.push(...[...world.files.all.keys()].sort());
      return bindA();
    });
    expect(seen).toEqual(['/project/state/test/mall.json.lock', '/project/state/test/shop.json.lock']);
    expect(world.state()).toMatchObject({ serial: 1, account: 'account-1', entries: { 'Thing/shop/a': entry } });
    // Nothing came of it for the other one.
    expect([...world.files.all.keys()]).toEqual(['/project/state/test/shop.json']);
  });

  it('are not written where the work fails, and the lock is given back', async () => {
    const work = async () => {
      throw new Error('no');
    };
    await expect(bindUnderLock(inputOf(), work)).rejects.toThrow('no');
    expect([...world.files.all.keys()]).toEqual([]);
  });

  it('are not written to a state that moved on since it was read', async () => {
    await world.run([thing('a')]);
    await expect(bindUnderLock(inputOf(), bindA)).rejects.toMatchObject({
      exit: 6,
      problems: [{ code: 'state-moved', message: 'The state of test/shop was written since everything was read' }],
    });
    const documents = new Map([['shop', world.state()]]);
    await bindUnderLock(inputOf({ documents }), bindA);
    expect(world.state()?.entries).toEqual({ 'Thing/shop/a': entry });
  });

  it('are not written to the state of another account, unless that is meant', async () => {
    await bindUnderLock(inputOf(), bindA);
    world.account = 'account-2';
    const documents = new Map([['shop', world.state()]]);
    await expect(bindUnderLock(inputOf({ documents }), bindA)).rejects.toMatchObject({
      exit: 7,
      problems: [{ code: 'account-changed' }],
    });
    await bindUnderLock(
      inputOf({ documents, acceptAccount: true }),
      async () => new Map([['shop', editOf(new Map([['Thing/shop/b', entry]]), ['Thing/shop/a'])]]),
    );
    expect(world.state()).toMatchObject({ account: 'account-2', entries: { 'Thing/shop/b': entry } });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual(['Thing/shop/b']);
  });
});

describe('bindings of a profile', () => {
  it('are not written to the state of another key, unless that is meant', async () => {
    await bindUnderLock(inputOf(), bindA);
    world.profiles.set('shop', { alias: 'shop', key: 'n'.repeat(40), type: 'S' });
    const documents = new Map([['shop', world.state()]]);
    await expect(bindUnderLock(inputOf({ documents }), bindA)).rejects.toMatchObject({
      exit: 7,
      problems: [{ code: 'profile-changed' }],
    });
    await bindUnderLock(inputOf({ documents, acceptAccount: true }), bindA);
    expect(world.state()?.keyDigest).toBe(profileDigest('n'.repeat(40)));
  });
});

describe('the entry of what is taken over', () => {
  const want = thing('a', {}, { protect: true });
  const imported = digest({ goal: want.goal, content: compared(want.content) });
  const detail = { by: '1', status: { state: 'draft' }, content: 'c' };

  it('holds its binding, its protection, its row and what was imported; nothing was applied', () => {
    const live = { name: 'a', content: want.content, status: { state: 'draft' } };
    const row = { name: 'a', title: 'A', state: 'draft', modifiedAt: 'then' };
    expect(importedEntry({ kind: thingKind, live, row: { ...row, detail } }, want, undefined)).toEqual({
      binding: { code: 'a' },
      protect: true,
      applied: null,
      imported,
      importedAs: want.source.file,
      row,
    });
    expect(importedEntry({ kind: thingKind, live }, want, undefined)).toMatchObject({ row: null });
  });

  it('keeps what the state knows: only an apply changes that', () => {
    const live = { name: 'b', content: {}, status: { state: 'draft' } };
    const known = { ...entry, applied: 'x', left: 'y', commit: 'z' };
    expect(importedEntry({ kind: thingKind, live }, want, known)).toEqual({
      ...known,
      imported,
      importedAs: want.source.file,
    });
  });
});
