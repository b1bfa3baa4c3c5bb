import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import {
  newer,
  noKey,
  notAGroup,
  ok,
  refused,
  shopProfile,
  steer,
  unusable,
  unusableStates,
} from './profile-support.ts';
import { MALL, NOON, openBench, SHOP } from './support.ts';

const mall = { groupKey: MALL, name: 'mall', createdAt: '2026-11-20 12:00:00' };

describe('profiles', () => {
  it('gives one by its key, and no group', async () => {
    const { call } = await openBench();
    expect(await call('/profile')).toEqual({ code: '200', data: shopProfile });
    expect(await call('/profile', { senderKeyType: 'S' })).toEqual({ code: '200', data: shopProfile });
    expect(await call('/profile', { senderKey: MALL })).toEqual(noKey);
    expect(await call('/profile', { senderKey: MALL, senderKeyType: 'G' })).toEqual(notAGroup);
    expect(await call('/profile', { senderKeyType: 'X' })).toEqual(refused('405', 'senderKeyType must be S or G'));
    expect(await call('/profile', { senderKey: 'other' })).toEqual(noKey);
    expect(await call('/profile', { senderKey: null })).toEqual(refused('405', 'senderKey is required'));
  });

  it('gives all in use with their groups', async () => {
    const { call } = await openBench();
    expect(await call('/profile/use', { senderKey: null })).toEqual({
      code: '200',
      data: { success: [{ ...shopProfile, groups: [mall] }], fail: [] },
    });
  });

  it('gives many, and says of each that it does not know', async () => {
    const { call } = await openBench();
    expect(await call('/profile/multi', { senderKey: [SHOP, 'other', MALL] })).toEqual({
      code: '200',
      data: {
        success: [{ ...shopProfile, groups: [mall] }],
        fail: [
          { senderKey: 'other', ...noKey },
          { senderKey: MALL, ...noKey },
        ],
      },
    });
    expect(await call('/profile/multi', { senderKey: [] })).toEqual(
      refused('405', 'senderKey must be an array of one key or more'),
    );
    expect(await call('/profile/multi', { senderKey: SHOP })).toEqual(refused('405', 'senderKey must be an array'));
    expect(await call('/profile/multi', { senderKey: [7] })).toEqual(refused('405', 'senderKey[0] must be a string'));
    expect(await call('/profile/multi', { senderKey: [MALL], senderKeyType: 'G' })).toEqual(
      refused('405', 'senderKeyType must be S: this request takes the keys of profiles'),
    );
  });

  it('shows every field that a registration or the control API gives it', async () => {
    const { call, control, url } = await openBench();
    const details = {
      uuid: '@shop_official',
      name: '쇼핑몰',
      categoryCode: '00300010002',
      unsubscribePhoneNumber: '080-000-0000',
      unsubscribeAuthNumber: '1234',
      committalCompanyName: '위탁사',
      channelKey: 'channel-key',
      businessProfile: false,
      businessType: '쇼핑',
      profileSpamLevel: 'LV1',
      profileMessageSpamLevel: 'LV2',
      clearBlockUrl: 'https://example.com/clear',
    };
    await control.register({ profiles: [{ alias: 'shop', key: SHOP, type: 'S', ...details }] });
    expect(await call('/profile')).toEqual({ code: '200', data: { ...shopProfile, ...details } });

    const change = { profileSpamLevel: null, bizchat: false, brandMessage: true, committalCompanyName: '다른 회사' };
    await control.clock({ advance: 1000 });
    const changed = { ...shopProfile, ...details, ...change, modifiedAt: '2026-11-20 12:00:01' };
    expect(await steer(url, '/profile', { profile: 'shop', ...change })).toEqual({ ok: true, profile: changed });
    expect(await call('/profile')).toEqual({ code: '200', data: changed });
  });

  it.each<[string, JsonObject, string]>([
    ['of an unknown profile', { profile: 'other', block: true }, 'no such profile: other'],
    ['of no profile', { block: true }, 'profile is required'],
    [
      'of a member that there is not',
      { profile: 'shop', colour: 'red' },
      expect.stringContaining('the request does not know the member `colour`. Allowed: block, '),
    ],
    [
      'to a state that there is not',
      { profile: 'shop', profileStatus: 'X' },
      'profileStatus must be one of A, C, B, E, D',
    ],
    ['to a text where a flag belongs', { profile: 'shop', block: 'yes' }, 'block must be a boolean'],
  ])('takes no change %s', async (_, body, message) => {
    const { url, call } = await openBench();
    expect(await steer(url, '/profile', body)).toEqual({ ok: false, message });
    expect(await call('/profile')).toEqual({ code: '200', data: shopProfile });
  });

  it('keeps what is known of a profile that is registered again, and moves no date for that', async () => {
    const { call, control, url } = await openBench();
    await newer(url, '/profile/unsubscribeContent/update', { unsubscribePhoneNumber: '0800000000' });
    await control.clock({ advance: 5000 });
    await control.register({ profiles: [{ alias: 'shop', key: SHOP, type: 'S' }] });
    const kept = { ...shopProfile, unsubscribePhoneNumber: '0800000000' };
    expect(await call('/profile')).toEqual({ code: '200', data: kept });
    await control.register({ profiles: [{ alias: 'new', key: SHOP, type: 'S' }] });
    expect(await call('/profile')).toEqual({ code: '200', data: kept });
    await control.register({ profiles: [{ alias: 'new', key: SHOP, type: 'S', bizchat: false }] });
    expect(await call('/profile')).toEqual({
      code: '200',
      data: { ...kept, bizchat: false, modifiedAt: '2026-11-20 12:00:05' },
    });
    await control.register({ profiles: [{ alias: 'new', key: SHOP, type: 'S', modifiedAt: NOON, name: 'x' }] });
    expect(await call('/profile')).toMatchObject({ data: { name: 'x', modifiedAt: '2026-11-20 12:00:00' } });
  });

  it('gives a deleted one by its key, and not among those in use', async () => {
    const { call, url } = await openBench();
    await steer(url, '/profile', { profile: 'shop', profileStatus: 'D' });
    const deleted = { ...shopProfile, status: 'D', profileStatus: 'D' };
    expect(await call('/profile')).toEqual({ code: '200', data: deleted });
    expect(await call('/profile/multi', { senderKey: [SHOP] })).toEqual({
      code: '200',
      data: { success: [{ ...deleted, groups: [mall] }], fail: [] },
    });
    expect(await call('/profile/use')).toEqual({ code: '200', data: { success: [], fail: [] } });
  });

  it.each(unusableStates)('gives one that is %s: reading works', async (_, state) => {
    const { call, url } = await openBench();
    await steer(url, '/profile', { profile: 'shop', ...state });
    const status = state['profileStatus'] ?? 'A';
    expect(await call('/profile')).toEqual({ code: '200', data: { ...shopProfile, ...state, status } });
  });

  it('gives the categories of profiles', async () => {
    const { call } = await openBench();
    const one = { code: '00300010001', name: '쇼핑,종합몰,온라인쇼핑몰' };
    const all = await call('/profile/category/all', { senderKey: null });
    expect(all['data']).toHaveLength(6);
    expect(all['data']).toContainEqual(one);
    expect(await call('/profile/category', { categoryCode: one.code })).toEqual({ code: '200', data: one });
    expect(await call('/profile/category', { categoryCode: '1' })).toEqual(refused('525', 'there is no such category'));
    expect(await call('/profile/category')).toEqual(refused('405', 'categoryCode is required'));
  });
});

describe('recover', () => {
  it('wakes a dormant profile, under which things can be changed again', async () => {
    const { call, add, control, url } = await openBench();
    await steer(url, '/profile', { profile: 'shop', dormant: true });
    expect(await add()).toEqual(unusable);
    await control.clock({ advance: 1000 });
    expect(await call('/profile/recover')).toEqual(ok);
    const awake = { ...shopProfile, modifiedAt: '2026-11-20 12:00:01' };
    expect(await call('/profile')).toEqual({ code: '200', data: awake });
    expect(await add()).toMatchObject(ok);
  });
});

describe('opt-out numbers', () => {
  const path = '/profile/unsubscribeContent/update';

  it('are both replaced', async () => {
    const { call, control, url } = await openBench();
    await control.clock({ advance: 1000 });
    const both = { unsubscribePhoneNumber: '080-0000-0000', unsubscribeAuthNumber: '1234567890' };
    expect(await newer(url, path, both)).toEqual(ok);
    const changed = { ...shopProfile, ...both, modifiedAt: '2026-11-20 12:00:01' };
    expect(await call('/profile')).toEqual({ code: '200', data: changed });
    expect(await newer(url, path, { unsubscribePhoneNumber: '0800000000' })).toEqual(ok);
    expect(await call('/profile')).toEqual({
      code: '200',
      data: { ...changed, unsubscribePhoneNumber: '0800000000', unsubscribeAuthNumber: null },
    });
  });
});
