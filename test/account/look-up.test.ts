import { expect, it } from 'vitest';
import { countedList, openList } from '../../src/account/look-up.ts';
import { brandTemplateEndpoints, brandTemplateVersion } from '../../src/kinds/brand-template/endpoints.ts';
import { templateRow } from '../../src/kinds/discovery.ts';
import { publicTemplateRow, templateEndpoints } from '../../src/kinds/notification-template/endpoints.ts';
import { answering, make, never, shop } from '../wire/support.ts';

/** Lists that a service answers page by page, and changes meanwhile. */

const numbers = (page: number, count: number) => ({ page, count });
const rowOf = (templateCode: string) => ({ templateCode, templateName: 'a', serviceStatus: 'ACT', status: 'A' });

async function placeOf(pages: Record<number, object>) {
  const server = await answering(({ body }) => ({ body: { code: '200', ...pages[JSON.parse(body).page as number] } }));
  const { service: client } = make({ resourceUrl: server.url });
  return {
    place: { client, profile: shop, signal: never },
    asked: () => server.asked.map(({ body }) => JSON.parse(body).page),
  };
}

const counted = (totalCount: number, currentPage: number, codes: string[]) => ({
  totalCount,
  totalPage: Math.ceil(totalCount / 100),
  currentPage,
  data: { list: codes.map(rowOf) },
});

it('a list that shifts while it is read has each row once, and a warning', async () => {
  const { place } = await placeOf({ 1: counted(103, 1, ['a', 'b']), 2: counted(103, 2, ['b', 'c']) });
  const found = await countedList(templateEndpoints.list, templateRow, 'templateCode', numbers)(place, {});
  expect(found.rows.map(({ templateCode }) => templateCode)).toEqual(['a', 'b', 'c']);
  expect(found.problems).toMatchObject([
    { code: 'list-unsettled', severity: 'warning', message: 'template.list of shop has 100 rows fewer than it counts' },
  ]);
});

it('a service that cuts pages smaller than asked for loses no row', async () => {
  const pages = [1, 2, 3, 4, 5].map((page) => ({ ...counted(5, page, [`t${page}`]), totalPage: 5 }));
  const { place, asked } = await placeOf(Object.fromEntries(pages.map((page) => [page.currentPage, page])));
  const found = await countedList(templateEndpoints.list, templateRow, 'templateCode', numbers)(place, {});
  expect([found.rows.length, found.problems]).toEqual([5, []]);
  expect(asked().toSorted()).toEqual([1, 2, 3, 4, 5]);
});

it('a count of pages that the rows cannot fill is not believed', async () => {
  const { place, asked } = await placeOf({
    1: { ...counted(1, 1, ['a']), totalPage: 1_000_000 },
    2: counted(1, 2, []),
  });
  const found = await countedList(templateEndpoints.list, templateRow, 'templateCode', numbers)(place, {});
  expect(found.rows).toHaveLength(1);
  expect(asked()).toEqual([1, 2]);
});

it('a list without a count is read until no page follows, and warns if none comes and a page is empty', async () => {
  const page = (hasNext: boolean, codes: string[]) => ({ hasNext, data: codes.map(rowOf) });
  const read = openList(templateEndpoints.publicList, publicTemplateRow, 'templateCode', numbers);
  const whole = await placeOf({ 1: page(true, ['a']), 2: page(true, ['b']), 3: page(false, ['c']) });
  const found = await read(whole.place, {});
  expect([found.rows.length, found.problems]).toEqual([3, []]);
  const endless = await placeOf({ 1: page(true, ['a']), 2: page(true, []) });
  const cut = await read(endless.place, {});
  expect([cut.rows.length, cut.problems]).toMatchObject([1, [{ code: 'list-unsettled', severity: 'warning' }]]);
  expect(endless.asked()).toEqual([1, 2]);
});

it('a history has every version of its template', async () => {
  const data = [2, 1].map((version) => ({ ...rowOf('a'), chatBubbleType: 'TEXT', content: 'x', version }));
  const { place } = await placeOf({ 1: { hasNext: false, data } });
  const found = await openList(
    brandTemplateEndpoints.history,
    brandTemplateVersion,
    'templateCode',
    numbers,
  )(place, {});
  expect([found.rows.map(({ version }) => version), found.problems]).toEqual([[2, 1], []]);
});

it('a row that cannot be read is a problem, and the others are there', async () => {
  const { place } = await placeOf({
    1: { ...counted(2, 1, ['a']), data: { list: [rowOf('a'), { templateCode: 7 }] } },
  });
  const found = await countedList(templateEndpoints.list, templateRow, 'templateCode', numbers)(place, {});
  expect(found.rows).toHaveLength(1);
  expect(found.problems).toMatchObject([
    { code: 'service-unfit', message: expect.stringContaining('data.list[1].templateCode') },
  ]);
});
