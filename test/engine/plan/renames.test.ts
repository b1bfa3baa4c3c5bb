import { beforeEach, describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import type { PlanInput } from '../../../src/engine/types.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';
import { titled } from '../titled.ts';

/** Things with a code, which comes from the id if the manifest writes none. Several may have one name. */
const coded: Kind<FakeService> = {
  ...thingKind,
  discovery: titled.discovery,
  nameField: 'code',
  keepName: (want, name) => (want.options['byDefault'] === true ? { ...want, name } : want),
};

function named(id: string, name: string, more: Partial<Resource> = {}): Resource {
  return thing(id, { name, title: name }, { options: { byDefault: true }, ...more });
}

/** A world with the approved thing `a`, whose name is A. */
async function worldOf(kind: Kind<FakeService>): Promise<World> {
  const one = new World();
  one.kinds = [kind];
  await one.run([named('a', 'A')]);
  one.service.of('shop').forEach((each) => {
    each.state = 'approved';
  });
  await one.run([named('a', 'A')]);
  return one;
}

async function warnings(resources: readonly Resource[], more: Partial<PlanInput<FakeService>> = {}) {
  const { plan } = await world.plan(resources, { allowEmpty: true }, more);
  // These worlds have lost their state; missing-state.test.ts is about the warning.
  const others = plan.problems.filter(({ code }) => code !== 'state-missing');
  return others.map(({ code, severity, message, hint }) => ({ code, severity, message, hint }));
}

let world: World;

beforeEach(async () => {
  world = await worldOf(coded);
});

const RENAME = [
  {
    code: 'rename-unsaid',
    severity: 'warning',
    message: 'Thing/shop/b would get the name of Thing/shop/a, which is no longer declared',
    hint: 'If only the id changed, write `renamedFrom: a` in manifests/b.yaml. Nothing is deleted then.',
  },
];

describe('a new resource with the name of one that is no longer declared', () => {
  it.each(['full', 'index'] as const)('may be that one under another id (refresh %s)', async (refresh) => {
    expect(await warnings([named('b', 'A')], { refresh })).toEqual(RENAME);
  });

  it('is reported also if the delete is blocked, or the creation', async () => {
    const way = '`renamedFrom: a` in manifests/b.yaml if only the id changed';
    expect((await world.plan([named('b', 'A')])).plan.blocked).toMatchObject([
      { address: 'Thing/shop/a', opens: `${way}, or --allow loses-approval=Thing/shop/a` },
    ]);
    // Nothing else opens a deletion that the service has blocked.
    world.service.of('shop').forEach((each) => {
      each.state = 'blocked';
    });
    expect((await world.plan([named('b', 'A')])).plan.blocked).toMatchObject([{ address: 'Thing/shop/a', opens: way }]);
    const wrong = named('b', 'A', { renamedFrom: 'Thing/shop/c' });
    const { plan } = await world.plan([wrong, named('c', 'C')]);
    expect(plan.blocked.map(({ address }) => address)).toEqual(['Thing/shop/a', 'Thing/shop/b']);
    expect(plan.problems.map(({ code }) => code)).toEqual(['rename-unsaid', 'renamed-from-declared']);
  });

  it('is reported if the other one is deleted in the same plan', async () => {
    world.service.of('shop').forEach((each) => {
      each.state = 'draft';
    });
    const { plan } = await world.plan([named('b', 'A')]);
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([
      ['Thing/shop/a', 'delete'],
      ['Thing/shop/b', 'create'],
    ]);
    expect(plan.problems).toMatchObject(RENAME);
  });

  it('is not reported if the name is another one, or the other one is declared', async () => {
    expect(await warnings([named('b', 'B')])).toEqual([]);
    expect(await warnings([named('a', 'A'), named('b', 'A')])).toEqual([]);
  });

  it('is not reported of a kind whose name always comes from the manifest', async () => {
    world = await worldOf({ ...coded, nameField: undefined } as unknown as Kind<FakeService>);
    expect(await warnings([named('b', 'A')])).toEqual([]);
  });
});

describe('a new resource with the name of one that is not managed', () => {
  async function forget(): Promise<void> {
    for (const path of world.files.all.keys()) if (path.startsWith('/project/state')) world.files.all.delete(path);
  }

  it.each(['full', 'index'] as const)('may be one that the state lost (refresh %s)', async (refresh) => {
    await forget();
    expect(await warnings([named('b', 'A')], { refresh })).toEqual([
      {
        code: 'rename-unsaid',
        severity: 'warning',
        message: 'Thing/shop/b would get the name "A" of a (approved), which no manifest declares',
        hint: 'If a is the same resource, write `code: a` in manifests/b.yaml, or run `notiform state bind Thing/shop/b a`. Nothing is created then.',
      },
    ]);
    expect(await warnings([named('b', 'A', { name: 'a' })], { refresh })).toEqual([]);
  });

  it('gets its code in quotes if it could be a number', async () => {
    world.put('2024', 'approved', { name: 'N', title: 'N' });
    const [warning] = await warnings([named('a', 'A'), named('b', 'N')]);
    expect(warning?.hint).toContain('write `code: "2024"` in');
  });
});
