import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../../src/engine/apply/apply.ts';
import type { Planned } from '../../../src/engine/types.ts';
import { endedBy } from '../../../src/state/interruption.ts';
import type { Lease, StateStore } from '../../../src/state/store.ts';
import { pending } from '../../pending.ts';
import { type FakeService, thing, World } from '../support.ts';

/** Interrupted runs whose state store does not answer any more. */

const holder = { pid: 1, host: 'here', command: 'apply' };
const drafts = (...ids: string[]) => ids.map((id) => thing(id, {}, { goal: 'draft' }));
const again = (...ids: string[]) => ids.map((id) => thing(id, { text: `${id} anew` }, { goal: 'draft' }));

/** The store of a world, in which something of each lock hangs, and the run is interrupted then. `answer` ends the hanging. */
function silentIn(world: World, what: 'write' | 'confirm' | 'release') {
  const { promise, resolve: answer } = pending<void>();
  let asked = 0;
  const { store } = world.input;
  const silent: StateStore = {
    ...store,
    lock: async (profile, by) => {
      const lease = await store.lock(profile, by);
      const hang = async (work: () => Promise<void>): Promise<void> => {
        asked += 1;
        world.controller.abort();
        await promise;
        await work();
      };
      const hanging: Partial<Lease> =
        what === 'write' ? { write: (change) => hang(() => lease.write(change)) } : { [what]: () => hang(lease[what]) };
      return { ...lease, ...hanging };
    },
  };
  return { store: endedBy(world.controller.signal, silent, world.clock), answer, asked: () => asked };
}

function apply(world: World, planned: Planned<FakeService>, store: StateStore) {
  return applyPlan(planned, { ...world.input, store, root: '/project', holder });
}

const changing = (calls: readonly string[]) => calls.filter((call) => /^(?:add|edit|drop|file) /.test(call));

describe('an interrupted run whose state store does not answer', () => {
  it('ends without a change if it waits for the first write', async () => {
    const world = new World();
    const planned = await world.plan(drafts('a', 'b', 'c'));
    world.service.calls = [];
    const { store, asked } = silentIn(world, 'write');
    const receipt = await apply(world, planned, store);
    expect(receipt.interrupted).toBe(true);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem])).toEqual(
      Array.from({ length: 3 }, () => ['not-run', undefined]),
    );
    expect([changing(world.service.calls), asked()]).toEqual([[], 1]);
  });

  it('ends without a change if it asks for its lock', async () => {
    const world = new World();
    await world.run(drafts('a'));
    const planned = await world.plan(again('a'));
    world.service.calls = [];
    world.service.fault = (call) => {
      if (call.startsWith('read ')) world.clock.time += 9_000;
    };
    const { store, asked } = silentIn(world, 'confirm');
    const { changes } = await apply(world, planned, store);
    expect(changes.map(({ outcome, problem }) => [outcome, problem])).toEqual([['not-run', undefined]]);
    expect([changing(world.service.calls), asked()]).toEqual([[], 1]);
  });

  it('waits for the write of what it changed', async () => {
    const world = new World();
    await world.run(drafts('a'));
    const planned = await world.plan(again('a'));
    const { store, answer, asked } = silentIn(world, 'write');
    let isOver = false;
    const applying = apply(world, planned, store).finally(() => {
      isOver = true;
    });
    await expect.poll(asked).toBe(1);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([changing(world.service.calls).at(-1), isOver]).toEqual(['edit a', false]);
    answer();
    expect((await applying).changes.map(({ outcome }) => outcome)).toEqual(['done']);
    world.controller = new AbortController();
    expect((await world.plan(again('a'))).plan.changes).toEqual([]);
  });

  it('reports a lock that it could not release', async () => {
    const world = new World();
    const planned = await world.plan(drafts('a'));
    const { store } = silentIn(world, 'release');
    const { changes } = await apply(world, planned, store);
    expect(changes.map(({ outcome }) => outcome)).toEqual(['done']);
    expect(world.events).toContainEqual(
      expect.objectContaining({
        type: 'warning',
        problem: expect.objectContaining({ code: 'lock-left', severity: 'warning' }),
      }),
    );
  });
});
