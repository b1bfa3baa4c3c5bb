import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { ready, sendOf } from './message-support.ts';
import { refused } from './profile-support.ts';
import { at, openStatistics, rowsOf, type Statistics, withStatistics } from './statistics-support.ts';
import { MALL, messageOf, openBench, SHOP } from './support.ts';

const NOVEMBER = { startDate: '20261101', endDate: '20261130' };
const TODAY = { startDate: '20261120', endDate: '20261120' };

/** A bench with an approved template, and some sends of noon on 2026-11-20. */
async function openSent(count: number, changes: JsonObject = {}): Promise<Statistics> {
  const bench = await openStatistics();
  await bench.control.seed({ templates: [ready] });
  for (let index = 0; index < count; index += 1) await bench.message(messageOf({}, changes));
  await bench.control.clock({ advance: 300 });
  return bench;
}

/** A row of notifications that were sent at noon. */
const notificationRow = {
  date: '20261120',
  senderKey: SHOP,
  messageType: 'AT',
  receiveUserType: 'PhoneNumber',
  chargedSuccessCount: 0,
  freeContractSuccessCount: 0,
  freeTemplateSuccessCount: 0,
  unknownRequestCount: 0,
  validFailCount: 0,
};

describe('statistics count messages that were sent', () => {
  it('by their result', async () => {
    const { message, control, basic } = await openSent(2);
    await control.settings({
      results: [
        { refkey: 'late', result: '7305' },
        { refkey: 'off', result: '7308' },
      ],
    });
    await message(messageOf({}, { refkey: 'late' }));
    await message(messageOf({}, { refkey: 'off' }));
    await message(messageOf({ message: '결제' }));
    await at(control, '2026-11-21 07:00:00');
    const counts = { chargedSuccessCount: 2, unknownRequestCount: 1, validFailCount: 1 };
    expect(await basic('/send/daily', NOVEMBER)).toEqual({
      code: '200',
      data: { list: [{ ...notificationRow, uuid: '@shop', ...counts, invalidFailCount: 1, readCount: 0 }] },
    });
    expect(await basic('/template/daily', NOVEMBER)).toEqual({
      code: '200',
      totalCount: 1,
      totalPage: 1,
      currentPage: 1,
      data: {
        list: [
          {
            ...notificationRow,
            ...counts,
            templateCode: 'order_paid',
            readCount: 0,
            qrClickCount: 0,
            buttonClickCount: 0,
            etcClickCount: 0,
          },
        ],
      },
    });
  });

  it('on the channel that was tried, not on that of a fallback', async () => {
    const { message, control, basic } = await openSent(0);
    const fallback = { resend: { first: 'sms' }, recontent: { sms: { message: '결제' } } };
    await message(messageOf({ message: '결제' }, fallback));
    await message(sendOf('sms', { message: '안녕하세요' }));
    await at(control, '2026-11-21 07:00:00');
    expect(rowsOf(await basic('/send/daily', TODAY))).toMatchObject([{ chargedSuccessCount: 0, invalidFailCount: 1 }]);
  });

  it('of brand messages by bubble, target and group tag; free-form appears among templates under its tag only', async () => {
    const { message, control, basic, direct } = await openSent(0);
    await control.seed({ groupTags: [{ profile: 'shop', groupTagKey: 'tag-1', groupTagName: 'winter' }] });
    await control.profile({ profile: 'shop', brandMessage: true });
    const free = { senderkey: SHOP, brandmessagetype: 'FREE', message: '오늘만 할인' };
    const marketing = { sendtarget: 'marketing', targeting: 'N', unsubscribephonenumber: '080-000-0000' };
    await message(sendOf('ut', { ...free, sendtarget: 'friend' }));
    await message(sendOf('ut', { ...free, ...marketing, grouptagkey: 'tag-1' }));
    await at(control, '2026-11-21 07:00:00');
    const product = 'brandmessage';
    const of = { date: '20261120', messageSpec: 'FREESTYLE', chatBubbleType: 'TEXT', chargedSuccessCount: 1 };
    const rows = rowsOf(await basic('/send/daily', { product, ...TODAY }));
    expect(rows).toMatchObject([
      { ...of, targeting: 'I', friendType: 'F', thumbnailClickCount: 0, invalidFailCount: 0 },
      { ...of, targeting: 'N', friendType: 'N' },
    ]);
    expect(rows[0]).not.toHaveProperty('unknownRequestCount');
    const tagged = { ...of, targeting: 'N', templateCode: null, groupTagKey: 'tag-1' };
    const templates = rowsOf(await basic('/template/daily', { product, ...TODAY }));
    expect(templates).toMatchObject([{ ...tagged, imageClickCount: 0 }]);
    expect(templates[0]).not.toHaveProperty('invalidFailCount');
    const direct1 = await direct('/template/send', { product, date: '20261120', groupTagKey: 'tag-1' });
    expect(rowsOf(direct1)).toMatchObject([tagged]);
  });

  it('of one profile, and survive that the message is deleted', async () => {
    const { control, basic } = await openSent(3);
    await control.profile({ profile: 'shop' });
    await control.deleteMessages();
    await at(control, '2026-11-21 07:00:00');
    expect(rowsOf(await basic('/send/daily', TODAY))).toMatchObject([{ chargedSuccessCount: 3 }]);
    expect(await basic('/send/daily', { ...TODAY, senderKey: MALL, senderKeyType: 'G' })).toEqual(
      refused('507', 'this request takes the key of a profile, not of a group'),
    );
  });

  it('that a seed holds, each once', async () => {
    const { control, basic } = await openStatistics();
    const content = { senderkey: SHOP, templatecode: 'order_paid', message: 'x' };
    const seed = { messagekey: 'm1', type: 'at' as const, to: '01000000000', content, result: '7000' };
    await control.seed({ messages: [seed] });
    await control.seed({ messages: [seed, { ...seed, messagekey: 'm2', result: '7308' }] });
    await at(control, '2026-11-21 07:00:00');
    const rows = rowsOf(await basic('/send/daily', TODAY));
    expect(rows).toMatchObject([{ chargedSuccessCount: 1, validFailCount: 1 }]);
  });
});

describe('the batch of a day runs at 7 a.m. of the next day', () => {
  it.each([
    ['2026-11-20 23:59:59', 0, 'CHARGE_PENDING'],
    ['2026-11-21 06:59:59', 0, 'CHARGE_PENDING'],
    ['2026-11-21 07:00:00', 1, 'CHARGE_PENDING'],
    ['2026-11-22 06:59:59', 1, 'CHARGE_PENDING'],
    ['2026-11-22 07:00:00', 1, 'FINAL'],
  ])('at %s', async (now, rows, mode) => {
    const { control, basic, direct } = await openSent(1);
    await at(control, now);
    expect(rowsOf(await basic('/send/daily', TODAY))).toHaveLength(rows);
    expect(rowsOf(await basic('/send/monthly', { startMonth: '202611', endMonth: '202611' }))).toHaveLength(rows);
    const looked = await direct('/send', { date: '20261120' });
    expect([looked['mode'], rowsOf(looked).length]).toEqual([mode, rows]);
    expect(await direct('/read', { date: '20261120' })).toEqual({ code: '200', mode: 'FINAL', data: { list: [] } });
  });
});

describe('reads and clicks', () => {
  /** Notifications of 2026-11-20 that were read and clicked on that day and the two days after it. */
  async function openRead(chargedSuccessCount: number): Promise<Statistics> {
    const bench = await openStatistics();
    const of = { profile: 'shop', product: 'notification', date: '20261120', templateCode: 'order_paid' };
    const clicks = [
      { part: 'button', order: 1, type: 'WL', elapsedDay: 1, count: 4 },
      { part: 'quickReply', order: 1, type: 'BK', elapsedDay: 2, count: 1 },
    ];
    await bench.control.seed({ statistics: [{ ...of, chargedSuccessCount, reads: [3, 2, 1], clicks }] });
    return bench;
  }

  it('are counted on their elapsed day, and exist after the batch of that day', async () => {
    const { control, basic, direct } = await openRead(11);
    const counts = async (): Promise<unknown[]> => [
      ...(await Promise.all(
        [0, 1, 2].map(async (elapsedDay) =>
          rowsOf(await direct('/read', { date: '20261120', elapsedDay })).map((row) => row['readCount']),
        ),
      )),
      rowsOf(await basic('/template/daily', TODAY)).map((row) => [row['readCount'], row['buttonClickCount']]),
    ];
    await at(control, '2026-11-22 06:59:59');
    // An empty list, not 0 reads (assumption 371).
    expect(await counts()).toEqual([[3], [], [], [[3, 0]]]);
    await at(control, '2026-11-22 07:00:00');
    expect(await counts()).toEqual([[3], [2], [], [[5, 4]]]);
    await at(control, '2026-11-23 07:00:00');
    expect(await counts()).toEqual([[3], [2], [1], [[6, 4]]]);
    const clicks = async (elapsedDay: number): Promise<JsonObject[]> =>
      rowsOf(await direct('/template/click', { date: '20261120', elapsedDay, templateCode: 'order_paid' }));
    expect(await clicks(1)).toMatchObject([
      { clickInfo: { buttonOrders: [4, 0, 0, 0, 0], buttonType: { WL: 4 }, qrType: {}, etc: 0 } },
    ]);
    expect(await clicks(2)).toMatchObject([{ clickInfo: { buttonOrders: [0, 0, 0, 0, 0], qrType: { BK: 1 } } }]);
  });

  it.each([
    [10, 0, []],
    [11, 3, [3]],
  ])('are provided for more than 10 successes: %i', async (successes, counted, looked) => {
    const { control, basic, direct } = await openRead(successes);
    await at(control, '2026-11-21 07:00:00');
    expect(rowsOf(await basic('/send/daily', TODAY))).toMatchObject([{ readCount: counted }]);
    expect(rowsOf(await direct('/read', { date: '20261120' })).map((row) => row['readCount'])).toEqual(looked);
  });

  it.each([
    ['20240331', 0, 0],
    ['20240401', 5, 1],
  ])('are provided from 2024-04-01 on: %s', async (date, readCount, looked) => {
    const { control, basic, direct } = await openStatistics();
    const seed = { profile: 'shop', product: 'notification' as const, date, chargedSuccessCount: 11, reads: [2, 2, 1] };
    await control.seed({ statistics: [{ ...seed, templateCode: 'a' }] });
    expect(rowsOf(await basic('/send/daily', { startDate: date, endDate: date }))).toMatchObject([{ readCount }]);
    expect(rowsOf(await direct('/read', { date }))).toHaveLength(looked);
    expect(rowsOf(await direct('/send', { date }))).toHaveLength(1);
  });
});

describe('a request for statistics is refused', () => {
  const months = (startMonth: string, endMonth: string): JsonObject => ({ startMonth, endMonth });
  const days = (startDate: string, endDate: string): JsonObject => ({ startDate, endDate });

  it.each<[string, JsonObject, string | undefined]>([
    ['/send/daily', days('20260101', '20260403'), undefined],
    ['/send/daily', days('20260101', '20260404'), 'the period may have 93 days, not 94'],
    ['/template/daily', days('20260101', '20260403'), undefined],
    ['/template/daily', days('20260101', '20260404'), 'the period may have 93 days, not 94'],
    ['/send/monthly', months('202512', '202611'), undefined],
    ['/send/monthly', months('202511', '202611'), 'the period may have 12 months, not 13'],
    ['/template/monthly', months('202512', '202602'), undefined],
    ['/template/monthly', months('202511', '202602'), 'the period may have 3 months, not 4'],
    ['/send/daily', days('20260102', '20260101'), 'the period ends before it starts'],
    ['/send/daily', days('20260229', '20260301'), 'startDate must be a date in the form yyyyMMdd'],
    ['/send/daily', {}, 'startDate is required'],
    ['/send/monthly', months('202613', '202613'), 'startMonth must be a month in the form yyyyMM'],
    ['/send/daily', { ...TODAY, product: 'notification' }, 'product must be one of noticetalk, brandmessage'],
    ['/send/daily', { ...TODAY, product: null }, 'product is required'],
    ['/send/daily', { ...TODAY, messageType: 'AX' }, 'messageType must be one of AT, AI'],
    ['/send/daily', { ...TODAY, messageSpec: 'BASIC' }, 'messageSpec is not for this product'],
    ['/send/daily', { ...TODAY, targeting: 'M' }, 'targeting is not for this product'],
    ['/send/daily', { ...TODAY, product: 'brandmessage', messageType: 'AT' }, 'messageType is not for this product'],
    ['/template/daily', { ...TODAY, groupTagKey: 't' }, 'groupTagKey is not for this product'],
    ['/template/daily', { ...TODAY, page: 0 }, 'page must be an integer from 1'],
    ['/template/daily', { ...TODAY, count: 10_000 }, undefined],
    ['/template/daily', { ...TODAY, count: 10_001 }, 'count must be an integer from 1 to 10000'],
  ])('%s %j', async (path, body, message) => {
    const { basic } = await openStatistics();
    expect(await basic(path, body)).toMatchObject(message === undefined ? { code: '200' } : refused('405', message));
  });

  const date = '20261101';

  const tooMany = refused('429', 'the number of requests is exceeded');

  it('beyond one a second: all daily and monthly statistics together', async () => {
    const { control, basic, direct } = withStatistics(await openBench());
    expect(await basic('/send/daily', TODAY)).toMatchObject({ code: '200' });
    expect(await basic('/template/monthly', months('202611', '202611'))).toEqual(tooMany);
    expect(await direct('/send', { date })).toMatchObject({ code: '200' });
    await control.clock({ advance: 999 });
    expect(await basic('/send/daily', TODAY)).toEqual(tooMany);
    await control.clock({ advance: 1 });
    expect(await basic('/send/daily', TODAY)).toMatchObject({ code: '200' });
  });

  it('beyond 20 a second of one look-up, and beyond 1,000 a minute', async () => {
    const { control, direct } = withStatistics(await openBench());
    const codes = async (count: number): Promise<unknown[]> =>
      Promise.all(Array.from({ length: count }, async () => (await direct('/send', { date }))['code']));
    expect((await codes(21)).filter((code) => code === '429')).toHaveLength(1);
    expect(await direct('/read', { date })).toMatchObject({ code: '200' });
    for (let second = 1; second < 50; second += 1) {
      await control.clock({ advance: 1000 });
      expect(await codes(20)).not.toContain('429');
    }
    await control.clock({ advance: 10_999 });
    expect(await direct('/send', { date })).toEqual(tooMany);
    await control.clock({ advance: 1 });
    expect(await direct('/send', { date })).toMatchObject({ code: '200' });
  });
});

describe('statistics of templates', () => {
  it('come in pages, filtered', async () => {
    const { control, basic, direct } = await openStatistics();
    const seed = (index: number) => ({
      profile: 'shop',
      product: 'notification' as const,
      date: index % 2 === 0 ? '20261001' : '20261002',
      templateCode: `t${String(index).padStart(2, '0')}`,
      messageType: index < 5 ? ('AI' as const) : ('AT' as const),
      chargedSuccessCount: index,
    });
    await control.seed({ statistics: Array.from({ length: 25 }, (_, index) => seed(index)) });
    const period = { startDate: '20261001', endDate: '20261002' };
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => basic('/template/daily', { ...period, page, messageType: null })),
    );
    expect(pages.map(rowsOf).map((rows) => rows.length)).toEqual([10, 10, 5, 0]);
    expect(pages[1]).toMatchObject({ totalCount: 25, totalPage: 3, currentPage: 2 });
    expect(pages.flatMap(rowsOf).map((row) => row['date'])).toEqual([
      ...Array.from({ length: 13 }, () => '20261001'),
      ...Array.from({ length: 12 }, () => '20261002'),
    ]);
    expect(await basic('/template/daily', { ...period, messageType: 'AI' })).toMatchObject({ totalCount: 5 });
    expect(await basic('/template/daily', { ...period, templateCode: 't03' })).toMatchObject({
      totalCount: 1,
      data: { list: [{ chargedSuccessCount: 3 }] },
    });
    expect(rowsOf(await basic('/template/monthly', { startMonth: '202610', endMonth: '202610', count: 1 }))).toEqual([
      expect.objectContaining({ statMonth: '202610', templateCode: 't00' }),
    ]);
    expect(rowsOf(await direct('/send', { date: '20261001', count: 1, page: 3 }))).toEqual([]);
    expect(rowsOf(await direct('/send', { date: '20261001', count: 1, page: 2 }))).toHaveLength(1);
  });
});
