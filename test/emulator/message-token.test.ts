import { describe, expect, it } from 'vitest';
import { openReady } from './message-support.ts';
import { basic, openBench, plainMessage, postJson } from './support.ts';

describe('POST /v1/token', () => {
  it('gives a token for 24 hours, in Korean time', async () => {
    const { url } = await openBench();
    const { status, body } = await postJson(`${url}/v1/token`, undefined, { authorization: basic() });
    expect(status).toBe(200);
    expect(body).toEqual({
      accesstoken: expect.stringMatching(/^[0-9a-f]{64}$/),
      type: 'Bearer',
      expired: '20261121120000',
    });
  });

  it('refuses a suspended account', async () => {
    const { url, control } = await openBench();
    await control.settings({ suspended: true });
    const { status, body } = await postJson(`${url}/v1/token`, undefined, { authorization: basic() });
    expect([status, body]).toEqual([400, { code: 3009, description: 'account suspended' }]);
  });
});

describe('the address of the caller', () => {
  it.each([
    [[], 3000, 'no allowed IP is registered'],
    [['somewhere'], 3003, 'invalid IP'],
    [['127.0.0.0/33'], 3003, 'invalid IP'],
    [['127.0.0.1/'], 3003, 'invalid IP'],
    [['127.0.0.1', 'somewhere'], 3003, 'invalid IP'],
    [['127.0.0.2/32', '2001:db8::/32'], 3010, 'IP differs from the registered ones'],
    [['203.0.113.7'], 3010, 'IP differs from the registered ones'],
  ])('allowed %j: a send says why, the token call knows 3010 alone', async (allowedIps, code, description) => {
    const { url, control } = await openBench();
    await control.settings({ allowedIps });
    const token = await postJson(`${url}/v1/token`, undefined, { authorization: basic() });
    expect([token.status, token.body]).toEqual([
      400,
      { code: 3010, description: 'IP differs from the registered ones' },
    ]);
    const send = await postJson(`${url}/v3/message`, plainMessage, { authorization: 'Bearer 00' });
    expect([send.status, send.body]).toEqual([400, { code, description }]);
  });
});

describe('the bearer token', () => {
  it.each([[{}], [{ authorization: 'Bearer 00' }], [{ authorization: basic() }]])(
    'is refused with 3002 where it is none of ours: %j',
    async (headers) => {
      const { url } = await openBench();
      const { status, body } = await postJson(`${url}/v3/message`, plainMessage, headers);
      expect([status, body]).toEqual([400, { code: 3002, description: 'invalid token' }]);
    },
  );

  it('is refused with 3005 once it has expired', async () => {
    const { url, token, control } = await openReady();
    const authorization = `Bearer ${await token()}`;
    await control.clock({ advance: 86_400_000 - 1 });
    expect(await postJson(`${url}/v3/message`, plainMessage, { authorization })).toMatchObject({ status: 200 });
    await control.clock({ advance: 1 });
    expect(await postJson(`${url}/v3/message`, plainMessage, { authorization })).toMatchObject({
      status: 400,
      body: { code: 3005, description: 'expired token' },
    });
  });

  it('is refused with 3009 where the account is suspended', async () => {
    const { url, token, control } = await openReady();
    const authorization = `Bearer ${await token()}`;
    await control.settings({ suspended: true });
    expect((await postJson(`${url}/v3/message`, plainMessage, { authorization })).body).toMatchObject({ code: 3009 });
  });
});
