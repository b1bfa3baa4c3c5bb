import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import {
  type BrandBench,
  bubbles,
  coupon,
  dataOf,
  head,
  image,
  NO_LINKS,
  openBrandBench,
  rowsOf,
  tail,
  web,
} from './brand-template-support.ts';
import { MALL } from './support.ts';

let bench: BrandBench;
beforeAll(async () => {
  bench = await openBrandBench();
});
afterAll(() => bench.close());

const link = { ...NO_LINKS, linkMobile: 'https://m.example.com/#{상품}' };
const webAnswer = { name: '보러 가기', linkType: 'WL', ...link, bizFormId: null, ordering: 1 };
const prices = {
  regularPrice: null,
  discountPrice: null,
  discountRate: null,
  discountFixed: null,
  regularPriceName: '#{정상가격}',
  discountPriceName: '#{할인가격}',
  discountRateName: '#{할인율}',
  discountFixedName: '#{정액할인가격}',
};
const feedAnswer = {
  header: '머리말',
  content: '#{이름}님께 드리는 소식',
  imageUrl: image('feed'),
  imageLink: 'https://m.example.com/card',
  commerce: null,
  buttons: [],
  coupon: null,
};
const shopAnswer = {
  header: null,
  content: null,
  imageUrl: image('shop'),
  imageLink: 'https://m.example.com/card',
  commerce: { title: '#{상품}', ...prices },
  buttons: [webAnswer],
  coupon: null,
};

/** What the bubbles of the support file become in a detail; the members that all have are in `detailOf`. */
const answers: Record<keyof typeof bubbles, JsonObject> = {
  TEXT: { content: '#{이름}님, 안녕하세요.', buttons: [] },
  IMAGE: { content: '새 상품입니다.', imageUrl: image('default'), buttons: [] },
  WIDE: { content: '새 상품입니다.', imageUrl: image('wide'), buttons: [] },
  WIDE_ITEM_LIST: {
    header: '이번 주의 상품',
    wideItemList: [
      { title: '첫째', imageUrl: image('first'), ...NO_LINKS, linkMobile: 'https://m.example.com/1' },
      { title: '둘째', imageUrl: image('item'), ...NO_LINKS, linkMobile: 'https://m.example.com/2' },
      { title: '셋째', imageUrl: image('item'), ...NO_LINKS, linkMobile: 'https://m.example.com/3' },
    ],
    buttons: [],
  },
  CAROUSEL_FEED: { carousel: { head: null, list: [feedAnswer, feedAnswer], tail: null } },
  PREMIUM_VIDEO: { video: { vid: 'vid-public', videoUrl: 'URL/v/vid-public', thumbnailUrl: null }, buttons: [] },
  COMMERCE: {
    content: '할인합니다.',
    imageUrl: image('default'),
    commerce: {
      title: '#{상품}',
      regularPrice: 20000,
      discountPrice: 15000,
      discountRate: 25,
      discountFixed: null,
      regularPriceName: null,
      discountPriceName: null,
      discountRateName: null,
      discountFixedName: '#{정액할인가격}',
    },
    buttons: [webAnswer],
  },
  CAROUSEL_COMMERCE: {
    carousel: { head: { ...NO_LINKS, ...head }, list: [shopAnswer], tail: { ...NO_LINKS, ...tail } },
  },
};

/** The whole detail of resource API 2.4, as it is at noon. */
function detailOf(bubble: keyof typeof bubbles, templateCode: unknown): JsonObject {
  const text = JSON.stringify({
    templateCode,
    templateName: bubbles[bubble].templateName,
    chatBubbleType: bubble,
    content: null,
    adult: false,
    imageLink: null,
    imageUrl: null,
    header: null,
    additionalContent: null,
    carousel: null,
    wideItemList: null,
    video: null,
    commerce: null,
    buttons: null,
    coupon: null,
    createdAt: '2026-11-20 12:00:00',
    modifiedAt: '2026-11-20 12:00:00',
    status: 'A',
    ...answers[bubble],
  });
  return JSON.parse(text.replaceAll('URL/v/', `${bench.url}/v/`));
}

const names = Object.keys(bubbles) as (keyof typeof bubbles)[];

describe.each(names)('a template of %s', (bubble) => {
  it('is registered, read, changed, listed with its history, and deleted', async () => {
    const { call } = bench;
    const added = await call('/add', bubbles[bubble]);
    const templateCode = String(dataOf(added)['templateCode']);
    const detail = detailOf(bubble, templateCode);
    expect(templateCode).toMatch(/^[0-9a-f]{20}$/);
    expect(added).toEqual({ code: '200', data: detail });
    expect(await call('/detail', { templateCode })).toEqual(added);

    const changed = { ...detail, templateName: '새 이름', adult: true };
    const update = { ...bubbles[bubble], templateCode, templateName: '새 이름', adult: true };
    expect(await call('/update', update)).toEqual({ code: '200', data: changed });
    expect(await call('/detail', { templateCode })).toEqual({ code: '200', data: changed });
    expect(await call('/history', { templateCode })).toEqual({
      code: '200',
      hasNext: false,
      data: [
        { ...changed, version: 2, insertedAt: '2026-11-20 12:00:00' },
        { ...detail, version: 1, insertedAt: '2026-11-20 12:00:00' },
      ],
    });
    expect(await call('/list', { chatBubbleType: bubble })).toEqual({
      code: '200',
      totalCount: 1,
      totalPage: 1,
      currentPage: 1,
      data: {
        hasNext: false,
        list: [
          {
            senderKey: 'shop-key',
            senderKeyType: 'S',
            templateCode,
            templateName: '새 이름',
            createdAt: '2026-11-20 12:00:00',
            modifiedAt: '2026-11-20 12:00:00',
            serviceStatus: 'A',
          },
        ],
      },
    });
    expect(await call('/delete', { templateCode })).toEqual({ code: '200' });
    for (const path of ['/detail', '/update', '/delete', '/history'])
      expect(await call(path, update)).toEqual({ code: '508', message: 'no such template' });
    expect(rowsOf(await call('/list', { chatBubbleType: bubble }))).toEqual([]);
  });
});

describe('update', () => {
  it('replaces the whole content: what it leaves out is gone', async () => {
    const { call } = bench;
    const full = { ...bubbles.TEXT, adult: true, buttons: [web], coupon };
    const { templateCode = null } = dataOf(await call('/add', full));
    const data = dataOf(await call('/update', { ...bubbles.TEXT, templateCode }));
    expect(data).toEqual(detailOf('TEXT', templateCode));
  });

  it('leaves a template as it was where it is refused, and its history too', async () => {
    const { call } = bench;
    const { templateCode = null } = dataOf(await call('/add', bubbles.TEXT));
    expect(await call('/update', { ...bubbles.TEXT, templateCode, content: '' })).toEqual({
      code: '405',
      message: 'content is required',
    });
    expect(dataOf(await call('/detail', { templateCode }))).toEqual(detailOf('TEXT', templateCode));
    expect(rowsOf(await call('/history', { templateCode }))).toHaveLength(1);
  });

  it('changes no bubble into another', async () => {
    const { call } = bench;
    const { templateCode = null } = dataOf(await call('/add', bubbles.TEXT));
    expect(await call('/update', { ...bubbles.IMAGE, templateCode })).toEqual({
      code: '509',
      message: 'chatBubbleType of a template stays as it is: TEXT',
    });
  });

  it.each([
    ['no code', {}, 'templateCode is required'],
    ['a code of 31', { templateCode: 'a'.repeat(31) }, 'templateCode may have 30 characters, not 31'],
  ])('needs a code: %s', async (_what, body, message) => {
    for (const path of ['/detail', '/update', '/delete', '/history'])
      expect(await bench.call(path, { ...bubbles.TEXT, ...body })).toEqual({ code: '405', message });
  });
});

describe('a blocked template', () => {
  it('cannot be deleted; it is read and changed as ever, and can be let go again', async () => {
    const { call, steer } = bench;
    const { templateCode = null } = dataOf(await call('/add', bubbles.TEXT));
    const blocked = await steer('/brand-template', { profile: 'shop', templateCode, status: 'S' });
    expect(blocked).toEqual({ ok: true, template: { ...detailOf('TEXT', templateCode), status: 'S' } });
    expect(rowsOf(await call('/list', { status: 'S' }))).toMatchObject([{ templateCode, serviceStatus: 'S' }]);
    expect(await call('/delete', { templateCode })).toEqual({ code: '509', message: 'delete needs status A, not S' });
    expect(dataOf(await call('/update', { ...bubbles.TEXT, templateCode }))).toMatchObject({ status: 'S' });
    await steer('/brand-template', { profile: 'shop', templateCode, status: 'A' });
    expect(await call('/delete', { templateCode })).toEqual({ code: '200' });
  });
});

describe('who asks', () => {
  it.each([
    ['an account that is none', { bizId: 'x' }, '101', 'no such bizId'],
    ['a key that is none', { senderKey: 'x' }, '507', 'no such senderKey of type S'],
    ['a group key without its type', { senderKey: MALL }, '507', 'no such senderKey of type S'],
    ['a dormant profile', { senderKey: 'asleep-key' }, '507', 'the profile is blocked, dormant or not activated'],
  ])('%s is refused', async (_what, who, code, message) => {
    expect(await bench.call('/add', { ...bubbles.TEXT, ...who })).toEqual({ code, message });
  });

  it('a group has templates of its own, and no videos', async () => {
    const { call } = bench;
    const group = { senderKey: MALL, senderKeyType: 'G' };
    const { templateCode = null } = dataOf(await call('/add', { ...bubbles.TEXT, ...group }));
    expect(await call('/detail', { templateCode })).toMatchObject({ code: '508' });
    expect(rowsOf(await call('/list', group))).toMatchObject([{ templateCode, senderKeyType: 'G', senderKey: MALL }]);
    const video = { ...bubbles.PREMIUM_VIDEO, video: { videoUrl: 'https://video.example.com/v/1' } };
    expect(await call('/add', { ...video, ...group })).toEqual({
      code: '507',
      message: 'video is not for groups: their profiles have no videos',
    });
    expect(await call('/delete', { templateCode, ...group })).toEqual({ code: '200' });
  });
});
