import { describe, expect, it } from 'vitest';
import { picture, thing, World } from './support.ts';

describe('a plan', () => {
  it('makes what is declared and not there, and a second run finds nothing to do', async () => {
    const world = new World();
    const wanted = [thing('a'), thing('b', {}, { goal: 'draft' })];
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'create: add, file', 'Thing/shop/b': 'create: add' });
    expect(await world.run(wanted)).toEqual({ 'Thing/shop/a': 'done', 'Thing/shop/b': 'done' });
    expect(world.live()).toEqual({ a: 'filed', b: 'draft' });
    const { plan } = await world.plan(wanted);
    expect(plan.changes).toEqual([]);
    expect(plan.waiting).toEqual([
      { address: 'Thing/shop/a', state: 'filed', waitsFor: 'verdict', since: '2026-11-20 09:00:00' },
    ]);
    expect(plan.counts).toMatchObject({ unchanged: 1, waiting: 1 });
  });

  it('uploads a picture before the thing that shows it', async () => {
    const world = new World();
    const file = world.file('a.png');
    const wanted = [thing('a', { picture: file }, { dependsOn: ['Picture/shop/p'] }), picture('p', file)];
    expect(await world.run(wanted)).toEqual({ 'Picture/shop/p': 'done', 'Thing/shop/a': 'done' });
    expect(world.service.writes).toEqual(['upload a.png', 'add a', 'file a']);
    expect(await world.actions(wanted)).toEqual({});
  });
});
