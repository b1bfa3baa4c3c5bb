import { expect, test } from 'vitest';
import type { Service } from '../../src/service/service.ts';
import { answering, credentials, detail, make, mall, never, shop, template, told } from './support.ts';

const who = { bizId: credentials.bizId, apiKey: credentials.apiKey };
const S = { senderKey: shop.key, senderKeyType: 'S' };
const ok = { code: '200' };
const png = { name: 'order.png', bytes: new Uint8Array([137, 80]) };

interface Row {
  call: (service: Service) => Promise<unknown>;
  path: string;
  body: object;
  answer: object;
  gives: unknown;
}

/** Resource API 4.1, 4.3, 4.4: every endpoint, its whole request and what becomes of its answer. */
const rows: Record<string, Row> = {
  'template.add': {
    call: ({ resource }) => resource.template.add(shop, template, never),
    path: '/v3/msgr/template/add',
    body: { ...who, ...S, ...template },
    answer: { ...ok, data: detail },
    gives: detail,
  },
  'template.codeCheck': {
    call: ({ resource }) => resource.template.codeCheck(shop, 'order_paid', never),
    path: '/v3/msgr/template/codeCheck',
    body: { ...who, ...S, templateCode: 'order_paid' },
    answer: ok,
    gives: undefined,
  },
  'template.list': {
    call: ({ resource }) =>
      resource.template.list(mall, { page: 2, count: 100, keyword: '주문', categoryCodeList: ['001001'] }, never),
    path: '/v3/msgr/template/list',
    body: {
      ...who,
      senderKey: mall.key,
      senderKeyType: 'G',
      page: 2,
      count: 100,
      keyword: '주문',
      categoryCodeList: ['001001'],
    },
    answer: {
      ...ok,
      totalCount: 101,
      totalPage: 2,
      currentPage: 2,
      data: { list: [{ templateCode: 'a', templateName: 'A', serviceStatus: 'RDY', future: 1 }] },
    },
    gives: {
      rows: [{ templateCode: 'a', templateName: 'A', serviceStatus: 'RDY', future: 1 }],
      unreadable: [],
      totalCount: 101,
      totalPage: 2,
      currentPage: 2,
      date: expect.any(Number),
    },
  },
  'template.detail': {
    call: ({ resource }) => resource.template.detail(shop, 'order_paid', never),
    path: '/v3/msgr/template/detail',
    body: { ...who, ...S, templateCode: 'order_paid' },
    answer: { ...ok, data: { ...detail, templateExtra: null, buttons: null } },
    gives: { ...detail, templateExtra: null, buttons: null },
  },
  'template.update': {
    call: ({ resource }) => resource.template.update(shop, { ...template, newTemplateCode: 'order_done' }, never),
    path: '/v3/msgr/template/update',
    body: { ...who, ...S, ...template, newTemplateCode: 'order_done' },
    answer: { ...ok, data: detail },
    gives: detail,
  },
  'template.delete': plain('delete', (api) => api.delete(shop, 'order_paid', never)),
  'template.categories': {
    call: ({ resource }) => resource.template.categories(never),
    path: '/v3/msgr/template/category/all',
    body: who,
    answer: {
      ...ok,
      data: [{ code: '001001', name: '가입', groupName: '회원', Inclusion: '가입 안내', exclusion: null }],
    },
    gives: [{ code: '001001', name: '가입', groupName: '회원', inclusion: '가입 안내', exclusion: null }],
  },
  'template.category': {
    call: ({ resource }) => resource.template.category('001001', never),
    path: '/v3/msgr/template/category',
    body: { ...who, categoryCode: '001001' },
    answer: { ...ok, data: { code: '001001', name: '가입', inclusion: '가입 안내' } },
    gives: { code: '001001', name: '가입', inclusion: '가입 안내' },
  },
  'template.request': {
    ...plain('request', (api) => api.request(shop, 'order_paid', '확인 부탁드립니다', never)),
    body: { ...who, ...S, templateCode: 'order_paid', comment: '확인 부탁드립니다' },
  },
  'template.request without a comment': plain('request', (api) => api.request(shop, 'order_paid', undefined, never)),
  'template.cancelRequest': plain('cancel_request', (api) => api.cancelRequest(shop, 'order_paid', never)),
  'template.stop': plain('stop', (api) => api.stop(shop, 'order_paid', never)),
  'template.reuse': plain('reuse', (api) => api.reuse(shop, 'order_paid', never)),
  'template.cancelApproval': plain('cancel_approval', (api) => api.cancelApproval(shop, 'order_paid', never)),
  'template.release': plain('release', (api) => api.release(shop, 'order_paid', never)),
  'template.convertAddCh, which has no senderKeyType': {
    ...plain('convertAddCh', (api) => api.convertAddCh(shop, 'order_paid', never)),
    body: { ...who, senderKey: shop.key, templateCode: 'order_paid' },
  },
  'template.publicList': {
    call: ({ resource }) => resource.template.publicList({ since: '20261119000000', page: 1, count: 100 }, never),
    path: '/v3/msgr/template/public/list',
    body: { ...who, since: '20261119000000', page: 1, count: 100 },
    answer: {
      ...ok,
      hasNext: true,
      data: [{ templateCode: 'p', templateName: 'P', status: 'A', releaseDate: '20261101' }],
    },
    gives: {
      rows: [{ templateCode: 'p', templateName: 'P', status: 'A', releaseDate: '20261101' }],
      unreadable: [],
      hasNext: true,
    },
  },
  'profile.get': {
    call: ({ resource }) => resource.profile.get(shop.key, never),
    path: '/v3/msgr/profile',
    body: { ...who, senderKey: shop.key },
    answer: { ...ok, data: { senderKey: shop.key, profileStatus: 'A', groups: null } },
    gives: { senderKey: shop.key, profileStatus: 'A', groups: null },
  },
  'profile.use': {
    call: ({ resource }) => resource.profile.use(never),
    path: '/v3/msgr/profile/use',
    body: who,
    answer: { ...ok, data: { success: [{ senderKey: 'k' }], fail: [{ senderKey: 'x', code: 508, message: '없음' }] } },
    gives: { success: [{ senderKey: 'k' }], fail: [{ senderKey: 'x', code: '508', message: '없음' }] },
  },
  'profile.multi': {
    call: ({ resource }) => resource.profile.multi(['k', 'l'], never),
    path: '/v3/msgr/profile/multi',
    body: { ...who, senderKey: ['k', 'l'] },
    answer: { ...ok, data: { success: [{ senderKey: 'k' }] } },
    gives: { success: [{ senderKey: 'k' }], fail: [] },
  },
  'profile.categories': {
    call: ({ resource }) => resource.profile.categories(never),
    path: '/v3/msgr/profile/category/all',
    body: who,
    answer: { ...ok, data: [{ code: '00100010001', name: '쇼핑' }] },
    gives: [{ code: '00100010001', name: '쇼핑' }],
  },
  'profile.category': {
    call: ({ resource }) => resource.profile.category('00100010001', never),
    path: '/v3/msgr/profile/category',
    body: { ...who, categoryCode: '00100010001' },
    answer: { ...ok, data: { code: '00100010001', name: '쇼핑' } },
    gives: { code: '00100010001', name: '쇼핑' },
  },
  'group.list': {
    call: ({ resource }) => resource.group.list(never),
    path: '/v3/msgr/group',
    body: who,
    answer: { ...ok, data: [{ groupKey: 'g', name: '몰', createdAt: '2026-11-20 09:00:00' }] },
    gives: [{ groupKey: 'g', name: '몰', createdAt: '2026-11-20 09:00:00' }],
  },
  'group.all': {
    call: ({ resource }) => resource.group.all(never),
    path: '/v3/msgr/group/all',
    body: who,
    answer: { ...ok, data: [] },
    gives: [],
  },
};

function plain(path: string, call: (api: Service['resource']['template']) => Promise<unknown>): Row {
  return {
    call: ({ resource }) => call(resource.template),
    path: `/v3/msgr/template/${path}`,
    body: { ...who, ...S, templateCode: 'order_paid' },
    answer: ok,
    gives: undefined,
  };
}

test.each(Object.entries(rows))('%s is asked as documented', async (_name, { call, path, body, answer, gives }) => {
  const server = await answering(() => ({ body: answer }));
  const { service, trace } = make({ resourceUrl: server.url });
  expect(await call(service)).toEqual(gives);
  expect(server.asked.map((asked) => [asked.method, asked.path, asked.headers['content-type']])).toEqual([
    ['POST', path, 'application/json; charset=utf-8'],
  ]);
  expect(JSON.parse(Buffer.from(server.asked[0]?.body ?? '', 'latin1').toString())).toEqual(body);
  expect(trace).toEqual([`POST ${path} 200 200 0 ms, try 1`]);
});

test.each([
  ['notification/template', '/v3/msgr/image/noticetalk/template'],
  ['notification/send', '/v3/msgr/image/noticetalk'],
  ['notification/highlight', '/v3/msgr/image/noticetalk/itemHighlight'],
] as const)('an image for %s goes to %s', async (use, path) => {
  const server = await answering(() => ({ body: { ...ok, image: 'https://img.example.com/1.png' } }));
  const { service } = make({ resourceUrl: server.url });
  expect(await service.resource.image.upload(use, png, never)).toBe('https://img.example.com/1.png');
  expect(server.asked.map((asked) => asked.path)).toEqual([path]);
});

test('an environment may have its own words for segment and product, and a base address with a path', async () => {
  const server = await answering(() => ({ body: { ...ok, image: 'https://img.example.com/1.png' } }));
  const wire = { segment: 'talk', product: 'alim', adminId: 'adminId', couponScheme: 'alim' };
  const { service } = make({ resourceUrl: `${server.url}/gateway/`, wire });
  await service.resource.image.upload('notification/highlight', png, never);
  expect(server.asked.map((asked) => asked.path)).toEqual(['/gateway/v3/talk/image/alim/itemHighlight']);
});

test('a row that does not fit leaves the others, and names its code and field', async () => {
  const good = { templateCode: 'a', templateName: 'A', serviceStatus: 'REG' };
  const list = [good, { ...good, templateCode: 'b', templateName: 7 }, null, { ...good, templateCode: 9 }];
  const server = await answering(() => ({
    body: { ...ok, totalCount: 4, totalPage: 1, currentPage: 1, data: { list } },
  }));
  const { service } = make({ resourceUrl: server.url });
  const page = await service.resource.template.list(shop, {}, never);
  expect(page.rows).toEqual([good]);
  expect(page.unreadable.map(({ templateCode, problem }) => [templateCode, problem.message])).toEqual([
    ['b', row('data.list[1].templateName: expected string, received number')],
    [undefined, row('data.list[2]: expected object, received null')],
    [undefined, row('data.list[3].templateCode: expected string, received number')],
  ]);
});

function row(what: string): string {
  return `A row of template.list does not have the documented shape: ${what}`;
}

test.each([null, {}, { list: null }, { list: [] }])('an empty list may be written as %j', async (data) => {
  const server = await answering(() => ({ body: { ...ok, totalCount: 0, totalPage: 0, currentPage: 1, data } }));
  const { service } = make({ resourceUrl: server.url });
  expect((await service.resource.template.list(shop, {}, never)).rows).toEqual([]);
});

const lists: Record<string, (resource: Service['resource']) => Promise<unknown>> = {
  'template.categories': (resource) => resource.template.categories(never),
  'template.publicList': async (resource) => (await resource.template.publicList({}, never)).rows,
  'brandTemplate.history': async (resource) => (await resource.brandTemplate.history(shop, 'code', {}, never)).versions,
  'profile.categories': (resource) => resource.profile.categories(never),
  'group.list': (resource) => resource.group.list(never),
  'group.all': (resource) => resource.group.all(never),
  'tag.list': async (resource) => (await resource.tag.list(shop, never)).rows,
  'plugin.list': async (resource) => (await resource.plugin.list(shop, never)).rows,
};

test.each(Object.entries(lists))('%s: null is an empty list, and none at all does not fit', async (_name, list) => {
  const empty = await answering(() => ({ body: { ...ok, hasNext: false, data: null } }));
  expect(await list(make({ resourceUrl: empty.url }).service.resource)).toEqual([]);
  const none = await answering(() => ({ body: { ...ok, hasNext: false } }));
  expect(await told(list(make({ resourceUrl: none.url }).service.resource))).toMatchObject({ kind: 'unfit' });
});

test('profiles that were found may be null too', async () => {
  const server = await answering(() => ({ body: { ...ok, data: { success: null, fail: null } } }));
  const { service } = make({ resourceUrl: server.url });
  expect(await service.resource.profile.use(never)).toEqual({ success: [], fail: [] });
});

test('a list that is left out is no empty one where the total counts rows', async () => {
  const server = await answering(() => ({ body: { ...ok, totalCount: 1, totalPage: 1, currentPage: 1, data: {} } }));
  const { service } = make({ resourceUrl: server.url });
  expect(await told(service.resource.template.list(shop, {}, never))).toMatchObject({
    kind: 'unfit',
    message:
      'The answer to template.list does not have the documented shape: data.list: expected array, since totalCount is not 0',
  });
});
