import { describe, expect, it } from 'vitest';
import type { Row, RowPage } from '../../../src/core/kind.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { provesAbsence, takeList } from '../../../src/engine/observe/listing.ts';

const odd: Problem = { code: 'step-failed', severity: 'error', message: 'a row that does not fit' };

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

describe('a list', () => {
  it('is read page by page as the first one says', async () => {
    const list = listOf(page(['a', 'b'], 3, 2), page(['c'], 3, 2));
    expect([...(await takeList(list.read)).rows.keys()]).toEqual(['a', 'b', 'c']);
    expect(list.asked).toEqual([1, 2]);
  });

  it('is as old as its first page, if each of them tells its time', async () => {
    const dated = (date?: number) => ({ ...page(['a'], 2, 2), ...(date !== undefined && { date }) });
    const second = { ...page(['b'], 2, 2), date: 2000 };
    expect((await takeList(listOf(dated(3000), second).read)).date).toBe(2000);
    expect((await takeList(listOf(dated(), second).read)).date).toBe(undefined);
  });

  it('is one page where the service counts none', async () => {
    const listing = await takeList(listOf(page([], 0, 0)).read);
    expect(listing).toMatchObject({ pages: 1, settled: true });
    expect(provesAbsence(listing, 'a')).toBe(true);
  });

  it.each([
    ['its total moved', [page(['a'], 2, 2), page(['b'], 3, 2)]],
    ['its pages moved', [page(['a'], 2, 2), page(['b'], 2, 3)]],
    ['a row came twice', [page(['a'], 2, 2), page(['a'], 2, 2)]],
    ['rows and total do not agree', [page(['a'], 3, 2), page(['b'], 3, 2)]],
  ])('is taken again where %s', async (_why, answers) => {
    const list = listOf(...answers, page(['a', 'b'], 2, 1));
    expect(await takeList(list.read)).toMatchObject({ settled: true, pages: 1 });
    expect(list.asked).toEqual([1, 2, 1]);
  });

  it('is given up after three times, and then proves nothing', async () => {
    const moving = page(['a'], 9, 1);
    const list = listOf(moving, moving, moving);
    const listing = await takeList(list.read);
    expect(listing.settled).toBe(false);
    expect(list.asked).toEqual([1, 1, 1]);
    expect(provesAbsence(listing, 'b')).toBe(false);
  });

  it('with rows that do not fit is whole, and proves nothing about those', async () => {
    const named = await takeList(listOf(page(['a'], 2, 1, [{ name: 'b', problem: odd }])).read);
    expect(named.settled).toBe(true);
    expect(['a', 'b', 'c'].map((name) => provesAbsence(named, name))).toEqual([false, false, true]);
    const nameless = await takeList(listOf(page(['a'], 2, 1, [{ problem: odd }])).read);
    expect(['a', 'b', 'c'].map((name) => provesAbsence(nameless, name))).toEqual([false, false, false]);
  });
});
