import { describe, expect, it } from 'vitest';
import { killedAt } from './deaths.ts';
import { failure, thing, World } from './support.ts';

/** What notiform did not make is adopted as it is, whatever the manifest says. */

const wanted = [thing('a', { text: 'new' })];
const TAKEN = { allow: ['takes-over' as const, 'queues-again' as const] };

function foreign(state = 'filed'): World {
  const world = new World();
  world.put('a', state, { text: 'by a colleague' });
  return world;
}

describe('first contact', () => {
  it('adopts, and shows the change that would follow with both texts', async () => {
    const world = foreign();
    const planned = await world.plan(wanted);
    expect(planned.plan.changes).toMatchObject([
      { action: 'adopt', steps: [], fields: [], before: { text: 'by a colleague' }, after: { text: 'by a colleague' } },
    ]);
    expect(planned.plan.blocked).toMatchObject([
      {
        address: 'Thing/shop/a',
        reason: 'it exists already, and the state has no apply of it',
        risk: 'takes-over',
        before: { text: 'by a colleague' },
        after: { text: 'new' },
        fields: [{ path: 'text', before: 'by a colleague', after: 'new' }],
        ways: [{ todo: ['apply its adoption, then plan again'] }, { flags: ['--allow', 'takes-over=Thing/shop/a'] }],
        moved: [],
      },
    ]);
    expect(planned.plan.counts).toMatchObject({ adopt: 1, blocked: 1 });
    const receipt = await world.apply(planned);
    expect(receipt).toMatchObject({
      counts: { done: 1 },
      blocked: [{ address: 'Thing/shop/a', said: { code: 'not-ours' } }],
    });
    expect(world.service.writes).toEqual([]);
    const after = await world.plan(wanted, { allow: ['reverses'] });
    expect(after.plan.changes).toMatchObject([
      { action: 'update', reasons: ['content-differs', 'adopted'], steps: [{ title: 'withdraw' }, {}, {}] },
    ]);
  });

  it('does not cancel the inspection of a person with the next apply either, until the manifest changes', async () => {
    const world = foreign();
    await world.run(wanted);
    const { plan } = await world.plan(wanted);
    expect(plan.blocked).toMatchObject([{ risk: 'reverses', moved: ['adopted'] }]);
    await world.run(wanted);
    expect(world.service.writes).toEqual([]);
    expect(await world.actions([thing('a', { text: 'newer' })])).toEqual({
      'Thing/shop/a': 'update: withdraw, edit, file',
    });
    world.put('a', 'draft', { text: 'by a colleague again' });
    expect((await world.plan(wanted)).plan.changes).toMatchObject([{ reasons: ['content-differs', 'drifted'] }]);
  });

  it('does both in one reviewed plan if that is allowed', async () => {
    const world = foreign();
    const { plan } = await world.plan(wanted, TAKEN);
    expect(plan.changes).toMatchObject([
      { action: 'update', reasons: ['content-differs', 'not-bound'], risks: ['queues-again', 'takes-over'] },
    ]);
    expect(plan.blocked).toEqual([]);
    await world.apply(await world.planAgain(plan, wanted));
    expect(world.service.of('shop').get('a')).toMatchObject({ state: 'filed', content: { text: 'new' } });
  });

  it('adopts once by one plan file, and changes nothing when the file is applied again', async () => {
    const world = foreign();
    const { plan } = await world.plan(wanted);
    for (const outcome of ['done', 'already-so']) {
      const { changes } = await world.apply(await world.planAgain(plan, wanted));
      expect(changes.map((change) => change.outcome)).toEqual([outcome]);
    }
    expect(world.service.writes).toEqual([]);
  });

  it('is taken over by the same command again, wherever the first one was killed', async () => {
    for (let last = 0, died = true; died; last += 1) {
      const world = foreign();
      died = await killedAt(world, last, () => world.run(wanted, TAKEN));
      await world.run(wanted, TAKEN);
      expect(world.service.of('shop').get('a'), `killed at ${last}`).toEqual({
        state: 'filed',
        content: { text: 'new' },
      });
    }
  });

  it('stays first contact if the first step of a takeover was refused', async () => {
    const world = foreign('draft');
    world.service.fault = (call) => {
      if (call === 'edit a') throw failure('refused', 'down');
    };
    await world.run(wanted, TAKEN);
    world.service.fault = undefined;
    expect((await world.plan(wanted)).plan.changes).toMatchObject([{ action: 'adopt' }]);
  });

  it('shows the reason of its own if the change is not possible after the adoption either', async () => {
    const { plan } = await foreign('approved').plan(wanted);
    expect(plan.changes).toMatchObject([{ action: 'adopt' }]);
    expect(plan.blocked).toMatchObject([{ risk: 'loses-approval' }]);
  });

  it('blocks what needs the resource as it is declared', async () => {
    const world = foreign('draft');
    const needy = thing('b', {}, { goal: 'draft', dependsOn: ['Thing/shop/a'] });
    expect(await world.actions([...wanted, needy])).toMatchObject({
      'Thing/shop/b': 'blocked: it needs Thing/shop/a, which is blocked',
    });
  });
});

it('adopts ten resources with drift if the state is lost, and undoes nothing', async () => {
  const world = new World();
  const all = Array.from({ length: 10 }, (_, index) => thing(`t${index}`, { text: 'git' }, { goal: 'draft' }));
  await world.run(all);
  for (const { id } of all) world.put(id, 'draft', { text: 'console' });
  world.files.all.delete('/project/state/test/shop.json');
  world.service.calls = [];
  const { plan } = await world.plan(all);
  expect(plan.counts).toMatchObject({ adopt: 10, blocked: 10, update: 0 });
  await world.run(all);
  expect(world.service.writes).toEqual([]);
  const after = await world.plan(all, { maxUpdates: { percent: 30 } });
  expect(after.guards.map(({ code }) => code)).toEqual(['updates-over-limit']);
});

describe('after an apply that was killed when it had claimed a name and created nothing', () => {
  async function claimed(want = thing('a', { text: 'new' })): Promise<World> {
    for (let at = 1; ; at += 1) {
      const world = new World();
      await killedAt(world, at, () => world.run([want]));
      if (!world.state()?.entries[want.address]) continue;
      expect(world.live()).toEqual({});
      return world;
    }
  }

  it('adopts what somebody else created meanwhile', async () => {
    const world = await claimed();
    world.put('a', 'draft', { text: 'by a colleague' });
    const { plan } = await world.plan(wanted);
    expect(plan.changes).toMatchObject([{ action: 'adopt', steps: [] }]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', risk: 'takes-over' }]);
  });

  it('adopts also what one step would have created', async () => {
    const draft = thing('a', { text: 'new' }, { goal: 'draft' });
    const world = await claimed(draft);
    world.put('a', 'draft', { text: 'by a colleague' });
    expect((await world.plan([draft])).plan.changes).toMatchObject([{ action: 'adopt', steps: [] }]);
  });

  it('leaves it alone if its manifest is gone', async () => {
    const world = await claimed();
    world.put('a', 'draft', { text: 'by a colleague' });
    await world.run([thing('b')]);
    expect(world.live()).toMatchObject({ a: 'draft' });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual(['Thing/shop/b']);
  });

  it('goes on with what it created itself', async () => {
    const world = await claimed();
    world.put('a', 'draft', { text: 'new' });
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'lifecycle: file' });
  });
});
