import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical, isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { Resource } from '../../src/core/resource.ts';
import { badge, badgeKind } from './badges.ts';
import { picture, pictureKind, thing, thingKind, World } from './support.ts';

/** What may differ between two runs that see the same. */
interface Order {
  seed: number;
  pageSize: number;
  inFlight: number;
  reversed: boolean;
}

/** Numbers in a row that a seed decides. */
function shuffled<T>(seed: number, list: readonly T[]): T[] {
  let state = seed;
  return list
    .map((value) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return { value, rank: state };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** The same value, the keys of its objects in another order. */
function reordered(seed: number, value: Json): Json {
  if (Array.isArray(value)) return value.map((one) => reordered(seed, one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    shuffled(seed, Object.entries(value)).map(([key, member]) => [key, reordered(seed, member)]),
  );
}

/** A project with something of everything: changes, what waits, is blocked, held back, not ours, odd, left over. */
async function planned({ seed, pageSize, inFlight, reversed }: Order): Promise<string> {
  const world = new World();
  world.kinds = [thingKind, pictureKind, badgeKind()];
  world.service.pageSize = pageSize;
  const [first, second] = [world.file('a.png'), world.file('b.png')];
  await world.run([
    ...['kept', 'edited', 'gone', 'gone2'].map((id) => thing(id, {}, { goal: 'draft' })),
    ...['waits', 'stuck', 'free'].map((id) => thing(id)),
    picture('p', first),
    badge('old'),
  ]);
  const lives = ['x1', 'x2', 'x3', 'found'].map((name) => () => world.put(name, 'approved', { text: name }));
  for (const put of shuffled(seed, lives)) put();
  world.put('stuck', 'rejected', { text: 'stuck' });
  world.put('free', 'approved', { text: 'free' });
  const things = world.service.of('shop');
  const entries = shuffled(seed, [...things]);
  things.clear();
  for (const [name, one] of reversed ? entries.reverse() : entries) things.set(name, one);
  const wanted: Resource[] = [
    thing('kept', {}, { goal: 'draft' }),
    thing('edited', { text: 'new', more: { b: 1, a: [1, 2] } }, { goal: 'draft' }),
    thing('waits'),
    thing('stuck'),
    thing('free', { text: 'new' }),
    thing('later', {}, { dependsOn: ['Thing/shop/waits'] }),
    thing('found'),
    thing('shows', { picture: second }, { dependsOn: ['Picture/shop/q'] }),
    picture('q', second),
    badge('new'),
  ];
  const resources = shuffled(seed, wanted).map((one) => ({
    ...one,
    content: reordered(seed, one.content) as JsonObject,
  }));
  world.inFlight = inFlight;
  const { plan } = await world.plan(resources, { resubmit: ['waits', 'kept'] });
  return canonical(JSON.parse(JSON.stringify(plan)) as Json);
}

it('the same manifests and live state give the same bytes, whatever the order of files, keys and answers', async () => {
  const expected = await planned({ seed: 1, pageSize: 100, inFlight: 1, reversed: false });
  const { counts } = JSON.parse(expected) as { counts: Record<string, number> };
  expect(counts).toMatchObject({ create: 3, update: 1, delete: 3, forget: 0, waiting: 2, blocked: 2, unmanaged: 4 });
  const order = fc.record({
    seed: fc.nat(),
    pageSize: fc.integer({ min: 1, max: 7 }),
    inFlight: fc.integer({ min: 1, max: 9 }),
    reversed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(order, async (one) => {
      expect(await planned(one)).toBe(expected);
    }),
    { numRuns: 25, seed: 20261121 },
  );
});
