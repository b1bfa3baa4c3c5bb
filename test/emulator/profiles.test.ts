import { describe, expect, it } from 'vitest';
import { MALL, openBench, SHOP } from './support.ts';

const shop = {
  senderKey: SHOP,
  uuid: '@shop',
  name: 'shop',
  status: 'A',
  block: false,
  dormant: false,
  profileStatus: 'A',
  createdAt: '2026-11-20 12:00:00',
  modifiedAt: '2026-11-20 12:00:00',
  categoryCode: '00300010001',
  unsubscribePhoneNumber: null,
  unsubscribeAuthNumber: null,
  bizchat: true,
  brandMessage: false,
  committalCompanyName: null,
  channelKey: null,
  businessProfile: true,
  businessType: null,
  profileSpamLevel: null,
  profileMessageSpamLevel: null,
  clearBlockUrl: null,
};
const mall = { groupKey: MALL, name: 'mall', createdAt: '2026-11-20 12:00:00' };
const missing = { code: '507', message: 'no such senderKey' };

describe('profiles and groups', () => {
  it('gives one by its key, and no group', async () => {
    const { call } = await openBench();
    expect(await call('/profile')).toEqual({ code: '200', data: shop });
    expect(await call('/profile', { senderKey: MALL })).toEqual(missing);
    expect(await call('/profile', { senderKey: 'other' })).toEqual(missing);
    expect(await call('/profile', { senderKey: null })).toEqual({ code: '405', message: 'senderKey is required' });
  });

  it('gives all in use with their groups', async () => {
    const { call } = await openBench();
    expect(await call('/profile/use', { senderKey: null })).toEqual({
      code: '200',
      data: { success: [{ ...shop, groups: [mall] }], fail: [] },
    });
  });

  it('gives many, and says of each that it does not know', async () => {
    const { call } = await openBench();
    expect(await call('/profile/multi', { senderKey: [SHOP, 'other'] })).toEqual({
      code: '200',
      data: { success: [{ ...shop, groups: [mall] }], fail: [{ senderKey: 'other', ...missing }] },
    });
    const refused = { code: '405', message: 'senderKey must be an array of one key or more' };
    expect(await call('/profile/multi', { senderKey: [] })).toEqual(refused);
    expect(await call('/profile/multi', { senderKey: SHOP })).toEqual({
      code: '405',
      message: 'senderKey must be an array',
    });
    expect(await call('/profile/multi', { senderKey: [7] })).toEqual({
      code: '405',
      message: 'senderKey[0] must be a string',
    });
  });

  it('gives the groups at both paths', async () => {
    const { call } = await openBench();
    for (const path of ['/group', '/group/all'])
      expect(await call(path, { senderKey: null })).toEqual({ code: '200', data: [mall] });
  });

  it('gives the categories of profiles', async () => {
    const { call } = await openBench();
    const one = { code: '00300010001', name: '쇼핑,종합몰,온라인쇼핑몰' };
    const all = await call('/profile/category/all', { senderKey: null });
    expect(all['data']).toHaveLength(6);
    expect(all['data']).toContainEqual(one);
    expect(await call('/profile/category', { categoryCode: one.code })).toEqual({ code: '200', data: one });
    expect(await call('/profile/category', { categoryCode: '1' })).toEqual({
      code: '525',
      message: 'there is no such category',
    });
    expect(await call('/profile/category')).toEqual({ code: '405', message: 'categoryCode is required' });
  });
});
