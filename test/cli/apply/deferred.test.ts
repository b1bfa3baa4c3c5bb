import { expect, it } from 'vitest';
import { applyDeferred } from '../../../src/cli/apply/rounds.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { waitForVerdicts } from '../../../src/engine/status/wait.ts';
import { thing, World } from '../../engine/support.ts';

const draft = (id: string, dependsOn: string): Resource =>
  thing(id, {}, { goal: 'draft', dependsOn: [`Thing/shop/${dependsOn}`] });

const wanted = [thing('quick'), thing('slow'), draft('after-quick', 'quick'), draft('after-slow', 'slow')];

/** Applies, then applies the deferred changes. One verdict arrives each hour. */
async function applyAndWait(world: World, verdicts: readonly [name: string, state: string][], hours = 9) {
  const shown = await world.plan(wanted);
  await world.apply(shown);
  const open = [...verdicts];
  world.clock.onSleep = () => {
    const [next] = open.splice(0, 1);
    if (next) world.put(next[0], next[1], { text: next[0] });
  };
  const holder = { pid: 100, host: 'here', command: 'apply' };
  const hour = 3_600_000;
  const rounds = applyDeferred({
    shown,
    deadline: world.clock.now() + hours * hour,
    input: { ...world.input, root: '/project', holder },
    plan: () => world.planAgain(shown.plan, wanted),
    wait: (addresses, timeoutMs) =>
      waitForVerdicts({
        ...world.input,
        resources: wanted,
        addresses,
        timeoutMs,
        until: 'first',
        intervals: { firstMs: hour, longestMs: hour },
      }),
  });
  const changed: unknown[] = [];
  for await (const { changes } of rounds) changed.push(changes.map(({ address, outcome }) => [address, outcome]));
  return changed;
}

it('goes on with each as soon as what it needs is through, and does not wait for all', async () => {
  const world = new World();
  const receipts = await applyAndWait(world, [
    ['quick', 'approved'],
    ['slow', 'approved'],
  ]);
  expect(receipts).toEqual([[['Thing/shop/after-quick', 'done']], [['Thing/shop/after-slow', 'done']]]);
  expect(world.live()).toEqual({ 'after-quick': 'draft', 'after-slow': 'draft', quick: 'approved', slow: 'approved' });
});

it('leaves what is not through when the time is over, and what was turned down', async () => {
  const world = new World();
  expect(await applyAndWait(world, [['quick', 'approved']], 3)).toEqual([[['Thing/shop/after-quick', 'done']]]);
  const other = new World();
  expect(await applyAndWait(other, [['quick', 'rejected']], 3)).toEqual([[['Thing/shop/after-quick', 'skipped']]]);
  expect(other.live()).toEqual({ quick: 'rejected', slow: 'filed' });
});

it('waits for nothing where what it needs did not come about', async () => {
  const world = new World();
  const shown = await world.plan(wanted);
  let looks = 0;
  const rounds = applyDeferred({
    shown,
    deadline: 0,
    input: { ...world.input, root: '/project', holder: { pid: 1, host: 'here', command: 'apply' } },
    plan: async () => shown,
    wait: async (addresses) => {
      looks += 1;
      const status = { environment: 'test', complete: true, rows: [], unmanaged: [], problems: [] };
      expect(addresses).toEqual(['Thing/shop/quick', 'Thing/shop/slow']);
      return { end: 'settled', outstanding: [], rejected: [], status };
    },
  });
  for await (const { changes } of rounds) expect(changes).toEqual([]);
  expect(looks).toBe(1);
});
