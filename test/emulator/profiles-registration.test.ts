import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { ShownToken } from '../../src/emulator/resource/profile/registration.ts';
import { ok, refused, shopProfile, steer } from './profile-support.ts';
import { type Bench, NOON, objectOf, openBench, SHOP } from './support.ts';

const ADMIN = '01000000000';
const OTHER = '01000000001';
const CATEGORY = '00300010002';
const MINUTE = 60_000;
const notAdmin = refused('403', "phoneNumber is not that of the channel's admin");

const channels = [{ id: '@new', phone: '010-0000-0000' }];

/** The tokens that channel admins' phones got, as a person sees them. */
async function tokens({ control }: Bench): Promise<ShownToken[]> {
  const answer = await control.tokens();
  if (!answer.ok) throw new Error(answer.message);
  return answer.tokens;
}

/** Asks for a token, and reads it off the phone. */
async function tokenFor(bench: Bench, channelId = '@new', phoneNumber = ADMIN): Promise<string> {
  expect(await bench.call('/profile/token', { phoneNumber, channelId })).toEqual(ok);
  const sent = (await tokens(bench)).find(({ channel }) => channel === channelId);
  return String(sent?.token);
}

async function create({ call }: Bench, changes: JsonObject): Promise<JsonObject> {
  const given = { phoneNumber: ADMIN, channelId: '@new', categoryCode: CATEGORY, ...changes };
  return call('/profile/create', { senderKey: null, ...given });
}

describe('a verification token', () => {
  it('goes to the phone of a channel admin, and is shown with the number masked', async () => {
    const bench = await openBench({ channels });
    expect(await bench.call('/profile/token', { phoneNumber: ADMIN, channelId: '@new' })).toEqual(ok);
    const sent = {
      channel: '@new',
      phoneNumber: '01000000000',
      token: expect.stringMatching(/^\d{6}$/),
      state: 'valid',
      issuedAt: '2026-11-20 12:00:00',
      expiresAt: '2026-11-20 12:05:00',
    };
    expect(await tokens(bench)).toEqual([sent]);
    await bench.control.clock({ advance: 1000 });
    await bench.call('/profile/token', { phoneNumber: ADMIN, channelId: '@second' });
    const second = { ...sent, channel: '@second', issuedAt: '2026-11-20 12:00:01', expiresAt: '2026-11-20 12:05:01' };
    expect(await tokens(bench)).toEqual([second, sent]);
    await bench.control.clock({ set: NOON + 5 * MINUTE });
    expect((await tokens(bench)).map(({ state }) => state)).toEqual(['valid', 'expired']);
  });

  it('goes to the admin alone: hyphens are no difference', async () => {
    const { call } = await openBench({ channels });
    expect(await call('/profile/token', { phoneNumber: '010-0000-0000', channelId: '@new' })).toEqual(ok);
    expect(await call('/profile/token', { phoneNumber: OTHER, channelId: '@new' })).toEqual(notAdmin);
  });

  it('of a channel that nobody registered makes who asks first its admin', async () => {
    const bench = await openBench();
    expect(await bench.call('/profile/token', { phoneNumber: OTHER, channelId: '@first' })).toEqual(ok);
    expect(await bench.call('/profile/token', { phoneNumber: ADMIN, channelId: '@first' })).toEqual(notAdmin);
    expect(await tokens(bench)).toMatchObject([{ channel: '@first', phoneNumber: '01000000001' }]);
    await bench.control.register({ channels: [{ id: '@first', phone: ADMIN }] });
    expect(await bench.call('/profile/token', { phoneNumber: ADMIN, channelId: '@first' })).toEqual(ok);
  });

  it('is asked for with the name that the wire gives the channel', async () => {
    const wire = { segment: 'msgr', product: 'noticetalk', adminId: 'adminChannel', couponScheme: 'noticetalk' };
    const { call } = await openBench({ wire });
    expect(await call('/profile/token', { phoneNumber: ADMIN, adminChannel: '@new' })).toEqual(ok);
    expect(await call('/profile/token', { phoneNumber: ADMIN, channelId: '@new' })).toEqual(
      refused('405', 'adminChannel is required'),
    );
  });
});

describe('a registration', () => {
  it('gives a sender key, and the profile of the channel', async () => {
    const bench = await openBench({ channels });
    const token = await tokenFor(bench);
    await bench.control.clock({ advance: 5 * MINUTE - 1 });
    const numbers = { unsubscribePhoneNumber: '080-0000-0000', unsubscribeAuthNumber: '1234567890' };
    const answer = await create(bench, { token, ...numbers });
    expect(answer).toEqual({ code: '200', data: { senderKey: expect.stringMatching(/^[0-9a-f]{40}$/) } });
    const senderKey = String(objectOf(answer['data'])['senderKey']);
    const profile = {
      ...shopProfile,
      ...numbers,
      senderKey,
      uuid: '@new',
      name: 'new',
      categoryCode: CATEGORY,
      bizchat: false,
      createdAt: '2026-11-20 12:04:59',
      modifiedAt: '2026-11-20 12:04:59',
    };
    expect(await bench.call('/profile', { senderKey })).toEqual({ code: '200', data: profile });
    expect(await bench.call('/profile/use')).toMatchObject({
      data: { success: [{ senderKey: SHOP }, { ...profile, groups: [] }] },
    });
    expect(await bench.add({ senderKey })).toMatchObject(ok);
    expect(await tokens(bench)).toMatchObject([{ state: 'used' }]);
  });

  it('takes a token once', async () => {
    const bench = await openBench({ channels });
    const token = await tokenFor(bench);
    expect(await create(bench, { token })).toMatchObject(ok);
    expect(await create(bench, { token })).toEqual(refused('403', 'the token was used already'));
  });

  it('takes a token until five minutes are over', async () => {
    const bench = await openBench({ channels });
    const token = await tokenFor(bench);
    await bench.control.clock({ advance: 5 * MINUTE });
    expect(await create(bench, { token })).toEqual(refused('403', 'the token has expired'));
  });

  it('takes a token for its own phone and channel', async () => {
    const bench = await openBench({ channels });
    const token = await tokenFor(bench);
    await tokenFor(bench, '@second');
    expect(await create(bench, { token, channelId: '@second' })).toEqual(refused('403', 'the token is wrong'));
    expect(await create(bench, { token, channelId: '@third' })).toEqual(refused('403', 'the token is wrong'));
    expect(await create(bench, { token, phoneNumber: OTHER })).toEqual(
      refused('403', 'the token was sent to another phoneNumber'),
    );
    // Nothing of it used the token up.
    expect(await create(bench, { token, phoneNumber: '010-0000-0000' })).toMatchObject(ok);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['no token', { token: null }, refused('405', 'token is required')],
    ['a token that is a number', { token: 123456 }, refused('405', 'token must be a string')],
    ['no phone', { phoneNumber: null }, refused('405', 'phoneNumber is required')],
    ['no channel', { channelId: null }, refused('405', 'channelId is required')],
    ['no category', { categoryCode: null }, refused('405', 'categoryCode is required')],
    ['an unknown category', { categoryCode: '001001' }, refused('525', 'there is no such category')],
    [
      'an opt-out number of 14',
      { unsubscribePhoneNumber: '08000000000000' },
      refused('405', 'unsubscribePhoneNumber may have 13 characters, not 14'),
    ],
    [
      'an auth number of 11',
      { unsubscribePhoneNumber: '080', unsubscribeAuthNumber: '12345678901' },
      refused('405', 'unsubscribeAuthNumber may have 10 characters, not 11'),
    ],
    [
      'an auth number without the other',
      { unsubscribeAuthNumber: '1' },
      refused('405', 'unsubscribePhoneNumber is required'),
    ],
    [
      'an opt-out number with letters',
      { unsubscribePhoneNumber: '080-FREE' },
      refused('405', 'unsubscribePhoneNumber has characters that are not allowed'),
    ],
  ])('is refused with %s, and leaves the token', async (_, changes, answer) => {
    const bench = await openBench({ channels });
    const token = await tokenFor(bench);
    expect(await create(bench, { token, ...changes })).toEqual(answer);
    expect(await tokens(bench)).toMatchObject([{ state: 'valid' }]);
    expect(await create(bench, { token })).toMatchObject(ok);
  });

  it('is refused for a channel that has a profile, until that is deleted', async () => {
    const bench = await openBench({ channels: [{ id: '@shop', phone: ADMIN }] });
    const token = await tokenFor(bench, '@shop');
    const taken = refused('505', 'the channel has a sender profile already');
    expect(await create(bench, { token, channelId: '@shop' })).toEqual(taken);
    await steer(bench.url, '/profile', { profile: 'shop', profileStatus: 'E' });
    expect(await create(bench, { token, channelId: '@shop' })).toEqual(taken);
    await steer(bench.url, '/profile', { profile: 'shop', profileStatus: 'D' });
    expect(await create(bench, { token, channelId: '@shop' })).toMatchObject(ok);
  });
});
