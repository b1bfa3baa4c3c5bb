import { expect, it } from 'vitest';
import { compareSides, liveSide } from '../../../src/engine/status/status.ts';
import { failure, thing, World } from '../support.ts';

it('reads the live side of an environment: what could not be read is no difference in content', async () => {
  const world = new World();
  await world.run([thing('a', {}, { goal: 'draft' })]);
  world.service.fault = (call) => {
    if (call === 'read u') throw failure('unfit', 'no shape');
  };
  const input = { ...world.input, resources: [thing('a', {}, { goal: 'draft' }), thing('m'), thing('u')] };
  const all = await liveSide({ ...input, addresses: [] });
  expect(all).toMatchObject({ complete: false, problems: [{ message: 'no shape' }] });
  const { content = null } = all.side.get('Thing/shop/a') ?? {};
  expect(content).not.toBeNull();
  expect([...all.side]).toEqual([
    ['Thing/shop/a', { state: 'draft', content }],
    ['Thing/shop/m', { state: 'absent', content: null }],
    ['Thing/shop/u', { state: 'unread', content: null }],
  ]);
  const other = new Map([
    ['Thing/shop/a', { state: 'draft', content }],
    ['Thing/shop/u', { state: 'draft', content }],
  ]);
  expect(compareSides(all.side, other)).toEqual({
    equal: 1,
    neither: 1,
    unread: 0,
    rows: [{ address: 'Thing/shop/u', states: ['unread', 'draft'], fields: [], before: null, after: content }],
  });
  expect(compareSides(other, new Map([['Thing/shop/a', { state: 'draft', content }]])).rows).toMatchObject([
    { address: 'Thing/shop/u', states: ['draft', 'absent'], after: null },
  ]);
  expect(compareSides(all.side, all.side)).toEqual({ rows: [], equal: 1, neither: 1, unread: 1 });
  expect(compareSides(new Map(), other).rows).toMatchObject([{ before: null }, { before: null }]);
  expect([...(await liveSide({ ...input, addresses: ['a'] })).side.keys()]).toEqual(['Thing/shop/a']);
});
