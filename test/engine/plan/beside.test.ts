import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { staleProblem } from '../../../src/engine/route/stale.ts';
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

it('what an update clears is no change of the content since the plan', () => {
  const told = (content: JsonObject): string => {
    const live = { name: 'a', content, status: { state: 'draft' }, beside: { extra: 'more' } };
    const change = { address: 'Thing/shop/a', before: { text: 'a', extra: 'more' }, live: { state: 'draft' } };
    return staleProblem({ change } as unknown as Parameters<typeof staleProblem>[0], live).message;
  };
  expect(told({ text: 'a' })).toContain('other facts that the plan saw changed');
  expect(told({ text: 'b' })).toContain('its content changed');
});
