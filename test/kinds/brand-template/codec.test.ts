import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import { isRefused } from '../../../src/emulator/answers.ts';
import { brandDetailOf } from '../../../src/emulator/resource/brand-template/endpoints.ts';
import { readBrandTemplate } from '../../../src/emulator/resource/brand-template/rules.ts';
import type { BrandContent } from '../../../src/emulator/resource/brand-template/template.ts';
import { liveBrand, normalise } from '../../../src/kinds/brand-template/codec.ts';
import { brandTemplateEndpoints } from '../../../src/kinds/brand-template/endpoints.ts';
import { brandFields } from '../../../src/kinds/brand-template/fields.ts';
import { brandDeclaration } from '../../../src/kinds/brand-template/kind.ts';
import { checkBrand } from '../../../src/kinds/brand-template/rules/check.ts';
import { encode } from '../../../src/kinds/fields.ts';
import { validators } from '../../../src/manifest/schema/schema.ts';
import { nothingBound } from '../bound.ts';
import { bubbles, contentOf, everythingBound } from './contents.ts';
import { document, manifests } from './fixtures.ts';

/** As the service keeps and answers it: by the guards of the emulator, which others wrote from the documents. */
function answered(body: object): Json {
  const content = readBrandTemplate(JSON.parse(JSON.stringify(body)), {
    senderKeyType: 'S',
    couponScheme: 'noticetalk',
  });
  if (isRefused(content)) throw new Error(content.message);
  return detailOf(content);
}

function detailOf(content: BrandContent): Json {
  return brandDetailOf({
    senderKey: 'a',
    senderKeyType: 'S',
    templateCode: 'code',
    status: 'A',
    version: 1,
    content,
    insertedAt: 0,
    createdAt: 0,
    modifiedAt: 0,
    serial: 1,
  });
}

function decoded(answer: Json, bound = everythingBound): JsonObject {
  return liveBrand(brandTemplateEndpoints.detail.answer.parse({ data: answer }), bound).content;
}

describe.each(bubbles)('%s', (bubble) => {
  test('what a manifest may say is taken, and comes back as it was said', () => {
    fc.assert(
      fc.property(contentOf(bubble), (content) => {
        const wanted = normalise(content);
        expect(decoded(answered(encode(brandFields, wanted, everythingBound)))).toEqual(wanted);
        expect(normalise(wanted)).toEqual(wanted);
      }),
    );
  });

  test('and no rule finds a mistake in it', () => {
    const validate = validators['BrandTemplate'];
    fc.assert(
      fc.property(contentOf(bubble), (content) => {
        const manifest = { kind: 'BrandTemplate', id: 'a', ...(asWritten(content) as JsonObject) };
        expect([validate?.(manifest), validate?.errors ?? []]).toEqual([true, []]);
        expect(checkBrand(manifest).filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
    );
  });
});

/** Files as a manifest writes them: by their path. */
function asWritten(value: Json, isFile = false): Json {
  if (Array.isArray(value)) return value.map((item) => asWritten(item));
  if (!isObject(value)) return value;
  if (typeof value['sha256'] === 'string') return isFile ? String(value['path']) : { file: String(value['path']) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asWritten(member, key === 'file')]));
}

test('every bubble has a valid manifest to look at', () => {
  expect([...manifests.keys()].map((name) => String(document(name)['bubble'])).sort()).toEqual([...bubbles].sort());
});

test('what the service adds is no content, in whatever form it leaves things out', () => {
  const answer = {
    templateCode: 'code',
    templateName: '이름',
    chatBubbleType: 'COMMERCE',
    adult: false,
    header: '',
    content: '본문',
    imageUrl: 'https://img.example.com/brand/default/abc',
    imageLink: null,
    carousel: { head: null, list: [], tail: {} },
    wideItemList: [],
    video: {},
    commerce: {
      title: '코트',
      regularPrice: '50000',
      discountPrice: null,
      discountRate: '#{할인율}',
      regularPriceName: null,
      discountPriceName: '#{할인가격}',
    },
    buttons: [
      { name: '둘', linkType: 'BF', bizFormId: 12, ordering: 2 },
      { name: null, linkType: 'AC', ordering: 3 },
      { name: '하나', linkType: 'WL', linkMobile: 'https://a', linkPc: '', ordering: 1 },
    ],
    coupon: null,
    createdAt: '2026-11-20 12:00:00',
    modifiedAt: '2026-11-20 12:00:00',
    status: 'A',
    somethingNew: 1,
  };
  expect(decoded(answer)).toEqual({
    name: '이름',
    bubble: 'COMMERCE',
    content: '본문',
    image: { path: 'images/abc', sha256: 'abc', width: 800, height: 400 },
    commerce: { title: '코트', regularPrice: 50000 },
    buttons: [
      { type: 'WL', name: '하나', link: { mobile: 'https://a' } },
      { type: 'BF', name: '둘', bizFormId: '12' },
      { type: 'AC', name: '채널 추가' },
    ],
  });
});

test('a price that has a name was left out, though it is told as 0; a 0 without a name is a price', () => {
  const commerce = {
    title: '코트',
    regularPrice: 0,
    regularPriceName: null,
    discountFixed: 0,
    discountFixedName: '#{정액}',
  };
  const answer = { templateCode: 'code', templateName: '이름', chatBubbleType: 'COMMERCE', commerce };
  expect(decoded({ ...answer, status: 'A' })).toEqual({
    name: '이름',
    bubble: 'COMMERCE',
    commerce: { title: '코트', regularPrice: 0 },
  });
});

describe('what no manifest can say', () => {
  const beside = (answer: JsonObject): JsonObject =>
    liveBrand(
      brandTemplateEndpoints.detail.answer.parse({
        data: { templateCode: 'code', templateName: '이름', status: 'A', ...answer },
      }),
      nothingBound,
    ).beside ?? {};
  const carousel = { head: { header: '머리' }, list: [{ header: '가', additionalContent: '나' }] };
  const video = { vid: 'v1' };
  const wideItemList = [{ title: '귤' }];
  const prices = { title: '귤', regularPrice: '#{가격}', discountRate: 12.5, discountFixed: '#{정액할인가격}' };

  test.each<[what: string, answer: JsonObject, held: JsonObject]>([
    [
      'members that make another bubble',
      { chatBubbleType: 'TEXT', content: '본문', carousel, video, wideItemList },
      {
        carousel: { intro: { header: '머리' }, cards: [{ header: '가', additionalContent: '나' }] },
        video: { vid: 'v1' },
        items: [{ title: '귤' }],
      },
    ],
    [
      'an intro of a feed, and additional content of a card',
      { chatBubbleType: 'CAROUSEL_FEED', carousel },
      { carousel: { intro: { header: '머리' }, cards: [{ header: '가', additionalContent: '나' }] } },
    ],
    [
      'an intro of a shop',
      { chatBubbleType: 'CAROUSEL_COMMERCE', carousel: { ...carousel, list: [{ header: '가' }] } },
      {},
    ],
    [
      'prices that are no numbers',
      { chatBubbleType: 'COMMERCE', commerce: prices },
      { commerce: { title: '귤', regularPrice: '#{가격}', discountRate: 12.5 } },
    ],
    [
      'those of a card',
      { chatBubbleType: 'CAROUSEL_FEED', carousel: { list: [{ commerce: prices }] } },
      { carousel: { cards: [{ commerce: { title: '귤', regularPrice: '#{가격}', discountRate: 12.5 } }] } },
    ],
    ['a video of nothing', { chatBubbleType: 'PREMIUM_VIDEO', video: {} }, {}],
    ['what makes its own bubble', { chatBubbleType: 'PREMIUM_VIDEO', video }, {}],
    ['a bubble that no document knows', { chatBubbleType: 'LATER', video, wideItemList }, {}],
  ])('is known beside the content: %s', (_, answer, held) => expect(beside(answer)).toEqual(held));

  test('is no content', () => {
    const answer = { templateCode: 'code', templateName: '이름', chatBubbleType: 'TEXT', content: '본문', status: 'A' };
    expect(decoded({ ...answer, carousel, video, wideItemList })).toEqual(decoded(answer));
    expect(decoded({ ...answer, commerce: prices })).toEqual(decoded({ ...answer, commerce: { title: '귤' } }));
  });
});

test.each([
  ['its address alone', { videoUrl: 'https://tv.example.com/v/v1' }, true],
  ['the address of its clip', { videoUrl: 'https://tv.example.com/channel/7/cliplink/v1' }, true],
  ['an address of a video that is not ours', { videoUrl: 'https://tv.example.com/v/v2' }, false],
])('a video is told by %s', (_by, video, isOurs) => {
  const film = { path: 'film.mp4', sha256: 'abc' };
  const bound = { ...nothingBound, fileOf: (handle: string) => (handle === 'v1' ? film : undefined) };
  const answer = { templateCode: 'code', templateName: '이름', chatBubbleType: 'PREMIUM_VIDEO', video, status: 'A' };
  expect(decoded(answer, bound)).toEqual({
    name: '이름',
    bubble: 'PREMIUM_VIDEO',
    video: isOurs ? { file: film } : { url: video.videoUrl },
  });
});

test('buttons without an order stand as they are told, and a link without an image is told too', () => {
  const answer = {
    templateCode: 'code',
    templateName: '이름',
    chatBubbleType: 'CAROUSEL_FEED',
    imageLink: 'https://a',
    buttons: [
      { name: '가', linkType: 'BK' },
      { name: '나', linkType: 'BK' },
    ],
    carousel: {},
    status: 'S',
  };
  expect(decoded(answer)).toEqual({
    name: '이름',
    bubble: 'CAROUSEL_FEED',
    image: { link: 'https://a' },
    buttons: [
      { type: 'BK', name: '가' },
      { type: 'BK', name: '나' },
    ],
  });
});

test('a file that was not uploaded is refused before anything is sent', () => {
  const image = { path: 'a.png', sha256: 'a', width: 800, height: 400 };
  const wide = { name: 'a', bubble: 'WIDE', content: 'a', image };
  expect(() => encode(brandFields, wide, nothingBound)).toThrow('a.png has no URL at the service yet');
  const film = { name: 'a', bubble: 'PREMIUM_VIDEO', video: { file: { path: 'a.mp4', sha256: 'a' } } };
  expect(() => encode(brandFields, film, nothingBound)).toThrow('a.mp4 has no id at the service yet');
});

describe('a manifest', () => {
  test('says the same however its files, its channel button and its adults are written', () => {
    const node = { path: 'a.png', sha256: 'a', width: 800, height: 400 };
    const declared = (members: JsonObject) =>
      brandDeclaration.declare({ kind: 'BrandTemplate', id: 'a', profile: 'shop', name: 'a', samples: [], ...members });
    const short = declared({ bubble: 'IMAGE', content: 'a', image: node, buttons: [{ type: 'AC' }] });
    const long = declared({
      bubble: 'IMAGE',
      content: 'a',
      adult: false,
      image: { file: node },
      buttons: [{ type: 'AC', name: '채널 추가' }],
      coupon: {},
    });
    expect(long).toEqual(short);
    expect(short).toEqual({
      goal: 'present',
      content: {
        name: 'a',
        bubble: 'IMAGE',
        content: 'a',
        image: node,
        buttons: [{ type: 'AC', name: '채널 추가' }],
      },
      inputs: {},
      options: {},
    });
    const film = declared({ bubble: 'PREMIUM_VIDEO', video: { path: 'a.mp4', sha256: 'b' } });
    expect(film.content['video']).toEqual({ file: { path: 'a.mp4', sha256: 'b' } });
  });

  test('names its files with what each is for', () => {
    const uses = [...manifests.keys()].map((name) => [
      name,
      brandDeclaration.files(document(name)).map(({ at, use }) => `${at.join('.')}: ${use}`),
    ]);
    expect(Object.fromEntries(uses)).toEqual({
      text: [],
      image: ['image.file: brand/default'],
      wide: ['image: brand/wide'],
      'wide-item-list': [
        'items.0.image: brand/wide-first',
        'items.1.image: brand/wide-items',
        'items.2.image: brand/wide-items',
        'items.3.image: brand/wide-items',
        'items.4.image: brand/wide-items',
      ],
      'carousel-feed': [
        'carousel.cards.0.image.file: brand/carousel-feed',
        'carousel.cards.1.image: brand/carousel-feed',
      ],
      'premium-video': ['video.thumbnail: brand/default', 'video.file: video'],
      commerce: ['image.file: brand/default'],
      'carousel-commerce': [
        'carousel.intro.image: brand/carousel-commerce',
        'carousel.cards.0.image.file: brand/carousel-commerce',
        'carousel.cards.1.image: brand/carousel-commerce',
      ],
    });
  });
});
