import { beforeEach, describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { badge, badgeKind } from '../badges.ts';
import { type FakeService, failure, faultAt, thing, World } from '../support.ts';
import { titled } from '../titled.ts';

/** Things that may have an interim title. The service refuses a title that another thing bears. */
const passing: Kind<FakeService> = {
  ...titled,
  interim: (content, mark) => ({ ...content, title: `interim-${mark}` }),
};

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [passing];
});

function draft(id: string, title: string, more: Partial<Resource> = {}): Resource {
  return thing(id, { title }, { goal: 'draft', ...more });
}

/** Things that are live under their titles, then the plan of others. */
async function planned(before: readonly Resource[], after: readonly Resource[]) {
  await world.run(before);
  world.service.calls = [];
  return world.plan(after);
}

const ab = [draft('a', 'A'), draft('b', 'B')];
const ba = [draft('a', 'B'), draft('b', 'A')];

function titles(): Record<string, unknown> {
  return Object.fromEntries(Array.from(world.service.of('shop'), ([name, { content }]) => [name, content['title']]));
}

/** Somebody else gives a thing another title. */
function retitle(name: string, title: string): void {
  for (const one of [world.service.of('shop').get(name)]) if (one) one.content = { ...one.content, title };
}

/** The calls that change something, each with the titles after it. */
function watchTitles(): unknown[] {
  const seen: unknown[] = [];
  world.service.fault = (call, when) => {
    if (call.startsWith('edit') && when === 'after') seen.push([call, titles()]);
  };
  return seen;
}

async function expectSettled(wanted: readonly Resource[]): Promise<void> {
  const { plan } = await world.plan(wanted);
  expect([plan.changes, plan.blocked, plan.problems]).toEqual([[], [], []]);
}

const INTERIM = 'interim-12980f8c';

describe('two titles that are exchanged', () => {
  it('go over in one apply: one thing makes way under an interim title', async () => {
    const { plan } = await planned(ab, ba);
    expect(plan.problems).toEqual([]);
    expect(plan.changes).toMatchObject([
      {
        address: 'Thing/shop/a',
        action: 'update',
        dependsOn: [],
        fields: [{ path: 'title', before: 'A', after: 'B' }],
        steps: [
          { operation: 'thing.edit', title: `edit (for now "${INTERIM}")` },
          { operation: 'thing.edit', title: 'edit', after: ['Thing/shop/b'] },
        ],
      },
      { address: 'Thing/shop/b', dependsOn: ['Thing/shop/a'], steps: [{ title: 'edit' }] },
    ]);
    expect((await world.plan(ba)).plan.digest).toBe(plan.digest);
    const seen = watchTitles();
    expect(await world.run(ba)).toEqual({ 'Thing/shop/a': 'done', 'Thing/shop/b': 'done' });
    expect(seen).toEqual([
      ['edit a', { a: INTERIM, b: 'B' }],
      ['edit b', { a: INTERIM, b: 'A' }],
      ['edit a', { a: 'B', b: 'A' }],
    ]);
    await expectSettled(ba);
  });

  it('are told as one change of two steps, begun once and ended once', async () => {
    await world.apply(await planned(ab, ba));
    const told = world.events.flatMap((event) => {
      if (!('address' in event) || event.address !== 'Thing/shop/a') return [];
      return 'step' in event ? `${event.type} ${event.step}/${event.of}` : event.type;
    });
    const steps = ['step-started 1/2', 'step-ended 1/2', 'step-started 2/2', 'step-ended 2/2'];
    expect(told.slice(-6)).toEqual(['change-started', ...steps, 'change-ended']);
  });

  it('do not take an interim title that somebody bears', async () => {
    await world.run(ab);
    world.put('foreign', 'draft', { title: INTERIM });
    const { plan } = await world.plan(ba);
    expect(plan.changes[0]?.steps[0]?.title).toBe(`edit (for now "${INTERIM}-2")`);
  });

  it('need each other where only a part is planned', async () => {
    await world.run(ab);
    const targeted = await world.plan(ba, {}, { targets: ['a'] });
    expect(targeted.plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/a', 'Thing/shop/b']);
    const { plan } = await world.plan(ba, {}, { excludes: ['b'] });
    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toMatchObject([
      { address: 'Thing/shop/a', reason: 'it needs Thing/shop/b, which is left out' },
    ]);
  });
});

it('a circle is not kept back by other changes, so that no interim title stays for long', async () => {
  const others = Array.from({ length: 30 }, (_, index) => draft(`x${index}`, `x${index}`));
  world.inFlight = 1;
  const plan = await planned([...ab, draft('c', 'C')], [draft('a', 'B'), draft('b', 'C'), draft('c', 'A'), ...others]);
  await world.apply(plan);
  const { writes } = world.service;
  expect(writes.filter((call) => call.startsWith('edit'))).toEqual(['edit a', 'edit c', 'edit b', 'edit a']);
  // A few begin in the gaps, and the other ones come afterwards.
  expect(writes.lastIndexOf('edit a')).toBeLessThan(15);
  expect(writes).toHaveLength(34);
});

it('circles of three, and several, are opened with one change at a time', async () => {
  const names = (...given: string[]) => given.map((title, index) => draft(`t${index}`, title));
  const after = names('2', '3', '1', '5', '4');
  world.inFlight = 1;
  const { plan } = await planned(names('1', '2', '3', '4', '5'), after);
  expect(plan.changes.map(({ steps, dependsOn }) => [steps.length, dependsOn])).toEqual([
    [2, []],
    [1, ['Thing/shop/t2']],
    [1, ['Thing/shop/t0']],
    [2, []],
    [1, ['Thing/shop/t3']],
  ]);
  expect(plan.changes[0]?.steps[1]?.after).toEqual(['Thing/shop/t1']);
  await world.run(after);
  expect(titles()).toEqual({ t0: '2', t1: '3', t2: '1', t3: '5', t4: '4' });
  await expectSettled(after);
});

describe('an apply that is cut short between the two steps', () => {
  /** Something happens when the second thing is renamed. */
  function whenB(when: 'before' | 'after', happen: () => void): void {
    world.service.fault = (call, at) => {
      if (call === 'edit b' && at === when) happen();
    };
  }

  it('by a refusal leaves the interim title, says so, and is finished by the next one', async () => {
    const plan = await planned(ab, ba);
    whenB('before', () => {
      throw failure('refused', 'not today');
    });
    const { changes } = await world.apply(plan);
    expect(changes).toMatchObject([
      {
        address: 'Thing/shop/a',
        outcome: 'skipped',
        problem: { code: 'dependency-failed' },
        steps: [{ outcome: 'done' }, { outcome: 'skipped' }],
      },
      { address: 'Thing/shop/b', outcome: 'refused' },
    ]);
    expect(titles()).toEqual({ a: INTERIM, b: 'B' });
    world.service.fault = undefined;
    const again = await world.plan(ba);
    // Nobody else renamed it: the state knows the interim title.
    expect(again.plan.changes).toMatchObject([
      { reasons: ['content-differs', 'edited'], dependsOn: ['Thing/shop/b'], steps: [{ title: 'edit' }] },
      { dependsOn: [], steps: [{ title: 'edit' }] },
    ]);
    await world.apply(again);
    await expectSettled(ba);
  });

  it('by an interruption begins nothing more, and the same plan file finishes it', async () => {
    const plan = await planned(ab, ba);
    whenB('before', () => world.controller.abort());
    const { changes } = await world.apply(plan);
    expect(changes).toMatchObject([
      { outcome: 'not-run', steps: [{ outcome: 'done' }, { outcome: 'not-run' }] },
      { outcome: 'done' },
    ]);
    world.controller = new AbortController();
    const { changes: rest } = await world.apply(await world.planAgain(plan.plan, ba));
    expect(rest).toMatchObject([
      { outcome: 'done', steps: [{ outcome: 'already-so' }, { outcome: 'done' }] },
      { outcome: 'already-so' },
    ]);
    await expectSettled(ba);
  });

  it('by somebody who takes the first step back is stale', async () => {
    const plan = await planned(ab, ba);
    whenB('after', () => retitle('a', 'A'));
    const { changes } = await world.apply(plan);
    expect(changes).toMatchObject([
      { outcome: 'stale', problem: { code: 'run-stale' }, steps: [{ outcome: 'done' }, { outcome: 'skipped' }] },
      { outcome: 'done' },
    ]);
  });

  it('by nothing, since somebody had done it all before', async () => {
    const plan = await planned(ab, ba);
    retitle('a', 'B');
    retitle('b', 'A');
    const { changes } = await world.apply(plan);
    expect(changes.map(({ outcome, steps }) => [outcome, ...steps.map((step) => step.outcome)])).toEqual([
      ['done', 'already-so', 'already-so'],
      ['done', 'already-so'],
    ]);
    await expectSettled(ba);
  });
});

describe('a circle stays closed', () => {
  async function problems(before: readonly Resource[], after: readonly Resource[]) {
    const { plan } = await planned(before, after);
    expect(plan.changes).toEqual([]);
    return plan.problems.map(({ code, address }) => `${code} ${address}`);
  }

  const ONCE = ['names-exchanged Thing/shop/a'];

  it('if a thing would wait for a verdict under its interim title', async () => {
    const approved = (things: readonly Resource[]) => things.map((one) => ({ ...one, goal: 'approved' }));
    expect(await problems(ab, approved(ba))).toEqual(ONCE);
  });

  it('and its first selected member has the problem', async () => {
    const approved = ba.map((one) => ({ ...one, goal: 'approved' }));
    await world.run(ab);
    const { plan } = await world.plan(approved, {}, { excludes: ['a'] });
    expect(plan.problems.map(({ code, address }) => `${code} ${address}`)).toEqual(['names-exchanged Thing/shop/b']);
    const opens = 'Declare a third name for Thing/shop/b and apply; after that declare "A" and apply again.';
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/b', opens }]);
    expect((await world.plan(approved, {}, { excludes: ['*'] })).plan.problems).toEqual([]);
  });

  it('if nothing leads on from the interim title', async () => {
    world.kinds = [
      {
        ...passing,
        operations: passing.operations.map((row) => ({
          ...row,
          requires: (at, want) =>
            String(at?.content['title']).startsWith('interim') ? { reason: 'it is final' } : row.requires(at, want),
        })),
      },
    ];
    expect(await problems(ab, ba)).toEqual(ONCE);
  });

  it('if the things exchange the names that the service knows them by', async () => {
    const named = (id: string, title: string, name: string) => draft(id, title, { name });
    expect(await problems(ab, [named('a', 'B', 'b'), named('b', 'A', 'a')])).toEqual(ONCE);
  });

  it('if one needs another for more than its title', async () => {
    expect(await problems(ab, [draft('a', 'C', { dependsOn: ['Thing/shop/b'] }), draft('b', 'A')])).toEqual(ONCE);
  });

  it('if what the last step waits for needs the whole change', async () => {
    const x = draft('x', 'X');
    const after = [
      draft('a', 'B'),
      draft('b', 'A', { dependsOn: ['Thing/shop/x'] }),
      draft('x', 'Y', { dependsOn: ['Thing/shop/a'] }),
    ];
    expect(await problems([...ab, x], after)).toEqual([...ONCE, 'names-exchanged Thing/shop/x']);
  });
});

describe('an interim title that is left over blocks only what may take part in its exchange', () => {
  const [a, b, c, d] = [
    badge('a', { title: 'B' }),
    badge('b', { title: 'A' }),
    badge('c', { title: 'C' }),
    badge('d', { title: 'D' }),
  ];
  const before = [badge('a', { title: 'A' }), badge('b', { title: 'B' }), c];

  /** The state is lost after some edits of the exchange of a and b; then d is declared as well. */
  async function lostAfter(edits: number, interim: NonNullable<Kind<FakeService>['interim']>) {
    world.kinds = [{ ...badgeKind(), interim }];
    await world.run(before);
    const exchange = await world.plan([a, b, c]);
    world.service.fault = faultAt('edit', 'before', 'refused', [edits + 1]);
    await world.apply(exchange);
    world.service.fault = undefined;
    world.files.all.delete('/project/state/test/shop.json');
    const bound = badge('bound');
    await world.run([bound]);
    const { plan } = await world.plan([a, b, bound, c, d]);
    const id = ({ address }: { address: string }): string => address.replace('Badge/shop/', '');
    return { blocked: plan.blocked.map(id), changes: plan.changes.map((one) => `${one.action} ${id(one)}`) };
  }

  const retitled: Kind<FakeService>['interim'] = (content, mark) => ({ ...content, title: `interim-${mark}` });
  const titleAlone: Kind<FakeService>['interim'] = (_, mark) => ({ title: `interim-${mark}` });

  it('its own address, if everything else of the exchange is done', async () => {
    expect(await lostAfter(2, retitled)).toEqual({ blocked: ['a'], changes: ['adopt b', 'adopt c', 'create d'] });
  });

  it('not what is as declared, if more than the title tells it from others', async () => {
    expect(await lostAfter(1, retitled)).toEqual({ blocked: ['a', 'b', 'd'], changes: ['adopt c'] });
  });

  it('all of them, if only titles tell them apart', async () => {
    expect(await lostAfter(1, titleAlone)).toEqual({ blocked: ['a', 'b', 'c', 'd'], changes: [] });
  });
});

it('a state that is lost in the middle takes nothing over by its title until everything is bound', async () => {
  const interim: Kind<FakeService>['interim'] = (content, mark) => ({ ...content, title: `interim-${mark}` });
  world.kinds = [{ ...badgeKind(), interim }];
  const wanted = [badge('a', { title: 'B' }), badge('b', { title: 'A' })];
  await world.run([badge('a', { title: 'A' }), badge('b', { title: 'B' })]);
  const planned = await world.plan(wanted);
  // The second change is refused.
  world.service.fault = faultAt('edit', 'before', 'refused', [2]);
  await world.apply(planned);
  world.service.fault = undefined;
  expect(Object.values(titles())).toEqual([expect.stringMatching(/^interim-/), 'B']);
  const bindings = world.files.all.get('/project/state/test/shop.json');
  world.files.all.delete('/project/state/test/shop.json');
  const { plan } = await world.plan([...wanted, badge('c', { title: 'C' })]);
  expect(plan.changes).toEqual([]);
  expect(plan.problems.map(({ code, address }) => `${code} ${address}`)).toEqual([
    'state-missing undefined',
    ...['a', 'b', 'c'].map((id) => `name-ambiguous Badge/shop/${id}`),
  ]);
  expect(plan.blocked[1]).toMatchObject({
    reason: 'badge:1 has the interim name of Badge/shop/a: names were being exchanged, and the state of that is lost',
    opens: expect.stringContaining('`notiform state bind Badge/shop/a badge:1`'),
  });
  // Everything is bound as it was: the exchange goes on.
  if (bindings) world.files.all.set('/project/state/test/shop.json', bindings);
  await world.run(wanted);
  expect(titles()).toEqual({ 'badge:1': 'B', 'badge:2': 'A' });
});

describe('a state that is lost in part while three names are exchanged', () => {
  const STATE = '/project/state/test/shop.json';
  const before = [badge('a', { title: 'X' }), badge('b', { title: 'Y' }), badge('c', { title: 'Z' })];
  const wanted = [badge('a', { title: 'Y' }), badge('b', { title: 'Z' }), badge('c', { title: 'X' })];
  const d = badge('d', { title: 'D' });

  /** The exchange is stopped after some edits. Returns a function that leaves only some entries in the state. */
  async function stoppedAfter(edits: number): Promise<(ids: string) => void> {
    const interim: Kind<FakeService>['interim'] = (content, mark) => ({ ...content, title: `interim-${mark}` });
    world = new World();
    world.kinds = [{ ...badgeKind(), interim }];
    world.inFlight = 1;
    await world.run(before);
    const exchange = await world.plan(wanted);
    world.service.fault = faultAt('edit', 'before', 'refused', [edits + 1]);
    await world.apply(exchange);
    world.service.fault = undefined;
    const whole = world.files.all.get(STATE);
    return (ids) => {
      const document = JSON.parse(new TextDecoder().decode(whole));
      const isKept = ([address]: [string, unknown]): boolean => ids.includes(address.slice(-1));
      const entries = Object.fromEntries(Object.entries(document.entries).filter(isKept));
      world.files.all.set(STATE, new TextEncoder().encode(JSON.stringify({ ...document, entries })));
    };
  }

  async function planOf(...more: Resource[]) {
    const { plan } = await world.plan([...wanted, ...more]);
    const id = ({ address }: { address: string }): string => address.slice(-1);
    return { plan, blocked: plan.blocked.map(id), changes: plan.changes.map((one) => `${one.action} ${id(one)}`) };
  }

  it.each([
    { edits: 1, kept: 'b' },
    { edits: 1, kept: 'a' },
    { edits: 1, kept: 'ab' },
  ])('blocks all of them if $edits is done and only $kept is known', async ({ edits, kept }) => {
    const keep = await stoppedAfter(edits);
    keep(kept);
    expect(await planOf()).toMatchObject({ blocked: ['a', 'b', 'c'], changes: [] });
  });

  it.each([1, 2, 3])(
    'creates nothing and mistakes none for another, whatever is known after edit %s',
    async (edits) => {
      for (const kept of ['', 'a', 'b', 'c', 'ab', 'ac', 'bc']) {
        const keep = await stoppedAfter(edits);
        keep(kept);
        await world.run(wanted);
        await world.run(wanted);
        expect([kept, Object.keys(titles())]).toEqual([kept, ['badge:1', 'badge:2', 'badge:3']]);
        // Everything is bound as it was: the exchange goes on.
        keep('abc');
        await world.run(wanted);
        expect([kept, titles()]).toEqual([kept, { 'badge:1': 'Y', 'badge:2': 'Z', 'badge:3': 'X' }]);
      }
    },
  );

  it('names the resource that has to be bound next, if the interim title is known', async () => {
    const keep = await stoppedAfter(1);
    keep('ab');
    const { plan } = await planOf();
    expect(plan.blocked[2]).toMatchObject({
      reason:
        'badge:1 has the interim name of Badge/shop/a: names were being exchanged, and the state does not know badge:3, which may take part',
      opens: expect.stringContaining('`notiform state bind ADDRESS badge:3`'),
    });
  });

  it('does not keep back something new if all of them are known', async () => {
    const keep = await stoppedAfter(1);
    keep('abc');
    expect(await planOf(d)).toMatchObject({ blocked: [], changes: ['update a', 'update b', 'update c', 'create d'] });
  });

  it('does not keep them back if something unmanaged has one of their titles and nothing is unbound', async () => {
    await stoppedAfter(1);
    world.put('badge:9', 'present', { title: 'Y', shape: 'other' });
    expect(await planOf()).toMatchObject({ blocked: [], changes: ['update a', 'update b', 'update c'] });
  });

  it('leaves alone what has the same title for good', async () => {
    const keep = await stoppedAfter(3);
    const same = badge('e', { title: 'Y', shape: 'other' });
    world.put('badge:9', 'present', same.content);
    keep('bc');
    await world.run([...wanted, same]);
    expect(await planOf(same, d)).toMatchObject({ blocked: ['a'], changes: ['create d'] });
  });
});
