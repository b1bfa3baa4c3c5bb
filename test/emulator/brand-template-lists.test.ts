import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import { systemFiles } from '../../src/files/system.ts';
import { seededRandom } from '../random.ts';
import { type BrandBench, bubbles, dataOf, openBrandBench, rowsOf, web } from './brand-template-support.ts';
import { NOON, objectOf, temporaryFolder } from './support.ts';

const benches: BrandBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

async function open(options: Partial<EmulatorOptions> = {}): Promise<BrandBench> {
  const bench = await openBrandBench(options);
  benches.push(bench);
  return bench;
}

const DAY = 86_400_000;
/** `t1` to `t5`, a day apart, the oldest first; the last at noon. */
const seeds: JsonObject[] = [1, 2, 3, 4, 5].map((day) => ({
  profile: 'shop',
  templateCode: `t${day}`,
  templateName: `봄 소식 ${day}`,
  createdAt: NOON - (5 - day) * DAY,
  ...(day === 2 && { status: 'S', modifiedAt: NOON }),
  ...(day === 3 && { ...bubbles.WIDE, templateName: '여름 소식' }),
}));

async function openSeeded(): Promise<BrandBench> {
  const bench = await open();
  expect(await bench.steer('/seed', { brandTemplates: seeds })).toEqual({ ok: true, brandTemplates: 5 });
  return bench;
}

const codes = (answer: JsonObject): unknown[] => rowsOf(answer).map(({ templateCode }) => templateCode);

describe('the list', () => {
  it('shows the newest first, page by page', async () => {
    const { call } = await openSeeded();
    const pages = [];
    for (const page of ['1', '2', '3', '4']) {
      const answer = await call('/list', { page, count: '2' });
      const { totalCount, totalPage, currentPage } = answer;
      pages.push([totalCount, totalPage, currentPage, objectOf(answer['data'])['hasNext'], ...codes(answer)]);
    }
    expect(pages).toEqual([
      [5, 3, 1, true, 't5', 't4'],
      [5, 3, 2, true, 't3', 't2'],
      [5, 3, 3, false, 't1'],
      [5, 3, 4, false],
    ]);
  });

  it('has rows of the documented members, with the status as serviceStatus', async () => {
    const { call } = await openSeeded();
    expect(rowsOf(await call('/list', { page: '4', count: '1' }))).toEqual([
      {
        senderKey: 'shop-key',
        senderKeyType: 'S',
        templateCode: 't2',
        templateName: '봄 소식 2',
        createdAt: '2026-11-17 12:00:00',
        modifiedAt: '2026-11-20 12:00:00',
        serviceStatus: 'S',
      },
    ]);
  });

  it('has 30 rows where nobody says how many, and 100 at most', async () => {
    const { call, steer } = await open();
    const brandTemplates = Array.from({ length: 101 }, (_, index) => ({ profile: 'shop', templateCode: `n${index}` }));
    await steer('/seed', { brandTemplates });
    expect(codes(await call('/list'))).toHaveLength(30);
    const all = await call('/list', { count: '100' });
    expect(codes(all)).toHaveLength(100);
    expect(codes(all)[0]).toBe('n100');
  });
});

describe('the history', () => {
  it('holds what every version had, the newest first, page by page', async () => {
    const { call, control } = await open();
    const { templateCode = null } = dataOf(await call('/add', { ...bubbles.TEXT, buttons: [web] }));
    await control.clock({ advance: 60_000 });
    const second = dataOf(await call('/update', { ...bubbles.TEXT, templateCode, content: '둘째 글' }));
    await control.clock({ advance: 60_000 });
    await call('/update', { ...bubbles.TEXT, templateCode, content: '셋째 글' });
    const pages = [];
    for (const page of ['1', '2']) pages.push(await call('/history', { templateCode, page, count: '2' }));
    expect(pages).toMatchObject([
      {
        code: '200',
        hasNext: true,
        data: [
          { version: 3, content: '셋째 글', insertedAt: '2026-11-20 12:02:00', modifiedAt: '2026-11-20 12:02:00' },
          { ...second, version: 2, insertedAt: '2026-11-20 12:01:00' },
        ],
      },
      {
        code: '200',
        hasNext: false,
        data: [
          {
            version: 1,
            content: bubbles.TEXT.content,
            buttons: [{ name: web['name'], ordering: 1 }],
            insertedAt: '2026-11-20 12:00:00',
            createdAt: '2026-11-20 12:00:00',
          },
        ],
      },
    ]);
    expect(second).toMatchObject({ createdAt: '2026-11-20 12:00:00', modifiedAt: '2026-11-20 12:01:00' });
  });
});

describe('what is kept', () => {
  it('is there after a restart: content, history, status, order', async () => {
    const data = `${await temporaryFolder()}/data.json`;
    const before = await open({ data });
    await before.steer('/seed', { brandTemplates: seeds });
    await before.call('/update', { ...bubbles.TEXT, templateCode: 't5', content: '새 글' });
    await before.call('/delete', { templateCode: 't4' });
    const paths: [string, JsonObject][] = [
      ['/list', {}],
      ['/history', { templateCode: 't5' }],
      ['/detail', { templateCode: 't2' }],
    ];
    const ask = async ({ call }: BrandBench): Promise<JsonObject[]> =>
      Promise.all(paths.map(([path, body]) => call(path, body)));
    const expected = await ask(before);
    await before.close();
    // Another seed for its random numbers: the new code is not one that was given before.
    const after = await open({ data, ports: { ...portsOf(2) } });
    expect(await ask(after)).toEqual(expected);
    const { templateCode = null } = dataOf(await after.call('/add', bubbles.TEXT));
    expect(codes(await after.call('/list'))).toEqual([templateCode, 't5', 't3', 't2', 't1']);
  });
});

function portsOf(seed: number): EmulatorOptions['ports'] {
  return {
    clock: { now: () => NOON, sleep: () => new Promise(() => undefined) },
    random: seededRandom(seed),
    files: systemFiles,
  };
}
