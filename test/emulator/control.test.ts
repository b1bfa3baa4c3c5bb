import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { FAULT_KINDS } from '../../src/emulator/control/faults.ts';
import { basic, NOON, openBench, plainMessage, postJson } from './support.ts';

const STATUS_RULE = 'rules[0].status must be an HTTP status from 200 to 599 whose answer has a body';
const PATH_RULE = 'a glob over the paths of both APIs, without the host; the control API has no faults and no journal';
const SET_RULE =
  'set must be milliseconds since the epoch, a Korean time such as 2030-01-15 21:00:00, or an ISO time with its zone';

const of = { profile: 'shop', templateCode: 'order_paid' };

describe('health', () => {
  it('says who answers and what is in it', async () => {
    const { control, url, add } = await openBench();
    await add();
    expect(await control.health()).toEqual({
      ok: true,
      name: 'notiform-emulator',
      pid: process.pid,
      url,
      inspect: 'manual',
      now: NOON,
      profiles: [
        { alias: 'shop', type: 'S' },
        { alias: 'mall', type: 'G' },
      ],
      templates: 1,
      requests: 0,
      messages: 0,
      dropped: 0,
    });
  });

  it('is a TypeError when nothing listens any more: that is how a command finds out', async () => {
    const { control, emulator } = await openBench();
    await emulator.close();
    await expect(control.health()).rejects.toThrow(TypeError);
  });
});

describe('pages of other origins', () => {
  const refused = { ok: false, message: 'requests of other origins are refused' };

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['no origin of its own', { origin: 'null' }],
    ['another name for this machine', { host: 'evil.example' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this site', { 'sec-fetch-site': 'same-site' }],
  ])('are refused: %s', async (_what, headers) => {
    const { url } = await openBench();
    for (const path of ['/_emulator/health', '/v1/token']) {
      const { statusCode, body } = await request(url + path, { method: 'GET', headers });
      expect([statusCode, await body.json()]).toEqual([403, refused]);
    }
  });

  it('are not those of the emulator itself', async () => {
    const { url } = await openBench();
    const { statusCode, body } = await request(`${url}/_emulator/reset`, {
      method: 'POST',
      headers: { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: '{}',
    });
    expect([statusCode, await body.json()]).toEqual([200, { ok: true }]);
  });
});

describe('an emulator that other machines call', () => {
  const asked = async (url: string, headers: Record<string, string>): Promise<[number, unknown]> => {
    const { statusCode, body } = await request(url, { headers });
    return [statusCode, await body.json()];
  };

  it('listens on every interface and answers to its names, on any published port', async () => {
    const { url, emulator } = await openBench({ hosts: ['emulator', 'Build-7.internal'] });
    const other = url.replace('127.0.0.1', '127.0.0.2');
    for (const host of ['emulator:4010', 'emulator', 'build-7.INTERNAL:1', 'localhost:8080', '127.0.0.1:8080'])
      expect(await asked(`${other}/_emulator/health`, { host })).toMatchObject([200, { url: emulator.url }]);
    for (const host of ['192.168.7.5:4010', '[2001:db8::1]:4010'])
      expect(await asked(`${other}/_emulator/health`, { host })).toMatchObject([200, {}]);
    // A page of another machine, which has an IP address too.
    const page = { host: '127.0.0.2:4010', origin: 'http://192.168.7.5:4010' };
    expect((await asked(`${other}/_emulator/health`, page))[0]).toBe(403);
    const origin = 'http://emulator:4010';
    expect(await asked(`${other}/_emulator/health`, { host: 'emulator:4010', origin })).toMatchObject([200, {}]);
  });

  it('takes sends from every address', async () => {
    const { url } = await openBench({ hosts: ['emulator'] });
    const headers = { authorization: basic() };
    expect(
      await postJson(`${url.replace('127.0.0.1', '127.0.0.2')}/v1/token`, undefined, { ...headers, host: 'emulator' }),
    ).toMatchObject({ status: 200 });
  });

  it('says how to give it a name, to programs alone', async () => {
    const { url } = await openBench({ hosts: ['emulator'] });
    const path = `${url}/_emulator/health`;
    const named = 'the emulator does not have this host name: start it with --host NAME';
    expect(await asked(path, { host: 'evil.example' })).toEqual([403, { ok: false, message: named }]);
    const page = { host: 'evil.example', 'sec-fetch-site': 'same-origin' };
    expect(await asked(path, page)).toEqual([403, { ok: false, message: 'requests of other origins are refused' }]);
    for (const origin of ['https://emulator', 'http://evil.example', 'http://emulator.evil.example'])
      expect((await asked(path, { host: 'emulator', origin }))[0]).toBe(403);
  });

  it('is not reached by another address without a name', async () => {
    const { url } = await openBench();
    await expect(asked(`${url.replace('127.0.0.1', '127.0.0.2')}/_emulator/health`, {})).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});

describe('what can be looked at', () => {
  it('is the clock, the faults and the settings', async () => {
    const { control, url } = await openBench();
    const look = async (path: string) => (await fetch(`${url}/_emulator/${path}`)).json();
    await control.faults([{ kind: 'html', path: 'template/**' }]);
    expect(await look('clock')).toEqual({ ok: true, now: NOON, korean: '2026-11-20 12:00:00', offsetMs: 0 });
    expect(await look('faults')).toEqual({
      ok: true,
      rules: [{ rule: { kind: 'html', path: 'template/**' }, seen: 0, struck: 0 }],
    });
    expect(await look('settings')).toEqual({
      ok: true,
      settings: {
        inspect: 'manual',
        inspectMs: 1000,
        deliveryMs: 300,
        encodeMs: 500,
        webhookRetryMs: [1000, 5000, 15_000],
        webhook: null,
        rateLimit: { limit: 100, windowMs: 1000 },
        allowedIps: ['127.0.0.1', '::1'],
        suspended: false,
        maxConcurrent: 100,
        statisticsLimits: true,
        results: [],
      },
    });
  });
});

describe('states, registrations, the clock, reset', () => {
  it('sets states that no endpoint makes', async () => {
    const { control, add, detail } = await openBench();
    await add();
    await control.template({ ...of, block: true, dormant: true, status: 'A', inspectionStatus: 'APR' });
    expect(await detail('order_paid')).toMatchObject({
      block: true,
      dormant: true,
      status: 'A',
      inspectionStatus: 'APR',
    });
    await control.template({ ...of, inspectionStatus: 'REQ' });
    expect(await control.requests()).toMatchObject({ requests: [{ templateCode: 'order_paid' }] });
  });

  it.each<[path: string, body: JsonObject, message: string]>([
    ['template', { ...of, block: 'yes' }, 'block must be a boolean'],
    ['verdict', { ...of, verdicts: 'approve' }, 'the request does not know the member `verdicts`. Allowed: '],
    ['register', { profiles: [{ alias: 'a', key: 'k' }] }, 'profiles[0].type is required'],
    ['register', { profiles: [{ alias: 'a', key: 'k', type: 'X' }] }, 'profiles[0].type must be one of S, G'],
    ['register', { senders: [7] }, 'senders[0] must be a string'],
    ['register', { recipients: ['x'] }, 'recipients[0] must be a phone number'],
    ['settings', { webhook: 'ftp://x' }, 'webhook must be an address that begins with http:// or https://, or null'],
    ['settings', { colour: 'red' }, 'the request does not know the member `colour`. Allowed: inspect, '],
    ['settings', { rateLimit: { limit: 5 } }, 'rateLimit.windowMs is required'],
    ['faults', { rules: [{ kind: 'nothing' }] }, `rules[0].kind must be one of ${FAULT_KINDS.join(', ')}`],
    ['faults', { rules: ['a'] }, 'rules[0] must be an object'],
    ['faults', { rules: {} }, 'rules must be an array'],
    ['faults', {}, 'rules is required'],
    ['faults', { rules: [{ kind: 'html', path: '/_emulator/inbox' }] }, `rules[0].path must be ${PATH_RULE}`],
    ['faults', { rules: [{ kind: 'html', path: 'http://x/v3/message' }] }, `rules[0].path must be ${PATH_RULE}`],
    ['faults', { rules: [{ kind: 'html', nth: 0 }] }, 'rules[0].nth must be an integer from 1 to '],
    ['faults', { rules: [{ kind: 'status', status: 204 }] }, STATUS_RULE],
    ['faults', { rules: [{ kind: 'status', code: 'gone' }] }, 'rules[0].code must be a string of digits'],
    ['clock', {}, 'only one of advance (milliseconds), set (a time) and real (true) is allowed, and one is required'],
    ['clock', { advance: 1, real: true }, 'only one of advance (milliseconds), set (a time) and real (true) is'],
    ['clock', { real: false }, 'real must be true'],
    ['clock', { advance: -1 }, 'advance must be an integer from 0'],
    ['clock', { set: '2026-02-30 00:00:00' }, `${SET_RULE}; not seconds, and of a day and an hour that exist`],
    ['clock', { set: '15.01.2030' }, SET_RULE],
    ['clock', { set: 1_900_000_000 }, `${SET_RULE}; not seconds`],
    ['clock', { set: '9999-12-31 09:00:01' }, 'the clock must be between 1970 and 9999'],
    ['clock', { advance: Number.MAX_SAFE_INTEGER }, 'the clock must be between 1970 and 9999'],
    ['checkpoint', { name: ' ' }, 'name must be a string that is not blank'],
  ])('%s refuses %j', async (path, body, message) => {
    const { add, url } = await openBench();
    await add();
    const answer = await postJson(`${url}/_emulator/${path}`, body);
    expect([answer.status, answer.body]).toEqual([400, { ok: false, message: expect.stringContaining(message) }]);
  });

  it('registers what a joining process brings, once', async () => {
    const { control, add, call } = await openBench();
    const profiles = [{ alias: 'cafe', key: 'cafe-key', type: 'S' as const }];
    for (const _ of [1, 2])
      expect(await control.register({ profiles, senders: ['1599-0000'], recipients: ['01099999999'] })).toEqual({
        ok: true,
        inspect: 'manual',
      });
    expect(await add({ senderKey: 'cafe-key' })).toMatchObject({ code: '200' });
    expect(await call('/profile', { senderKey: 'cafe-key' })).toMatchObject({ data: { name: 'cafe' } });
    expect(await control.snapshot()).toMatchObject({
      snapshot: { senders: ['15880000', '15990000'], recipients: ['01000000000', '01099999999'] },
    });
  });

  it.each([
    '2026-11-21 12:00',
    '2026-11-21T12:00:00.000000+09:00',
    '2026-11-21 12:00:00+09:00',
    '2026-11-21T03:00:00Z',
    NOON + 86_400_000.25,
  ])('turns the clock to %s', async (set) => {
    const { control } = await openBench();
    expect(await control.clock({ set })).toMatchObject({ now: NOON + 86_400_000 });
  });

  it('leaves every number reachable that was, where a process with recipients joins', async () => {
    const { control } = await openBench({ recipients: [] });
    await control.register({ senders: ['1599-0000'], recipients: ['01099999999'] });
    expect(await control.snapshot()).toMatchObject({
      snapshot: { recipients: [], senders: expect.arrayContaining(['15990000']) },
    });
  });

  it('goes back to the start', async () => {
    const { control, add, call, message } = await openBench();
    const before = await control.snapshot();
    await add();
    await message(plainMessage);
    await control.settings({ suspended: true });
    await control.register({ profiles: [{ alias: 'cafe', key: 'cafe-key', type: 'S' }] });
    expect(await control.reset()).toEqual({ ok: true });
    expect(await control.snapshot()).toEqual(before);
    expect(await control.journal()).toMatchObject({ entries: [] });
    expect(await call('/template/list')).toMatchObject({ code: '200', totalCount: 0 });
  });

  it('shows no whole number where numbers are masked', async () => {
    const channels = [{ id: '@shop', phone: '01077778888' }];
    const { control, message, url } = await openBench({ mask: true, channels });
    expect(await control.snapshot()).toMatchObject({ snapshot: { channels: [{ phone: '010****8888' }] } });
    await message(plainMessage);
    await control.settings({ results: [{ to: '01000000000', result: '4430' }] });
    const shown = [
      await control.snapshot(),
      await control.inbox(),
      await control.settings({}),
      await (await fetch(`${url}/?area=inbox`)).text(),
    ];
    for (const one of shown) {
      expect(JSON.stringify(one)).not.toContain('01000000000');
      expect(JSON.stringify(one)).toContain('010****0000');
    }
  });
});
