import { expect, it } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { answering, credentials, make, mall, never, type Reply, shop } from './support.ts';

/** Tags, plugin callbacks, and the writes of profiles and groups: what is asked, and what is taken for an answer. */

const OK: Reply = { body: { code: '200', message: '' } };
const asker = { bizId: credentials.bizId, apiKey: credentials.apiKey };
const tag = { groupTagKey: 'k1', groupTagName: '봄 행사' };
const group = { groupKey: mall.key, name: '몰', createdAt: '2026-11-20 09:00:00' };

function data(value: unknown): Reply {
  return { body: { code: '200', data: value } };
}

async function asking(reply: Reply, wire = neutralWire) {
  const { url, asked } = await answering(() => reply);
  const { service, trace } = make({ resourceUrl: url, wire });
  const bodies = (): [string, unknown][] =>
    asked.map(({ path, body }) => [path, JSON.parse(Buffer.from(body, 'latin1').toString())]);
  return { api: service.resource, bodies, trace };
}

it('asks for tags of a profile or a group', async () => {
  const { api, bodies } = await asking(data(tag));
  expect(await api.tag.get(mall, 'k1', never)).toEqual(tag);
  expect(await api.tag.create(shop, '봄 행사', never)).toEqual(tag);
  expect(await api.tag.update(shop, 'k1', '여름 행사', never)).toEqual(tag);
  await api.tag.delete(shop, 'k1', never);
  const of = { ...asker, senderKey: shop.key, senderKeyType: 'S' };
  expect(bodies()).toEqual([
    ['/v4/msgr/groupTag', { ...asker, senderKey: mall.key, senderKeyType: 'G', groupTagKey: 'k1' }],
    ['/v4/msgr/groupTag/create', { ...of, groupTagName: '봄 행사' }],
    ['/v4/msgr/groupTag/update', { ...of, groupTagKey: 'k1', newGroupTagName: '여름 행사' }],
    ['/v4/msgr/groupTag/delete', { ...of, groupTagKey: 'k1' }],
  ]);
});

it('asks for callbacks', async () => {
  const { api, bodies } = await asking(OK);
  const callback = { pluginType: 'SECURE_IMAGE', pluginId: 'p1', callbackUrl: 'https://plugin.example.com' };
  await api.plugin.create(shop, callback, never);
  await api.plugin.update(shop, 'p1', 'https://other.example.com', never);
  await api.plugin.delete(shop, 'p1', never);
  const of = { ...asker, senderKey: shop.key, senderKeyType: 'S' };
  expect(bodies()).toEqual([
    ['/v3/msgr/plugin/callbackUrl/create', { ...of, ...callback }],
    ['/v3/msgr/plugin/callbackUrl/update', { ...of, pluginId: 'p1', callbackUrl: 'https://other.example.com' }],
    ['/v3/msgr/plugin/callbackUrl/delete', { ...of, pluginId: 'p1' }],
  ]);
});

it('one row that does not fit does not spoil a list', async () => {
  const tags = await asking(data([tag, { groupTagKey: 'k2' }, 'none']));
  expect(await tags.api.tag.list(shop, never)).toEqual({
    rows: [tag],
    unreadable: [
      { name: 'k2', problem: expect.objectContaining({ code: 'service-unfit' }) },
      { problem: expect.objectContaining({ code: 'service-unfit' }) },
    ],
  });
  const row = { pluginId: 'p1', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://plugin.example.com' };
  const callbacks = await asking(data([row, { pluginId: 'p2', callbackUrl: 1 }]));
  expect(await callbacks.api.plugin.list(shop, never)).toMatchObject({ rows: [row], unreadable: [{ name: 'p2' }] });
});

it('an answer without a list is none', async () => {
  const { api } = await asking(OK);
  await expect(api.tag.list(shop, never)).rejects.toMatchObject({ kind: 'unfit' });
  await expect(api.plugin.list(shop, never)).rejects.toMatchObject({ kind: 'unfit' });
});

it('profiles and groups are changed under the key of the profile alone', async () => {
  const { api, bodies } = await asking(data(group));
  await api.profile.recover(shop, never);
  await api.profile.unsubscribe(shop, { unsubscribePhoneNumber: '080', unsubscribeAuthNumber: undefined }, never);
  await api.profile.applyBrand(shop, never);
  expect(await api.group.add(shop, mall.key, never)).toEqual(group);
  await api.group.remove(shop, mall.key, never);
  const of = { ...asker, senderKey: shop.key };
  expect(bodies()).toEqual([
    ['/v3/msgr/profile/recover', of],
    ['/v4/msgr/profile/unsubscribeContent/update', { ...of, unsubscribePhoneNumber: '080' }],
    ['/v4/msgr/profile/brandMessage/apply', of],
    ['/v3/msgr/group/profile/add', { ...of, groupKey: mall.key }],
    ['/v3/msgr/group/profile/delete', { ...of, groupKey: mall.key }],
  ]);
});

it('a channel is named as the environment’s wire has it', async () => {
  const { api, bodies } = await asking(data({ senderKey: 'new-key' }), {
    ...neutralWire,
    segment: 'talk',
    adminId: 'adminId',
  });
  await api.profile.token('01000000000', '@shop', never);
  const registration = { token: '123456', phoneNumber: '01000000000', channel: '@shop', categoryCode: '1' };
  expect(await api.profile.create(registration, never)).toBe('new-key');
  expect(bodies()).toEqual([
    ['/v3/talk/profile/token', { ...asker, phoneNumber: '01000000000', adminId: '@shop' }],
    [
      '/v3/talk/profile/create',
      { ...asker, token: '123456', phoneNumber: '01000000000', categoryCode: '1', adminId: '@shop' },
    ],
  ]);
});

it('a proof of consent is sent as a form, and its name comes back', async () => {
  const { url, asked } = await answering(() => data({ fileKey: 'f1', fileUrl: 'https://files.example.com/f1' }));
  const { service } = make({ resourceUrl: url });
  const proof = { name: 'proof.png', bytes: Buffer.from('png') };
  expect(await service.resource.profile.consent(shop, proof, never)).toMatchObject({ fileKey: 'f1' });
  expect(asked[0]?.path).toBe('/v4/msgr/profile/marketingAgree/upload');
  expect(asked[0]?.body).toContain('name="file"; filename="proof.png"\r\nContent-Type: image/png');
  expect(asked[0]?.body).toContain(`name="senderKey"\r\n\r\n${shop.key}`);
});

it('neither the phone of an admin nor a token is told, though the service repeats them', async () => {
  const said = 'token 918273 does not belong to 0212345678 nor to 02-1234-5678';
  const { api, trace } = await asking({ body: { code: '403', message: said } });
  const registration = { token: '918273', phoneNumber: '0212345678', channel: '@shop', categoryCode: '1' };
  const failures = [
    await api.profile.token('0212345678', '@shop', never).catch((error: unknown) => error),
    await api.profile.create(registration, never).catch((error: unknown) => error),
  ];
  expect(failures.every((failure) => failure instanceof ServiceFailure)).toBe(true);
  const told = JSON.stringify([failures.map((one) => one instanceof ServiceFailure && one.problem), trace]);
  expect(told).not.toMatch(/0212345678|02-1234-5678/);
  expect(JSON.stringify(failures[1] instanceof ServiceFailure && failures[1].problem)).not.toContain('918273');
});
