import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../../src/core/problem.ts';
import type { Planned } from '../../../src/engine/types.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { WAITS } from '../../../src/state/waits.ts';
import { type FakeService, failure, type Thing, thing, World } from '../support.ts';

const LOCK = '/project/state/test/shop.json.lock';

/** What `state unlock` does. */
function breakLock(world: World): void {
  world.files.all.delete(LOCK);
}

/** Applies with a store whose locks answer otherwise; counts how often they are asked. */
async function applyWith(
  world: World,
  planned: Planned<FakeService>,
  confirm: (real: () => Promise<void>) => Promise<void>,
) {
  let looks = 0;
  const { input } = world;
  const store: StateStore = {
    ...input.store,
    lock: async (profile, holder) => {
      const lease = await input.store.lock(profile, holder);
      return {
        ...lease,
        confirm: () => {
          looks += 1;
          return confirm(lease.confirm);
        },
      };
    },
  };
  const { applyPlan } = await import('../../../src/engine/apply/apply.ts');
  const holder = { pid: 1, host: 'here', command: 'apply' };
  const receipt = await applyPlan(planned, { ...input, store, root: '/project', holder, abort: world.abort.signal });
  return { receipt, looks };
}

function changing(calls: readonly string[]): string[] {
  return calls.filter((call) => /^(?:add|edit|drop|file|shake|withdraw) /.test(call));
}

const drafts = (...ids: string[]) => ids.map((id) => thing(id, {}, { goal: 'draft' }));
const again = (...ids: string[]) => ids.map((id) => thing(id, { text: `${id} anew` }, { goal: 'draft' }));

describe('a run whose lock was broken while a call was held', () => {
  it('starts nothing new when it wakes up, and says why', async () => {
    const world = new World();
    world.inFlight = 1;
    const ids = ['a', 'b', 'c', 'd'];
    await world.run(drafts(...ids));
    const planned = await world.plan(again(...ids));
    world.service.calls = [];
    world.service.fault = (call, when) => {
      if (call !== 'edit b' || when !== 'after') return;
      world.clock.time += 9_000;
      breakLock(world);
    };
    const { changes } = await world.apply(planned);
    expect(changing(world.service.calls)).toEqual(['edit a', 'edit b']);
    const lost = { code: 'lock-lost', message: 'The lock of the state of test/shop no longer belongs to this run' };
    expect(changes).toMatchObject([
      { outcome: 'done' },
      { outcome: 'failed', problem: lost, steps: [{ outcome: 'done' }] },
      { outcome: expect.stringMatching(/^(?:failed|not-run)$/), problem: lost },
      { outcome: 'not-run', problem: lost, steps: [] },
    ]);
  });

  it.each([
    ['observable', 'edit a', { content: { text: 'a' }, state: 'draft' }, 'failed', 'lock-lost'],
    ['repeatable', 'shake a', { content: { text: 'a anew' }, state: 'shaken' }, 'unknown', 'service-unfit'],
  ] as const)('does not repeat a call that became of nobody knows what (%s)', async (_, call, live, outcome, code) => {
    const world = new World();
    await world.run(drafts('a'));
    world.service.of('shop').set('a', { ...live } as Thing);
    const planned = await world.plan(again('a'));
    world.service.calls = [];
    world.service.fault = (now, when) => {
      if (now !== call || when !== 'before') return;
      world.clock.time += 9_000;
      breakLock(world);
      throw failure('unclear', 'no answer');
    };
    const { changes } = await world.apply(planned);
    expect(changing(world.service.calls)).toEqual([call]);
    expect(changes).toMatchObject([{ outcome, problem: { code } }]);
  });
});

describe('a run that holds its lock', () => {
  it('looks at it no more often than once in some seconds, however many calls it makes', async () => {
    const world = new World();
    world.inFlight = 8;
    const ids = Array.from({ length: 200 }, (_, index) => `t${index}`);
    const planned = await world.plan(drafts(...ids));
    const startedAt = world.clock.now();
    world.service.fault = (call, when) => {
      if (call.startsWith('add ') && when === 'before') world.clock.time += 100;
    };
    const { receipt, looks } = await applyWith(world, planned, (real) => real());
    expect(receipt.counts.done).toBe(200);
    expect(looks).toBeLessThanOrEqual((world.clock.now() - startedAt) / WAITS.lockCheck);
  });

  it('goes on after a call that was held', async () => {
    const world = new World();
    world.inFlight = 1;
    await world.run(drafts('a', 'b'));
    const planned = await world.plan(again('a', 'b'));
    world.service.fault = (call, when) => {
      if (call.startsWith('read ') && when === 'before') world.clock.time += 9_000;
    };
    const { receipt, looks } = await applyWith(world, planned, (real) => real());
    expect([receipt.counts.done, looks]).toEqual([2, 2]);
  });

  it('starts nothing more where it was interrupted while it looked, or where the store cannot be asked', async () => {
    const slow = async (): Promise<[World, Planned<FakeService>]> => {
      const world = new World();
      await world.run(drafts('a'));
      const planned = await world.plan(again('a'));
      world.service.calls = [];
      world.service.fault = (call) => {
        if (call.startsWith('read ')) world.clock.time += WAITS.lockCheck;
      };
      return [world, planned];
    };
    const [interrupted, first] = await slow();
    const stopped = await applyWith(interrupted, first, async (real) => {
      await real();
      interrupted.controller.abort();
    });
    expect(stopped.receipt).toMatchObject({ interrupted: true, changes: [{ outcome: 'not-run' }] });
    const [silent, second] = await slow();
    const gone = { code: 'state-unreachable' as const, severity: 'error' as const, message: 'The database is gone' };
    const deaf = await applyWith(silent, second, () => Promise.reject(new NotiformError(gone)));
    expect(deaf.receipt.changes).toMatchObject([{ outcome: 'failed', problem: gone }]);
    const [broken, third] = await slow();
    const bug = await applyWith(broken, third, () => Promise.reject(new Error('oops')));
    expect(bug.receipt.changes).toMatchObject([{ outcome: 'unknown', problem: { code: 'bug' } }]);
    for (const world of [interrupted, silent, broken]) expect(changing(world.service.calls)).toEqual([]);
  });
});
