import { describe, expect, it } from 'vitest';
import type { Row, RowPage } from '../../../src/core/kind.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { provesAbsence, takeList } from '../../../src/engine/observe/listing.ts';

const odd: Problem = { code: 'service-unfit', severity: 'error', message: 'a row that does not fit' };

function row(name: string): Row {
  return { name, title: name, state: 'REG', modifiedAt: '' };
}

function page(names: readonly string[], total: number, pages: number, unreadable: RowPage['unreadable'] = []): RowPage {
  return { rows: names.map(row), unreadable, total, pages };
}

/** Answers of a list, one for each request, in order. */
function listOf(...answers: RowPage[]): { read(number: number): Promise<RowPage>; asked: number[] } {
  const asked: number[] = [];
  const read = async (number: number): Promise<RowPage> => {
    asked.push(number);
    const answer = answers[asked.length - 1];
    if (!answer) throw new Error('asked too often');
    return answer;
  };
  return { read, asked };
}

const never = new AbortController().signal;

function take(
  page: (number: number) => Promise<RowPage>,
  signal = never,
  onPage?: (rows: number, total: number) => void,
) {
  return takeList({ page, signal, onPage });
}

/** Waits until everything that is ready has run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Names of rows from one number on. */
function names(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `row-${from + index}`);
}

describe('a list', () => {
  it('is read page by page as the first one says', async () => {
    const list = listOf(page(['a', 'b'], 3, 2), page(['c'], 3, 2));
    expect([...(await take(list.read)).rows.keys()]).toEqual(['a', 'b', 'c']);
    expect(list.asked).toEqual([1, 2]);
  });

  it('is as old as its first page, if each of them tells its time', async () => {
    const dated = (date?: number) => ({ ...page(['a'], 2, 2), ...(date !== undefined && { date }) });
    const second = { ...page(['b'], 2, 2), date: 2000 };
    expect((await take(listOf(dated(3000), second).read)).date).toBe(2000);
    expect((await take(listOf(dated(), second).read)).date).toBe(undefined);
  });

  it('is one page where the service counts none', async () => {
    const listing = await take(listOf(page([], 0, 0)).read);
    expect(listing).toMatchObject({ complete: true });
    expect(provesAbsence(listing, 'a')).toBe(true);
  });

  it.each([
    ['its total moved', [page(['a'], 2, 2), page(['b'], 3, 2)]],
    ['its pages moved', [page(['a'], 2, 2), page(['b'], 2, 3)]],
    ['a row came twice', [page(['a'], 2, 2), page(['a'], 2, 2)]],
    ['rows and total do not agree', [page(['a'], 3, 2), page(['b'], 3, 2)]],
  ])('is taken again where %s', async (_why, answers) => {
    const list = listOf(...answers, page(['a', 'b'], 2, 1));
    expect(await take(list.read)).toMatchObject({ complete: true });
    expect(list.asked).toEqual([1, 2, 1]);
  });

  it('is given up after three times, and then proves nothing', async () => {
    const moving = page(['a'], 9, 1);
    const list = listOf(moving, moving, moving);
    const listing = await take(list.read);
    expect(listing.complete).toBe(false);
    expect(list.asked).toEqual([1, 1, 1]);
    expect(provesAbsence(listing, 'b')).toBe(false);
  });

  it('with rows that do not fit is whole, and proves nothing about those', async () => {
    const named = await take(listOf(page(['a'], 2, 1, [{ name: 'b', problem: odd }])).read);
    expect(named.complete).toBe(true);
    expect(['a', 'b', 'c'].map((name) => provesAbsence(named, name))).toEqual([false, false, true]);
    const nameless = await take(listOf(page(['a'], 2, 1, [{ problem: odd }])).read);
    expect(['a', 'b', 'c'].map((name) => provesAbsence(nameless, name))).toEqual([false, false, false]);
  });

  it.each([
    ['rounds its pages up', 4, 2],
    ['counts one page too many', 4, 3],
    ['counts one page when there is none', 0, 1],
  ])('is read from a service that %s', async (_how, total, pages) => {
    const read = async (number: number) =>
      page(names(number * 2, Math.max(0, Math.min(2, total - number * 2 + 2))), total, pages);
    const listing = await take(read);
    expect(listing).toMatchObject({ complete: true });
    expect(listing.rows.size).toBe(total);
  });

  it('is asked for 64 pages at once and no more', async () => {
    let underWay = 0;
    let most = 0;
    const listing = await take(async (number) => {
      most = Math.max(most, ++underWay);
      await turn();
      underWay -= 1;
      return page(names(number * 10, 10), 2000, 200);
    });
    expect(listing).toMatchObject({ complete: true });
    expect(most).toBe(64);
  });

  it('is stopped between two pages', async () => {
    const stop = new AbortController();
    let asked = 0;
    const read = async (number: number) => {
      if (++asked === 100) stop.abort();
      await turn();
      return page(names(number * 10, 10), 900_000, 90_000);
    };
    await expect(take(read, stop.signal)).rejects.toMatchObject({ kind: 'interrupted' });
    expect(asked).toBeLessThan(200);
  });

  it('asks for no further page after a page failed', async () => {
    const asked: number[] = [];
    const read = async (number: number) => {
      asked.push(number);
      await turn();
      if (number === 5) throw new Error('page 5');
      return page(names(number * 10, 10), 900_000, 90_000);
    };
    await expect(take(read)).rejects.toThrow('page 5');
    const then = asked.length;
    await turn();
    expect(asked.length).toBe(then);
    expect(then).toBeLessThan(200);
  });

  it('ends at a page without a new row, whatever was counted', async () => {
    let asked = 0;
    const listing = await take(async (number) => {
      asked += 1;
      return page(number < 4 ? names(number, 1) : ['row-1'], 900_000, 900_000);
    });
    expect(listing).toMatchObject({ complete: false });
    expect(asked).toBeLessThan(3 * 100);
  });

  it('says after each page how many rows it has read', async () => {
    const told: string[] = [];
    const list = listOf(page(['a', 'b'], 3, 2, []), page([], 3, 2, [{ problem: odd }]));
    await take(list.read, never, (rows, total) => told.push(`${rows} of ${total}`));
    expect(told).toEqual(['2 of 3', '3 of 3']);
  });
});
