import { describe, expect, it } from 'vitest';
import { picture, thing, World } from './support.ts';

const opened = { allow: ['loses-approval' as const, 'interrupts-sending' as const, 'destroys' as const] };

/** A protected thing that is approved, whose id then changed in git without a word. */
async function protectedThing(): Promise<World> {
  const world = new World();
  await world.run([thing('a', {}, { protect: true })]);
  world.put('a', 'approved');
  return world;
}

const heir = thing('b', { text: 'a' }, { name: 'a' });
const edited = thing('b', { text: 'new' }, { name: 'a' });

describe('a protected resource whose id changed', () => {
  it('stays protected under the address that takes it over', async () => {
    const world = await protectedThing();
    const { plan } = await world.plan([edited], opened);
    expect(plan.blocked).toMatchObject([
      {
        address: 'Thing/shop/b',
        reason: expect.stringContaining('it is protected; '),
        opens: '--unprotect Thing/shop/b',
      },
    ]);
    expect(await world.run([heir], opened)).toEqual({ 'Thing/shop/a': 'done', 'Thing/shop/b': 'done' });
    expect(world.state()?.entries).toMatchObject({ 'Thing/shop/b': { protect: true } });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual(['Thing/shop/b']);
  });

  it.each(['Thing/shop/a', 'Thing/shop/b'])('is given free by --unprotect %s', async (address) => {
    const world = await protectedThing();
    const { plan } = await world.plan([edited], { ...opened, unprotect: [address] });
    expect(plan.blocked).toEqual([]);
    expect(plan.changes.map(({ action }) => action)).toEqual(['forget', 'update']);
  });

  it('is not forgotten where the one that takes it over is blocked', async () => {
    const world = await protectedThing();
    await world.run([edited], opened);
    expect(world.state()?.entries).toMatchObject({ 'Thing/shop/a': { protect: true } });
  });
});

describe('a new code', () => {
  it('that an unmanaged resource has is told in the plan', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' })]);
    world.put('taken', 'draft', { text: 'a' });
    const { plan } = await world.plan([thing('a', {}, { name: 'taken', goal: 'draft' })]);
    expect(plan.blocked).toMatchObject([
      { address: 'Thing/shop/a', reason: 'taken is taken by taken, which no manifest declares' },
    ]);
    expect(plan.problems).toMatchObject([{ code: 'name-taken', place: { file: 'manifests/a.yaml' } }]);
  });

  it('under which it is found while the old one is gone is a new binding, and the plan says so', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' })]);
    world.service.of('shop').delete('a');
    world.put('other', 'draft', { text: 'older' });
    const { plan } = await world.plan([thing('a', {}, { name: 'other', goal: 'draft' })]);
    expect(plan.changes).toMatchObject([{ action: 'adopt', reasons: ['not-bound'] }]);
    expect(plan.blocked).toMatchObject([{ before: { text: 'older' }, after: { text: 'a' }, risk: 'takes-over' }]);
  });
});

describe('a share of what exists', () => {
  it('counts what is there and not bound yet: a state that was lost opens no guard', async () => {
    const world = new World();
    const wanted = Array.from({ length: 12 }, (_, index) => thing(`t${index}`, { text: 'new' }, { goal: 'draft' }));
    for (const { name = '' } of wanted) world.put(name, 'draft', { text: 'old' });
    const { guards } = await world.plan(wanted, { maxUpdates: { percent: 30 }, allow: ['takes-over'] });
    expect(guards.map(({ message }) => message)).toEqual(['The plan has 12 updates; the limit is 30 % of 12']);
  });

  it('counts no upload, whether it is to be made again or not', async () => {
    const world = new World();
    const things = (text: string) =>
      Array.from({ length: 10 }, (_, index) => thing(`t${index}`, { text }, { goal: 'draft' }));
    const pictures = ['a.png', 'b.png', 'c.png'].map((path) => picture(path.slice(0, 1), world.file(path)));
    await world.run([...things('old'), ...pictures]);
    const wanted = [...things('new').slice(0, 4), ...things('old').slice(4), ...pictures];
    for (const reupload of [[], ['Picture/**']]) {
      const { guards } = await world.plan(wanted, { maxUpdates: { percent: 30 }, reupload });
      expect(guards.map(({ message }) => message)).toEqual(['The plan has 4 updates; the limit is 30 % of 10']);
    }
  });
});
