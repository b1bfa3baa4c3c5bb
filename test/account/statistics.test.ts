import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lengthOf, type StatSpan, unitsOf } from '../../src/account/statistics/days.ts';
import type { Product, StatQuestion } from '../../src/account/statistics/question.ts';
import { readStatistics } from '../../src/account/statistics/read.ts';
import type { ShownStat } from '../../src/account/statistics/rows.ts';
import type { JsonObject } from '../../src/core/json.ts';
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
function expected({ of, by, product, span }: StatQuestion): JsonObject[] {
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
      .map(({ unit, ...rest }): StatQuestion => ({ ...rest, ...unit, filters: {} }));
    await fc.assert(
      fc.asyncProperty(question, async (one) => {
        const read = await bench.read(one);
        expect(actual(read.rows)).toEqual(expected(one));
        expect(read).toMatchObject({ problems: [], notYet: null, partialMonth: null });
      }),
      { numRuns: 12 },
    );
    expect(await codesOf(bench)).toEqual(['200']);
  });

  it.each<[StatQuestion['of'], StatQuestion['by'], StatSpan, number]>([
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
    const question: StatQuestion = { of, by, span, product: 'notification', filters: {} };
    const { rows } = await bench.read(question, { onAnswer: (done, all) => progress.push(`${done}/${all}`) });
    expect(await codesOf(bench, requests)).toEqual(['200']);
    expect(progress).toEqual(Array.from({ length: requests }, (_, index) => `${index + 1}/${requests}`));
    expect(lengthOf(span, by)).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('reads further pages, and says so if the list changed meanwhile', async () => {
    const span = { from: '20250101', to: '20250131' };
    const question: StatQuestion = { of: 'template', by: 'day', product: 'brand', filters: {}, span };
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
  const daily: StatQuestion = { of: 'send', by: 'day', product: 'notification', filters: {}, span };

  it.each([
    ['2026-11-20 06:59:57', { from: '20261119', to: '20261130' }],
    ['2026-11-20 07:00:00', { from: '20261120', to: '20261130' }],
    ['2026-12-01 07:00:00', null],
  ])('at %s, by the clock of the service', async (now, notYet) => {
    await bench.control.clock({ set: now });
    expect(await bench.read(daily)).toMatchObject({ notYet, partialMonth: null });
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
});

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

it('keeps rows that differ only in a member that the documents do not have, and joins those that are the same', async () => {
  const row = { date: '20261101', messageType: 'AT', chargedSuccessCount: 20 };
  const list = [
    { ...row, uuid: '@shop' },
    { ...row, uuid: '@shop' },
    { ...row, uuid: '@mall' },
    { ...row, os: 'x' },
  ];
  const { url } = await answering(() => ({ body: { code: '200', data: { list } } }));
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
});
