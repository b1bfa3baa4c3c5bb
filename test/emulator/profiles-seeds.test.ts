import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { newer, ok, shopProfile, steer } from './profile-support.ts';
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
});
