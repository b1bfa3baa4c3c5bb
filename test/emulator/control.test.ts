import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { NOON, objectOf, openBench, plainMessage, plainTemplate, postJson, SHOP } from './support.ts';

const of = { profile: 'shop', templateCode: 'order_paid' };

describe('health', () => {
  it('says who answers and what is in it', async () => {
    const { control, url, add } = await openBench();
    await add();
    expect(await control.health()).toEqual({
      ok: true,
      name: 'notiform-emulator',
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
    });
  });
});

describe('the inspector’s desk', () => {
  it('lists what awaits a verdict, the oldest first', async () => {
    const { control, add, call } = await openBench();
    for (const code of ['b', 'a']) {
      await add({ templateCode: code, templateName: code });
      await call('/template/request', { templateCode: code, ...(code === 'a' ? { comment: '급합니다' } : {}) });
      await control.clock({ advance: 1000 });
    }
    const common = { profile: 'shop', senderKey: SHOP, senderKeyType: 'S', attachments: [] };
    expect(await control.requests()).toEqual({
      ok: true,
      requests: [
        { ...common, templateCode: 'b', templateName: 'b', requestedAt: '2026-11-20 12:00:00', comment: null },
        { ...common, templateCode: 'a', templateName: 'a', requestedAt: '2026-11-20 12:00:01', comment: '급합니다' },
      ],
    });
  });

  it('shows no comment of an earlier request', async () => {
    const { control, add, call } = await openBench();
    await add();
    await call('/template/request', { templateCode: 'order_paid', comment: '처음' });
    await call('/template/cancel_request', { templateCode: 'order_paid' });
    await control.clock({ advance: 1000 });
    await call('/template/request', { templateCode: 'order_paid' });
    expect(await control.requests()).toMatchObject({ requests: [{ comment: null }] });
  });

  it('takes the profile by alias or by key', async () => {
    const { add, call, url } = await openBench();
    await add();
    await call('/template/request', { templateCode: 'order_paid' });
    const verdict = { senderKey: SHOP, templateCode: 'order_paid', verdict: 'approve', comment: '좋습니다' };
    expect((await postJson(`${url}/_emulator/verdict`, verdict)).body).toMatchObject({
      ok: true,
      template: { inspectionStatus: 'APR', status: 'R', comments: [{ content: '좋습니다', status: 'APR' }] },
    });
  });

  it.each([
    [{ ...of, verdict: 'maybe' }, 400, 'verdict must be approve or reject'],
    [{ ...of, verdict: 'reject' }, 400, 'a rejection needs a comment'],
    [{ ...of, verdict: 'reject', comment: ' ' }, 400, 'a rejection needs a comment'],
    [{ ...of, verdict: 'reject', comment: 7 }, 400, 'comment must be a string'],
    [{ ...of, profile: 'other', verdict: 'approve' }, 404, 'no such profile'],
    [{ ...of, templateCode: 'other', verdict: 'approve' }, 404, 'no such template'],
    [{ ...of, verdict: 'approve' }, 409, 'the template awaits no verdict: it is REG'],
  ])('refuses %j', async (body, status, message) => {
    const { add, url } = await openBench();
    await add();
    const answer = await postJson(`${url}/_emulator/verdict`, body);
    expect([answer.status, answer.body]).toEqual([status, { ok: false, message }]);
  });
});

describe('seed, register, states, reset, snapshot', () => {
  it('plants many templates in any state at once', async () => {
    const { control, call, detail } = await openBench();
    const templates = Array.from({ length: 1000 }, (_, index) => ({ profile: 'shop', templateCode: `t${index}` }));
    const special = {
      profile: 'shop',
      templateCode: 't7',
      inspectionStatus: 'REJ' as const,
      comments: [{ content: '반려', status: 'REJ' as const }],
    };
    expect(await control.seed({ templates: [...templates, special] })).toEqual({ ok: true, templates: 1001 });
    expect(await call('/template/list')).toMatchObject({ totalCount: 1000, totalPage: 34 });
    expect(await detail('t7')).toMatchObject({
      inspectionStatus: 'REJ',
      comments: [{ content: '반려', userName: 'inspector' }],
    });
  });

  it('plants public templates', async () => {
    const { control, call } = await openBench();
    const row = {
      templateCode: 'p',
      templateName: 'p',
      status: 'A' as const,
      categoryCode: '001001',
      previewImageUrl: null,
    };
    await control.seed({ publicTemplates: [{ ...row, releasedAt: NOON }] });
    expect(await call('/template/public/list', { count: 1 })).toEqual({
      code: '200',
      hasNext: true,
      data: [{ ...row, releaseDate: '20261120' }],
    });
  });

  it.each([
    [
      {
        templates: [
          { profile: 'shop', templateCode: 'a' },
          { profile: 'other', templateCode: 'a' },
        ],
      },
      404,
      'no such profile: other',
    ],
    [{ templates: [{ profile: 'shop' }] }, 400, 'templates[0] needs profile and templateCode'],
    ...[
      { templateContent: 7 },
      { templateTitle: {} },
      { securityFlag: 'yes' },
      { buttons: {} },
      { buttons: [7] },
      { quickReplies: [{ name: 7 }] },
      { templateItem: { list: 7 } },
      { templateItem: { list: [{ title: 7, description: 'a' }] } },
      { templateItemHighlight: 'a' },
      { templateRepresentLink: { linkMo: 7 } },
      { inspectionStatus: 'OK' },
      { createdAt: 'now' },
      { comments: [{ content: 7 }] },
    ].map((change): [JsonObject, number, string] => [
      {
        templates: [
          { profile: 'shop', templateCode: 'a' },
          { profile: 'shop', templateCode: 'b', ...change },
        ],
      },
      400,
      `templates[1].${Object.keys(change)[0]} is not as it must be`,
    ]),
    [
      { templates: [{ profile: 'shop', templateCode: 'a' }], publicTemplates: [{ releasedAt: 'x' }] },
      400,
      'publicTemplates[0].releasedAt is not as it must be',
    ],
    [{ templates: {} }, 400, 'templates must be an array'],
    [{ publicTemplates: 'a' }, 400, 'publicTemplates must be an array of objects'],
  ])('refuses the seed %j, and plants nothing of it', async (body, status, message) => {
    const { url, control } = await openBench();
    const answer = await postJson(`${url}/_emulator/seed`, body);
    expect([answer.status, answer.body]).toEqual([status, { ok: false, message }]);
    expect(await control.health()).toMatchObject({ templates: 0 });
  });

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

  it.each([
    ['template', { ...of, block: 'yes' }, 'template.block is not as it must be'],
    ['template', { ...of, colour: 'red' }, 'template has no member colour'],
    ['register', { profiles: [{ alias: 'a', key: 'k' }] }, 'profiles[0] needs alias, key and type'],
    ['register', { profiles: [{ alias: 'a', key: 'k', type: 'X' }] }, 'profiles[0].type is not as it must be'],
    ['register', { senders: [7] }, 'registration.senders is not as it must be'],
    ['settings', { webhook: 'ftp://x' }, 'settings.webhook is not as it must be'],
    ['settings', { colour: 'red' }, 'settings has no member colour'],
    ['faults', { rules: [{ kind: 'nothing' }] }, 'rules[0].kind is not as it must be'],
    ['faults', { rules: [{}] }, 'rules[0].kind is required'],
    ['faults', { rules: ['a'] }, 'rules[0] must be an object'],
    ['faults', { rules: {} }, 'rules must be an array'],
    ['faults', { rules: [], seed: 'a' }, 'seed must be a number'],
    ['clock', {}, 'advance (milliseconds) or set (milliseconds since the epoch) is required'],
    ['clock', { advance: -1 }, 'advance (milliseconds) or set (milliseconds since the epoch) is required'],
  ])('%s refuses %j', async (path, body, message) => {
    const { add, url } = await openBench();
    await add();
    const answer = await postJson(`${url}/_emulator/${path}`, body);
    expect([answer.status, answer.body]).toEqual([400, { ok: false, message }]);
  });

  it('registers what a joining process brings, once', async () => {
    const { control, add, call } = await openBench();
    const profiles = [{ alias: 'cafe', key: 'cafe-key', type: 'S' as const }];
    for (const _ of [1, 2])
      expect(await control.register({ profiles, senders: ['1599-0000'], recipients: ['01099999999'] })).toEqual({
        ok: true,
      });
    expect(await add({ senderKey: 'cafe-key' })).toMatchObject({ code: '200' });
    expect(await call('/profile', { senderKey: 'cafe-key' })).toMatchObject({ data: { name: 'cafe' } });
    expect(await control.snapshot()).toMatchObject({
      snapshot: { senders: ['****', '****'], recipients: ['010****0000', '010****9999'] },
    });
  });

  it('turns the clock to a moment', async () => {
    const { control, add } = await openBench();
    expect(await control.clock({ set: NOON + 86_400_000 })).toEqual({ ok: true, now: NOON + 86_400_000 });
    expect(await add()).toMatchObject({ data: { createdAt: '2026-11-21 12:00:00' } });
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

  it('shows no whole number in a snapshot', async () => {
    const { control, message } = await openBench();
    await message(plainMessage);
    expect(JSON.stringify(await control.snapshot())).not.toContain('01000000000');
  });
});

describe('the journal', () => {
  it('holds every request of both APIs and nothing secret', async () => {
    const { control, add, call, token, url } = await openBench();
    await add();
    await call('/template/stop', { templateCode: 'order_paid' });
    await token();
    const entry = (seq: number, path: string, code: string, templateCode: string | null) => ({
      seq,
      at: NOON,
      method: 'POST',
      path,
      templateCode,
      status: 200,
      code,
      fault: null,
    });
    await postJson(`${url}/v3/other/01000000000`, {});
    const journal = await control.journal();
    expect(journal).toEqual({
      ok: true,
      entries: [
        entry(1, '/v3/msgr/template/add', '200', 'order_paid'),
        entry(2, '/v3/msgr/template/stop', '509', 'order_paid'),
        entry(3, '/v1/token', '200', null),
        { ...entry(4, '/v3/other/010****0000', '2000', null), status: 404 },
      ],
    });
    expect(await control.journal(2)).toMatchObject({ entries: [{ seq: 3 }, { seq: 4 }] });
    await control.clearJournal();
    expect(await control.journal()).toEqual({ ok: true, entries: [] });
  });
});

describe('the inbox', () => {
  it('is searched by text, number, code and refkey', async () => {
    const { control, message } = await openBench();
    await message({ ...plainMessage, refkey: 'one' });
    await message({ ...plainMessage, refkey: 'two', to: '01011112222' });
    const refkeys = async (filter: object): Promise<string[]> => {
      const inbox = await control.inbox(filter);
      return inbox.ok ? inbox.messages.map(({ refkey }) => refkey) : [];
    };
    expect(await refkeys({})).toEqual(['two', 'one']);
    expect(await refkeys({ search: '결제가' })).toEqual(['two', 'one']);
    expect(await refkeys({ search: 'one' })).toEqual(['one']);
    expect(await refkeys({ search: '없는 글' })).toEqual([]);
    expect(await refkeys({ to: '010-1111-2222' })).toEqual(['two']);
    expect(await refkeys({ refkey: 'on' })).toEqual([]);
    expect(await refkeys({ templateCode: 'order_paid' })).toEqual(['two', 'one']);
    expect(await refkeys({ templateCode: 'other' })).toEqual([]);
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

describe('control requests that are none', () => {
  it.each([
    ['no JSON type', { 'content-type': 'text/plain' }, '{}', 400, 'the content type must be application/json'],
    ['no JSON', { 'content-type': 'application/json' }, '{', 400, 'the body is not json'],
    ['no object', { 'content-type': 'application/json' }, '[]', 400, 'the body is not an object'],
  ])('%s', async (_what, headers, body, status, message) => {
    const { url } = await openBench();
    const answer = await fetch(`${url}/_emulator/reset`, { method: 'POST', headers, body });
    expect([answer.status, objectOf(await answer.json())]).toEqual([status, { ok: false, message }]);
  });

  it('an unknown path', async () => {
    const { url } = await openBench();
    expect((await fetch(`${url}/_emulator/unknown`)).status).toBe(404);
  });

  it('keeps what was there', async () => {
    const { add, detail, url } = await openBench();
    await add();
    await postJson(`${url}/_emulator/unknown`, {});
    expect(await detail('order_paid')).toMatchObject(plainTemplate);
  });
});

describe('what can be looked at', () => {
  it('is the clock, the faults and the settings', async () => {
    const { control, url } = await openBench();
    const look = async (path: string) => (await fetch(`${url}/_emulator/${path}`)).json();
    await control.faults([{ kind: 'html', path: 'template/**' }]);
    expect(await look('clock')).toEqual({ ok: true, now: NOON });
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
        webhookRetryMs: [1000, 5000, 15_000],
        webhook: null,
        rateLimit: { limit: 100, windowMs: 1000 },
        allowedIps: ['127.0.0.1', '::1'],
        suspended: false,
      },
    });
  });
});

describe('inspect, switched while it runs', () => {
  it('to auto gives the verdicts that are awaited, to manual gives none any more', async () => {
    const { control, add, call, detail } = await openBench();
    for (const code of ['a', 'b']) await add({ templateCode: code, templateName: code });
    await call('/template/request', { templateCode: 'a' });
    await control.settings({ inspect: 'auto' });
    await control.clock({ advance: 1000 });
    expect(await detail('a')).toMatchObject({ inspectionStatus: 'APR' });
    await call('/template/request', { templateCode: 'b' });
    await control.settings({ inspect: 'manual' });
    await control.clock({ advance: 1000 });
    expect(await detail('b')).toMatchObject({ inspectionStatus: 'REQ' });
  });
});
