import { beforeEach, describe, expect, it } from 'vitest';
import { entriesIn, forgetEntries } from '../../../src/engine/binding/state-edit.ts';
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
  return { ...world.input, documents, holder: { pid: world.pid, host: 'here', command: 'state forget' } };
}

async function addresses(): Promise<string[]> {
  return entriesIn((await input()).documents).map(({ address }) => address);
}

describe('forgetting what has versions', () => {
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
