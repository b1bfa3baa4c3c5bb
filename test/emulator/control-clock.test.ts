import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../src/core/instant.ts';
import { formatDateTime, formatStamp, parseStamp } from '../../src/emulator/dates.ts';
import {
  emulatorAccount,
  NOON,
  objectOf,
  openBench,
  PHONE,
  plainMessage,
  plainTemplate,
  postJson,
  SENDER,
  SHOP,
} from './support.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('a turned clock', () => {
  it('ends a token after 24 hours, and not before', async () => {
    const { control, token, url } = await openBench();
    const authorization = `Bearer ${await token()}`;
    const send = async () => (await postJson(`${url}/v3/message`, plainMessage, { authorization })).body['code'];
    await control.clock({ advance: DAY - 1 });
    expect(await send()).toBe(1000);
    await control.clock({ advance: 1 });
    expect(await send()).toBe(3005);
  });

  it('is told by the `Date` of every answer', async () => {
    const { control, url } = await openBench();
    const dateOf = async (path: string) => (await fetch(url + path, { method: 'POST' })).headers.get('date');
    expect(await dateOf('/v3/msgr/template/list')).toBe(new Date(NOON).toUTCString());
    await control.clock({ advance: DAY });
    expect(await dateOf('/v3/msgr/template/list')).toBe(new Date(NOON + DAY).toUTCString());
    expect(await dateOf('/nowhere')).toBe(new Date(NOON + DAY).toUTCString());
  });

  it.each([{ set: NOON }, { real: true }] as const)('begins the limits of requests again: %j', async (turn) => {
    const { control, url, token } = await openBench();
    await control.settings({ rateLimit: { limit: 2, windowMs: 1000 } });
    const authorization = `Bearer ${await token()}`;
    const send = async () => (await postJson(`${url}/v3/message`, plainMessage, { authorization })).body['code'];
    const period = { startDate: '20261101', endDate: '20261101' };
    const count = async () =>
      (
        await postJson(`${url}/v4/msgr/stat/send/daily`, {
          ...emulatorAccount,
          senderKey: SHOP,
          product: 'noticetalk',
          ...period,
        })
      ).body['code'];
    expect([await send(), await send(), await count(), await count()]).toEqual([1000, 5002, '200', '429']);
    await control.clock({ advance: 0 });
    expect([await send(), await count()]).toEqual([5002, '429']);
    await control.clock(turn);
    expect([await send(), await count()]).toEqual([1000, '200']);
  });

  it('makes a released template dormant again after 30 days, unless it is used', async () => {
    const { control, add, call, detail, message } = await openBench();
    for (const code of ['used', 'unused']) {
      await add({ templateCode: code, templateName: code });
      await control.template({
        profile: 'shop',
        templateCode: code,
        inspectionStatus: 'APR',
        status: 'A',
        dormant: true,
      });
      expect(await call('/template/release', { templateCode: code })).toEqual({ code: '200' });
    }
    await control.clock({ advance: 30 * DAY - 1 });
    expect([(await detail('used'))['dormant'], (await detail('unused'))['dormant']]).toEqual([false, false]);
    const content = { senderkey: SHOP, templatecode: 'used', message: '홍길동님, 결제가 완료되었습니다.' };
    await message({ ...plainMessage, content: { at: content } });
    await control.clock({ advance: 1 });
    expect([(await detail('used'))['dormant'], (await detail('unused'))['dormant']]).toEqual([false, true]);
    expect(await call('/template/list', { templateStatus: 'DMT' })).toMatchObject({
      totalCount: 1,
      data: { list: [{ templateCode: 'unused', serviceStatus: 'DMT' }] },
    });
  });

  it('shows a template that fell dormant in a list that was asked for before', async () => {
    const { control, add, call } = await openBench();
    await add();
    const template = { profile: 'shop', templateCode: 'order_paid' };
    await control.template({ ...template, inspectionStatus: 'APR', status: 'A', dormant: true });
    await call('/template/release', { templateCode: 'order_paid' });
    const states = async () => (await call('/template/list', { templateStatus: 'ACT' }))['totalCount'];
    expect(await states()).toBe(1);
    await control.clock({ advance: 30 * DAY });
    expect(await states()).toBe(0);
  });

  it('ends the address of a video’s upload after 5 minutes', async () => {
    const { control, url } = await openBench();
    const upload = async (waitMs: number): Promise<unknown> => {
      const body = { ...emulatorAccount, senderKey: SHOP, fileName: 'a.mp4', fileSize: 4 };
      const { body: registered } = await postJson(`${url}/v4/msgr/brand/video/upload/register`, body);
      const { uploadUrl, token } = registered['data'] as { uploadUrl: string; token: string };
      await control.clock({ advance: waitMs });
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from([0, 0, 0, 24])]), 'a.mp4');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(uploadUrl, { method: 'POST', headers, body: form });
      return objectOf(await answer.json())['message'];
    };
    expect(await upload(5 * MINUTE)).toBe('file is not a readable video of the MP4 family');
    expect(await upload(5 * MINUTE + 1)).toBe('the upload address and its token were valid for 5 minutes');
  });

  it('keeps brand messages within 08:00 and 20:50 of Korea', async () => {
    const { control, message } = await openBench();
    const outcome = async (korean: string): Promise<unknown> => {
      await control.clock({ set: korean });
      const content = { senderkey: SHOP, brandmessagetype: 'FREE', sendtarget: 'friend', message: '안녕하세요' };
      const { body } = await message({ ...plainMessage, type: 'ut', content: { ut: content } });
      await control.clock({ advance: 1000 });
      const shown = await control.message(String(body['messagekey']));
      return shown.ok && shown.message.result;
    };
    expect(await outcome('2026-11-20 07:59:59')).toBe('7322');
    expect(await outcome('2026-11-20 08:00:00')).toBe('7000');
    expect(await outcome('2026-11-20 20:49:59')).toBe('7000');
    expect(await outcome('2026-11-20 20:50:00')).toBe('7322');
  });

  it('sends what was reserved when its time has come', async () => {
    const { control, message } = await openBench();
    const sms = { ...plainMessage, from: SENDER, to: PHONE, type: 'sms', content: { sms: { message: '안녕' } } };
    await message({ ...sms, sendtime: String((NOON + DAY) / 1000) });
    await control.clock({ advance: DAY - 1 });
    expect(await control.inbox({ result: 'any' })).toMatchObject({ total: 0 });
    await control.clock({ advance: 301 });
    expect(await control.inbox({ result: 'any' })).toMatchObject({ total: 1 });
  });

  it('stamps what is made meanwhile', async () => {
    const { control, add } = await openBench();
    expect(await control.clock({ set: '2028-02-29T12:00:00.5Z' })).toMatchObject({ korean: '2028-02-29 21:00:00' });
    expect(await control.clock({ set: '2028-02-29T12:00:00+09:00' })).toMatchObject({ korean: '2028-02-29 12:00:00' });
    const flaws: [string, string][] = [
      ['2028-02-29T12:00:00', 'set is an ISO time whose zone is missing'],
      ['2028-02-30T12:00:00Z', 'of a day and an hour that exist'],
      ['2028-02-29T12:00:00+99:99', 'of a day and an hour that exist'],
    ];
    for (const [set, message] of flaws)
      expect(await control.clock({ set })).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    await control.clock({ set: '2028-02-29 23:59:59' });
    expect(await add(plainTemplate)).toMatchObject({ data: { createdAt: '2028-02-29 23:59:59' } });
  });
});

describe('dates by arithmetic', () => {
  const moments = fc.integer({ min: Date.UTC(0, 0, 1), max: Date.UTC(9998, 0, 1) });

  it('are those of the calendar', () => {
    fc.assert(
      fc.property(moments, (ms) => {
        const iso = new Date(ms + 9 * 3_600_000).toISOString();
        expect(formatDateTime(ms)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
      }),
      { numRuns: 500 },
    );
  });

  it('are read as they were written, to the second', () => {
    fc.assert(
      fc.property(moments, (ms) => {
        const second = Math.floor(ms / 1000) * 1000;
        expect(parseStamp(formatStamp(ms))).toBe(second);
        expect(instantOf(formatDateTime(ms))).toBe(second);
      }),
    );
  });

  it.each(['2026-02-29 00:00:00', '20261120000000'])('know no %j', (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});
