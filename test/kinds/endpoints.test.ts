import { expect, test } from 'vitest';
import type { Discovery, RowPage } from '../../src/core/kind.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { brandTemplateEndpoints as brand } from '../../src/kinds/brand-template/endpoints.ts';
import { brandDiscovery } from '../../src/kinds/brand-template/kind.ts';
import { tagEndpoints as tag } from '../../src/kinds/group-tag/endpoints.ts';
import { tagDiscovery } from '../../src/kinds/group-tag/kind.ts';
import { templateEndpoints as template } from '../../src/kinds/notification-template/endpoints.ts';
import { templateDiscovery } from '../../src/kinds/notification-template/kind.ts';
import { pluginEndpoints as plugin } from '../../src/kinds/plugin-callback/endpoints.ts';
import { callbackDiscovery } from '../../src/kinds/plugin-callback/kind.ts';
import { groupEndpoints as group, profileEndpoints as profile } from '../../src/kinds/sender-profile/endpoints.ts';
import { senderProfile } from '../../src/kinds/sender-profile/kind.ts';
import { videoEndpoints as video } from '../../src/kinds/video/endpoints.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { api } from '../api.ts';
import * as support from '../wire/support.ts';
import { answering, credentials, detail, failureOf, make, mall, never, shop, told } from '../wire/support.ts';
import { nothingBound } from './bound.ts';

/** Every endpoint of the resource API that takes JSON: its path, its whole request, and what becomes of its answer. */

const asker = { bizId: credentials.bizId, apiKey: credentials.apiKey };
const S = { senderKey: shop.key, senderKeyType: 'S' };
const G = { senderKey: mall.key, senderKeyType: 'G' };
const code = { ...S, templateCode: 'order_paid' };
const ok = { code: '200' };
const data = (value: unknown) => ({ ...ok, data: value });
const page = (list: unknown) => ({ ...ok, totalCount: 101, totalPage: 2, currentPage: 2, data: { list } });

type Row = [endpoint: Endpoint<unknown>, path: string, fields: object, answer: object, gives: unknown];

/** An endpoint that answers with its code only. */
function plain(endpoint: Endpoint<unknown>, path: string, fields: object = code): Row {
  return [endpoint, path, fields, ok, ok];
}

/** An endpoint whose answer is what it has under `data`, as it is. */
function withData(endpoint: Endpoint<unknown>, path: string, fields: object, value: unknown): Row {
  return [endpoint, path, fields, data(value), value];
}

/** An endpoint whose rows are read one by one, later. */
function whole(endpoint: Endpoint<unknown>, path: string, fields: object, answer: object): Row {
  return [endpoint, path, fields, answer, answer];
}

const sparse = { ...detail, templateExtra: null, buttons: null };
const inclusion = { code: '001001', name: '가입', groupName: '회원', exclusion: null };
const publicRow = { templateCode: 'p', templateName: 'P', status: 'A', releaseDate: '20261101' };
const row = { templateCode: 'a', templateName: 'A', serviceStatus: 'RDY', future: 1 };
const category = { code: '00100010001', name: '쇼핑' };
const mallGroup = { groupKey: mall.key, name: '몰', createdAt: '2026-11-20 09:00:00' };
const promo = { groupTagKey: 'k1', groupTagName: '봄 행사' };
const callback = { pluginId: 'p1', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://plugin.example.com' };
const winter = { templateName: '겨울', chatBubbleType: 'TEXT', adult: false, content: '본문' };

/** As the service answers it: what a bubble does not have is null, and new members may come. */
const winterDetail = {
  ...winter,
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

const searched = { page: 2, count: 100, keyword: '주문', categoryCodeList: ['001001'] };
const brandSearched = { page: '2', count: '100', status: 'S', keyword: '겨울', chatBubbleType: 'WIDE' };
const version = { ...winterDetail, version: 2, insertedAt: '2026-11-20 09:00:00' };
const found = { success: [{ senderKey: 'k' }], fail: [{ senderKey: 'x', code: '508', message: '없음' }] };
const film = { vid: 'v1', status: 'ENCODING', title: null, later: 1 };
const filmTicket = { vid: 'v1', uploadUrl: 'https://u', token: 't' };
const registration = { token: '123456', phoneNumber: '01000000000', adminId: '@shop', categoryCode: '1' };

const rows: Row[] = [
  withData(template.add, '/v3/msgr/template/add', { ...S, ...support.template }, detail),
  plain(template.codeCheck, '/v3/msgr/template/codeCheck'),
  whole(template.list, '/v3/msgr/template/list', { ...G, ...searched }, page([row])),
  withData(template.detail, '/v3/msgr/template/detail', code, sparse),
  withData(template.update, '/v3/msgr/template/update', { ...S, ...support.template, newTemplateCode: 'done' }, detail),
  plain(template.delete, '/v3/msgr/template/delete'),
  [
    template.categories,
    '/v3/msgr/template/category/all',
    {},
    data([{ ...inclusion, Inclusion: '가입 안내' }]),
    [{ ...inclusion, inclusion: '가입 안내' }],
  ],
  withData(
    template.category,
    '/v3/msgr/template/category',
    { categoryCode: '001001' },
    { code: '001001', name: '가입', inclusion: '가입 안내' },
  ),
  plain(template.request, '/v3/msgr/template/request', { ...code, comment: '확인 부탁드립니다' }),
  plain(template.cancelRequest, '/v3/msgr/template/cancel_request'),
  plain(template.stop, '/v3/msgr/template/stop'),
  plain(template.reuse, '/v3/msgr/template/reuse'),
  plain(template.cancelApproval, '/v3/msgr/template/cancel_approval'),
  plain(template.release, '/v3/msgr/template/release'),
  // This one has no senderKeyType.
  plain(template.convertAddCh, '/v3/msgr/template/convertAddCh', { senderKey: shop.key, templateCode: 'order_paid' }),
  whole(
    template.publicList,
    '/v3/msgr/template/public/list',
    { since: '20261119000000', page: 1, count: 100 },
    { ...data([publicRow]), hasNext: true },
  ),
  withData(brand.add, '/v4/msgr/brand/template/add', { ...S, ...winter }, winterDetail),
  withData(brand.detail, '/v4/msgr/brand/template/detail', { ...G, templateCode: 'code' }, winterDetail),
  withData(brand.update, '/v4/msgr/brand/template/update', { ...S, ...winter, templateCode: 'code' }, winterDetail),
  plain(brand.delete, '/v4/msgr/brand/template/delete', { ...S, templateCode: 'code' }),
  whole(brand.list, '/v4/msgr/brand/template/list', { ...S, ...brandSearched }, page([row])),
  whole(brand.list, '/v4/msgr/brand/template/list', S, {
    ...ok,
    totalCount: 0,
    totalPage: 0,
    currentPage: 1,
    data: null,
  }),
  whole(
    brand.history,
    '/v4/msgr/brand/template/history',
    { ...S, templateCode: 'code', page: '1', count: '5' },
    { ...data([version]), hasNext: true },
  ),
  withData(profile.get, '/v3/msgr/profile', { senderKey: shop.key }, { senderKey: shop.key, groups: null }),
  [
    profile.use,
    '/v3/msgr/profile/use',
    {},
    data({ ...found, fail: [{ senderKey: 'x', code: 508, message: '없음' }] }),
    found,
  ],
  [
    profile.multi,
    '/v3/msgr/profile/multi',
    { senderKey: ['k', 'l'] },
    data({ success: [{ senderKey: 'k' }] }),
    { success: [{ senderKey: 'k' }], fail: [] },
  ],
  withData(profile.categories, '/v3/msgr/profile/category/all', {}, [category]),
  withData(profile.category, '/v3/msgr/profile/category', { categoryCode: '00100010001' }, category),
  plain(profile.token, '/v3/msgr/profile/token', { phoneNumber: '01000000000', adminId: '@shop' }),
  withData(profile.create, '/v3/msgr/profile/create', registration, { senderKey: 'new-key' }),
  plain(profile.recover, '/v3/msgr/profile/recover', { senderKey: shop.key }),
  plain(profile.unsubscribe, '/v4/msgr/profile/unsubscribeContent/update', {
    senderKey: shop.key,
    unsubscribePhoneNumber: '080',
  }),
  plain(profile.applyBrand, '/v4/msgr/profile/brandMessage/apply', { senderKey: shop.key }),
  withData(group.list, '/v3/msgr/group', {}, [mallGroup]),
  withData(group.all, '/v3/msgr/group/all', {}, []),
  withData(group.add, '/v3/msgr/group/profile/add', { senderKey: shop.key, groupKey: mall.key }, mallGroup),
  plain(group.remove, '/v3/msgr/group/profile/delete', { senderKey: shop.key, groupKey: mall.key }),
  withData(tag.get, '/v4/msgr/groupTag', { ...G, groupTagKey: 'k1' }, promo),
  withData(tag.list, '/v4/msgr/groupTag/list', S, [promo]),
  withData(tag.create, '/v4/msgr/groupTag/create', { ...S, groupTagName: '봄 행사' }, promo),
  withData(tag.update, '/v4/msgr/groupTag/update', { ...S, groupTagKey: 'k1', newGroupTagName: '여름' }, promo),
  plain(tag.delete, '/v4/msgr/groupTag/delete', { ...S, groupTagKey: 'k1' }),
  withData(plugin.list, '/v3/msgr/plugin/callbackUrl/list', S, [callback]),
  plain(plugin.create, '/v3/msgr/plugin/callbackUrl/create', { ...S, ...callback }),
  plain(plugin.update, '/v3/msgr/plugin/callbackUrl/update', { ...S, pluginId: 'p1', callbackUrl: 'https://o' }),
  plain(plugin.delete, '/v3/msgr/plugin/callbackUrl/delete', { ...S, pluginId: 'p1' }),
  withData(video.search, '/v4/msgr/brand/video/search', { ...G, vid: 'v1' }, film),
  withData(
    video.register,
    '/v4/msgr/brand/video/upload/register',
    { senderKey: shop.key, fileName: '봄.mp4', fileSize: 12 },
    filmTicket,
  ),
];

test('every endpoint but those that take a form is asked below', () => {
  const tables: Record<string, Endpoint<unknown>>[] = [template, brand, profile, group, tag, plugin, video];
  const json = tables.flatMap((table) => Object.values(table)).filter((one) => !FORMS.includes(one));
  expect(new Set(rows.map(([endpoint]) => endpoint))).toEqual(new Set(json));
});

const FORMS: readonly Endpoint<unknown>[] = [template.requestWithFile, profile.consent];

test.each(rows.map((row) => [row[0].name, ...row] as const))(
  '%s is asked as documented',
  async (_name, endpoint, path, fields, answer, gives) => {
    const server = await answering(() => ({ body: answer }));
    const { service, trace } = make({ resourceUrl: server.url });
    expect(await service.callDated(endpoint, fields, never)).toEqual({ answer: gives, date: expect.any(Number) });
    expect(server.asked.map((asked) => [asked.method, asked.path, asked.headers['content-type']])).toEqual([
      ['POST', path, 'application/json; charset=utf-8'],
    ]);
    const body: unknown = JSON.parse(Buffer.from(server.asked[0]?.body ?? '', 'latin1').toString());
    expect(body).toEqual({ ...asker, ...fields });
    expect(trace).toEqual([`POST ${path} 200 200 0 ms, try 1`]);
  },
);

test('a field that is undefined is not sent', async () => {
  const server = await answering(() => ({ body: ok }));
  const { service } = make({ resourceUrl: server.url });
  await service.call(template.request, { ...code, comment: undefined }, never);
  expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({ ...asker, ...code });
});

test('an environment may have its own words for segment and product, and a base address with a path', async () => {
  const server = await answering(() => ({ body: { ...ok, image: 'https://img.example.com/1.png' } }));
  const wire = { ...neutralWire, segment: 'talk', product: 'alim' };
  const { service } = make({ resourceUrl: `${server.url}/gateway/`, wire });
  await api(service).image.upload('notification/highlight', png, never);
  await service.call(profile.token, {}, never);
  expect(server.asked.map((asked) => asked.path)).toEqual([
    '/gateway/v3/talk/image/alim/itemHighlight',
    '/gateway/v3/talk/profile/token',
  ]);
});

const png = { name: 'order.png', bytes: new Uint8Array([137, 80]) };

test.each([
  ['notification/template', '/v3/msgr/image/noticetalk/template'],
  ['notification/send', '/v3/msgr/image/noticetalk'],
  ['notification/highlight', '/v3/msgr/image/noticetalk/itemHighlight'],
  ['brand/default', '/v4/msgr/brand/image/default'],
  ['brand/wide', '/v4/msgr/brand/image/wide'],
  ['brand/wide-first', '/v4/msgr/brand/image/wideItemList/first'],
] as const)('an image for %s goes to %s', async (use, path) => {
  const server = await answering(() => ({ body: { ...ok, image: 'https://img.example.com/1.png' } }));
  const { service } = make({ resourceUrl: server.url });
  expect(await api(service).image.upload(use, png, never)).toBe('https://img.example.com/1.png');
  expect(server.asked.map((asked) => asked.path)).toEqual([path]);
});

test('a proof of consent is sent as a form, and its name comes back', async () => {
  const { url, asked } = await answering(() => ({ body: data({ fileKey: 'f1', fileUrl: 'https://files/f1' }) }));
  const { service } = make({ resourceUrl: url });
  const proof = { name: 'proof.png', bytes: Buffer.from('png') };
  const sent = service.upload(profile.consent, { senderKey: shop.key }, 'file', [proof], never);
  expect(await sent).toMatchObject({ fileKey: 'f1' });
  expect(asked[0]?.path).toBe('/v4/msgr/profile/marketingAgree/upload');
  expect(asked[0]?.body).toContain('name="file"; filename="proof.png"\r\nContent-Type: image/png');
  expect(asked[0]?.body).toContain(`name="senderKey"\r\n\r\n${shop.key}`);
});

const discoveries = {
  'template.list': templateDiscovery,
  'brandTemplate.list': brandDiscovery,
  'tag.list': tagDiscovery,
  'plugin.list': callbackDiscovery,
};

async function listed(name: keyof typeof discoveries, answer: object): Promise<RowPage> {
  const server = await answering(() => ({ body: { ...ok, ...answer } }));
  return discoveries[name].page(make({ resourceUrl: server.url }).service, shop, 1, never);
}

test.each([
  ['template.list', 'templateCode', ['data', 'list'], { templateName: 'A', serviceStatus: 'REG' }, 'templateName'],
  ['brandTemplate.list', 'templateCode', ['data', 'list'], { templateName: 'A', serviceStatus: 'A' }, 'templateName'],
  ['tag.list', 'groupTagKey', ['data'], { groupTagName: 'A' }, 'groupTagName'],
  ['plugin.list', 'pluginId', ['data'], { pluginType: 'A', callbackUrl: 'https://a' }, 'pluginType'],
] as const)(
  'a row of %s that does not fit leaves the others, and names its key, its title and the field',
  async (...given) => {
    const [name, key, at, good, field] = given;
    const list = [{ ...good, [key]: 'a' }, { ...good, [key]: 'b', [field]: 7 }, null, { ...good, [key]: 9 }];
    const counted = { totalCount: 4, totalPage: 1, currentPage: 1 };
    const { rows, unreadable, total, pages } = await listed(
      name,
      at.length > 1 ? { ...counted, data: { list } } : { data: list },
    );
    expect([rows.map((row) => row.name), total, pages]).toEqual([['a'], 4, 1]);
    const misfit = (what: string) => ({
      code: 'service-unfit',
      severity: 'error',
      message: `A row of ${name} does not have the documented shape: ${at.join('.')}${what}`,
      hint: 'The other rows were read; report it with this text if the service is the documented one',
    });
    expect(unreadable).toEqual([
      { name: 'b', problem: misfit(`[1].${field}: expected string, received number`) },
      { problem: misfit('[2]: expected object, received null') },
      {
        ...(name !== 'plugin.list' && { title: 'A' }),
        problem: misfit(`[3].${key}: expected string, received number`),
      },
    ]);
  },
);

test.each([null, {}, { list: null }, { list: [] }])('an empty page may be written as %j', async (data) => {
  const counted = { totalCount: 0, totalPage: 0, currentPage: 1, data };
  expect((await listed('template.list', counted)).rows).toEqual([]);
  expect((await listed('brandTemplate.list', counted)).rows).toEqual([]);
});

test.each(['template.list', 'brandTemplate.list'] as const)(
  '%s: a list that is left out is no empty one where the total counts rows',
  async (name) => {
    const page = { totalCount: 1, totalPage: 1, currentPage: 1, data: {} };
    expect(await told(listed(name, page))).toMatchObject({
      kind: 'unfit',
      message: `The answer to ${name} does not have the documented shape: data.list: expected array, since totalCount is not 0`,
    });
  },
);

const lists: [Endpoint<unknown>, empty: unknown][] = [
  [template.categories, []],
  [template.publicList, { ...ok, hasNext: false, data: [] }],
  [brand.history, { ...ok, hasNext: false, data: [] }],
  [profile.categories, []],
  [group.list, []],
  [group.all, []],
  [tag.list, []],
  [plugin.list, []],
];

test.each(lists.map(([endpoint, empty]) => [endpoint.name, endpoint, empty] as const))(
  '%s: null is an empty list, and none at all does not fit',
  async (_name, endpoint, empty) => {
    const ask = async (answer: object) => {
      const server = await answering(() => ({ body: { ...ok, hasNext: false, ...answer } }));
      return make({ resourceUrl: server.url }).service.call(endpoint, {}, never);
    };
    expect(await ask({ data: null })).toEqual(empty);
    expect(await told(ask({}))).toMatchObject({ kind: 'unfit' });
  },
);

test('profiles that were found may be null too', async () => {
  const server = await answering(() => ({ body: data({ success: null, fail: null }) }));
  const { service } = make({ resourceUrl: server.url });
  expect(await service.call(profile.use, {}, never)).toEqual({ success: [], fail: [] });
});

test('a profile whose key failed is refused with the words of the service, and is not missing', async () => {
  const fail = [{ senderKey: shop.key, code: '500', message: '잠시 후 다시' }];
  const server = await answering(() => ({ body: data({ success: [], fail }) }));
  const { service } = make({ resourceUrl: server.url });
  const { discovery } = senderProfile as { discovery: Extract<Discovery<typeof service>, { by: 'name' }> };
  expect(await failureOf(discovery.read(service, shop, 'shop', nothingBound, never))).toMatchObject({
    kind: 'refused',
    problem: { service: { code: '500', message: '잠시 후 다시' } },
  });
  fail[0] = { senderKey: shop.key, code: '500' } as (typeof fail)[0];
  expect(await failureOf(discovery.read(service, shop, 'shop', nothingBound, never))).toMatchObject({
    problem: { service: { code: '500' } },
  });
});

test('an answer that is no brand template is told with the place', async () => {
  const server = await answering(() => ({ body: data({ ...winterDetail, carousel: { list: [{ buttons: {} }] } }) }));
  const { service } = make({ resourceUrl: server.url });
  expect(await told(service.call(brand.detail, { ...S, templateCode: 'code' }, never))).toMatchObject({
    kind: 'unfit',
    message: expect.stringContaining('data.carousel.list[0].buttons: expected array'),
  });
});

test('neither the phone of an admin nor a token is told, though the service repeats them', async () => {
  const said = 'token 918273 does not belong to 0212345678 nor to 02-1234-5678';
  const server = await answering(() => ({ body: { code: '403', message: said } }));
  const { service, trace } = make({ resourceUrl: server.url });
  const admin = { phoneNumber: '0212345678', channelId: '@shop' };
  const { problem: asked } = await failureOf(service.call(profile.token, admin, never));
  const { problem: made } = await failureOf(
    service.call(profile.create, { ...admin, token: '918273', categoryCode: '1' }, never),
  );
  expect(JSON.stringify([asked, made, trace])).not.toMatch(/0212345678|02-1234-5678/);
  expect(JSON.stringify(made)).not.toContain('918273');
});
