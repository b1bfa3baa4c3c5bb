import { describe, expect, it } from 'vitest';
import { script } from '../../generated/desk.js';
import { shownOn, templateAt } from './desk-support.ts';
import {
  account,
  attachment,
  type Bench,
  messageOf,
  openBench,
  openBenchWithSleep,
  PHONE,
  plainTemplate,
  SENDER,
  SHOP,
} from './support.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

const codesOf = async (bench: Bench, query: string): Promise<unknown[]> => {
  const { count, rows } = await shownOn(bench, query);
  return [Number.parseInt(count, 10), ...rows.map(({ key }) => key.split('/')[2])];
};

describe('the page', () => {
  it('comes with its style and its program from the emulator alone, and lets nothing else in', async () => {
    const bench = await openBench();
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/_emulator/desk/style.css', 'text/css; charset=utf-8'],
      ['/_emulator/desk/script.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const response = await fetch(bench.url + path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const { html } = await shownOn(bench);
    expect(html).not.toMatch(/<script(?![^>]* src="\/_)|<style| style=| on\w+=|(?:src|href)="https?:/);
    expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org)|\beval\(|new Function|insertAdjacentHTML/);
  });

  it('is refused to a page of another origin, and so is a verdict', async () => {
    const { url, add, call, detail } = await openBench();
    await add();
    await call('/template/request', { templateCode: 'order_paid' });
    const body = new URLSearchParams({ key: `notification/${SHOP}/order_paid`, verdict: 'approve' });
    const foreign = { origin: 'https://elsewhere.example' };
    const verdict = `${url}/_emulator/desk/verdict`;
    expect((await fetch(verdict, { method: 'POST', headers: foreign, body })).status).toBe(403);
    expect((await fetch(`${url}/_emulator/events`, { headers: foreign })).status).toBe(403);
    expect((await fetch(`${url}/`, { headers: foreign })).status).toBe(403);
    expect((await detail('order_paid'))['inspectionStatus']).toBe('REQ');
    await fetch(verdict, { method: 'POST', headers: { origin: url, 'sec-fetch-site': 'same-origin' }, body });
    expect((await detail('order_paid'))['inspectionStatus']).toBe('APR');
  });

  it('gives a verdict without its program too: it leads to the next request, and says what happened', async () => {
    const bench = await openBench();
    const { url, add, call } = bench;
    for (const templateCode of ['order_paid', 'second']) {
      await add({ templateCode, templateName: templateCode });
      await call('/template/request', { templateCode });
    }
    const { html } = await shownOn(bench);
    const hidden = [...html.matchAll(/<input type="hidden" name="(key|next|name|back)" value="([^"]*)">/g)];
    const give = async (more: Record<string, string>): Promise<string> => {
      const given = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
      const body = new URLSearchParams({ ...given, ...more });
      return (await fetch(`${url}/_emulator/desk/verdict`, { method: 'POST', body })).text();
    };
    expect(await give({ verdict: 'reject' })).toContain('No decision: comment is required: a rejection says why');
    const next = await give({ verdict: 'reject', comment: '고쳐 주세요.' });
    expect(next).toMatch(/Rejected: order_paid[\s\S]*/);
    expect(next).toContain('<h2 tabindex="-1" autofocus>second</h2>');
    expect(await give({ verdict: 'approve' })).toContain('No decision: order_paid is not waiting for a verdict');
  });

  it('shows a moved clock, active faults and the webhook in its head', async () => {
    const bench = await openBench({ webhook: 'http://127.0.0.1:9/hook' });
    expect((await shownOn(bench)).html).not.toMatch(/⏱|fault/);
    await bench.control.clock({ advance: 60_000 });
    await bench.control.faults([{ kind: 'html' }]);
    const { html } = await shownOn(bench);
    for (const text of ['⏱ 2026-11-20 12:01:00 KST', '1 fault is active', 'http://127.0.0.1:9/hook'])
      expect(html).toContain(text);
  });
});

describe('the list of templates', () => {
  it('holds what waits, the oldest request first, with the number of files', async () => {
    const bench = await openBench();
    const { add, call, upload, control } = bench;
    await add();
    await add({ templateCode: 'second', templateName: '둘째' });
    const form = account({ senderKey: SHOP, templateCode: 'second', comment: '봐 주세요.' });
    form.append('attachment', new Blob([attachment('pdf')]), 'a.pdf');
    form.append('attachment', new Blob([attachment('png')]), 'b.png');
    await upload('/template/request_with_file', form);
    await control.clock({ advance: 60_000 });
    await call('/template/request', { templateCode: 'order_paid' });
    const { count, rows, pane } = await shownOn(bench);
    expect([count, ...rows.map(({ text }) => text)]).toEqual([
      '2 requests',
      '둘째 second · shop · 11-20 12:00:00 KST · 2 files',
      '주문 결제 안내 order_paid · shop · 11-20 12:01:00 KST',
    ]);
    expect(pane).toContain('봐 주세요.');
  });

  it('is searched in any case of letters, filtered by state, cut to a count', async () => {
    const bench = await openBench();
    const templates = ['One', 'two', 'THREE'].map((name, index) => ({
      profile: SHOP,
      templateCode: `code_${index}`,
      templateName: name,
      templateContent: index === 2 ? '감귤' : '사과',
      inspectionStatus: (index === 0 ? 'APR' : 'REG') as 'APR' | 'REG',
    }));
    await bench.control.seed({ templates });
    const codes = (query: string): Promise<unknown[]> => codesOf(bench, `state=&${query}`);
    expect(await codes('')).toEqual([3, 'code_2', 'code_1', 'code_0']);
    expect(await codes('search=three')).toEqual([1, 'code_2']);
    expect(await codes('search=감귤')).toEqual([1, 'code_2']);
    expect(await codes('search=code-1')).toEqual([1, 'code_1']);
    expect(await codesOf(bench, 'state=RDY')).toEqual([1, 'code_0']);
    expect(await codes('count=1')).toEqual([3, 'code_2']);
    expect(await codes('count=x')).toHaveLength(4);
  });

  it('compares a version that has no verdict yet with the one that it follows', async () => {
    const bench = await openBench();
    const templateContent = '#{이름}님, 결제를 마쳤습니다.';
    await bench.add();
    await bench.add({ templateCode: 'order_paid_v3', templateName: '셋', templateContent });
    await bench.add({ templateCode: 'order_paid_v4', templateName: '넷', templateContent });
    const pane = async (code: string): Promise<string> => (await shownOn(bench, templateAt(code))).pane;
    expect(await pane('order_paid')).not.toContain('Compared');
    expect(await pane('order_paid_v3')).toMatch(/Compared with order_paid Name .* Body /);
    expect(await pane('order_paid_v4')).toMatch(/Compared with order_paid_v3 Name 셋 넷 Sample/);
    await bench.call('/template/request', { templateCode: 'order_paid_v3' });
    expect((await shownOn(bench)).rows[0]?.text).toContain('New version of order_paid');
  });

  it('shows a template with what was said, what changed since its verdict, and its links', async () => {
    const bench = await openBench();
    const buttons = [{ name: '주문 보기', linkType: 'WL', linkMo: 'https://shop.example/orders' }];
    await bench.add({ buttons });
    await bench.call('/template/request', { templateCode: 'order_paid', comment: '처음' });
    const given = {
      profile: SHOP,
      templateCode: 'order_paid',
      verdict: 'reject' as const,
      comment: '이유를 적으세요.',
    };
    await bench.control.verdict(given);
    expect((await shownOn(bench, templateAt('order_paid'))).pane).toContain('Changed since it was rejected No changes');
    const changed = { templateContent: '#{이름}님, 주문의 결제가 완료되었습니다.', buttons };
    await bench.call('/template/update', { ...plainTemplate, ...changed });
    const { html, pane, facts } = await shownOn(bench, templateAt('order_paid'));
    expect(html).toContain('<dd>#{이름}님, <ins>주문의 </ins>결제가 완료되었습니다.</dd>');
    for (const text of ['Changed since it was rejected', '이유를 적으세요.', '처음']) expect(pane).toContain(text);
    expect(pane).toContain('주문 보기 WL (Web link) Mobile https://shop.example/orders');
    expect(facts).toMatchObject({
      Category: '구매 / 구매완료 (002001)',
      'Registered on': '2026-11-20 12:00:00 KST',
      Changed: '2026-11-20 12:00:00 KST',
    });
  });

  it('fills the bubble with samples that are typed in', async () => {
    const bench = await openBench();
    await bench.add();
    const query = `${templateAt('order_paid')}&v.${encodeURIComponent('이름')}=${encodeURIComponent('홍길동 <b>')}`;
    const { svg, html } = await shownOn(bench, query);
    expect(svg).toContain('홍길동 &lt;b&gt;님, 결제가 완료되었습니다.');
    expect(html).toContain('name="v.이름" value="홍길동 &lt;b&gt;"');
    // The form names its template, also if the list opened it.
    const open = `<input type="hidden" name="open" value="notification/${SHOP}/order_paid">`;
    expect((await shownOn(bench, 'state=')).html).toContain(open);
  });

  it('knows what is gone', async () => {
    const bench = await openBench();
    for (const query of [templateAt('x'), templateAt('x', 'brand'), 'area=inbox&open=x', 'area=log&open=7'])
      expect([query, (await shownOn(bench, query)).pane]).toEqual([
        query,
        expect.stringMatching(/Not in this emulator/),
      ]);
  });
});

describe('the inbox', () => {
  it('holds what the phones got, the newest first, numbers in full, with result and reason', async () => {
    const bench = await openBenchWithSleep((ms) => ms <= 300);
    await bench.control.settings({ deliveryMs: 0 });
    const button = [{ type: 'WL', name: '배송 조회', url_mobile: 'https://shop.example/42' }];
    await bench.message(messageOf({ templatecode: 'nowhere', button }));
    const link = '배송 조회 WL (Web link) Mobile https://shop.example/42';
    expect((await shownOn(bench, 'area=inbox')).pane).toContain(link);
    const sms = { type: 'sms', refkey: 'ref-2', content: { sms: { message: '문자' } } };
    await bench.message({ ...messageOf({}), ...sms });
    expect((await shownOn(bench, 'area=inbox')).rows.map(({ text }) => text)).toEqual([
      'To 01000000000 Delivered SMS · 11-20 12:00:00 KST 문자',
      expect.stringMatching(
        /^To 01000000000 Failed Notification · .* nowhere 홍길동.* 7315: there is no such template$/,
      ),
    ]);
    for (const [query, number] of [
      ['search=문자', 1],
      ['search=REF-2', 1],
      ['search=쪽지', 0],
      ['type=at', 1],
      ['result=failed', 1],
      ['result=failed&type=sms', 0],
    ] as const)
      expect([query, (await shownOn(bench, `area=inbox&${query}`)).rows.length]).toEqual([query, number]);
  });

  it('tells a result when it is known, and a fallback that arrived in its place', async () => {
    const bench = await openBench();
    const fallback = { resend: { first: 'sms' }, recontent: { sms: { message: '대신 보냅니다.' } } };
    await bench.message({ ...messageOf({ templatecode: 'nowhere' }), ...fallback });
    const before = await shownOn(bench, 'area=inbox');
    expect(before.rows[0]?.text).toContain('On its way');
    expect(before.svg).toContain('홍길동님, 결제가 완료되었습니다.');
    await bench.control.clock({ advance: 300 });
    const { pane, facts, svg, html } = await shownOn(bench, 'area=inbox');
    expect(facts).toMatchObject({ Profile: 'shop', Fallbacks: 'sms', 'Arrived as': 'sms' });
    expect(pane).toMatch(/Delivered as a text 4100 at: there is no such template/);
    expect(html).toContain('class="quote still"');
    expect(pane).toContain('"recontent": { "sms": { "message": "대신 보냅니다." } }');
    expect(svg).toContain('대신 보냅니다.');
    expect(svg).not.toContain(PHONE);
    expect(svg).toContain(SENDER);
  });

  it("holds the token of a profile's registration", async () => {
    const bench = await openBench();
    await bench.call('/profile/token', { phoneNumber: PHONE, channelId: '@orchard' });
    const { rows, facts, svg } = await shownOn(bench, 'area=inbox&search=@orchard');
    expect(rows[0]?.text).toMatch(/^To 01000000000 Delivered Verification token · .* \[\d{6}\]$/);
    expect(svg).toContain(`[${facts['Token']}] @orchard`);
  });

  it('says whether the result was delivered to the webhook, and how often it failed', async () => {
    const bench = await openBench();
    const webhook = async (): Promise<string | undefined> => (await shownOn(bench, 'area=inbox')).facts['Webhook'];
    await bench.message(messageOf({}));
    expect(await webhook()).toBe('Pending');
    await bench.control.clock({ advance: 300 });
    expect(await webhook()).toBe('No webhook registered');
    await bench.control.settings({ webhook: 'http://127.0.0.1:1/', webhookRetryMs: [] });
    await bench.message(messageOf({}));
    await bench.control.clock({ advance: 300 });
    await expect.poll(webhook).toBe('Webhook not delivered; kept for retry (failed attempts: 1)');
  });
});

it('the log tells each request of the service, the newest first, and is searched', async () => {
  const bench = await openBench();
  await bench.add();
  await bench.call('/template/detail', { templateCode: 'nowhere' });
  const { rows, pane } = await shownOn(bench, 'area=log');
  expect(rows.map(({ text }) => text)).toEqual([
    'POST /v3/msgr/template/detail 200 · 508 11-20 12:00:00 KST · 0 ms · nowhere',
    'POST /v3/msgr/template/add 200 11-20 12:00:00 KST · 0 ms · order_paid',
  ]);
  for (const text of ['Answer { "code": "508"', 'Request {', '"templateCode": "nowhere"', '"apiKey": "****"'])
    expect(pane).toContain(text);
  for (const [search, total] of [
    ['add', 1],
    ['508', 1],
    ['post /v3', 2],
    ['none', 0],
  ] as const)
    expect([search, (await shownOn(bench, `area=log&search=${search}`)).rows.length]).toEqual([search, total]);
});

it('the log opens a send: everything that differed, unknown members, and the attempts of the webhook', async () => {
  const bench = await openBench({ webhook: 'http://127.0.0.1:1/' });
  await bench.control.settings({ webhookRetryMs: [] });
  await bench.control.seed({
    templates: [
      { profile: SHOP, templateCode: 'order_paid', inspectionStatus: 'APR', templateContent: '#{이름}님, 결제 완료' },
    ],
  });
  const button = [{ type: 'WL', name: '보기', url_mobile: 'https://shop.example' }];
  await bench.message(messageOf({ message: '다른 글', buttons: [], button }));
  const pane = async (): Promise<string> => (await shownOn(bench, 'area=log')).pane;
  expect(await pane()).toMatch(/Result On its way Webhook Pending Not in the documents content\.at\.buttons/);
  await bench.control.clock({ advance: 300 });
  await expect.poll(pane).toContain('Webhook not delivered; kept for retry (failed attempts: 1)');
  for (const text of [
    'Failed 7204 message differs',
    'button is not registered',
    '"messagekey":',
    '"message": "다른 글"',
  ])
    expect(await pane()).toContain(text);
});

describe('the time zone of the desk', () => {
  it.each([
    ['UTC', '2026-11-20 03:00:00 UTC'],
    ['America/New_York', '2026-11-19 22:00:00 UTC-5'],
    ['Asia/Seoul', '2026-11-20 12:00:00 KST'],
  ])('is that of the project: %s', async (timezone, shown) => {
    const bench = await openBench({ timezone });
    await bench.add(plainTemplate);
    expect((await shownOn(bench, templateAt('order_paid'))).facts['Registered on']).toBe(shown);
  });
});

describe('the language of the desk', () => {
  it.each([
    ['ko', 'en-US,en;q=0.9', 'ko'],
    ['en', 'ko-KR,ko;q=0.9', 'en'],
    [undefined, 'ko-KR,ko;q=0.9', 'ko'],
    [undefined, 'de-DE', 'en'],
  ] as const)('is that of the emulator, else that of the browser: %s, %s', async (language, browser, shown) => {
    const bench = await openBench(language && { language });
    await bench.message(messageOf({ templatecode: 'nowhere' }));
    await bench.control.clock({ advance: 300 });
    const answer = await fetch(`${bench.url}/?area=inbox`, { headers: { 'accept-language': browser } });
    const html = await answer.text();
    expect(html).toContain(`<html lang="${shown}"`);
    expect(html).toContain(shown === 'ko' ? '템플릿이 없습니다' : 'there is no such template');
  });
});
