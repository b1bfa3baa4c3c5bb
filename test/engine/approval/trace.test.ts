import { expect, it } from 'vitest';
import { sha256 } from '../../../src/core/json.ts';
import type { Row } from '../../../src/core/kind.ts';
import type { Change } from '../../../src/core/plan.ts';
import { tracesIn } from '../../../src/engine/approval/match.ts';
import { type Listing, noList } from '../../../src/engine/observe/listing.ts';
import { isListed, type View } from '../../../src/engine/observe/observe.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

const row: Row = { name: 'a', title: 'A', state: 'draft', modifiedAt: '2026-11-20 00:00:00' };

function viewOf(listing: Partial<Listing>): View<FakeService> {
  if (!isListed(thingKind)) throw new Error('a thing is listed');
  return {
    kind: thingKind,
    profile: { alias: 'shop', key: 'shop-key', type: 'S' },
    listing: { ...noList, rows: new Map([['a', row]]), ...listing },
    readResults: new Map(),
    problems: [],
  };
}

async function traced(listing: Partial<Listing>, live: Change['live'], profile = 'shop') {
  const { plan } = await new World().plan([thing('a')]);
  return plan.changes.map((change) => tracesIn([viewOf(listing)])({ ...change, live }, profile))[0];
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

it('10,000 removals are sought in a list of 10,000, which by the square would outlast the time-out', () => {
  const rows = new Map(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, { ...row, name: `n${index}` }]));
  const find = tracesIn([viewOf({ rows })]);
  for (let index = 0; index < 10_000; index += 1)
    expect(find({ kind: 'Thing', live: named(`x${index}`) } as Change, 'shop')).toBe('absent');
});
