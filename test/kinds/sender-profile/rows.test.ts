import { expect, it } from 'vitest';
import type { RunContext } from '../../../src/core/kind.ts';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { systemClock } from '../../../src/files/system.ts';
import { liveProfile } from '../../../src/kinds/sender-profile/codec.ts';
import { profileDeclaration, senderProfile } from '../../../src/kinds/sender-profile/kind.ts';
import { profileOperations } from '../../../src/kinds/sender-profile/operations.ts';
import type { Client } from '../../../src/wire/client.ts';
import { saying } from '../../said.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, recordedService, shop, signal } from '../recorded.ts';

/** The rows of the table for profiles, without a service. */

const file = { path: 'proof.png', sha256: 'a'.repeat(64) };

function want(manifest: Record<string, unknown>, more: Partial<Resource> = {}): Resource {
  const declared = profileDeclaration.declare({ kind: 'SenderProfile', id: 'shop', ...manifest } as never);
  return declaredAs('SenderProfile', 'shop', { address: 'SenderProfile/shop', ...declared, ...more });
}

const bound = { ...nothingBound, aliasOf: (key: string) => key, keyOf: (alias: string) => alias };

function seen(wanted: Resource, profile: Record<string, unknown> = {}): Live {
  const live = liveProfile('shop', { senderKey: shop.key, ...profile }, bound);
  return senderProfile.managed?.(live, wanted, undefined) ?? live;
}

function context(desired: Resource, live: Live | undefined, answers = {}): RunContext<Client> {
  const { service } = recordedService(answers);
  const none = (): never => {
    throw new Error('no file is read');
  };
  return {
    service,
    profile: shop,
    desired,
    live,
    bound,
    readFile: async () => none(),
    openFile: async () => none(),
    clock: systemClock,
    signal,
    answered: () => {},
  };
}

function row(name: string) {
  const found = profileOperations.find((one) => one.name === name);
  if (!found) throw new Error(`no row ${name}`);
  return found;
}

it('a route is as long as what there is to do, and no search is longer', () => {
  const groups = Array.from({ length: 60 }, (_, index) => `g${index}`);
  const has = Array.from({ length: 40 }, (_, index) => ({ groupKey: `x${index}` }));
  const wanted = want({ groups, unsubscribe: { phone: '080' }, brandMessage: { consentProof: file }, recover: true });
  let asked = 0;
  const counted = {
    ...senderProfile,
    meets: (...args: Parameters<typeof senderProfile.meets>) => {
      asked += 1;
      return senderProfile.meets(...args);
    },
  };
  const route = findRoute(counted, seen(wanted, { dormant: true, groups: has }), wanted, () => true);
  expect(route).toMatchObject({ found: 'waiting', waitsFor: 'approval', risks: [] });
  expect('steps' in route ? route.steps.map(({ operation }) => operation) : []).toEqual([
    'profile.recover',
    'profile.unsubscribe',
    ...groups.map(() => 'group.add'),
    ...has.map(() => 'group.remove'),
    'profile.consent',
    'profile.applyBrand',
  ]);
  expect(asked).toBeLessThan(2 * (groups.length + has.length + 5));
});

it('tells all that a manifest could say of a profile', () => {
  const told = {
    unsubscribePhoneNumber: '080',
    unsubscribeAuthNumber: '1',
    groups: [{ groupKey: 'b' }, { groupKey: 'a' }],
  };
  const live = liveProfile('shop', { senderKey: shop.key, modifiedAt: '2026-11-20 09:00:00', ...told }, bound);
  expect(live).toEqual({
    name: 'shop',
    content: { unsubscribe: { phone: '080', auth: '1' }, groups: ['a', 'b'] },
    status: { state: 'activated', profileStatus: 'A', block: false, dormant: false, brandMessage: false },
    modifiedAt: '2026-11-20 09:00:00',
  });
});

it('is none where the lookup does not tell of it', async () => {
  const { service, calls } = recordedService({ 'profile.multi': { success: [{ senderKey: 'other' }], fail: [] } });
  if (senderProfile.discovery.by !== 'name') throw new Error('profiles are read by their name');
  expect(await senderProfile.discovery.read(service, shop, 'shop', bound, signal)).toBeUndefined();
  expect(calls).toEqual([['profile.multi', { senderKey: [shop.key] }]]);
  expect(senderProfile.discovery.names?.(shop)).toEqual(['shop']);
  expect(senderProfile.discovery.names?.({ ...shop, type: 'G' })).toEqual([]);
  const wanted = want({ groups: ['mall'] });
  expect(senderProfile.meets(undefined, wanted)).toEqual({ meets: 'no' });
  expect(findRoute(senderProfile, undefined, wanted, () => true)).toMatchObject({
    found: 'blocked',
    reason: saying('it does not exist at the service'),
  });
  expect(profileOperations.map(({ predicts }) => predicts(undefined, wanted))).toEqual([[], [], [], [], [], []]);
  expect(row('group.add').note?.(undefined, wanted)).toBeUndefined();
});

it('is not wanted to be anything once its manifest is gone', () => {
  const gone = want({}, { goal: 'removed', content: {} });
  expect(senderProfile.meets(seen(gone), gone)).toEqual({ meets: 'yes' });
});

it('is bound by its alias', () => {
  expect(senderProfile.nameOf({ alias: 'shop' })).toBe('shop');
  expect(senderProfile.nameOf({})).toBeUndefined();
});

it.each(['profile.unsubscribe', 'group.add', 'group.remove', 'profile.consent', 'profile.applyBrand'])(
  'a step with nothing to do is a bug of ours: %s',
  async (name) => {
    const wanted = want({ groups: [] });
    await expect(row(name).run(context(wanted, seen(wanted)))).rejects.toMatchObject({ problems: [{ code: 'bug' }] });
  },
);

it('a group without a key, or a profile that is not there, is a bug of ours', async () => {
  const wanted = want({ groups: ['mall'] });
  const keyless = { ...context(wanted, seen(wanted)), bound: nothingBound };
  await expect(row('group.add').run(keyless)).rejects.toMatchObject({ problems: [{ code: 'bug' }] });
  await expect(row('group.add').run(context(wanted, undefined))).rejects.toMatchObject({
    problems: [{ code: 'bug', message: 'SenderProfile/shop is not there to be changed' }],
  });
});
