import { expect, it } from 'vitest';
import { thing, World } from '../support.ts';

/** A draft that the service holds more of than its type has a use for. */
async function withBeside(): Promise<World> {
  const world = new World();
  const look = { type: 'NONE' };
  await world.run([thing('a', { look }, { goal: 'draft' })]);
  Object.assign(world.service.of('shop').get('a') ?? {}, {
    beside: { extra: 'more', look: { title: 'shown nowhere' } },
  });
  expect(await world.actions([thing('a', { look }, { goal: 'draft' })])).toEqual({});
  return world;
}

it('a plan shows what an update clears at the service although nothing shows it', async () => {
  const world = await withBeside();
  const { plan } = await world.plan([thing('a', { text: 'new', look: { type: 'NONE' } }, { goal: 'draft' })]);
  expect(plan.changes.map(({ fields }) => fields)).toEqual([
    [
      { path: 'extra', before: 'more', after: null, format: 'value' },
      { path: 'look.title', before: 'shown nowhere', after: null, format: 'text' },
      { path: 'text', before: 'a', after: 'new', format: 'value' },
    ],
  ]);
});

it('a change of the state alone clears nothing', async () => {
  const world = await withBeside();
  const { plan } = await world.plan([thing('a', { look: { type: 'NONE' } })]);
  expect(plan.changes).toMatchObject([{ action: 'lifecycle', fields: [] }]);
});
