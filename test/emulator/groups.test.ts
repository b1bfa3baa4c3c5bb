import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { ok, refused, shopProfile, steer, unusable, unusableStates } from './profile-support.ts';
import { type Bench, MALL, messageOf, openBench, plainTemplate, SHOP, temporaryFolder } from './support.ts';

const OUTLET = 'outlet-key';
const mall = { groupKey: MALL, name: 'mall', createdAt: '2026-11-20 12:00:00' };
const outlet = { groupKey: OUTLET, name: 'outlet', createdAt: '2026-11-20 12:00:00' };

/** The shop in these groups (in all where nothing is said), of two that there are. */
function openGroups(groups?: string[], data?: string): Promise<Bench> {
  return openBench({
    ...(data !== undefined && { data }),
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S', ...(groups && { groups }) },
      { alias: 'mall', key: MALL, type: 'G' },
      { alias: 'outlet', key: OUTLET, type: 'G' },
    ],
  });
}

async function groupsOfShop({ call }: Bench): Promise<JsonObject> {
  return call('/profile/multi', { senderKey: [SHOP] });
}

const inGroups = (groups: JsonObject[], changes: JsonObject = {}): JsonObject => ({
  code: '200',
  data: { success: [{ ...shopProfile, ...changes, groups }], fail: [] },
});

describe('groups', () => {
  it('are given at both paths', async () => {
    const { call } = await openGroups();
    for (const path of ['/group', '/group/all'])
      expect(await call(path, { senderKey: null })).toEqual({ code: '200', data: [mall, outlet] });
  });

  it('take a profile in', async () => {
    const bench = await openGroups([]);
    expect(await groupsOfShop(bench)).toEqual(inGroups([]));
    await bench.control.clock({ advance: 1000 });
    expect(await bench.call('/group/profile/add', { groupKey: OUTLET })).toEqual({ code: '200', data: outlet });
    expect(await groupsOfShop(bench)).toEqual(inGroups([outlet], { modifiedAt: '2026-11-20 12:00:01' }));
    expect(await bench.call('/group/profile/add', { groupKey: OUTLET })).toEqual(
      refused('509', 'the profile is in this group already'),
    );
  });

  it('let a profile go', async () => {
    const bench = await openGroups([MALL, OUTLET]);
    await bench.control.clock({ advance: 1000 });
    expect(await bench.call('/group/profile/delete', { groupKey: MALL })).toEqual(ok);
    expect(await groupsOfShop(bench)).toEqual(inGroups([outlet], { modifiedAt: '2026-11-20 12:00:01' }));
    expect(await bench.call('/group/profile/delete', { groupKey: MALL })).toEqual(
      refused('509', 'the profile is not in this group'),
    );
  });

  it('of a profile of which nobody said any are all that there are, until the first change', async () => {
    const bench = await openGroups();
    expect(await groupsOfShop(bench)).toEqual(inGroups([mall, outlet]));
    expect(await bench.call('/group/profile/add', { groupKey: MALL })).toEqual(
      refused('509', 'the profile is in this group already'),
    );
    expect(await bench.call('/group/profile/delete', { groupKey: MALL })).toEqual(ok);
    expect(await groupsOfShop(bench)).toEqual(inGroups([outlet]));
    await bench.control.register({ profiles: [{ alias: 'third', key: 'third-key', type: 'G' }] });
    expect(await groupsOfShop(bench)).toEqual(inGroups([outlet]));
  });

  it('stay in the data file', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const first = await openGroups(undefined, data);
    await first.call('/group/profile/delete', { groupKey: MALL });
    await first.emulator.close();
    expect(await groupsOfShop(await openGroups(undefined, data))).toEqual(inGroups([outlet]));
  });

  it('decide whose templates a profile may send', async () => {
    const bench = await openGroups([]);
    const { call, control } = bench;
    const of = { senderKey: MALL, senderKeyType: 'G', templateCode: 'order_paid' };
    await call('/template/add', { ...plainTemplate, ...of });
    await control.template({ profile: 'mall', templateCode: 'order_paid', inspectionStatus: 'APR' });
    const sent = async (refkey: string): Promise<unknown> => {
      await bench.message(messageOf({}, { refkey }));
      await control.clock({ advance: 1000 });
      return (await control.inbox({ refkey })) as unknown;
    };
    expect(await sent('outside')).toMatchObject({ messages: [{ result: '7315' }] });
    await call('/group/profile/add', { groupKey: MALL });
    expect(await sent('inside')).toMatchObject({ messages: [{ result: '7000' }] });
    await call('/group/profile/delete', { groupKey: MALL });
    expect(await sent('outside-again')).toMatchObject({ messages: [{ result: '7315' }] });
  });
});

describe.each(['/group/profile/add', '/group/profile/delete'])('%s', (path) => {
  it.each(unusableStates)('changes nothing of a profile or a group that is %s', async (_, state) => {
    const { call, url } = await openGroups([MALL]);
    await steer(url, '/profile', { profile: 'outlet', ...state });
    expect(await call(path, { groupKey: OUTLET })).toEqual(
      refused('507', 'the group is blocked, dormant or not activated'),
    );
    await steer(url, '/profile', { profile: 'shop', ...state });
    expect(await call(path, { groupKey: OUTLET })).toEqual(unusable);
  });
});
