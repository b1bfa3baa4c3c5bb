import { expect, it } from 'vitest';
import { sha256 } from '../../../src/core/json.ts';
import type { Row } from '../../../src/core/kind.ts';
import type { Change } from '../../../src/core/plan.ts';
import { traceOf } from '../../../src/engine/approval/match.ts';
import { type Listing, noList } from '../../../src/engine/observe/listing.ts';
import type { View } from '../../../src/engine/observe/observe.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

const row: Row = { name: 'a', title: 'A', state: 'draft', modifiedAt: '2026-11-20 00:00:00' };

async function traced(listing: Partial<Listing>, live: Change['live'], profile = 'shop') {
  const world = new World();
  const { plan } = await world.plan([thing('a')]);
  const [{ profiles }, kind] = [world.planInput([]).environment, thingKind];
  const own = profiles.get('shop');
  if (kind.discovery.by === 'binding' || !own) throw new Error('a thing is listed');
  const view: View<FakeService> = {
    kind: { ...kind, discovery: kind.discovery },
    profile: own,
    listing: { ...noList, rows: new Map([['a', row]]), ...listing },
    readResults: new Map(),
    problems: [],
  };
  return plan.changes.map((change) => traceOf([view], { ...change, live }, profile))[0];
}

const named = (name: string): Change['live'] => ({ named: sha256(name) });

it('what was to be removed is found by the digest of its name, or is not there', async () => {
  expect(await traced({}, named('a'))).toEqual(row);
  expect(await traced({}, named('b'))).toBe('absent');
});

it('a list that is not whole proves nothing, nor does one that was not read, nor a plan that names nothing', async () => {
  const problem = { code: 'list-unsettled', severity: 'warning', message: 'odd' } as const;
  expect(await traced({ complete: false }, named('b'))).toBe('unclear');
  expect(await traced({ unreadable: [{ problem }] }, named('b'))).toBe('unclear');
  expect(await traced({}, named('b'), 'other')).toBe('unclear');
  expect(await traced({}, {})).toBe('unclear');
});
