import { expect, test } from 'vitest';
import type { Service } from '../../src/service/service.ts';
import type { BrandTemplateRequest } from '../../src/service/shape/brand-request.ts';
import { answering, credentials, make, mall, never, shop, told } from './support.ts';

const who = { bizId: credentials.bizId, apiKey: credentials.apiKey };
const S = { senderKey: shop.key, senderKeyType: 'S' };
const ok = { code: '200' };

const template: BrandTemplateRequest = { templateName: '겨울', chatBubbleType: 'TEXT', adult: false, content: '본문' };

/** As the service answers it: what a bubble does not have is null, and new members may come. */
const detail = {
  ...template,
  templateCode: 'code',
  header: null,
  carousel: null,
  wideItemList: null,
  commerce: { title: '코트', regularPrice: null, regularPriceName: '#{정상가격}', discountRate: '#{할인율}' },
  buttons: [{ name: '보기', linkType: 'XY', ordering: 1, bizFormId: 7, linkMobile: null }],
  createdAt: '2026-11-20 09:00:00',
  modifiedAt: '2026-11-20 09:00:00',
  status: 'A',
  future: 1,
};

interface Row {
  call: (api: Service['resource']['brandTemplate']) => Promise<unknown>;
  path: string;
  body: object;
  answer: object;
  gives: unknown;
}

/** Resource API 4.7: every endpoint, its whole request and what becomes of its answer. */
const rows: Record<string, Row> = {
  add: {
    call: (api) => api.add(shop, template, never),
    path: 'add',
    body: { ...who, ...S, ...template },
    answer: { ...ok, data: detail },
    gives: detail,
  },
  detail: {
    call: (api) => api.detail(mall, 'code', never),
    path: 'detail',
    body: { ...who, senderKey: mall.key, senderKeyType: 'G', templateCode: 'code' },
    answer: { ...ok, data: detail },
    gives: detail,
  },
  update: {
    call: (api) => api.update(shop, { ...template, templateCode: 'code' }, never),
    path: 'update',
    body: { ...who, ...S, ...template, templateCode: 'code' },
    answer: { ...ok, data: detail },
    gives: detail,
  },
  delete: {
    call: (api) => api.delete(shop, 'code', never),
    path: 'delete',
    body: { ...who, ...S, templateCode: 'code' },
    answer: ok,
    gives: undefined,
  },
  list: {
    call: (api) => api.list(shop, { page: 2, count: 100, status: 'S', keyword: '겨울', chatBubbleType: 'WIDE' }, never),
    path: 'list',
    body: { ...who, ...S, page: '2', count: '100', status: 'S', keyword: '겨울', chatBubbleType: 'WIDE' },
    answer: {
      ...ok,
      totalCount: 101,
      totalPage: 2,
      currentPage: 2,
      data: { hasNext: false, list: [{ templateCode: 'a', templateName: 'A', serviceStatus: 'S' }] },
    },
    gives: {
      rows: [{ templateCode: 'a', templateName: 'A', serviceStatus: 'S' }],
      unreadable: [],
      totalCount: 101,
      totalPage: 2,
      currentPage: 2,
      date: expect.any(Number),
    },
  },
  'list of everything': {
    call: (api) => api.list(shop, {}, never),
    path: 'list',
    body: { ...who, ...S },
    answer: { ...ok, totalCount: 0, totalPage: 0, currentPage: 1, data: null },
    gives: { rows: [], unreadable: [], totalCount: 0, totalPage: 0, currentPage: 1, date: expect.any(Number) },
  },
  history: {
    call: (api) => api.history(shop, 'code', { page: 1, count: 5 }, never),
    path: 'history',
    body: { ...who, ...S, templateCode: 'code', page: '1', count: '5' },
    answer: { ...ok, hasNext: true, data: [{ ...detail, version: 2, insertedAt: '2026-11-20 09:00:00' }] },
    gives: {
      versions: [{ ...detail, version: 2, insertedAt: '2026-11-20 09:00:00' }],
      unreadable: [],
      hasNext: true,
    },
  },
};

test.each(Object.entries(rows))('brand template: %s is asked as documented', async (_name, row) => {
  const server = await answering(() => ({ body: row.answer }));
  const { service, trace } = make({ resourceUrl: server.url });
  expect(await row.call(service.resource.brandTemplate)).toEqual(row.gives);
  const path = `/v4/msgr/brand/template/${row.path}`;
  expect(server.asked.map((asked) => [asked.method, asked.path])).toEqual([['POST', path]]);
  expect(JSON.parse(Buffer.from(server.asked[0]?.body ?? '', 'latin1').toString())).toEqual(row.body);
  expect(trace).toEqual([`POST ${path} 200 200 0 ms, try 1`]);
});

test('a row or a version that does not fit spoils itself alone', async () => {
  const server = await answering(({ path }) => ({
    body: path.endsWith('/list')
      ? { ...ok, totalCount: 1, totalPage: 1, currentPage: 1, data: { list: [{ templateCode: 'a' }] } }
      : { ...ok, hasNext: false, data: [{ ...detail, version: 'two' }] },
  }));
  const { service } = make({ resourceUrl: server.url });
  const { list, history } = service.resource.brandTemplate;
  expect((await list(shop, {}, never)).unreadable).toMatchObject([
    { templateCode: 'a', problem: { message: expect.stringContaining('data.list[0].templateName') } },
  ]);
  expect((await history(shop, 'code', {}, never)).unreadable).toMatchObject([
    { templateCode: 'code', problem: { message: expect.stringContaining('data[0].version') } },
  ]);
});

test('an answer that is no brand template is told with the place', async () => {
  const server = await answering(() => ({
    body: { ...ok, data: { ...detail, carousel: { list: [{ buttons: {} }] } } },
  }));
  const { service } = make({ resourceUrl: server.url });
  expect(await told(service.resource.brandTemplate.detail(shop, 'code', never))).toMatchObject({
    kind: 'unfit',
    message: expect.stringContaining('data.carousel.list[0].buttons: expected array'),
  });
});
