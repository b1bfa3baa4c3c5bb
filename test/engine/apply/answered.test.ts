import { expect, it } from 'vitest';
import type { Discovery, Kind } from '../../../src/core/kind.ts';
import type { Live } from '../../../src/core/resource.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

const wanted = [thing('a', { text: 'new' }, { goal: 'draft' })];
const shown: Live = { name: 'a', content: { text: 'new' }, status: { state: 'draft', word: 'draft' } };

/** Things whose answer to an add shows something. */
function answering(live: Live): Kind<FakeService> {
  const operations = thingKind.operations.map((row) => ({
    ...row,
    run: async (context: Parameters<typeof row.run>[0]) => {
      const binding = await row.run(context);
      if (row.name === 'thing.add') context.answered(live);
      return binding;
    },
  }));
  return { ...thingKind, operations };
}

async function callsOf(kind: Kind<FakeService>): Promise<string[]> {
  const world = new World();
  world.kinds = [kind];
  const planned = await world.plan(wanted);
  world.service.calls = [];
  expect((await world.apply(planned)).changes).toMatchObject([{ outcome: 'done' }]);
  return world.service.calls;
}

it('an answer that shows the resource as planned is the proof: nothing is read again', async () => {
  expect(await callsOf(answering(shown))).toEqual(['read a', 'add a']);
});

it('an answer that shows something else proves nothing: the resource is read', async () => {
  const other = { ...shown, content: { text: 'other' } };
  expect(await callsOf(answering(other))).toEqual(['read a', 'add a', 'read a']);
});

it('what is absent right after its create is read once more, a moment later', async () => {
  let isLate = false;
  const { discovery } = thingKind as { discovery: Extract<Discovery<FakeService>, { by: 'list' | 'name' }> };
  const isHidden = ({ writes }: FakeService): boolean => !isLate && writes.includes('add a');
  const late: Kind<FakeService> = {
    ...answering(shown),
    operations: thingKind.operations,
    discovery: {
      ...discovery,
      by: 'list',
      read: async (service, ...about) => (isHidden(service) ? undefined : discovery.read(service, ...about)),
      page: async (service) => {
        isLate = isHidden(service);
        return { rows: [], unreadable: [], total: 0, pages: 1 };
      },
    },
  };
  const world = new World();
  world.kinds = [late];
  expect((await world.apply(await world.plan(wanted))).changes).toMatchObject([{ outcome: 'done' }]);
  expect(isLate).toBe(true);
});
