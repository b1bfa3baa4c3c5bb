import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lengthOf, type StatSpan, unitsOf } from '../../src/account/statistics/days.ts';
import type { DirectQuestion, PeriodQuestion, Product } from '../../src/account/statistics/question.ts';
import { readStatistics } from '../../src/account/statistics/read.ts';
import { type ShownStat, withoutVersions } from '../../src/account/statistics/rows.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Client } from '../../src/wire/client.ts';
import { answering, make, never, shop } from '../wire/support.ts';
import { codesOf, openStatisticsBench, type StatisticsBench } from './statistics-support.ts';

/** The client against the emulator, both by one clock: nobody waits, and no request is refused. */

const FIRST = '20240301';
const LAST = '20260630';

type Seed = {
  profile: string;
  product: Product;
  date: string;
  templateCode: string;
  chargedSuccessCount: number;
  validFailCount: number;
  reads: number[];
};

/** Numbers of three templates on every third day, some below the limit of read counts. */
function seedsOf(): Seed[] {
  return unitsOf({ from: FIRST, to: LAST }, 'day').flatMap((date, day) =>
    ['a', 'b', 'c'].flatMap((templateCode, place) =>
      (day + place) % 3 === 0
        ? (['notification', 'brand'] as const).map((product, index) => ({
            profile: 'shop',
            product,
            date,
            templateCode,
            chargedSuccessCount: ((day * 7 + place + index) % 25) + 1,
            validFailCount: day % 4,
            reads: [day % 3, 1, 0],
          }))
        : [],
    ),
  );
}

const seeds = seedsOf();
let bench: StatisticsBench;

beforeAll(async () => {
  bench = await openStatisticsBench();
  await bench.control.clock({ set: '2026-11-20 12:00:00' });
  await bench.control.seed({ statistics: seeds });
});

/** What a period should have, from the seeds themselves. */
function expected({ of, by, product, span }: PeriodQuestion): JsonObject[] {
  const sums = new Map<string, { when: string; code: string; sent: number; failed: number; read: number }>();
  for (const seed of seeds) {
    const when = seed.date.slice(0, span.from.length);
    if (seed.product !== product || when < span.from || when > span.to) continue;
    const code = of === 'template' ? seed.templateCode : '';
    const sum = sums.get(`${when} ${code}`) ?? { when, code, sent: 0, failed: 0, read: 0 };
    sums.set(`${when} ${code}`, sum);
    sum.sent += seed.chargedSuccessCount;
    sum.failed += seed.validFailCount;
    sum.read += seed.reads.reduce((all, one) => all + one, 0);
  }
  return [...sums.values()]
    .map(({ when, code, sent, failed, read }) => ({
      [by === 'day' ? 'date' : 'month']: when,
      ...(of === 'template' ? { templateCode: code } : {}),
      successCount: sent,
      validFailCount: failed,
      readCount: when.padEnd(8, '9') >= '20240401' && sent > 10 ? read : null,
    }))
    .sort(byText);
}

function actual(rows: readonly ShownStat[]): JsonObject[] {
  return rows
    .map(({ date, month, templateCode, successCount, validFailCount, readCount }) => ({
      ...(date === undefined ? { month: month ?? null } : { date }),
      ...(templateCode === undefined ? {} : { templateCode }),
      successCount: successCount ?? null,
      validFailCount: validFailCount ?? null,
      readCount: readCount ?? null,
    }))
    .sort(byText);
}

function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

describe('a period of any length', () => {
  const days = unitsOf({ from: FIRST, to: LAST }, 'day');
  const months = unitsOf({ from: '202403', to: '202606' }, 'month');
  const spanOf = (units: readonly string[]): fc.Arbitrary<StatSpan> =>
    fc.tuple(fc.constantFrom(...units), fc.constantFrom(...units)).map(([a, b]) => ({
      from: a < b ? a : b,
      to: a < b ? b : a,
    }));

  it('has the numbers of its days and months, none twice and none lost', async () => {
    const question = fc
      .record({
        of: fc.constantFrom('send' as const, 'template' as const),
        product: fc.constantFrom('notification' as const, 'brand' as const),
        unit: fc.oneof(
          spanOf(days).map((span) => ({ by: 'day' as const, span })),
          spanOf(months).map((span) => ({ by: 'month' as const, span })),
        ),
      })
      .map(({ unit, ...rest }): PeriodQuestion => ({ ...rest, ...unit, filters: {} }));
    await fc.assert(
      fc.asyncProperty(question, async (one) => {
        const read = await bench.read(one);
        expect(actual(read.rows)).toEqual(expected(one));
        expect(read).toMatchObject({ problems: [], notYet: null, partialMonth: null, mode: null });
      }),
      { numRuns: 12 },
    );
    expect(await codesOf(bench)).toEqual(['200']);
  });

  it.each<[PeriodQuestion['of'], PeriodQuestion['by'], StatSpan, number]>([
    ['send', 'day', { from: '20250101', to: '20250403' }, 1],
    ['send', 'day', { from: '20250101', to: '20250404' }, 2],
    ['template', 'day', { from: '20250101', to: '20250403' }, 1],
    ['template', 'day', { from: '20250101', to: '20250705' }, 2],
    ['template', 'day', { from: '20250101', to: '20250706' }, 3],
    ['send', 'month', { from: '202501', to: '202512' }, 1],
    ['send', 'month', { from: '202501', to: '202601' }, 2],
    ['template', 'month', { from: '202511', to: '202601' }, 1],
    ['template', 'month', { from: '202511', to: '202602' }, 2],
  ])('%s by %s of %j takes %i requests', async (of, by, span, requests) => {
    await bench.control.clearJournal();
    const progress: string[] = [];
    const question: PeriodQuestion = { of, by, span, product: 'notification', filters: {} };
    const { rows } = await bench.read(question, { onAnswer: (done, all) => progress.push(`${done}/${all}`) });
    expect(await codesOf(bench, requests)).toEqual(['200']);
    expect(progress).toEqual(Array.from({ length: requests }, (_, index) => `${index + 1}/${requests}`));
    expect(lengthOf(span, by)).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('stops at the day of the service: a period in the future takes no further request', async () => {
    await bench.control.clearJournal();
    const span = { from: '20261201', to: '20301231' };
    const read = await bench.read({ of: 'send', by: 'day', product: 'notification', filters: {}, span });
    expect(read).toMatchObject({ rows: [], notYet: span });
    await codesOf(bench, 0);
  });

  it('reads further pages, and says so if the list changed meanwhile', async () => {
    const span = { from: '20250101', to: '20250131' };
    const question: PeriodQuestion = { of: 'template', by: 'day', product: 'brand', filters: {}, span };
    const { client, setPage } = await bench.cutting();
    setPage(7);
    const read = await bench.read(question, { client });
    expect(actual(read.rows)).toEqual(expected(question));
    setPage(7, 1);
    expect((await bench.read(question, { client })).problems).toMatchObject([
      { code: 'list-unsettled', message: 'stat.template.daily of shop has 1 row fewer than it counts' },
    ]);
  });
});

describe('numbers that do not exist yet', () => {
  const span = { from: '20261101', to: '20261130' };
  const daily: PeriodQuestion = { of: 'send', by: 'day', product: 'notification', filters: {}, span };

  it.each([
    ['2026-11-20 06:59:57', { from: '20261119', to: '20261130' }],
    ['2026-11-20 07:00:00', { from: '20261120', to: '20261130' }],
    ['2026-12-01 07:00:00', null],
  ])('at %s, by the clock of the service', async (now, notYet) => {
    await bench.control.clock({ set: now });
    expect(await bench.read(daily)).toMatchObject({ notYet, partialMonth: null });
  });

  it.each([
    ['2026-11-01 12:00:00', null, { from: '202611', to: '202612' }],
    ['2026-11-02 07:00:00', '202611', { from: '202612', to: '202612' }],
    ['2026-12-01 06:59:57', '202611', { from: '202612', to: '202612' }],
    ['2026-12-01 07:00:00', null, { from: '202612', to: '202612' }],
  ])('of months at %s', async (now, partialMonth, notYet) => {
    await bench.control.clock({ set: now });
    const months = { from: '202610', to: '202612' };
    expect(await bench.read({ ...daily, by: 'month', span: months })).toMatchObject({ partialMonth, notYet });
  });
});

describe('a direct look-up', () => {
  const question: DirectQuestion = {
    of: 'direct',
    what: 'send',
    product: 'notification',
    date: '20261119',
    elapsed: [],
  };
  const sends = { profile: 'shop', product: 'notification' as const, date: '20261119' };

  beforeAll(async () => {
    const clicks = [
      { part: 'button' as const, order: 1, type: 'WL', count: 3, elapsedDay: 0 },
      { part: 'button' as const, order: 2, type: 'WL', count: 2, elapsedDay: 1 },
      { part: 'etc' as const, count: 1, elapsedDay: 2 },
    ];
    const brand = { ...sends, product: 'brand' as const, templateCode: 'b', groupTagKey: 'tag' };
    await bench.control.seed({
      statistics: [
        { ...sends, templateCode: 'few', chargedSuccessCount: 10, reads: [9, 1, 0], messageType: 'AI' },
        { ...sends, templateCode: 'many', chargedSuccessCount: 11, reads: [4, 2, 1], clicks },
        { ...brand, chargedSuccessCount: 20, clicks },
        { ...brand, targeting: 'N', friendType: 'N', chargedSuccessCount: 11 },
      ],
    });
  });

  it.each([
    ['2026-11-20 06:59:57', 'CHARGE_PENDING', 0],
    ['2026-11-20 07:00:00', 'CHARGE_PENDING', 2],
    ['2026-11-21 07:00:00', 'FINAL', 2],
  ])('has a mode at %s: %s', async (now, mode, rows) => {
    await bench.control.clock({ set: now });
    const read = await bench.read(question);
    expect([read.mode, read.rows.length, read.notYet === null]).toEqual([mode, rows, rows > 0]);
  });

  it.each([
    ['2026-11-20 07:00:00', [0], [1, 2], 4],
    ['2026-11-21 07:00:00', [0, 1], [2], 6],
    ['2026-11-22 07:00:00', [0, 1, 2], [], 7],
  ])('at %s adds elapsed days %j up, and %j are not there yet', async (now, _there, elapsedNotYet, readCount) => {
    await bench.control.clock({ set: now });
    const read = await bench.read({ ...question, what: 'read', elapsed: [0, 1, 2] });
    expect(read.elapsedNotYet).toEqual(elapsedNotYet);
    expect(read.rows).toMatchObject([
      { messageType: 'AI', successCount: 10, readCount: null },
      { messageType: 'AT', successCount: 11, readCount },
    ]);
  });

  it('of clicks adds places and types up, and shows 0 where nobody clicked', async () => {
    await bench.control.clock({ set: '2026-11-25 07:00:00' });
    const click = { ...question, what: 'click' as const, elapsed: [0, 1, 2] };
    expect((await bench.read({ ...click, templateCode: 'many' })).rows).toMatchObject([
      { clickInfo: { buttonOrders: [3, 2, 0, 0, 0], buttonType: { WL: 5 }, qrType: {}, etc: 1 } },
    ]);
    expect((await bench.read({ ...click, templateCode: 'few' })).rows).toMatchObject([{ clickInfo: null }]);
    const brand = await bench.read({ ...click, product: 'brand' });
    expect(brand.rows).toMatchObject([
      { targeting: 'I', buttonClickCount: 5, etcClickCount: 1, thumbnailClickCount: 0 },
      { targeting: 'N', successCount: 11, buttonClickCount: 0 },
    ]);
    expect((await bench.read({ ...click, product: 'brand', groupTagKey: 'tag' })).rows).toHaveLength(2);
  });

  it('keeps 20 a second and 1,000 a minute', async () => {
    await bench.control.clearJournal();
    // Two pages of each profile: the second one shows that there are no more rows.
    for (let round = 0; round < 6; round += 1)
      await bench.read(question, { profiles: Array.from({ length: 100 }, () => bench.shop) });
    expect(await codesOf(bench, 1200)).toEqual(['200']);
  });
});

describe('the versions of a template', () => {
  const selection = { product: 'notification' as const, templateCode: 'paid', laterCodes: ['paid_v2'] };
  const click = (order: number, count: number) => ({ part: 'button' as const, order, type: 'WL', count });

  beforeAll(async () => {
    await bench.control.clock({ set: '2026-11-25 12:00:00' });
    const sent = (templateCode: string, date: string, chargedSuccessCount: number, more: JsonObject = {}) => ({
      ...{ profile: 'shop', product: 'notification' as const, templateCode, date, chargedSuccessCount },
      ...{ validFailCount: 1, reads: [5, 0, 0], ...more },
    });
    await bench.control.seed({
      statistics: [
        sent('paid', '20260802', 100, { clicks: [click(1, 4)] }),
        sent('paid', '20260803', 90),
        sent('paid_v2', '20260801', 80),
        sent('paid_v2', '20260802', 20, { clicks: [click(1, 1), click(2, 2)] }),
        sent('paid_v2', '20260803', 10),
        sent('paid_v2', '20260803', 30, { messageType: 'AI' }),
        sent('other', '20260802', 1000),
      ],
    });
  });

  it('are added up by day and by month, and a count that one version does not provide stays without a number', async () => {
    await bench.control.clearJournal();
    const of = { of: 'template' as const, filters: {}, ...selection };
    const read = await bench.read({ ...of, by: 'day', span: { from: '20260801', to: '20260803' } });
    expect(await codesOf(bench, 2)).toEqual(['200']);
    expect(read.rows).toMatchObject([
      { date: '20260801', templateCode: 'paid', successCount: 80, validFailCount: 1, readCount: 5 },
      {
        date: '20260802',
        templateCode: 'paid',
        successCount: 120,
        validFailCount: 2,
        readCount: 10,
        buttonClickCount: 7,
      },
      { date: '20260803', messageType: 'AT', successCount: 100, readCount: null, buttonClickCount: null },
      { date: '20260803', messageType: 'AI', successCount: 30, readCount: 5 },
    ]);
    const months = await bench.read({ ...of, by: 'month', span: { from: '202608', to: '202608' } });
    expect(months.rows).toMatchObject([
      { month: '202608', messageType: 'AT', successCount: 300, readCount: 25 },
      { month: '202608', messageType: 'AI', successCount: 30 },
    ]);
  });

  it('are added up in a direct look-up', async () => {
    const of = { of: 'direct' as const, date: '20260802', elapsed: [0], ...selection };
    expect((await bench.read({ ...of, what: 'read' })).rows).toMatchObject([{ successCount: 120, readCount: 10 }]);
    expect((await bench.read({ ...of, what: 'click' })).rows).toMatchObject([
      { successCount: 120, clickInfo: { buttonOrders: [5, 2, 0, 0, 0], buttonType: { WL: 7 } } },
    ]);
    expect((await bench.read({ ...of, date: '20260803', what: 'click' })).rows).toMatchObject([
      { successCount: 100, clickInfo: null },
      { messageType: 'AI', successCount: 30 },
    ]);
  });

  it('have pending charges if the charges of one version are pending', async () => {
    const call = async (_endpoint: unknown, { templateCode }: { templateCode: string }) => ({
      mode: templateCode === 'paid' ? 'FINAL' : 'CHARGE_PENDING',
      list: [],
    });
    const client = { now: () => undefined, call, wire: {} } as unknown as Client;
    const of = { of: 'direct' as const, what: 'send' as const, date: '20260802', elapsed: [], ...selection };
    expect(await bench.read(of, { client })).toMatchObject({ mode: 'CHARGE_PENDING' });
  });

  it('have no sum of a count that the service leaves out for one of them', () => {
    const row = { profile: 'shop', date: '20260802', successCount: 20, freeTemplateSuccessCount: 3 };
    const { freeTemplateSuccessCount: _free, ...paid } = row;
    expect(withoutVersions([{ ...row, readCount: 4 }, paid], 'paid')).toEqual([
      { ...row, templateCode: 'paid', successCount: 40, readCount: null },
    ]);
  });
});

describe('a direct look-up of more rows than a page of 10,000', () => {
  const days = { '20261002': 10_000, '20261003': 10_001 };
  const reads = [3, 2, 1];

  beforeAll(async () => {
    await bench.control.clock({ set: '2026-11-25 12:00:00' });
    const row = { profile: 'shop', product: 'brand' as const, groupTagKey: 'autumn', chargedSuccessCount: 20, reads };
    const statistics = Object.entries(days).flatMap(([date, rows]) =>
      Array.from({ length: rows }, (_, index) => ({ ...row, date, templateCode: `t${index}` })),
    );
    expect(await bench.control.seed({ statistics })).toMatchObject({ ok: true });
  });

  it.each([
    ['20261002', 'send', [], 2],
    ['20261003', 'send', [], 3],
    // The sends of the day, and two elapsed days: two pages of each, and an empty one.
    ['20261003', 'read', [0, 2], 9],
  ] as const)('reads %s %s %j to its last page, each row once', async (date, what, elapsed, requests) => {
    await bench.control.clearJournal();
    const progress: [number, number][] = [];
    const read = await bench.read(
      { of: 'direct', product: 'brand', groupTagKey: 'autumn', date, what, elapsed },
      { onAnswer: (done, of) => progress.push([done, of]) },
    );
    expect(await codesOf(bench, requests)).toEqual(['200']);
    expect(progress.at(-1)).toEqual([requests, requests]);
    expect(read.problems).toEqual([]);
    expect(new Set(read.rows.map(({ templateCode }) => templateCode)).size).toBe(days[date]);
    expect(read.rows).toHaveLength(days[date]);
    const counts = { successCount: 20, ...(what === 'read' ? { readCount: 4 } : {}) };
    expect(read.rows.filter((row) => !isMatch(row, counts))).toEqual([]);
  });
});

describe('a direct look-up at a service that does not answer pages of the size asked for', () => {
  const question: DirectQuestion = {
    of: 'direct',
    what: 'send',
    product: 'brand',
    groupTagKey: 'spring',
    date: '20261004',
    elapsed: [],
  };
  const codes = Array.from({ length: 20 }, (_, index) => `t${index + 10}`);
  const unsettled = [{ code: 'list-unsettled', severity: 'warning' }];

  beforeAll(async () => {
    const row = { profile: 'shop', product: 'brand' as const, groupTagKey: 'spring', date: question.date };
    const statistics = codes.map((templateCode) => ({ ...row, templateCode, chargedSuccessCount: 20 }));
    expect(await bench.control.seed({ statistics })).toMatchObject({ ok: true });
  });

  it.each([1, 7, 10, 19, 20, 21])('reads pages of %i rows to the last one', async (size) => {
    const { client, setPage } = await bench.cutting();
    setPage(size);
    const read = await bench.read(question, { client });
    expect(read.rows.map(({ templateCode }) => templateCode)).toEqual(codes);
    expect(read.problems).toEqual([]);
  });

  /** Reads from a service that answers each page with these rows. */
  const readFrom = (rowsOf: (page: number) => object[]) => {
    const call = async (_endpoint: unknown, { page }: { page: number }) => ({ mode: 'FINAL', list: rowsOf(page) });
    return bench.read(question, { client: { now: () => undefined, call } as unknown as Client });
  };

  it('ends if every page is the first one, and warns if there may be more', async () => {
    const pageOf = (length: number) => Array.from({ length }, (_, index) => ({ templateCode: `t${index}` }));
    const some = await readFrom(() => pageOf(20));
    expect([some.rows.length, some.problems]).toEqual([20, []]);
    const full = await readFrom(() => pageOf(10_000));
    expect(full.rows).toHaveLength(10_000);
    expect(full.problems).toMatchObject(unsettled);
  });

  it('warns if the pages never end', async () => {
    const read = await readFrom((page) => [{ templateCode: `t${page}` }]);
    expect(read.rows).toHaveLength(1000);
    expect(read.problems).toMatchObject(unsettled);
  });
});

/** True if a row has these counts. */
function isMatch(row: ShownStat, counts: Readonly<Record<string, number>>): boolean {
  return Object.entries(counts).every(([name, count]) => row[name] === count);
}

it('waits and asks again if another program used the limit of this address', async () => {
  const span = { from: '20261101', to: '20261102' };
  const throttled = { path: 'send/daily', kind: 'status' as const, status: 200, code: '429' };
  await bench.control.faults([{ ...throttled, times: 30 }]);
  const read = (): ReturnType<typeof bench.read> =>
    bench.read({ of: 'send', by: 'day', product: 'notification', filters: {}, span });
  expect((await read()).problems).toEqual([]);
  await bench.control.faults([{ ...throttled, times: 0 }]);
  await expect(read()).rejects.toThrow();
  await bench.control.faults([]);
});

it('keeps rows that differ only in a member that the documents do not have, and matches reads without a uuid', async () => {
  const row = { date: '20261101', messageType: 'AT', chargedSuccessCount: 20 };
  const { url } = await answering(({ path }) => {
    const list = path.endsWith('/read')
      ? [{ ...row, chargedSuccessCount: undefined, readCount: 7 }]
      : path.endsWith('/msgrStat/send')
        ? [{ ...row, uuid: '@shop' }]
        : [
            { ...row, uuid: '@shop' },
            { ...row, uuid: '@shop' },
            { ...row, uuid: '@mall' },
            { ...row, os: 'x' },
          ];
    return { body: { code: '200', mode: 'FINAL', data: { list } } };
  });
  const { service: client, clock } = make({ resourceUrl: url });
  const context = { client, profiles: [shop], clock, signal: never };
  const span = { from: '20261101', to: '20261101' };
  const product = 'notification';
  const sends = await readStatistics({ of: 'send', by: 'day', product, filters: {}, span }, context);
  expect(sends.rows.map(({ uuid = null, successCount }) => [uuid, successCount])).toEqual([
    ['@shop', 20],
    ['@mall', 20],
    [null, 20],
  ]);
  const reads = await readStatistics({ of: 'direct', what: 'read', product, date: '20261101', elapsed: [0] }, context);
  expect(reads.rows).toMatchObject([{ uuid: '@shop', successCount: 20, readCount: 7 }]);
});
