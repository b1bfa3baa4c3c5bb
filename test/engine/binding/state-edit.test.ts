import { beforeEach, describe, expect, it } from 'vitest';
import { entriesIn, forgetEntries, moveEntry } from '../../../src/engine/binding/state-edit.ts';
import { thing, World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

let world: World;

beforeEach(async () => {
  world = new World();
  world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
  await world.run([thing('a'), thing('b', {}, { protect: true }), thing('c', {}, { profile: 'mall' })]);
  world.service.calls = [];
});

async function input() {
  const documents = new Map();
  for (const profile of [...world.profiles.keys(), 'other'])
    documents.set(profile, await world.input.store.read(profile));
  return { ...world.input, documents, holder: { pid: world.pid, host: 'here', command: 'state move' } };
}

async function addresses(): Promise<string[]> {
  return entriesIn((await input()).documents).map(({ address }) => address);
}

const ONLY_ID = 'Only the id can change: the kind and the profile of a live resource stay';
const LETTERS = 'An id has lower-case letters (a-z), digits and hyphens only';

describe('moving', () => {
  it('gives the entry to the new address and asks nothing of the service', async () => {
    const before = world.state()?.entries['Thing/shop/a'];
    expect(await moveEntry(await input(), 'Thing/shop/a', 'Thing/shop/z')).toEqual([
      { from: 'Thing/shop/a', address: 'Thing/shop/z', profile: 'shop', entry: before },
    ]);
    expect(await addresses()).toEqual(['Thing/mall/c', 'Thing/shop/b', 'Thing/shop/z']);
    const { left: _, ...moved } = { ...before, applied: null, imported: before?.applied };
    expect(world.state()).toMatchObject({ account: 'account-1' });
    expect(world.state()?.entries['Thing/shop/z']).toEqual(moved);
    expect(world.service.calls).toEqual([]);
  });

  it.each([
    ['Thing/shpo/a', 'Thing/shop/z', 'The state has no entry for `Thing/shpo/a`', 'Did you mean `Thing/shop/a`?'],
    [
      'nothing',
      'Thing/shop/z',
      'The state has no entry for `nothing`',
      'Run `notiform state show` to see its addresses',
    ],
    [
      'Thing/shop/a',
      'Thing/shop/b',
      '`Thing/shop/b` is bound already',
      'Forget it first: `notiform state forget Thing/shop/b`',
    ],
    ['Thing/shop/a', 'Badge/shop/z', '`Thing/shop/a` cannot become `Badge/shop/z`', ONLY_ID],
    ['Thing/shop/a', 'Thing/mall/z', '`Thing/shop/a` cannot become `Thing/mall/z`', ONLY_ID],
    ['Thing/shop/a', 'Thing/shop', '`Thing/shop/a` cannot become `Thing/shop`', undefined],
    ['Thing/shop/a', 'Thing/shop/Z', '`Thing/shop/a` cannot become `Thing/shop/Z`', LETTERS],
    ['Thing/shop/a', 'Badge/shop/Z', '`Thing/shop/a` cannot become `Badge/shop/Z`', ONLY_ID],
    ['Thing/shop/a', 'z', '`Thing/shop/a` cannot become `z`', undefined],
  ])('of %s to %s is no command', async (from, to, message, hint) => {
    await expect(moveEntry(await input(), from, to)).rejects.toMatchObject({
      exit: 64,
      problems: [{ message, ...(hint ? { hint } : {}) }],
    });
    expect(await addresses()).toEqual(['Thing/mall/c', 'Thing/shop/a', 'Thing/shop/b']);
  });

  it('is refused where the state was written meanwhile, or is locked', async () => {
    const late = await input();
    await moveEntry(await input(), 'Thing/shop/a', 'Thing/shop/z');
    await expect(moveEntry(late, 'Thing/shop/a', 'Thing/shop/y')).rejects.toMatchObject({ exit: 6 });
    const lease = await world.input.store.lock('shop', { pid: 1, host: 'there', command: 'apply' });
    await expect(moveEntry(await input(), 'Thing/shop/z', 'Thing/shop/y')).rejects.toMatchObject({
      exit: 6,
      problems: [{ code: 'lock-held' }],
    });
    await lease.release();
  });
});

describe('moving what has versions', () => {
  const all = ['Thing/shop/a', 'Thing/shop/a@v2'];

  beforeEach(async () => {
    world = new World();
    world.kinds = [versionedKind];
    await world.run([versioned('one', { protect: true })]);
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    await world.run([versioned('two', { protect: true })]);
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    expect(await addresses()).toEqual(all);
  });

  it('moves all of them in one write, each with its binding, and the next plan is empty', async () => {
    const { serial = 0, entries = {} } = world.state() ?? {};
    await moveEntry(await input(), 'Thing/shop/a', 'Thing/shop/z');
    expect(world.state()).toMatchObject({ serial: serial + 1 });
    const moved = (address: string) => {
      const { left: _, ...kept } = { ...entries[address], applied: null, imported: entries[address]?.applied };
      return kept;
    };
    expect(world.state()?.entries).toEqual({
      'Thing/shop/z': moved('Thing/shop/a'),
      'Thing/shop/z@v2': moved('Thing/shop/a@v2'),
    });
    const manifest = versioned('two', { id: 'z', address: 'Thing/shop/z', name: 'a', protect: true });
    expect(await world.actions([manifest])).toEqual({});
  });

  it('moves those that are left where the first is not known any more', async () => {
    const [first] = entriesIn((await input()).documents);
    await forgetEntries(await input(), first ? [first] : [], ['Thing/shop/a']);
    await moveEntry(await input(), 'Thing/shop/a', 'Thing/shop/z');
    expect(await addresses()).toEqual(['Thing/shop/z@v2']);
  });

  it('moves none where one of them has no place', async () => {
    const { documents, ...rest } = await input();
    const document = documents.get('shop');
    documents.set('shop', {
      ...document,
      entries: { ...document.entries, 'Thing/shop/z@v2': document.entries['Thing/shop/a'] },
    });
    await expect(moveEntry({ documents, ...rest }, 'Thing/shop/a', 'Thing/shop/z')).rejects.toMatchObject({
      exit: 64,
      problems: [{ message: '`Thing/shop/z@v2` is bound already' }],
    });
    expect(await addresses()).toEqual(all);
  });

  it('does not move another resource in front of versions that are left', async () => {
    const { documents, ...rest } = await input();
    const document = documents.get('shop');
    const { 'Thing/shop/a': other, ...left } = document.entries;
    documents.set('shop', { ...document, entries: { ...left, 'Thing/shop/y': other } });
    await expect(moveEntry({ documents, ...rest }, 'Thing/shop/y', 'Thing/shop/a')).rejects.toMatchObject({
      exit: 64,
      problems: [{ message: '`Thing/shop/a@v2` is bound already' }],
    });
    expect(await addresses()).toEqual(all);
  });

  it('forgets all of them by the name of the resource', async () => {
    const remembered = entriesIn((await input()).documents);
    await expect(forgetEntries(await input(), remembered, ['Thing/shop/a@v2'])).rejects.toMatchObject({
      problems: [{ address: 'Thing/shop/a' }],
    });
    await forgetEntries(await input(), remembered, ['Thing/shop/a']);
    expect(await addresses()).toEqual([]);
  });
});

describe('forgetting', () => {
  it('takes entries out of the documents and asks nothing of the service', async () => {
    const all = entriesIn((await input()).documents).filter(({ address }) => address !== 'Thing/shop/b');
    await forgetEntries(await input(), all, []);
    expect(await addresses()).toEqual(['Thing/shop/b']);
    expect(world.service.calls).toEqual([]);
    expect([...world.service.of('shop').keys()]).toEqual(['a', 'b']);
  });

  it('leaves what is protected, unless it is told otherwise', async () => {
    const all = entriesIn((await input()).documents);
    await expect(forgetEntries(await input(), all, ['Thing/shop/a'])).rejects.toMatchObject({
      exit: 7,
      problems: [{ code: 'state-protected', address: 'Thing/shop/b' }],
    });
    expect(await addresses()).toHaveLength(3);
    await forgetEntries(await input(), all, ['Thing/shop/b']);
    expect(await addresses()).toEqual([]);
  });
});
