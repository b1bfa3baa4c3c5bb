import { expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import type { LikelyRefusal } from '../../../src/engine/subject/subject.ts';
import { failure, thing, World } from '../support.ts';
import { versionedKind } from '../versions.ts';

/** LikelyRefusals every content, as a lint rule would. */
async function doubted(resources: readonly Resource[]): Promise<Map<string, LikelyRefusal>> {
  return new Map(
    resources.map(({ address }) => [
      address,
      {
        code: 'unknown-category',
        rule: 'AT33',
        severity: 'warning',
        message: `${address} is unlisted`,
        hint: 'Use a listed one',
        address,
      },
    ]),
  );
}

it('an update with a doubted content gives up no approval and no inspection, whatever is allowed', async () => {
  const world = new World();
  await world.run(['a', 'filed'].map((id) => thing(id)));
  Object.assign(world.service.of('shop').get('a') ?? {}, { state: 'approved' });
  const wanted = [thing('a', { text: 'new' }), thing('filed', { text: 'new' })];
  for (const allow of [[], ['loses-approval' as const]]) {
    const { plan, likelyRefusals } = await world.plan(wanted, { allow }, { likelyRefusals: doubted });
    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toMatchObject(
      ['a', 'filed'].map((id) => ({
        reason: `Thing/shop/${id} is unlisted: the update would be refused after the approval or the inspection is given up`,
        opens:
          'Use a listed one. If the service knows the value, silence the rule in the manifest: `lint: { AT33: REASON }`',
      })),
    );
    expect([plan.problems, likelyRefusals.length]).toEqual([[], 2]);
  }
});

it('a new version with a doubted content is not begun, and status reports what the plan blocks', async () => {
  const world = new World();
  world.kinds = [versionedKind];
  await world.run([thing('a'), thing('b'), thing('c')]);
  for (const id of ['a', 'b']) Object.assign(world.service.of('shop').get(id) ?? {}, { state: 'approved' });
  const wanted = [
    thing('a', { text: 'new' }, { options: { versions: { keep: 1 } } }),
    thing('b', { text: 'new' }),
    thing('c', { text: 'new' }, { goal: 'draft', protect: true }),
    thing('d'),
  ];
  const { plan } = await world.plan(wanted, {}, { likelyRefusals: doubted });
  expect(plan.blocked.map(({ address, reason }) => [address, reason.replace(/^.*: /, '')])).toEqual([
    ['Thing/shop/a@v2', 'the service would refuse the new version'],
    ['Thing/shop/b', 'the update would be refused after the approval or the inspection is given up'],
    ['Thing/shop/c', 'the update would be refused after the approval or the inspection is given up'],
  ]);
  const { policy } = world.planInput([]);
  for (const more of [{}, { policy }]) {
    const { rows } = await observeStatus({
      ...world.input,
      resources: wanted,
      addresses: ['Thing/**'],
      likelyRefusals: doubted,
      ...more,
    });
    const reasons = rows.flatMap(({ address, reason, ways }) => (reason ? [{ address, reason, ways }] : []));
    expect(reasons).toEqual(plan.blocked.map(({ address, reason, ways }) => ({ address, reason, ways })));
  }
});

it('what writes no content, or has another reason, is blocked by that reason alone', async () => {
  const world = new World();
  const ids = ['draft', 'gone', 'stuck', 'unread', 'withdrawn'];
  await world.run(ids.map((id) => thing(id)));
  for (const id of ['draft', 'gone']) Object.assign(world.service.of('shop').get(id) ?? {}, { state: 'approved' });
  Object.assign(world.service.of('shop').get('stuck') ?? {}, { state: 'live' });
  world.service.fault = (call) => {
    if (call === 'read unread') throw failure('unfit', 'no shape');
  };
  const wanted = [
    thing('draft', {}, { goal: 'draft' }),
    thing('gone', {}, { goal: 'removed' }),
    thing('stuck', { text: 'new' }),
    thing('unread', { text: 'new' }),
    thing('withdrawn', {}, { goal: 'draft' }),
  ];
  const { plan } = await world.plan(wanted, {}, { likelyRefusals: doubted });
  expect(plan.blocked.map(({ address }) => address)).toEqual(
    ['draft', 'gone', 'stuck', 'unread'].map((id) => `Thing/shop/${id}`),
  );
  expect(plan.blocked.filter(({ reason }) => reason.includes('unlisted'))).toEqual([]);
  expect(plan.changes).toMatchObject([
    { address: 'Thing/shop/withdrawn', action: 'lifecycle', risks: ['queues-again'] },
  ]);
});

it('what is made or only updated is planned with the warning; the warnings of the others are apart', async () => {
  const world = new World();
  await world.run([thing('same'), thing('edited', {}, { goal: 'draft' })]);
  const wanted = [thing('same'), thing('edited', { text: 'new' }, { goal: 'draft' }), thing('made')];
  const { plan, likelyRefusals } = await world.plan(wanted, {}, { likelyRefusals: doubted });
  expect(plan.changes.map(({ action }) => action)).toEqual(['update', 'create']);
  expect(plan.problems.map(({ address }) => address)).toEqual(['Thing/shop/edited', 'Thing/shop/made']);
  expect(likelyRefusals.map(({ address }) => address)).toEqual(['Thing/shop/same']);
});
