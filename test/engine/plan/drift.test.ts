import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import type { StateDocument } from '../../../src/state/document.ts';
import { picture, thing, World } from '../support.ts';

const STATE = '/project/state/test/shop.json';

/** A world where these were applied and approved. */
async function settled(...wanted: Resource[]): Promise<World> {
  const world = new World();
  await world.run(wanted);
  for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
  return world;
}

/** What a plan and a status say of who moved. */
async function told(world: World, wanted: readonly Resource[]) {
  const { plan } = await world.plan(wanted, { allow: ['loses-approval', 'reverses'] });
  const { rows } = await observeStatus({ ...world.input, resources: wanted, addresses: [] });
  return {
    reasons: plan.changes.flatMap(({ reasons }) => reasons),
    blocked: plan.blocked.flatMap(({ moved }) => moved),
    status: rows.flatMap(({ moved }) => moved),
  };
}

const draft = (content = {}, more: Partial<Resource> = {}) => thing('a', content, { goal: 'draft', ...more });

describe('who moved since the last apply', () => {
  it('is nobody where all is as wanted', async () => {
    expect(await told(await settled(thing('a')), [thing('a')])).toEqual({ reasons: [], blocked: [], status: [] });
  });

  it('is the manifest', async () => {
    expect(await told(await settled(draft()), [draft({ text: 'git' })])).toEqual({
      reasons: ['content-differs', 'edited'],
      blocked: [],
      status: ['edited'],
    });
    expect((await told(await settled(draft()), [thing('a')])).reasons).toEqual(['state-differs', 'edited']);
  });

  it('is somebody else', async () => {
    const world = await settled(draft());
    world.put('a', 'draft', { text: 'by hand' });
    expect(await told(world, [draft()])).toEqual({
      reasons: ['content-differs', 'drifted'],
      blocked: [],
      status: ['drifted'],
    });
  });

  it('is somebody else, of a state alone too', async () => {
    const world = await settled(thing('a'));
    world.put('a', 'draft');
    expect((await told(world, [thing('a')])).reasons).toEqual(['state-differs', 'drifted']);
  });

  it('are both', async () => {
    const world = await settled(draft());
    world.put('a', 'draft', { text: 'by hand' });
    expect(await told(world, [draft({ text: 'git' })])).toEqual({
      reasons: ['content-differs', 'drifted', 'edited'],
      blocked: [],
      status: ['drifted', 'edited'],
    });
  });

  it('is somebody who removed it: it is made again', async () => {
    const world = await settled(draft());
    world.service.of('shop').delete('a');
    expect(await world.actions([draft()])).toEqual({ 'Thing/shop/a': 'create: add' });
    expect(await told(world, [draft()])).toEqual({
      reasons: ['vanished'],
      blocked: [],
      status: ['vanished'],
    });
    expect((await told(world, [draft({ text: 'git' })])).reasons).toEqual(['vanished', 'edited']);
  });

  it('stays what it was while an apply that saw it changed nothing of it', async () => {
    const world = await settled(draft(), thing('b', {}, { goal: 'draft' }));
    world.put('a', 'draft', { text: 'by hand' });
    const wanted = [draft(), thing('b', { text: 'git' }, { goal: 'draft' })];
    await world.apply(await world.plan(wanted, {}, { targets: ['Thing/shop/b'] }));
    expect((await told(world, wanted)).reasons).toEqual(['content-differs', 'drifted']);
  });

  it('is told again only of what came after an apply', async () => {
    const world = await settled(draft());
    world.put('a', 'draft', { text: 'by hand' });
    await world.run([draft()]);
    expect((await told(world, [draft({ text: 'git' })])).reasons).toEqual(['content-differs', 'edited']);
  });

  it('is told of what is blocked', async () => {
    const world = await settled(thing('a'));
    world.put('a', 'approved', { text: 'by hand' });
    const { plan } = await world.plan([thing('a')]);
    expect(plan.blocked.map(({ address, moved }) => [address, moved])).toEqual([['Thing/shop/a', ['drifted']]]);
  });

  it('is nobody who turned it down', async () => {
    const world = new World();
    await world.run([thing('a')]);
    world.put('a', 'rejected');
    expect(await told(world, [thing('a')])).toEqual({ reasons: [], blocked: [], status: [] });
  });

  it('is not known of what no apply was through with, nor of what an older state does not tell', async () => {
    const world = await settled(draft());
    const { entries, ...document } = world.state() as StateDocument;
    const [entry] = Object.values(entries);
    const remember = (more: object) => {
      const { left: _left, ...known } = entry ?? {};
      const text = JSON.stringify({ ...document, entries: { 'Thing/shop/a': { ...known, ...more } } });
      world.files.all.set(STATE, Buffer.from(text));
    };
    world.put('a', 'draft', { text: 'by hand' });
    remember({ applied: null, unfinished: true });
    expect((await told(world, [draft()])).reasons).toEqual(['content-differs', 'unfinished']);
    remember({});
    expect((await told(world, [draft({ text: 'git' })])).reasons).toEqual(['content-differs', 'edited']);
  });

  it('is nobody where an upload is asked for anew', async () => {
    const world = new World();
    const file = world.file('p.png');
    await world.run([picture('p', file)]);
    const { plan } = await world.plan([picture('p', file)], { reupload: ['**'] });
    expect(plan.changes.map(({ reasons }) => reasons)).toEqual([['not-there']]);
  });
});
