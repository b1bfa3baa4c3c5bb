import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { png } from '../images.ts';
import { plainContent } from './plain-content.ts';
import { imageForm, MALL, NOON, objectOf, openBench, plainTemplate, SHOP } from './support.ts';

describe('template/add and detail', () => {
  it('answers with the whole detail, null where nothing applies, and no serviceStatus', async () => {
    const { add, call } = await openBench();
    const expected = {
      senderKey: SHOP,
      senderKeyType: 'S',
      ...plainContent,
      ...plainTemplate,
      inspectionStatus: 'REG',
      status: 'R',
      block: false,
      dormant: false,
      createdAt: '2026-11-20 12:00:00',
      modifiedAt: '2026-11-20 12:00:00',
      comments: [],
    };
    expect(await add()).toEqual({ code: '200', data: expected });
    expect(await call('/template/detail', { templateCode: 'order_paid' })).toEqual({ code: '200', data: expected });
  });

  it('refuses an image of another host, whatever its path', async () => {
    const { add, upload } = await openBench();
    const { image } = await upload('/image/noticetalk/template', imageForm(png(800, 400)));
    const elsewhere = (origin: string) =>
      add({
        templateEmphasizeType: 'IMAGE',
        templateImageName: 'a.png',
        templateImageUrl: origin + new URL(String(image)).pathname,
      });
    expect(await elsewhere('https://images.example.com')).toMatchObject({ code: '600' });
    expect(await elsewhere('http://127.0.0.1:1')).toMatchObject({ code: '200' });
  });

  it('makes a code where none is given, another one every time', async () => {
    const { add } = await openBench();
    const first = objectOf((await add({ templateCode: '', templateName: 'a' }))['data'])['templateCode'];
    const second = objectOf((await add({ templateCode: null, templateName: 'b' }))['data'])['templateCode'];
    expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/), expect.stringMatching(/^[0-9a-f]{20}$/)]);
    expect(first).not.toBe(second);
  });

  it('takes a code once in a profile, and again in another; a name again and again', async () => {
    const { add } = await openBench();
    expect(await add()).toMatchObject({ code: '200' });
    expect(await add({ templateName: 'other' })).toEqual({ code: '504', message: 'templateCode is taken' });
    expect(await add({ templateCode: 'other' })).toMatchObject({ code: '200' });
    expect(await add({ senderKey: MALL, senderKeyType: 'G' })).toMatchObject({ code: '200' });
  });
});

describe('template/update', () => {
  it('replaces the content: what is left out becomes null', async () => {
    const { add, call, control } = await openBench();
    await add({ templatePreviewMessage: '미리' });
    await control.clock({ advance: 60_000 });
    const answer = await call('/template/update', { ...plainTemplate, templateContent: '새 글' });
    expect(answer).toMatchObject({
      code: '200',
      data: {
        templateContent: '새 글',
        templatePreviewMessage: null,
        createdAt: '2026-11-20 12:00:00',
        modifiedAt: '2026-11-20 12:01:00',
      },
    });
  });

  it('gives a new code, unless it is taken, and the old one is free then', async () => {
    const { add, call } = await openBench();
    await add();
    await add({ templateCode: 'other', templateName: 'other' });
    const rename = (newTemplateCode: string) => call('/template/update', { ...plainTemplate, newTemplateCode });
    expect(await rename('other')).toEqual({ code: '504', message: 'newTemplateCode is taken' });
    expect(await rename('order_paid')).toMatchObject({ code: '200' });
    expect(await rename('paid')).toMatchObject({ code: '200', data: { templateCode: 'paid' } });
    expect(await call('/template/detail', { templateCode: 'order_paid' })).toEqual({
      code: '508',
      message: 'no such template',
    });
    expect(await add({ templateName: 'again' })).toMatchObject({ code: '200' });
  });

  it('needs the code, and the template to be there', async () => {
    const { call } = await openBench();
    expect(await call('/template/update', { ...plainTemplate, templateCode: null })).toEqual({
      code: '405',
      message: 'templateCode is required',
    });
    expect(await call('/template/update', plainTemplate)).toEqual({ code: '508', message: 'no such template' });
  });

  it('lets an old tell:// link stand and no new one in', async () => {
    const { call, control, add } = await openBench();
    const tell = { name: '앱', linkType: 'AL', linkAnd: 'tell://x', linkIos: 'tell://x' };
    await control.seed({ templates: [{ profile: 'shop', templateCode: 'order_paid', buttons: [tell] }] });
    expect(await call('/template/update', { ...plainTemplate, buttons: [tell] })).toMatchObject({ code: '200' });
    const newer = { ...tell, linkIos: 'TELL://y' };
    const refused = { code: '511', message: 'an AL link tell:// cannot be registered any more' };
    expect(await call('/template/update', { ...plainTemplate, buttons: [newer] })).toEqual(refused);
    expect(await add({ templateCode: 'b', templateName: 'b', buttons: [tell] })).toEqual(refused);
  });
});

describe('template/codeCheck', () => {
  it.each([
    ['free-code_1', { code: '200' }],
    ['a'.repeat(30), { code: '200' }],
    ['a'.repeat(31), { code: '405', message: 'templateCode may have 30 characters, not 31' }],
    ['한글', { code: '405', message: 'templateCode has characters that are not allowed' }],
    ['a b', { code: '405', message: 'templateCode has characters that are not allowed' }],
    ['a\n', { code: '405', message: 'templateCode has characters that are not allowed' }],
    ['', { code: '405', message: 'templateCode is required' }],
    ['order_paid', { code: '504', message: 'templateCode is taken' }],
  ])('says of %j', async (templateCode, expected) => {
    const { add, call } = await openBench();
    await add();
    expect(await call('/template/codeCheck', { templateCode })).toEqual(expected);
  });
});

describe('template/list', () => {
  const seeds = Array.from({ length: 65 }, (_, index) => ({
    profile: 'shop',
    templateCode: `code-${String(index).padStart(2, '0')}`,
    templateName: `이름 ${index}`,
    categoryCode: index % 2 === 0 ? '001001' : '002001',
    createdAt: NOON - index * 1000,
    ...(index === 7 ? { inspectionStatus: 'APR' as const, status: 'A' as const } : {}),
  }));

  async function listed(body: JsonObject) {
    const { call, control } = await openBench();
    await control.seed({ templates: seeds });
    const { data, ...rest } = await call('/template/list', body);
    const list = objectOf(data)['list'];
    return { ...rest, codes: Array.isArray(list) ? list.map((row) => objectOf(row)['templateCode']) : list };
  }

  it('gives rows without content but with the service status', async () => {
    const { add, call } = await openBench();
    await add();
    expect(await call('/template/list')).toEqual({
      code: '200',
      totalCount: 1,
      totalPage: 1,
      currentPage: 1,
      data: {
        list: [
          {
            senderKey: SHOP,
            senderKeyType: 'S',
            templateCode: 'order_paid',
            templateName: '주문 결제 안내',
            categoryCode: '002001',
            createdAt: '2026-11-20 12:00:00',
            modifiedAt: '2026-11-20 12:00:00',
            serviceStatus: 'REG',
          },
        ],
      },
    });
  });

  it('pages by thirty, the newest first', async () => {
    const codes = seeds.map(({ templateCode }) => templateCode);
    expect(await listed({})).toEqual({
      code: '200',
      totalCount: 65,
      totalPage: 3,
      currentPage: 1,
      codes: codes.slice(0, 30),
    });
    expect(await listed({ page: 3 })).toEqual({
      code: '200',
      totalCount: 65,
      totalPage: 3,
      currentPage: 3,
      codes: codes.slice(60),
    });
    expect(await listed({ page: 4 })).toMatchObject({ currentPage: 4, codes: [] });
    expect(await listed({ count: 100 })).toMatchObject({ totalPage: 1, codes });
  });

  it.each([
    [{ keyword: 'de-06' }, ['code-06']],
    [{ keyword: '이름 64' }, ['code-64']],
    [{ keyword: 'zz' }, []],
    [{ templateStatus: 'ACT' }, ['code-07']],
    [{ startDate: '20261120115959' }, ['code-00', 'code-01']],
    [{ endDate: '20261120115857' }, ['code-63', 'code-64']],
    [{ startDate: '20261120115958', endDate: '20261120115958' }, ['code-02']],
    [{ categoryCodeList: ['001001'], keyword: 'code-0' }, ['code-00', 'code-02', 'code-04', 'code-06', 'code-08']],
    [{ categoryCodeList: ['001001', '002001'], keyword: 'code-01' }, ['code-01']],
    [{ categoryCodeList: ['003001'] }, []],
  ])('filters by %j', async (filter, codes) => {
    expect(await listed(filter)).toMatchObject({ code: '200', totalCount: codes.length, codes });
  });
});

describe('categories and the public list', () => {
  it('gives all categories and each by its code', async () => {
    const { call } = await openBench();
    const all = (await call('/template/category/all', { senderKey: null }))['data'];
    const first = {
      code: '001001',
      name: '회원가입',
      groupName: '회원',
      inclusion: '가입 완료, 가입 인증 안내',
      exclusion: '가입을 권하는 광고',
    };
    expect(all).toHaveLength(20);
    expect(all).toContainEqual(first);
    expect(await call('/template/category', { categoryCode: '001001' })).toEqual({ code: '200', data: first });
    expect(await call('/template/category', { categoryCode: '1' })).toEqual({
      code: '525',
      message: 'there is no such category',
    });
    expect(await call('/template/category')).toEqual({ code: '405', message: 'categoryCode is required' });
  });

  it('lists what was released in the last day, or since a moment, by pages', async () => {
    const { call } = await openBench();
    const row = (templateCode: string, templateName: string, categoryCode: string, releaseDate: string) => ({
      templateCode,
      templateName,
      status: 'A',
      categoryCode,
      releaseDate,
      previewImageUrl: null,
    });
    const paid = row('public_order_paid', '결제 완료 안내', '002001', '20261120');
    const started = row('public_delivery_started', '배송 시작 안내', '005001', '20261120');
    const reserved = row('public_reservation', '예약 확정 안내', '003001', '20261011');
    expect(await call('/template/public/list')).toEqual({ code: '200', hasNext: false, data: [paid, started] });
    const since = '20261001000000';
    expect(await call('/template/public/list', { since, count: 2 })).toEqual({
      code: '200',
      hasNext: true,
      data: [paid, started],
    });
    expect(await call('/template/public/list', { since, count: 2, page: 2 })).toEqual({
      code: '200',
      hasNext: false,
      data: [reserved],
    });
    expect(await call('/template/public/list', { since: 'now' })).toMatchObject({ code: '405' });
  });
});
