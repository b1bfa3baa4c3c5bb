import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { applyPlan } from '../../src/engine/apply/apply.ts';
import { thing, World } from './support.ts';

type Preparing = (world: World, wanted: Resource[]) => Promise<Resource[]>;

describe('the state of a long run', () => {
  /** Entries that were written in all, for so many changes, by a store that takes the longer the more a write changes. */
  async function writtenFor(count: number, prepare: Preparing) {
    const world = new World();
    const wanted = await prepare(
      world,
      Array.from({ length: count }, (_, index) => thing(`t${index}`, {}, { goal: 'draft' })),
    );
    const planned = await world.plan(wanted, { allowEmpty: true });
    expect(planned.plan.changes).toHaveLength(count);
    const { store } = world.input;
    let written = 0;
    const lock: typeof store.lock = async (...args) => {
      const lease = await store.lock(...args);
      const write: typeof lease.write = async (change) => {
        const entries = Object.keys(change.entries ?? {}).length;
        written += entries;
        for (let turn = 0; turn < entries / 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await lease.write(change);
      };
      return { ...lease, write };
    };
    const holder = { pid: world.pid, host: 'here', command: 'apply' };
    const input = { ...world.input, store: { ...store, lock }, root: '/project', holder };
    expect((await applyPlan(planned, input)).counts.done).toBe(count);
    expect(await world.actions(wanted)).toEqual({});
    return written;
  }

  const adopted: Preparing = async (world, wanted) => {
    for (const { name = '', content } of wanted) world.service.of('shop').set(name, { content, state: 'draft' });
    return wanted;
  };
  const moved: Preparing = async (world, wanted) => {
    await world.run(wanted);
    return wanted.map((one) => ({ ...one, address: `${one.address}-new`, renamedFrom: one.address }));
  };

  const forgotten: Preparing = async (world, wanted) => {
    await world.run(wanted);
    world.service.of('shop').clear();
    return [];
  };

  it.each<[string, Preparing]>([
    ['made', async (_, wanted) => wanted],
    ['adopted', adopted],
    ['moved', moved],
    ['forgotten', forgotten],
  ])('grows with what is %s, not with its square: what ends meanwhile shares the next write', async (_, prepare) => {
    const [few, many] = [await writtenFor(60, prepare), await writtenFor(240, prepare)];
    expect(many).toBeLessThan(6 * few);
    expect(many).toBeLessThan(240 * 40);
  });
});
