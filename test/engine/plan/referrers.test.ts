import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import type { Work } from '../../../src/engine/types.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

/** Things that name others (`uses`), and whose shape can only be changed by making them anew. */
const naming: Kind<FakeService> = {
  ...thingKind,
  refersTo: {
    kind: 'Thing',
    names: ({ content }) => (Array.isArray(content['uses']) ? content['uses'].map(String) : []),
  },
  operations: thingKind.operations.map((row) => {
    const isDrop = row.name === 'thing.drop';
    if (!isDrop && row.name !== 'thing.edit') return row;
    return {
      ...row,
      requires: (at, want) => {
        const reshaped = at !== undefined && want.goal !== 'removed' && at.content['shape'] !== want.content['shape'];
        const renamed = at !== undefined && want.name !== undefined && at.name !== want.name;
        if (isDrop && (reshaped || renamed)) return undefined;
        if (!isDrop && (reshaped || renamed)) return { reason: 'it has to be made anew' };
        return row.requires(at, want);
      },
    };
  }),
};

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [naming];
});

function draft(id: string, content: JsonObject = {}, more: Partial<Resource> = {}): Resource {
  return thing(id, content, { goal: 'draft', ...more });
}

async function orderOf(resources: readonly Resource[]): Promise<Record<string, string[]>> {
  const { plan } = await world.plan(resources, { allowEmpty: true });
  return Object.fromEntries(plan.changes.map(({ address, dependsOn }) => [address, dependsOn]));
}

describe('what is deleted', () => {
  it('goes after what stops naming it, by an edit or a delete', async () => {
    await world.run([draft('a'), draft('b', { uses: ['a'] }), draft('c', { uses: ['a'] })]);
    expect(await orderOf([draft('b')])).toEqual({
      'Thing/shop/a': ['Thing/shop/b', 'Thing/shop/c'],
      'Thing/shop/b': [],
      'Thing/shop/c': [],
    });
    expect(await world.run([draft('b')])).toEqual({
      'Thing/shop/a': 'done',
      'Thing/shop/b': 'done',
      'Thing/shop/c': 'done',
    });
    expect([...world.service.of('shop').keys()]).toEqual(['b']);
  });
});

describe('the order of many changes', () => {
  const uses = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.subarray(['a', 'b', 'c', 'd', 'e']));
  const things = (of: Record<string, string[]>): Resource[] =>
    Object.entries(of).map(([id, names]) => draft(id, { uses: names.filter((name) => name !== id) }));

  /** Each change against each. */
  function naive(work: readonly Work<FakeService>[]): Record<string, string[]> {
    const names = (at: Work<FakeService>['states'][number]) => (at ? (naming.refersTo?.names(at) ?? []) : []);
    const ends = ({ states }: Work<FakeService>) => [states[0], states.at(-1)] as const;
    const waits = (one: Work<FakeService>, other: Work<FakeService>): boolean => {
      const [before, after] = ends(one);
      const [was, made] = ends(other);
      if (before && !after && names(was).includes(before.name) && !names(made).includes(before.name)) return true;
      return !was && made !== undefined && !names(before).includes(made.name) && names(after).includes(made.name);
    };
    return Object.fromEntries(
      work.map((one) => {
        const first = work.filter((other) => other !== one && waits(one, other));
        return [one.change.address, first.map(({ change }) => change.address)];
      }),
    );
  }

  it('is that of each compared with each', async () => {
    await fc.assert(
      fc.asyncProperty(uses, uses, async (was, next) => {
        const fresh = new World();
        fresh.kinds = [naming];
        for (const { name = '', content } of things(was)) fresh.put(name, 'draft', content);
        await fresh.run(things(was));
        const { work } = await fresh.plan(things(next), { allowEmpty: true });
        const order = Object.fromEntries(work.map(({ change }) => [change.address, change.dependsOn]));
        expect(order).toEqual(naive(work));
      }),
      { numRuns: 30 },
    );
  });
});

describe('what is made anew', () => {
  it('comes after what stops naming it, and before what begins to', async () => {
    await world.run([draft('a'), draft('b', { uses: ['a'] }), draft('c')]);
    const next = [draft('a', { shape: 'round' }), draft('b'), draft('c', { uses: ['a'] }), draft('d', { uses: ['a'] })];
    expect(await orderOf(next)).toMatchObject({ 'Thing/shop/a': ['Thing/shop/b'] });
    expect(await world.run(next)).toEqual({
      'Thing/shop/a': 'done',
      'Thing/shop/b': 'done',
      'Thing/shop/c': 'done',
      'Thing/shop/d': 'done',
    });
  });

  it('is made before what names it, without a reference', async () => {
    expect(await orderOf([draft('b', { uses: ['z'] }), draft('z')])).toEqual({
      'Thing/shop/b': ['Thing/shop/z'],
      'Thing/shop/z': [],
    });
  });
});

describe('what opens a profile', () => {
  beforeEach(() => {
    world.kinds = [
      {
        ...thingKind,
        operations: thingKind.operations.map((row) =>
          row.name === 'thing.wake' ? { ...row, opensProfile: true as const } : row,
        ),
      },
    ];
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'G' });
  });

  it('goes before every other change of the profile, and of no other', async () => {
    await world.run([thing('gate', {}, { goal: 'draft' }), thing('left', {}, { goal: 'draft' })]);
    world.put('gate', 'halted', { text: 'gate' });
    const next = [thing('gate'), draft('a'), draft('b', {}, { profile: 'mall' })];
    expect(await orderOf(next)).toEqual({
      'Thing/mall/b': [],
      'Thing/shop/a': ['Thing/shop/gate'],
      'Thing/shop/gate': [],
      'Thing/shop/left': ['Thing/shop/gate'],
    });
  });
});

describe('what a manifest does not manage', () => {
  beforeEach(() => {
    // The text is managed where it is written; how often it was looked at, the binding remembers.
    world.kinds = [
      {
        ...thingKind,
        managed: (live, want, binding) => ({
          ...live,
          content: 'text' in want.content ? live.content : {},
          status: { ...live.status, bound: String(binding?.['code'] ?? '') },
        }),
        operations: thingKind.operations.map((row) => ({
          ...row,
          predicts: (at, want) =>
            row.predicts(at, want).map((next) => next && { ...next, status: { ...next.status, bound: next.name } }),
        })),
      },
    ];
  });

  it('is no difference, and is not told', async () => {
    world.put('a', 'draft', { text: 'theirs' });
    const { text: _text, ...rest } = draft('a').content;
    const { plan } = await world.plan([draft('a', {}, { content: rest })]);
    expect(plan.changes).toMatchObject([{ action: 'adopt', before: {}, after: {}, fields: [] }]);
  });

  it('is seen so while a change is carried out and waited for, with what the binding remembers', async () => {
    expect(await world.run([draft('a')])).toEqual({ 'Thing/shop/a': 'done' });
    expect(await world.actions([draft('a')])).toEqual({});
    expect(await world.run([thing('a')])).toEqual({ 'Thing/shop/a': 'done' });
    expect((await world.plan([thing('a')])).plan.waiting).toHaveLength(1);
  });
});
