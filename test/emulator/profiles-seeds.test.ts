import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { newer, ok, refused, shopProfile, steer } from './profile-support.ts';
import { type Bench, MALL, NOON, openBench, SHOP } from './support.ts';

const ADMIN = '01000000000';

const tag = { profile: 'shop', groupTagKey: 'tag-1', groupTagName: '#1' };
const callback = {
  profile: 'shop',
  pluginId: 'photo',
  pluginType: 'SECURE_IMAGE',
  callbackUrl: 'https://example.com/photo',
} as const;

/** What the seeds of this page could have planted. */
async function planted({ call, url }: Bench): Promise<JsonObject> {
  return {
    profiles: await call('/profile/use'),
    tags: await newer(url, '/groupTag/list'),
    callbacks: await call('/plugin/callbackUrl/list'),
  };
}

describe('seeds of the account', () => {
  it('are channels, profiles, tags and callbacks, each after what it names', async () => {
    const bench = await openBench({ profiles: [] });
    const { call, url, control } = bench;
    const answer = await control.seed({
      pluginCallbacks: [{ ...callback, modifiable: false }],
      groupTags: [tag, { profile: MALL, groupTagName: 'of a group' }],
      profiles: [
        {
          alias: 'shop',
          key: SHOP,
          type: 'S',
          name: '쇼핑몰',
          groups: [],
          brandMessage: true,
          createdAt: NOON - 86_400_000,
        },
        { alias: 'mall', key: MALL, type: 'G' },
      ],
      channels: [{ id: '@new', phone: '010-0000-0000' }],
    });
    expect(answer).toEqual({ ok: true, channels: 1, profiles: 2, groupTags: 2, pluginCallbacks: 1 });
    expect(await call('/profile')).toEqual({
      code: '200',
      data: { ...shopProfile, name: '쇼핑몰', brandMessage: true, createdAt: '2026-11-19 12:00:00' },
    });
    expect(await newer(url, '/groupTag/list')).toEqual({
      code: '200',
      data: [{ groupTagKey: 'tag-1', groupTagName: '#1' }],
    });
    expect(await newer(url, '/groupTag/list', { senderKey: MALL, senderKeyType: 'G' })).toEqual({
      code: '200',
      data: [{ groupTagKey: expect.stringMatching(/^[0-9a-f]{40}$/), groupTagName: 'of a group' }],
    });
    const { profile: _profile, ...shown } = callback;
    expect(await call('/plugin/callbackUrl/list')).toEqual({
      code: '200',
      data: [{ ...shown, pluginTypeName: '이미지 보안 전송', modifiable: false, deletable: true }],
    });
    expect(await call('/profile/token', { phoneNumber: '01000000001', channelId: '@new' })).toMatchObject({
      code: '403',
    });
    expect(await call('/profile/token', { phoneNumber: ADMIN, channelId: '@new' })).toEqual(ok);
  });

  it('replace what has their key', async () => {
    const { call, url, control } = await openBench();
    await control.seed({ groupTags: [tag], pluginCallbacks: [callback] });
    const callbackUrl = 'https://example.com/other';
    await control.seed({
      groupTags: [{ ...tag, groupTagName: 'two' }],
      pluginCallbacks: [{ ...callback, callbackUrl }],
    });
    expect(await newer(url, '/groupTag/list')).toEqual({
      code: '200',
      data: [{ groupTagKey: 'tag-1', groupTagName: 'two' }],
    });
    expect(await call('/plugin/callbackUrl/list')).toMatchObject({ data: [{ callbackUrl }] });
  });

  it.each<[JsonObject, string]>([
    [{ groupTags: [tag, { ...tag, profile: 'other' }] }, 'groupTags[1].profile: there is no profile other'],
    [{ groupTags: [tag, { profile: 'shop' }] }, 'groupTags[1].groupTagName is required'],
    [{ groupTags: [{ ...tag, groupTagName: 7 }] }, 'groupTags[0].groupTagName must be a string'],
    [
      { groupTags: [{ ...tag, colour: 'red' }] },
      'groupTags[0] does not know the member `colour`. Allowed: profile, groupTagName, groupTagKey',
    ],
    [
      { pluginCallbacks: [callback, { ...callback, profile: 'other' }] },
      'pluginCallbacks[1].profile: there is no profile other',
    ],
    [
      { pluginCallbacks: [{ ...callback, pluginType: 'X' }] },
      'pluginCallbacks[0].pluginType must be one of SECURE_IMAGE, ONE_TIME_PROFILE',
    ],
    [{ pluginCallbacks: [{ ...callback, modifiable: 1 }] }, 'pluginCallbacks[0].modifiable must be a boolean'],
    [{ pluginCallbacks: [{ pluginId: 'a' }] }, 'pluginCallbacks[0].profile is required'],
    [{ profiles: [{ alias: 'new', key: 'new-key' }] }, 'profiles[0].type is required'],
    [
      { profiles: [{ alias: 'new', key: 'k'.repeat(41), type: 'S' }] },
      'profiles[0].key must be a key of 1 to 40 characters',
    ],
    [
      { profiles: [{ alias: 'new', key: 'new-key', type: 'S', brandMessage: 'yes' }] },
      'profiles[0].brandMessage must be a boolean',
    ],
    [
      { profiles: [{ alias: 'new', key: 'new-key', type: 'S' }], groupTags: [{ ...tag, profile: 'other' }] },
      'groupTags[0].profile: there is no profile other',
    ],
    [{ channels: [{ id: '@new' }] }, 'channels[0].phone is required'],
  ])('are planted all or none: %j', async (seeds, message) => {
    const bench = await openBench();
    const before = await planted(bench);
    expect(await steer(bench.url, '/seed', seeds)).toMatchObject({ ok: false, message });
    expect(await planted(bench)).toEqual(before);
  });

  it.each<[JsonObject, string]>([
    [{ channels: [{ id: '@new' }] }, 'channels[0].phone is required'],
    [{ channels: [{ id: 7, phone: ADMIN }] }, 'channels[0].id must be a string'],
    [
      { profiles: [{ alias: 'new', key: 'new-key', type: 'S', uuid: '' }] },
      'profiles[0].uuid must be a string that is not blank',
    ],
  ])('are as strict where a process registers them: %j', async (registration, message) => {
    const { url } = await openBench();
    expect(await steer(url, '/register', registration)).toEqual({ ok: false, message });
  });
});

describe('what a request holds beyond the documents', () => {
  it('is listed, and none of what the documents have', async () => {
    const { call, url, control } = await openBench();
    const own = { senderKeyType: 'S' };
    await call('/profile/token', { phoneNumber: ADMIN, channelId: '@new', ...own });
    await call('/profile', own);
    await call('/profile/multi', { senderKey: [SHOP], ...own });
    await call('/profile/category', { senderKey: null, categoryCode: '00300010001' });
    await newer(url, '/profile/unsubscribeContent/update', { unsubscribePhoneNumber: '080', ...own });
    await call('/group/profile/delete', { groupKey: MALL, ...own });
    await call('/group/profile/add', { groupKey: MALL, ...own });
    const created = await newer(url, '/groupTag/create', { groupTagName: 'a', ...own });
    expect(created).toMatchObject(ok);
    await newer(url, '/groupTag/list', own);
    const { profile: _profile, ...plugin } = callback;
    expect(await call('/plugin/callbackUrl/create', { ...plugin, ...own })).toEqual(ok);
    await call('/plugin/callbackUrl/delete', { pluginId: 'photo', ...own });
    // A lookup of categories has the account's two members and the code alone.
    const spare = { path: '/v3/msgr/profile/category', field: 'senderKey', requests: 1 };
    expect(await control.unknownFields()).toEqual({ ok: true, fields: [spare] });

    await call('/profile', { colour: 'red' });
    expect(await call('/group/profile/add', { groupKey: MALL, colour: 'red' })).toEqual(
      refused('509', 'the profile is in this group already'),
    );
    expect(await control.unknownFields()).toEqual({
      ok: true,
      fields: [spare, { path: '/v3/msgr/profile', field: 'colour', requests: 1 }],
    });
  });
});
