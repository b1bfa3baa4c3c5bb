import { describe, expect, it } from 'vitest';
import type { Kind, RowPage } from '../../../src/core/kind.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { callsOf } from '../../../src/engine/observe/calls.ts';
import { profileOf } from '../../../src/engine/subject/ownership.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

const odd: Problem = { code: 'service-unfit', severity: 'error', message: 'serviceStatus is missing' };

/** Things whose list answers so, whatever there is. */
function listing(page: RowPage): Kind<FakeService> {
  const { discovery } = thingKind;
  if (discovery.by !== 'list') throw new Error('a list');
  return { ...thingKind, discovery: { ...discovery, page: async () => page } };
}

function row(name: string): RowPage['rows'][number] {
  return { name, title: name, state: 'approved', modifiedAt: '' };
}

async function planWith(page: RowPage, live: readonly string[], wanted: readonly string[]) {
  const world = new World();
  world.kinds = [listing(page)];
  for (const name of live) world.put(name, 'approved');
  const { plan } = await world.plan(wanted.map((id) => thing(id)));
  return {
    complete: plan.complete,
    changes: plan.changes.map(({ address, action }) => [address, action]),
    blocked: plan.blocked.map(({ address, reason, state }) => [address, reason, state]),
    // There is no state in these worlds; missing-state.test.ts is about the warning.
    problems: plan.problems.flatMap(({ code, severity, address }) =>
      code === 'state-missing' ? [] : [[code, severity, address]],
    ),
  };
}

describe('work that makes calls for many items', () => {
  const calls = () => callsOf(Object.assign(new World().input, { environment: { limits: { inFlight: 2 } } }) as never);
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('is done for every item, no more of a list at once than calls may be under way', async () => {
    const { each } = calls();
    const begun: string[] = [];
    let [now, most] = [0, 0];
    const work = async (item: string) => {
      begun.push(item);
      now += 1;
      most = Math.max(most, now);
      await turn();
      now -= 1;
    };
    await Promise.all([each(['a1', 'a2', 'a3'], work), each([], work)]);
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    expect(most).toBe(2);
  });

  it('ends at the first failure, and begins no more', async () => {
    const begun: number[] = [];
    const failing = calls().each([1, 2, 3, 4, 5], async (item) => {
      begun.push(item);
      await turn();
      if (item < 3) throw new Error(`failed ${item}`);
    });
    await expect(failing).rejects.toThrow('failed 1');
    await turn();
    expect(begun).toEqual([1, 2]);
  });
});

describe('a row that does not fit', () => {
  it('is made good by its detail', async () => {
    const page = { rows: [row('b')], unreadable: [{ name: 'a', problem: odd }], total: 2, pages: 1 };
    expect(await planWith(page, ['a', 'b'], ['a', 'b'])).toEqual({
      complete: true,
      changes: [
        ['Thing/shop/a', 'adopt'],
        ['Thing/shop/b', 'adopt'],
      ],
      blocked: [],
      problems: [],
    });
  });

  it('blocks its own address where the detail says nothing', async () => {
    const page = { rows: [], unreadable: [{ name: 'a', problem: odd }], total: 1, pages: 1 };
    expect(await planWith(page, [], ['a', 'c'])).toEqual({
      complete: false,
      changes: [['Thing/shop/c', 'create']],
      blocked: [['Thing/shop/a', 'serviceStatus is missing', 'unknown']],
      problems: [['service-unfit', 'error', 'Thing/shop/a']],
    });
  });

  it('of nobody we know is a warning about that row', async () => {
    const page = { rows: [], unreadable: [{ name: 'stray', problem: odd }], total: 1, pages: 1 };
    expect(await planWith(page, [], ['a'])).toEqual({
      complete: true,
      changes: [['Thing/shop/a', 'create']],
      blocked: [],
      problems: [['service-unfit', 'warning', undefined]],
    });
  });

  it('without a name may be a bound resource that is missing: the console may have renamed it', async () => {
    const world = new World();
    await world.run([thing('a', { name: '가' })]);
    world.service.of('shop').clear();
    const unreadable = [{ title: '나', problem: odd }];
    world.kinds = [listing({ rows: [], unreadable, total: 1, pages: 1 })];
    expect((await world.plan([thing('a', { name: '가' })])).plan).toMatchObject({
      changes: [],
      blocked: [{ address: 'Thing/shop/a', reason: 'serviceStatus is missing' }],
    });
  });

  it('without a name may be any that is missing', async () => {
    const page = { rows: [row('b')], unreadable: [{ problem: odd }], total: 2, pages: 1 };
    expect(await planWith(page, ['b'], ['a', 'b'])).toMatchObject({
      complete: false,
      changes: [['Thing/shop/b', 'adopt']],
      blocked: [['Thing/shop/a', 'serviceStatus is missing', 'unknown']],
    });
  });
});

describe('a list and a detail that do not agree', () => {
  it('the list has it, the detail is refused: it is not taken for absent', async () => {
    const page = { rows: [row('a')], unreadable: [], total: 1, pages: 1 };
    expect(await planWith(page, [], ['a'])).toEqual({
      complete: false,
      changes: [],
      blocked: [['Thing/shop/a', 'The service lists a in shop and refuses its detail', 'unknown']],
      problems: [['listed-without-detail', 'error', 'Thing/shop/a']],
    });
    const besides = { ...page, unreadable: [{ problem: odd }], total: 2 };
    expect(await planWith(besides, [], ['a'])).toMatchObject({
      blocked: [['Thing/shop/a', 'The service lists a in shop and refuses its detail', 'unknown']],
    });
  });

  it('a list that does not settle proves no absence, and what is there is there', async () => {
    const page = { rows: [], unreadable: [], total: 7, pages: 1 };
    expect(await planWith(page, ['b'], ['a', 'b'])).toEqual({
      complete: false,
      changes: [['Thing/shop/b', 'adopt']],
      blocked: [['Thing/shop/a', expect.stringContaining('kept changing'), 'unknown']],
      problems: [
        ['list-unsettled', 'error', undefined],
        ['list-unsettled', 'error', 'Thing/shop/a'],
      ],
    });
  });
});

describe('a kind whose complete list proves absence', () => {
  const { discovery } = thingKind;
  if (discovery.by !== 'list') throw new Error('a list');
  const proving: Kind<FakeService> = { ...thingKind, discovery: { ...discovery, provesAbsence: true } };
  const draft = (id: string) => thing(id, {}, { goal: 'draft' });
  const open = (): World => {
    const world = new World();
    world.kinds = [proving];
    return world;
  };
  const reads = ({ service }: World): string[] => service.calls.filter((call) => call.startsWith('read '));

  it('needs no detail of a name that nobody knows: neither to plan a create nor before it', async () => {
    const world = open();
    const planned = await world.plan([draft('a'), draft('b')]);
    expect(reads(world)).toEqual([]);
    await world.apply(planned);
    expect(world.service.calls.slice(-4).sort()).toEqual(['add a', 'add b', 'read a', 'read b']);
    expect(world.service.calls.indexOf('read a')).toBeGreaterThan(world.service.calls.indexOf('add a'));
  });

  it('is asked for the detail of a name that the state knows: its list may lag behind a create', async () => {
    const world = open();
    await world.run([draft('a')]);
    world.service.of('shop').clear();
    world.service.calls = [];
    expect((await world.plan([draft('a')])).plan.changes).toMatchObject([{ reasons: ['vanished'] }]);
    expect(reads(world)).toEqual(['read a']);
    await world.run([draft('a')]);
    expect(world.live()).toEqual({ a: 'draft' });
  });

  it('is asked for every detail where the list does not settle', async () => {
    const world = open();
    const page = async (): Promise<RowPage> => ({ rows: [], unreadable: [], total: 7, pages: 1 });
    world.kinds = [{ ...proving, discovery: { ...discovery, provesAbsence: true, page } }];
    await world.plan([draft('a')]);
    expect(reads(world)).toEqual(['read a']);
  });

  it('refuses what somebody else created since the plan, which does not become ours', async () => {
    const world = open();
    const planned = await world.plan([draft('a')]);
    world.put('a', 'draft', { text: 'by somebody' });
    expect((await world.apply(planned)).changes).toMatchObject([{ outcome: 'refused' }]);
    expect(world.bindings()).toEqual({});
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'by somebody' });
  });

  it('goes on from what an earlier run created since the plan', async () => {
    const world = open();
    const planned = await world.plan([thing('a')]);
    world.put('a', 'draft');
    const { changes } = await world.apply(planned);
    expect(changes[0]?.steps.map(({ outcome }) => outcome)).toEqual(['already-so', 'done']);
  });
});

describe('a resource without a profile', () => {
  it('has its id for one', () => {
    const { profile: _profile, ...bare } = thing('shop');
    expect([profileOf(bare), profileOf(thing('a'))]).toEqual(['shop', 'shop']);
  });
});
