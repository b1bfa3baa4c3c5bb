import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { openReady, report } from './message-support.ts';
import { basic, NOON, objectOf, openBench, PHONE, plainMessage, postJson } from './support.ts';

describe('POST /v2/report', () => {
  it('has no result first, then the webhook’s', async () => {
    const bench = await openReady();
    const { messagekey } = (await bench.message(plainMessage)).body;
    const common = { code: 1000, description: 'success', messagekey, refkey: 'ref-1' };
    const asked = { account: 'emulator', messagekey: String(messagekey) };
    expect(await report(bench, asked)).toEqual([200, common]);
    await bench.control.clock({ advance: 300 });
    const result = {
      DEVICE: 'AT',
      CMSGID: messagekey,
      MSGID: expect.stringMatching(/^[0-9a-f]{16}$/),
      PHONE,
      MEDIA: 'NOTICETALK',
      UNIXTIME: String(Math.floor(NOON / 1000)),
      RESULT: '7000',
      REFKEY: 'ref-1',
    };
    expect(await report(bench, asked)).toEqual([200, { ...common, result }]);
  });

  it('knows a message for 35 days', async () => {
    const bench = await openReady();
    const { messagekey } = (await bench.message(plainMessage)).body;
    const asked = { account: 'emulator', messagekey: String(messagekey) };
    await bench.control.clock({ advance: 35 * 86_400_000 });
    expect((await report(bench, asked))[0]).toBe(200);
    expect(await bench.control.inbox()).toMatchObject({ total: 1 });
    await bench.control.clock({ advance: 1 });
    expect(await bench.control.inbox()).toMatchObject({ total: 0 });
    expect(await report(bench, asked)).toEqual([
      400,
      { code: 2000, description: 'invalid message: no such messagekey within 35 days' },
    ]);
  });
});

describe('the rate limit', () => {
  it('counts every request, tells how many are left, and refuses with 429', async () => {
    const { url, control } = await openBench();
    await control.settings({ rateLimit: { limit: 3, windowMs: 5000 } });
    const seen: unknown[] = [];
    const ask = async (path: string, body: JsonObject | undefined, headers: Record<string, string>): Promise<void> => {
      const { status, body: answer, headers: told } = await postJson(url + path, body, headers);
      seen.push([
        status,
        objectOf(answer)['code'] ?? null,
        told.get('ratelimit-limit'),
        told.get('ratelimit-remaining'),
        told.get('ratelimit-reset'),
      ]);
    };
    await ask('/v1/token', undefined, { authorization: basic() });
    await ask('/v3/message', plainMessage, {});
    await control.clock({ advance: 1500 });
    await ask('/v2/report', {}, {});
    await ask('/v1/token', undefined, { authorization: basic() });
    await control.clock({ advance: 3500 });
    await ask('/v1/token', undefined, { authorization: basic() });
    expect(seen).toEqual([
      [200, null, '3', '2', '5'],
      [400, 3002, '3', '1', '5'],
      [400, 3002, '3', '0', '4'],
      [429, 5002, '3', '0', '4'],
      [200, null, '3', '2', '5'],
    ]);
  });
});

describe('the headers of the rate limit', () => {
  it.each([
    ['a path that is none', '/v2/file'],
    ['a version that is none', '/v1/message'],
    ['a body that is none', '/v3/message'],
    ['a report', '/v2/report'],
  ])('stand on every answer: %s', async (_what, path) => {
    const { url, token } = await openBench();
    const authorization = `Bearer ${await token()}`;
    const { headers } = await postJson(url + path, undefined, { authorization });
    expect([
      headers.get('ratelimit-limit'),
      headers.get('ratelimit-remaining'),
      headers.get('ratelimit-reset'),
    ]).toEqual(['100', '98', '1']);
  });
});
