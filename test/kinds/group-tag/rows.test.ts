import { expect, it } from 'vitest';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { groupTag, tagDeclaration, tagDiscovery } from '../../../src/kinds/group-tag/kind.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';

/** The rows of the table for tags, without a service. */

const want = declaredAs(
  'GroupTag',
  'spring',
  tagDeclaration.declare({ kind: 'GroupTag', id: 'spring', name: '봄 행사' }),
);
const gone: Resource = { ...want, goal: 'removed', content: {} };
const live: Live = { name: 'k1', content: { name: '봄 행사' }, status: { state: 'present' } };

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

it('a rename keeps the key, and nobody knows the key of a new tag', () => {
  const [create, update] = groupTag.operations;
  const renamed: Resource = { ...want, content: { name: '여름 행사' } };
  expect(create?.predicts(undefined, renamed)).toEqual([{ ...live, name: '', content: renamed.content }]);
  expect(update?.predicts(live, renamed)).toEqual([{ ...live, content: renamed.content }]);
});
