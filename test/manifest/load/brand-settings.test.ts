import { describe, expect, it } from 'vitest';
import { png } from '../../images.ts';
import { folder } from '../folder.ts';
import { load } from '../project.ts';

/** The settings of brand messages, as they are read with their images. */

const MANIFESTS = `kind: GroupTag
id: spring
name: 봄
---
kind: Image
id: wide
file: ./wide.png
use: brand/wide
---
kind: BrandTemplate
id: wide
name: 넓은 소식
bubble: WIDE
content: 소식
image: ./a.png
---
kind: BrandTemplate
id: items
name: 상품
bubble: WIDE_ITEM_LIST
header: 이번 주
items: [{ image: ./a.png }, { title: 둘째, image: ./square.png }, { title: 셋째, image: ./square2.png }]
---
kind: BrandTemplate
id: cards
name: 카드
bubble: CAROUSEL_COMMERCE
carousel:
  intro: { header: 겨울, content: 상품, image: ./b.png }
  cards: [{ image: ./c.png, commerce: { title: 코트 } }, { image: ./d.png, commerce: { title: 장갑 } }]
---
kind: BrandTemplate
id: feed
name: 소식
bubble: CAROUSEL_FEED
carousel: { cards: [{ header: 가, content: 가, image: ./e.png }, { header: 나, content: 나, image: ./f.png }] }
---
kind: BrandTemplate
id: film
name: 영상
bubble: PREMIUM_VIDEO
video: { url: "https://tv.example.com/v/1" }
---
`;

/** The settings of a test send, or what is wrong with it. */
async function read(more: string): Promise<unknown> {
  const root = folder({
    'a.yaml': `${MANIFESTS}kind: TestSend\nid: smoke\nto: [qa]\n${more}`,
    'square.png': png(600, 600),
    'square2.png': png(601, 601),
    'narrow.png': png(100, 100),
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'wide', 'new'].map((name, index) => [
        `${name}.png`,
        png(1000 + 2 * index, 500 + index),
      ]),
    ),
  });
  const { sends, problems } = await load(root);
  const errors = problems.filter(({ severity, place }) => severity === 'error' && place?.file === 'a.yaml');
  if (errors.length > 0) return errors.map(({ code, path, message }) => `${code} ${path}: ${message}`);
  return [sends[0]?.profile, sends[0]?.brand, ...(sends[0]?.fallback ?? [])];
}

const file = (path: string): object => expect.objectContaining({ path, sha256: expect.any(String) });

describe('the settings of a brand message', () => {
  it('have images of their own in place of those of the template', async () => {
    expect(await read('template: BrandTemplate/shop/wide\nbrand: { image: ./new.png }\n')).toEqual([
      undefined,
      { image: file('new.png') },
    ]);
    expect(
      await read(
        'template: BrandTemplate/shop/items\nbrand: { images: [./new.png, ./square.png, { url: "https://x.example.com/1.png" }] }\n',
      ),
    ).toEqual([undefined, { images: [file('new.png'), file('square.png'), { url: 'https://x.example.com/1.png' }] }]);
    expect(
      await read(
        'template: BrandTemplate/shop/film\nbrand: { video: { url: "https://tv.example.com/v/2", thumbnail: { file: ./new.png } } }\n',
      ),
    ).toEqual([undefined, { video: { url: 'https://tv.example.com/v/2', thumbnail: file('new.png') } }]);
  });

  it('have images of the parts of a carousel, its intro first', async () => {
    const cards = 'brand: { cards: [{ image: ./new.png }, {}, { image: ./a.png, variables: { 상품: 코트 } }] }\n';
    expect(await read(`template: BrandTemplate/shop/cards\n${cards}`)).toEqual([
      undefined,
      { cards: [{ image: file('new.png') }, {}, { image: file('a.png'), variables: { 상품: '코트' } }] },
    ]);
    expect(await read('template: BrandTemplate/shop/cards\nbrand: { cards: [{}, { image: ./new.png }] }\n')).toEqual([
      undefined,
      { cards: [{}, { image: file('new.png') }] },
    ]);
    expect(await read('template: BrandTemplate/shop/feed\nbrand: { cards: [{}, { image: ./new.png }] }\n')).toEqual([
      undefined,
      { cards: [{}, { image: file('new.png') }] },
    ]);
  });

  it('have a bubble of their own, of the default profile', async () => {
    const brand = `brand:
  adult: true
  groupTag: spring
  bubble: WIDE
  content: 안녕하세요
  image: { ref: wide, link: "https://shop.example.com" }
  buttons: [{ type: AC }]
`;
    expect(await read(brand)).toEqual([
      'shop',
      {
        adult: true,
        groupTag: { address: 'GroupTag/shop/spring' },
        body: {
          adult: true,
          bubble: 'WIDE',
          content: '안녕하세요',
          image: { file: file('wide.png'), link: 'https://shop.example.com' },
          buttons: [{ type: 'AC', name: '채널 추가' }],
        },
      },
    ]);
  });

  it('refer to a tag by its key, and to an image by its address', async () => {
    const image = '{ url: "https://img.example.com/1.png", link: "https://shop.example.com" }';
    const brand = `brand: { groupTag: { key: GT-1 }, bubble: WIDE, content: 안녕, image: ${image} }\n`;
    expect(await read(brand)).toMatchObject([
      'shop',
      {
        groupTag: { key: 'GT-1' },
        body: { image: { url: 'https://img.example.com/1.png', link: 'https://shop.example.com' } },
      },
    ]);
  });

  it('belong to a fallback too', async () => {
    const fallback = 'fallback: [{ type: uw, template: BrandTemplate/shop/wide, brand: { image: ./new.png } }]\n';
    const message = 'message: { type: rcs, content: { messagebaseid: SS, chatbotid: "1588", header: "0" } }\n';
    expect(await read(`${message}${fallback}`)).toEqual([
      undefined,
      undefined,
      { type: 'uw', template: 'BrandTemplate/shop/wide', brand: { image: file('new.png') } },
    ]);
  });
});

describe('settings of a brand message with a mistake', () => {
  const OF_WIDE = 'template: BrandTemplate/shop/wide\n';

  it.each([
    [
      'an image that is too narrow',
      'brand: { bubble: IMAGE, content: 안녕, image: ./narrow.png }',
      'image-width brand.image',
    ],
    ['an image that is not there', `${OF_WIDE}brand: { image: { file: ./none.png } }`, 'file-missing brand.image.file'],
    [
      'an image without a source',
      `${OF_WIDE}brand: { image: { link: "https://x.example.com" } }`,
      'missing-field brand.image',
    ],
    ['an image with two', `${OF_WIDE}brand: { image: { ref: wide, file: ./a.png } }`, 'not-together brand.image.ref'],
    ['an unknown image', `${OF_WIDE}brand: { image: { ref: wida } }`, 'dangling-reference brand.image.ref'],
    [
      'an image for another use',
      'brand: { bubble: IMAGE, content: 안녕, image: { ref: wide } }',
      'dangling-reference brand.image.ref',
    ],
    [
      'an unknown image of an unknown template',
      'template: BrandTemplate/shop/none\nbrand: { groupTag: none, image: ./none.png }',
      'dangling-reference brand.groupTag',
    ],
    ['an unknown tag', `${OF_WIDE}brand: { groupTag: sprin }`, 'dangling-reference brand.groupTag'],
    [
      'one in a fallback',
      'message: { type: rcs, content: { messagebaseid: SS, chatbotid: "1588", header: "0" } }\nfallback: [{ type: uw, template: BrandTemplate/shop/wide, brand: { groupTag: none } }]',
      'dangling-reference fallback[0].brand.groupTag',
    ],
  ])('%s', async (_, more, expected) => {
    expect(await read(`${more}\n`)).toEqual([expect.stringContaining(`${expected}: `)]);
  });

  it('images of one carousel with two ratios', async () => {
    const goods = (image: string): string => `{ image: ${image}, commerce: { title: 코트, regularPrice: 1 } }`;
    const brand = `brand: { bubble: CAROUSEL_COMMERCE, carousel: { cards: [${goods('./a.png')}, ${goods('./square.png')}] } }\n`;
    expect(await read(brand)).toEqual([expect.stringContaining('image-shape brand.carousel.cards[1].image: ')]);
  });
});
