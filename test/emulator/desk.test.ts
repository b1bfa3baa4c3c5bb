import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, script } from '../../generated/desk.js';
import { isObject } from '../../src/core/json.ts';
import {
  account,
  attachment,
  messageOf,
  objectOf,
  openBench,
  openBenchWithSleep,
  PHONE,
  plainTemplate,
  SENDER,
  SHOP,
} from './support.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

async function ask(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url);
  return { status: response.status, body: objectOf(await response.json()) };
}

/** What the page asks for, behind `/_emulator/desk`. */
const desk = (url: string) => async (path: string) => (await ask(`${url}/_emulator/desk${path}`)).body;

describe('the page', () => {
  it('comes with its style and its program from the emulator alone, and lets nothing else in', async () => {
    const { url } = await openBench();
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/_emulator/desk/style.css', 'text/css; charset=utf-8'],
      ['/_emulator/desk/script.js', 'text/javascript; charset=utf-8'],
      ['/_emulator/desk/status', 'application/json; charset=utf-8'],
    ] as const) {
      const response = await fetch(url + path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('names no other place to load from', () => {
    const places = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, place = '']) => place);
    expect(places.filter((place) => !place.startsWith('data:') && !place.startsWith('/_emulator/desk/'))).toEqual([]);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org)|\beval\(|new Function|innerHTML|insertAdjacentHTML/);
  });

  it('is refused to a page of another origin, and so is a verdict', async () => {
    const { url, add, call, detail } = await openBench();
    await add();
    await call('/template/request', { templateCode: 'order_paid' });
    const foreign = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
    const verdict = { profile: SHOP, templateCode: 'order_paid', verdict: 'approve' };
    const given = { method: 'POST', headers: foreign, body: JSON.stringify(verdict) };
    expect((await fetch(`${url}/_emulator/verdict`, given)).status).toBe(403);
    expect((await fetch(`${url}/_emulator/events`, { headers: foreign })).status).toBe(403);
    expect((await fetch(`${url}/`, { headers: foreign })).status).toBe(403);
    expect((await detail('order_paid'))['inspectionStatus']).toBe('REQ');
    const own = { ...given, headers: { ...foreign, origin: url, 'sec-fetch-site': 'same-origin' } };
    expect((await fetch(`${url}/_emulator/verdict`, own)).status).toBe(200);
  });
});

describe('the list of templates', () => {
  it('holds what waits, the oldest request first, with the comment and the number of files', async () => {
    const { url, add, call, upload, control } = await openBench();
    await add();
    await add({ templateCode: 'second', templateName: '둘째' });
    const form = account({ senderKey: SHOP, templateCode: 'second', comment: '봐 주세요.' });
    form.append('attachment', new Blob([attachment('pdf')]), 'a.pdf');
    form.append('attachment', new Blob([attachment('png')]), 'b.png');
    await upload('/template/request_with_file', form);
    await control.clock({ advance: 60_000 });
    await call('/template/request', { templateCode: 'order_paid' });
    expect(await desk(url)('/waiting')).toEqual({
      total: 2,
      rows: [
        {
          product: 'notification',
          profile: 'shop',
          senderKey: SHOP,
          code: 'second',
          address: null,
          name: '둘째',
          form: 'BA · NONE',
          state: 'REQ',
          modifiedAt: '2026-11-20 12:00:00',
          requestedAt: '2026-11-20 12:00:00',
          comment: '봐 주세요.',
          attachments: 2,
          wasRejected: false,
          follows: null,
        },
        expect.objectContaining({
          code: 'order_paid',
          comment: null,
          attachments: 0,
          requestedAt: '2026-11-20 12:01:00',
        }),
      ],
    });
  });

  it('is searched in any case of letters, filtered by state, cut to a count', async () => {
    const { url, control } = await openBench();
    const templates = ['One', 'two', 'THREE'].map((name, index) => ({
      profile: SHOP,
      templateCode: `code_${index}`,
      templateName: name,
      templateContent: index === 2 ? '감귤' : '사과',
      inspectionStatus: (index === 0 ? 'APR' : 'REG') as 'APR' | 'REG',
    }));
    await control.seed({ templates });
    const codes = async (query: string): Promise<unknown[]> => {
      const { total, rows } = await desk(url)(`/templates?${query}`);
      return [total, ...(Array.isArray(rows) ? rows.map((row) => (isObject(row) ? row['code'] : row)) : [])];
    };
    expect(await codes('')).toEqual([3, 'code_2', 'code_1', 'code_0']);
    expect(await codes('search=three')).toEqual([1, 'code_2']);
    expect(await codes('search=감귤')).toEqual([1, 'code_2']);
    expect(await codes('search=CODE_1')).toEqual([1, 'code_1']);
    expect(await codes('search=code-1')).toEqual([1, 'code_1']);
    expect(await codes('state=RDY')).toEqual([1, 'code_0']);
    expect(await codes('product=brand')).toEqual([0]);
    expect(await codes('product=notification&count=1')).toEqual([3, 'code_2']);
    for (const count of ['0', '-3', 'x', '1.5']) expect((await codes(`count=${count}`))[0]).toBe(3);
    expect(await codes('count=0')).toEqual([3, 'code_2']);
    expect(await codes('count=x')).toEqual([3, 'code_2', 'code_1', 'code_0']);
  });

  it('compares a version that has no verdict yet with the one that it follows', async () => {
    const { url, add } = await openBench();
    const since = async (code: string): Promise<unknown> =>
      objectOf(await desk(url)(`/template?product=notification&senderKey=${SHOP}&code=${code}`))['since'];
    const templateContent = '#{이름}님, 결제를 마쳤습니다.';
    await add();
    await add({ templateCode: 'order_paid_v3', templateName: '셋', templateContent });
    await add({ templateCode: 'order_paid_v4', templateName: '넷', templateContent });
    await add({ templateCode: 'other_v2', templateName: '다른 것' });
    const rows = objectOf(await desk(url)('/templates'))['rows'];
    const follows = Array.isArray(rows) ? rows.map((row) => objectOf(row)['follows']) : [];
    expect(follows).toEqual([null, 'order_paid_v3', 'order_paid', null]);
    expect(await since('order_paid')).toBeNull();
    expect(await since('other_v2')).toBeNull();
    expect(await since('order_paid_v3')).toMatchObject({
      title: 'Compared with order_paid',
      changes: [{ name: 'Name' }, { name: 'Body' }],
    });
    expect(await since('order_paid_v4')).toMatchObject({
      title: 'Compared with order_paid_v3',
      changes: [{ name: 'Name' }],
    });
  });

  it.each([
    [500, true],
    [501, false],
  ])('compares %i other words one by one: %s, however slow the machine is', async (count, isCompared) => {
    const { url, add } = await openBench();
    const words = (first: string): string => Array.from({ length: count }, (_, index) => `${first}${index}`).join(' ');
    await add({ templateContent: words('a') });
    await add({ templateCode: 'order_paid_v2', templateContent: words('b') });
    let now = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1000;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const path = `/template?product=notification&senderKey=${SHOP}&code=order_paid_v2`;
    const { since } = (await desk(url)(path)) as { since?: { changes: { pieces: { text: string }[] }[] } };
    expect(since?.changes.map(({ pieces }) => pieces.length)).toEqual([isCompared ? 3 * count - 1 : 2]);
  });

  it('shows a template with what was said, what changed since its verdict, and its links', async () => {
    const { url, add, call, control } = await openBench();
    const buttons = [{ name: '주문 보기', linkType: 'WL', linkMo: 'https://shop.example/orders' }];
    await add({ buttons });
    await call('/template/request', { templateCode: 'order_paid', comment: '처음' });
    await control.verdict({
      profile: SHOP,
      templateCode: 'order_paid',
      verdict: 'reject',
      comment: '이유를 적으세요.',
    });
    const changed = { templateContent: '#{이름}님, 주문의 결제가 완료되었습니다.', buttons };
    await call('/template/update', { ...plainTemplate, ...changed });
    const path = `/template?product=notification&senderKey=${SHOP}&code=order_paid`;
    expect(await desk(url)(path)).toEqual({
      product: 'notification',
      profile: 'shop',
      senderKey: SHOP,
      code: 'order_paid',
      address: null,
      name: '주문 결제 안내',
      form: 'BA · NONE',
      state: 'REG',
      modifiedAt: '2026-11-20 12:00:00',
      requestedAt: null,
      comment: null,
      attachments: 0,
      wasRejected: true,
      follows: null,
      drawing: expect.stringMatching(/^[0-9a-f]{16}$/),
      facts: [
        { name: 'Category', value: '구매 / 구매완료 (002001)' },
        { name: 'Registered on', value: '2026-11-20 12:00:00 KST' },
        { name: 'Changed', value: '2026-11-20 12:00:00 KST' },
      ],
      targets: [{ part: '주문 보기', type: 'WL', links: [{ name: 'Mobile', value: 'https://shop.example/orders' }] }],
      remarks: [
        { status: 'REJ', author: 'inspector', at: '2026-11-20 12:00:00', text: '이유를 적으세요.', attachments: [] },
        { status: 'REQ', author: 'emulator', at: '2026-11-20 12:00:00', text: '처음', attachments: [] },
      ],
      since: {
        title: 'Changed since it was rejected',
        changes: [
          {
            name: 'Body',
            pieces: [
              { side: 'both', text: '#{이름}님, ' },
              { side: 'after', text: '주문의 ' },
              { side: 'both', text: '결제가 완료되었습니다.' },
            ],
          },
        ],
      },
    });
  });

  it('knows what is gone', async () => {
    const { url } = await openBench();
    const gone = { status: 404, body: { ok: false, message: 'not found' } };
    for (const path of [
      'desk/template',
      'desk/template?product=brand&code=x',
      'desk/message?key=x',
      'bubble/template',
      'bubble/message?key=token%20x',
    ])
      expect([path, await ask(`${url}/_emulator/${path}`)]).toEqual([path, gone]);
  });
});

describe('the inbox', () => {
  const instant = (): ReturnType<typeof openBench> => openBenchWithSleep((ms) => ms <= 300);

  it('holds what the phones got, the newest first, numbers in full, with result and reason', async () => {
    const { url, message, control } = await instant();
    await control.settings({ deliveryMs: 0 });
    await message(messageOf({ templatecode: 'nowhere' }));
    await message({
      ...messageOf({}),
      type: 'sms',
      refkey: 'ref-2',
      content: { sms: { message: '문자' } },
    });
    const listed = await desk(url)('/messages');
    expect(listed).toEqual({
      total: 2,
      rows: [
        {
          key: expect.any(String),
          type: 'sms',
          to: '01000000000',
          from: '15880000',
          at: '2026-11-20 12:00:00',
          templateCode: null,
          line: '문자',
          arrival: 'delivered',
          result: '4100',
          reason: null,
        },
        expect.objectContaining({ type: 'at', templateCode: 'nowhere', arrival: 'failed', result: '7315' }),
      ],
    });
    expect(await desk(url)('/messages?search=문자')).toMatchObject({ total: 1 });
    expect(await desk(url)('/messages?search=REF-2')).toMatchObject({ total: 1 });
    expect(await desk(url)('/messages?search=쪽지')).toMatchObject({ total: 0 });
  });

  it('shows where the buttons of a message lead', async () => {
    const { url, message } = await openBench();
    const button = [{ type: 'WL', name: '배송 조회', url_mobile: 'https://shop.example/42' }];
    const { body } = await message(messageOf({ button, link: { url_pc: 'https://shop.example/' } }));
    expect(await desk(url)(`/message?key=${String(body['messagekey'])}`)).toMatchObject({
      targets: [
        { part: '배송 조회', type: 'WL', links: [{ name: 'Mobile', value: 'https://shop.example/42' }] },
        { part: 'The bubble', type: '', links: [{ name: 'PC', value: 'https://shop.example/' }] },
      ],
    });
  });

  it('tells a result when it is known, and a fallback that arrived in its place', async () => {
    const { url, message, control } = await openBench();
    const fallback = { resend: { first: 'sms' }, recontent: { sms: { message: '대신 보냅니다.' } } };
    const { body } = await message({ ...messageOf({ templatecode: 'nowhere' }), ...fallback });
    expect(body['code']).toBe(1000);
    const key = String(body['messagekey']);
    expect(await desk(url)(`/message?key=${key}`)).toMatchObject({ arrival: 'waiting', result: null, reason: null });
    const before = await (await fetch(`${url}/_emulator/bubble/message?key=${key}`)).text();
    expect(before).toContain('홍길동님, 결제가 완료되었습니다.');
    await control.clock({ advance: 300 });
    const view = await desk(url)(`/message?key=${key}`);
    expect(view).toMatchObject({
      arrival: 'fallback',
      result: '4100',
      facts: expect.arrayContaining([
        { name: 'Profile', value: 'shop' },
        { name: 'Fallbacks', value: 'sms' },
        { name: 'Arrived as', value: 'sms' },
      ]),
    });
    expect(JSON.parse(String(view['content']))).toEqual({
      at: { senderkey: SHOP, templatecode: 'nowhere', message: '홍길동님, 결제가 완료되었습니다.' },
      sms: { message: '대신 보냅니다.' },
    });
    const after = await (await fetch(`${url}/_emulator/bubble/message?key=${key}`)).text();
    expect(after).toContain('대신 보냅니다.');
    expect(after).not.toContain(PHONE);
    expect(after).toContain(SENDER);
  });

  it("holds the token of a profile's registration", async () => {
    const { url, call } = await openBench();
    await call('/profile/token', { phoneNumber: PHONE, channelId: '@orchard' });
    const { rows } = await desk(url)('/messages?search=@orchard');
    expect(rows).toEqual([
      {
        key: 'token @orchard',
        type: 'token',
        to: '01000000000',
        from: '@orchard',
        at: '2026-11-20 12:00:00',
        templateCode: null,
        line: expect.stringMatching(/^\[\d{6}\]$/) as string,
        arrival: 'delivered',
        result: null,
        reason: null,
      },
    ]);
    const view = await desk(url)('/message?key=token%20@orchard');
    const token = (view['facts'] as { name: string; value: string }[])[0]?.value;
    expect(token).toMatch(/^\d{6}$/);
    const drawn = await (await fetch(`${url}/_emulator/bubble/message?key=token%20@orchard`)).text();
    expect(drawn).toContain(`[${token}] @orchard`);
  });
});

describe('the log', () => {
  it('tells each request of the service, the newest first, and is searched', async () => {
    const { url, add, call } = await openBench();
    await add();
    await call('/template/detail', { templateCode: 'nowhere' });
    expect(await desk(url)('/journal')).toEqual({
      total: 2,
      rows: [
        {
          seq: 2,
          at: '2026-11-20 12:00:00',
          ms: 0,
          method: 'POST',
          path: '/v3/msgr/template/detail',
          templateCode: 'nowhere',
          status: 200,
          code: '508',
          fault: null,
        },
        expect.objectContaining({ seq: 1, path: '/v3/msgr/template/add', code: '200' }),
      ],
    });
    for (const [search, total] of [
      ['add', 1],
      ['nowhere', 1],
      ['508', 1],
      ['post /v3', 2],
      ['none', 0],
    ] as const)
      expect([search, await desk(url)(`/journal?search=${search}`)]).toMatchObject([search, { total }]);
  });
});

describe('the webhook of a message', () => {
  it('says whether the result was delivered, and how often it failed', async () => {
    const { url, message, control } = await openBench();
    const webhook = async (key: unknown): Promise<unknown> => {
      const { facts } = await desk(url)(`/message?key=${String(key)}`);
      return Array.isArray(facts) ? facts.find((fact) => isObject(fact) && fact['name'] === 'Webhook') : undefined;
    };
    const { body } = await message(messageOf({}));
    expect(await webhook(body['messagekey'])).toEqual({ name: 'Webhook', value: 'Pending' });
    await control.clock({ advance: 300 });
    expect(await webhook(body['messagekey'])).toEqual({ name: 'Webhook', value: 'No webhook registered' });
    await control.settings({ webhook: 'http://127.0.0.1:1/', webhookRetryMs: [] });
    const refused = await message(messageOf({}));
    await control.clock({ advance: 300 });
    await expect
      .poll(() => webhook(refused.body['messagekey']))
      .toEqual({ name: 'Webhook', value: 'Webhook not delivered; kept for retry (1 failed attempt)' });
  });
});
