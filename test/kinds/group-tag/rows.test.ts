import { expect, it } from 'vitest';
import type { RunContext } from '../../../src/core/kind.ts';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { systemClock } from '../../../src/files/system.ts';
import { groupTag, tagDeclaration, tagDiscovery } from '../../../src/kinds/group-tag/kind.ts';
import type { Client } from '../../../src/wire/client.ts';
import { nothingBound } from '../bound.ts';
import { ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';

/** The rows of the table for tags, without a service. */

const want: Resource = {
  address: 'GroupTag/shop/spring',
  kind: 'GroupTag',
  profile: 'shop',
  id: 'spring',
  source: { file: 'tags.yaml', line: 1, column: 1 },
  dependsOn: [],
  protect: false,
  samples: [],
  ...tagDeclaration.declare({ kind: 'GroupTag', id: 'spring', name: '봄 행사' }),
};
const gone: Resource = { ...want, goal: 'removed', content: {} };
const live: Live = { name: 'k1', content: { name: '봄 행사' }, status: { state: 'present' } };

function context(desired: Resource, at: Live | undefined): RunContext<Client> & { calls: unknown[][] } {
  const { service, calls } = recordedService({
    'tag.create': { groupTagKey: 'k2', groupTagName: '봄 행사' },
    'tag.update': { groupTagKey: 'k1', groupTagName: '봄 행사' },
  });
  const none = async (): Promise<never> => {
    throw new Error('no file is read');
  };
  const files = { readFile: none, openFile: none };
  return {
    service,
    profile: shop,
    desired,
    live: at,
    bound: nothingBound,
    ...files,
    clock: systemClock,
    signal,
    answered: () => {},
    calls,
  };
}

it('each row is one call, and a new tag is bound to the key of the answer', async () => {
  const ran = await Promise.all(
    groupTag.operations.map(async (row) => {
      const run = context(want, live);
      return [row.name, await row.run(run), ...run.calls];
    }),
  );
  expect(ran).toEqual([
    ['tag.create', { key: 'k2' }, ['tag.create', { ...ofShop, groupTagName: '봄 행사' }]],
    ['tag.update', undefined, ['tag.update', { ...ofShop, groupTagKey: 'k1', newGroupTagName: '봄 행사' }]],
    ['tag.delete', undefined, ['tag.delete', { ...ofShop, groupTagKey: 'k1' }]],
  ]);
});

it('a row asks for what it needs', () => {
  const refusals = [want, gone].map((one) =>
    [live, undefined].map((at) => groupTag.operations.flatMap((row) => (row.requires(at, one) ? row.name : []))),
  );
  expect(refusals).toEqual([
    [
      ['tag.create', 'tag.delete'],
      ['tag.update', 'tag.delete'],
    ],
    [
      ['tag.create', 'tag.update'],
      ['tag.create', 'tag.update', 'tag.delete'],
    ],
  ]);
  expect(groupTag.operations.map((row) => row.predicts(undefined, want))).toEqual([
    [{ name: '', content: { name: '봄 행사' }, status: { state: 'present' } }],
    [],
    [undefined],
  ]);
});

it('says what is forbidden of a delete, and of nothing else', () => {
  const never = (): boolean => false;
  expect(findRoute(groupTag, live, gone, never)).toMatchObject({
    found: 'blocked',
    flags: ['--allow', 'destroys=GroupTag/shop/spring'],
  });
  expect(findRoute(groupTag, undefined, want, never)).toMatchObject({ found: 'satisfied' });
  expect([want, gone].map((one) => groupTag.blockedBy(live, one).operation)).toEqual(['tag.update', 'tag.delete']);
});

it('a detail that is refused tells of no tag, and every other failure is thrown', async () => {
  const read = (answer: unknown) => {
    const { service, calls } = recordedService({ 'tag.get': answer });
    const found = tagDiscovery.read(service, shop, 'k1', nothingBound, signal);
    expect(calls).toEqual([['tag.get', { ...ofShop, groupTagKey: 'k1' }]]);
    return found;
  };
  expect(await read({ groupTagKey: 'k1', groupTagName: '봄 행사' })).toEqual(live);
  expect(await read(refused('508'))).toBeUndefined();
  await expect(read(refused('102'))).rejects.toThrow();
  await expect(read(unclear())).rejects.toThrow();
});

it('one row that does not fit does not spoil the others', async () => {
  const answer = [{ groupTagKey: 'k1', groupTagName: '봄 행사' }, { groupTagKey: 'k2' }];
  const { service, calls } = recordedService({ 'tag.list': answer });
  const problem = {
    code: 'service-unfit',
    severity: 'error',
    message:
      'A row of tag.list does not have the documented shape: data[1].groupTagName: expected string, received undefined',
    hint: expect.any(String),
  };
  expect(await tagDiscovery.page(service, shop, 1, signal)).toEqual({
    rows: [{ name: 'k1', title: '봄 행사', state: 'present', modifiedAt: '', live }],
    unreadable: [{ name: 'k2', problem }],
    total: 2,
    pages: 1,
  });
  expect(calls).toEqual([['tag.list', ofShop]]);
});

it('a change of what is not there is a bug of ours', async () => {
  for (const row of groupTag.operations.slice(1)) {
    await expect(row.run(context(want, undefined))).rejects.toMatchObject({ problems: [{ code: 'bug' }] });
  }
});

it('a rename keeps the key, and nobody knows the key of a new tag', () => {
  const [create, update] = groupTag.operations;
  const renamed: Resource = { ...want, content: { name: '여름 행사' } };
  expect(create?.predicts(undefined, renamed)).toEqual([{ ...live, name: '', content: renamed.content }]);
  expect(update?.predicts(live, renamed)).toEqual([{ ...live, content: renamed.content }]);
});
