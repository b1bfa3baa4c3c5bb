import { beforeEach, expect, it } from 'vitest';
import { beginReads } from '../../../src/engine/snapshot/begun.ts';
import { badge, badgeKind } from '../badges.ts';
import { failure, faultAt, picture, pictureKind, thing, thingKind, World } from '../support.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'S' });
  world.kinds = [thingKind, pictureKind, badgeKind()];
});

const wanted = () => [thing('a'), thing('b'), badge('c'), picture('p', world.file('p.png'))];

/** The plan, or its failure, and the calls that it made. */
async function planned(isBegun: boolean): Promise<unknown> {
  world.service.calls = [];
  const end = await world.plan(wanted(), {}, isBegun ? { begun: beginReads(world.input) } : {}).then(
    ({ plan }) => plan,
    (error: unknown) => error,
  );
  return { end, calls: [...world.service.calls].sort() };
}

async function expectSame(): Promise<{ end: unknown; calls: string[] }> {
  const plain = await planned(false);
  expect(await planned(true)).toEqual(plain);
  return plain as { end: unknown; calls: string[] };
}

it('a plan is the same, with the same calls, if its reads began before its manifests were known', async () => {
  await expectSame();
  await world.run(wanted());
  world.put('new', 'approved');
  world.service.of('mall').set('other', { content: { text: 'other' }, state: 'approved' });
  const { calls } = await expectSame();
  expect(calls).toContain('page mall 1');
});

it('no list is read of a profile that the service does not have', async () => {
  world.missing.set('mall', { code: 'service-unfit', severity: 'error', message: 'mall is missing' });
  const { calls } = await expectSame();
  expect(calls).not.toContain('page mall 1');
  expect(calls).toContain('page shop 1');
});

it.each(['profiles', 'page shop 1', 'page badges'])(
  'a plan fails as it does otherwise if the call fails: %s',
  async (call) => {
    world.service.fault = (name, when) => faultAt(call, 'before', 'unreachable')(name, when);
    const { end } = await expectSame();
    expect(end).toMatchObject({ problems: [{ message: 'unreachable by the test' }] });
  },
);

it('a state that cannot be read ends the plan before a call', async () => {
  world.files.all.set('/project/state/test/shop.json', Buffer.from('{'));
  expect((await expectSame()).calls).toEqual([]);
});

it('reads that nobody waits for do not end the process', async () => {
  world.service.fault = () => {
    throw failure('unreachable');
  };
  const begun = beginReads(world.input);
  await expect(begun.missing).rejects.toThrow('unreachable by the test');
});
