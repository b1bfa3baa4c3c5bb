import { describe, expect, it } from 'vitest';
import { newer, ok, shopProfile } from './profile-support.ts';
import { MALL, NOON, openBench, SHOP } from './support.ts';

const ADMIN = '01000000000';

const tag = { profile: 'shop', groupTagKey: 'tag-1', groupTagName: '#1' };
const callback = {
  profile: 'shop',
  pluginId: 'photo',
  pluginType: 'SECURE_IMAGE',
  callbackUrl: 'https://example.com/photo',
} as const;

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
});
