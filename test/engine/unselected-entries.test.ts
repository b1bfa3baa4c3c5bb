import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import { planApproved } from '../../src/engine/approval/approval.ts';
import { confirmAll } from '../../src/engine/plan/confirmed.ts';
import { appliedDigest } from '../../src/engine/stored-state/entry-edits.ts';
import type { StateDocument } from '../../src/state/document.ts';
import { thing, World } from './support.ts';

const HOUR = 3_600_000;
const OTHER = 'Thing/shop/other';
const now = [thing('own'), thing('other', { text: 'by hand' })];

/** Two that were applied; then somebody wrote the other one's new text into its manifest and at the service. */
async function editedByHand(): Promise<World> {
  const world = new World();
  world.service.clock = world.clock;
  await world.run([thing('own'), thing('other')]);
  for (const one of world.service.of('shop').values()) one.state = 'approved';
  world.put('other', 'approved', { text: 'by hand' });
  world.service.stamp();
  world.clock.time += HOUR;
  return world;
}

function memoryOf(world: World, address: string) {
  const entry = (world.state() as StateDocument).entries[address];
  const isThrough = entry?.applied === appliedDigest(thing('other', { text: 'by hand' }));
  return { isThrough, seen: entry?.row?.modifiedAt !== undefined };
}

const confirming = { root: '/project', holder: { pid: 100, host: 'here', command: 'apply' } };

describe('what an apply writes down of what it is not about', () => {
  it('is the row of the list alone, beside the changes of a plan file', async () => {
    const world = await editedByHand();
    const wanted = [...now, thing('new', {}, { goal: 'draft' })];
    const { plan } = await world.plan(wanted, {}, { targets: ['new'] });
    const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = world.planInput(wanted);
    const planned = await planApproved({ ...input, approved: JSON.parse(JSON.stringify(plan)) as Plan });
    expect((await world.apply(planned)).changes.map(({ address }) => address)).toEqual(['Thing/shop/new']);
    expect(memoryOf(world, OTHER)).toEqual({ isThrough: false, seen: true });
  });

  it('is the row alone where a target leaves it out', async () => {
    const world = await editedByHand();
    const planned = await world.plan(now, {}, { targets: ['own'] });
    await confirmAll(planned, { ...world.input, ...confirming });
    expect(memoryOf(world, OTHER)).toEqual({ isThrough: false, seen: true });
  });

  it('is that it was through with it, where all is applied', async () => {
    const world = await editedByHand();
    await confirmAll(await world.plan(now), { ...world.input, ...confirming });
    expect(memoryOf(world, OTHER)).toEqual({ isThrough: true, seen: true });
  });
});
