import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { InboxMessage } from '../../src/emulator/emulator.ts';
import type { InboxFilter } from '../../src/emulator/public-types.ts';
import { type Bench, openBench, openBenchWithSleep, PHONE, plainMessage, SHOP } from './support.ts';

/** A bench whose template is approved. */
async function approvedBench(): Promise<Bench> {
  const bench = await openBench();
  const template = { profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'APR' as const };
  await bench.control.seed({ templates: [{ ...template, templateContent: '#{이름}님, 결제가 완료되었습니다.' }] });
  return bench;
}

async function refkeys({ control }: Bench, filter: object): Promise<string[]> {
  const inbox = await control.inbox(filter);
  return inbox.ok ? inbox.messages.map(({ refkey }) => refkey) : [];
}

/** Seeds messages m0, m1 … in this order. */
async function seedMany({ control }: Bench, count: number, changes: JsonObject = {}): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    messagekey: `m${index}`,
    type: 'sms' as const,
    to: PHONE,
    content: { message: `알림 ${index}` },
    ...changes,
  }));
  expect(await control.seed({ messages })).toEqual({ ok: true, messages: count });
}

describe('the inbox', () => {
  it('shows a message whole, its numbers too', async () => {
    const { control, message } = await approvedBench();
    const { body } = await message(plainMessage);
    const shown: InboxMessage = {
      messagekey: String(body['messagekey']),
      refkey: 'ref-1',
      type: 'at',
      to: '01000000000',
      from: '15880000',
      senderkey: SHOP,
      templatecode: 'order_paid',
      text: '홍길동님, 결제가 완료되었습니다.',
      lines: ['홍길동님, 결제가 완료되었습니다.'],
      buttons: [],
      content: { senderkey: SHOP, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' },
      device: null,
      acceptedAt: '2026-11-20 12:00:00',
      sendAt: '2026-11-20 12:00:00',
      result: null,
      reason: null,
      pushed: false,
      warnings: [],
    };
    expect(await control.inbox()).toEqual({ ok: true, messages: [shown], total: 1, next: null });
    await control.clock({ advance: 300 });
    const known = { ...shown, device: 'at', result: '7000' };
    expect(await control.message(shown.messagekey)).toEqual({ ok: true, message: known });
  });

  it('is searched by text, number, type, code, refkey and result', async () => {
    const bench = await approvedBench();
    const { control, message } = bench;
    await message({ ...plainMessage, refkey: 'one' });
    await message({ ...plainMessage, refkey: 'two', to: '01011112222' });
    await control.clock({ advance: 1000 });
    await message({ ...plainMessage, refkey: 'three', type: 'sms', content: { sms: { message: '문자입니다' } } });
    const found = (filter: object) => refkeys(bench, filter);
    expect(await found({})).toEqual(['three', 'two', 'one']);
    expect(await found({ search: '결제가' })).toEqual(['two', 'one']);
    expect(await found({ search: '결제가'.normalize('NFD') })).toEqual(['two', 'one']);
    expect(await found({ search: 'one' })).toEqual(['one']);
    expect(await found({ search: '없는 글' })).toEqual([]);
    expect(await found({ search: '1111-2222' })).toEqual(['two']);
    expect(await found({ search: '01011112222' })).toEqual(['two']);
    expect(await found({ search: '22' })).toEqual([]);
    expect(await found({ search: 'order-paid' })).toEqual(['two', 'one']);
    expect(await found({ to: '010-1111-2222' })).toEqual(['two']);
    expect(await found({ type: 'sms' })).toEqual(['three']);
    expect(await found({ refkey: 'on' })).toEqual([]);
    expect(await found({ templateCode: 'order_paid' })).toEqual(['two', 'one']);
    expect(await found({ to: '+82 10-0000-0000' })).toEqual(await found({ to: PHONE }));
    expect(await found({ to: '+82 10-0000-0001' })).toEqual([]);
    expect(await found({ templateCode: 'order_paid', refkey: 'one' })).toEqual(['one']);
    expect(await found({ result: '7000' })).toEqual(['one']);
    expect(await found({ result: 'any' })).toEqual(['two', 'one']);
  });

  it('is read page by page, ten thousand messages long', async () => {
    const bench = await openBench();
    await seedMany(bench, 10_000);
    const keys: string[] = [];
    let pages = 0;
    for (let after: string | undefined; ; ) {
      const page = await bench.control.inbox({ limit: 3000, ...(after === undefined ? {} : { after }) });
      if (!page.ok) throw new Error(page.message);
      expect(page.total).toBe(10_000);
      keys.push(...page.messages.map(({ messagekey }) => messagekey));
      pages += 1;
      if (page.next === null) break;
      after = page.next;
    }
    expect(pages).toBe(4);
    expect(keys).toEqual(Array.from({ length: 10_000 }, (_, index) => `m${9999 - index}`));
    expect(await bench.control.inbox()).toMatchObject({ messages: { length: 1000 }, next: 'm9000' });
  });
});

describe('deleting messages', () => {
  it('one, by a filter, and all', async () => {
    const bench = await openBench();
    const { control } = bench;
    await seedMany(bench, 5);
    await control.seed({ messages: [{ messagekey: 'other', type: 'lms', to: '01011112222', content: {} }] });
    expect(await control.deleteMessage('m0')).toEqual({ ok: true, deleted: 1 });
    expect(await control.deleteMessages({ type: 'lms' })).toEqual({ ok: true, deleted: 1 });
    expect(await control.inbox()).toMatchObject({ total: 4 });
    expect(await control.deleteMessages()).toEqual({ ok: true, deleted: 4 });
    expect(await control.inbox()).toEqual({ ok: true, messages: [], total: 0, next: null });
  });

  it('leaves nothing of a message that was still to go out', async () => {
    const { control, message } = await approvedBench();
    await message(plainMessage);
    await control.deleteMessages();
    await control.clock({ advance: 60_000 });
    expect(await control.inbox()).toMatchObject({ total: 0 });
  });
});

describe('waiting for a message', () => {
  it('is over after the time-out, and shows the nearest without a phone number', async () => {
    const { control } = await openBenchWithSleep((ms) => ms === 1234);
    const wait = (filter: InboxFilter): Promise<unknown> => control.waitForMessage({ ...filter, timeoutMs: 1234 });
    const over = (why: string): object => ({ ok: false, message: `no such message within 1234 ms: ${why}` });
    expect(await wait({ refkey: 'other' })).toEqual(over('there is no message'));
    const sms = { type: 'sms', to: PHONE, content: { message: '안녕' } };
    await control.seed({ messages: ['one', 'order-01012345678', 'three'].map((refkey) => ({ ...sms, refkey })) });
    expect(await wait({ refkey: 'order-01012345678', type: 'sms', result: 'any', search: '가' })).toEqual(
      over('the nearest is "order-010****5678" with result null, search "안녕"'),
    );
    expect(await wait({ to: '01011112222', templateCode: 'a' })).toEqual(
      over('the nearest is "three" with to "010****0000", templateCode ""'),
    );
  });

  it('ends with the first that meets the filter', async () => {
    const { control, message } = await approvedBench();
    const waiting = control.waitForMessage({ refkey: 'wanted' });
    await message({ ...plainMessage, refkey: 'other' });
    await message({ ...plainMessage, refkey: 'wanted' });
    expect(await waiting).toMatchObject({ ok: true, message: { refkey: 'wanted', result: null } });
  });

  it('for its result ends when that is known', async () => {
    const { control, message } = await approvedBench();
    await message({ ...plainMessage, refkey: 'before' });
    const waiting = [
      control.waitForMessage({ refkey: 'before', result: 'any' }),
      control.waitForMessage({ refkey: 'after', result: '7000' }),
    ];
    // The answers come while the clock is turned: both have to be waited for by now.
    await control.health();
    await message({ ...plainMessage, refkey: 'after' });
    await control.clock({ advance: 300 });
    expect(await Promise.all(waiting)).toMatchObject([
      { ok: true, message: { refkey: 'before', result: '7000' } },
      { ok: true, message: { refkey: 'after', result: '7000' } },
    ]);
  });
});
