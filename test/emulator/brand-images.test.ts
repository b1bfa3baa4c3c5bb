import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { jpeg, png } from '../images.ts';
import { account, type Bench, objectOf, openBench } from './support.ts';

const MB = 1024 * 1024;
const DEFAULT = '/default';
const WIDE = '/wide';
const FIRST = '/wideItemList/first';
const ITEMS = '/wideItemList';
const FEED = '/carouselFeed';
const COMMERCE = '/carouselCommerce';

type Bytes = Uint8Array<ArrayBuffer>;
type File = [name: string, bytes: Bytes, field?: string];

async function post({ url }: Bench, path: string, form: FormData): Promise<JsonObject> {
  const response = await fetch(`${url}/v4/msgr/brand/image${path}`, { method: 'POST', body: form });
  expect(response.status).toBe(200);
  return objectOf(await response.json());
}

function imageOf(bytes: Bytes): FormData {
  const form = account();
  form.set('image', new Blob([bytes]), bytes[0] === 0xff ? 'a.jpg' : 'a.png');
  return form;
}

function listOf(...files: File[]): FormData {
  const form = account();
  for (const [name, bytes, field = 'imageList'] of files) form.append(field, new Blob([bytes]), name);
  return form;
}

const ratio = (measures: string): string => `the ratio of ${measures} is not allowed for this use`;
const width = (pixels: number): string => `the image must be 500 pixels wide or more, not ${pixels}`;
const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/images\/[0-9a-f]{24}\.(png|jpg)$/);

describe('the uploads of one brand image (4.7a)', () => {
  it.each<[what: string, path: string, bytes: Bytes, words?: string]>([
    ['default 2:1', DEFAULT, png(800, 400)],
    ['default flatter than 2:1', DEFAULT, png(801, 400), ratio('801:400')],
    ['default 3:4', DEFAULT, png(600, 800)],
    ['default taller than 3:4', DEFAULT, png(600, 801), ratio('600:801')],
    ['default 500 wide', DEFAULT, png(500, 500)],
    ['default 499 wide', DEFAULT, png(499, 499), width(499)],
    ['default JPEG', DEFAULT, jpeg(800, 600)],
    ['wide 2:1', WIDE, png(1000, 500)],
    ['wide flatter than 2:1', WIDE, png(1001, 500), ratio('1001:500')],
    ['wide 1:1', WIDE, png(800, 800)],
    ['wide taller than 1:1', WIDE, png(800, 801), ratio('800:801')],
    ['wide 499 wide', WIDE, png(499, 400)],
    ['first 2:1', FIRST, png(500, 250)],
    ['first flatter', FIRST, png(501, 250), ratio('501:250')],
    ['first taller', FIRST, png(500, 251), ratio('500:251')],
    ['first 498 wide', FIRST, png(498, 249), width(498)],
    ['5 MB', DEFAULT, png(800, 400, 5 * MB)],
    ['5 MB and a byte', DEFAULT, png(800, 400, 5 * MB + 1), 'the image may have 5242880 bytes, not 5242881'],
    ['7 MB', WIDE, png(800, 400, 7 * MB), 'the image may have 5242880 bytes'],
    ['no image', FIRST, Uint8Array.from(Buffer.from('GIF89a')), 'the image is not a readable PNG or JPEG'],
  ])('%s', async (_what, path, bytes, words) => {
    const answer = await post(await openBench(), path, imageOf(bytes));
    expect(answer).toEqual(words === undefined ? { code: '200', image: url } : { code: '600', message: words });
  });
});

describe('the uploads of several brand images (4.7a)', () => {
  const named = (index: number): JsonObject => ({ formField: `imageList[${index}]`, url });
  const refused = (index: number, message: string): JsonObject => ({
    formField: `imageList[${index}]`,
    error: { code: '600', message },
  });
  const taken = (success: JsonObject[], failure: JsonObject[] = []): JsonObject => ({
    code: '200',
    data: { success, failure },
  });

  it.each<[what: string, path: string, files: File[], answer: JsonObject]>([
    ['one item', ITEMS, [['a.png', png(500, 500)]], taken([named(0)])],
    [
      'four items',
      ITEMS,
      Array.from({ length: 4 }, (): File => ['a.png', png(500, 500)]),
      taken([named(0), named(1), named(2), named(3)]),
    ],
    [
      'five items',
      ITEMS,
      Array.from({ length: 5 }, (): File => ['a.png', png(500, 500)]),
      { code: '613', message: 'imageList may have 4 images, not 5' },
    ],
    [
      'items of which some fail',
      ITEMS,
      [
        ['a.png', png(500, 501)],
        ['b.jpg', jpeg(600, 600)],
        ['c.png', png(499, 499)],
        ['d.gif', png(500, 500)],
      ],
      taken(
        [named(1)],
        [
          refused(0, ratio('500:501')),
          refused(2, width(499)),
          refused(3, 'the name of the image does not end as its type: png, jpg or jpeg'),
        ],
      ),
    ],
    ['items that all fail', ITEMS, [['a.png', png(800, 400)]], taken([], [refused(0, ratio('800:400'))])],
    [
      'items of 5 MB and a byte more',
      ITEMS,
      [
        ['a.png', png(500, 500, 5 * MB)],
        ['b.png', png(500, 500, 5 * MB + 1)],
      ],
      taken([named(0)], [refused(1, 'the image may have 5242880 bytes, not 5242881')]),
    ],
    [
      'cards of the feed, 2:1 to 3:4',
      FEED,
      [
        ['a.png', png(800, 400)],
        ['b.png', png(600, 800)],
        ['c.png', png(801, 400)],
        ['d.png', png(600, 801)],
        ['e.png', png(800, 600)],
        ['f.png', png(498, 300)],
      ],
      taken([named(0), named(1), named(4), named(5)], [refused(2, ratio('801:400')), refused(3, ratio('600:801'))]),
    ],
    [
      'seven cards of the feed',
      FEED,
      Array.from({ length: 7 }, (): File => ['a.png', png(800, 400)]),
      { code: '613', message: 'imageList may have 6 images, not 7' },
    ],
    [
      'an intro and six cards of one ratio, whatever their size',
      COMMERCE,
      Array.from({ length: 7 }, (_none, index): File => ['a.png', png(800 + 4 * index, 600 + 3 * index)]),
      taken([0, 1, 2, 3, 4, 5, 6].map(named)),
    ],
    [
      'eight of them',
      COMMERCE,
      Array.from({ length: 8 }, (): File => ['a.png', png(800, 600)]),
      { code: '613', message: 'imageList may have 7 images, not 8' },
    ],
    [
      'cards of another ratio by a pixel than the first that may be used',
      COMMERCE,
      [
        ['a.png', png(801, 400)],
        ['b.png', png(800, 600)],
        ['c.png', png(800, 601)],
        ['d.png', png(800, 400)],
        ['e.png', png(1600, 1200)],
      ],
      taken(
        [named(1), named(4)],
        [
          refused(0, ratio('801:400')),
          refused(2, 'the ratio of 800:601 is not that of the first image, 800:600'),
          refused(3, 'the ratio of 800:400 is not that of the first image, 800:600'),
        ],
      ),
    ],
    [
      'brackets behind the name',
      ITEMS,
      [
        ['a.png', png(500, 500), 'imageList[]'],
        ['b.png', png(500, 500), 'imageList[]'],
      ],
      taken([named(0), named(1)]),
    ],
    [
      'numbers of the caller',
      ITEMS,
      [
        ['a.png', png(500, 500), 'imageList[3]'],
        ['b.png', png(500, 500), 'imageList[1]'],
      ],
      taken([named(3), named(1)]),
    ],
    [
      'a number twice',
      ITEMS,
      [
        ['a.png', png(500, 500), 'imageList[1]'],
        ['b.png', png(500, 500), 'imageList[1]'],
      ],
      { code: '405', message: 'imageList[1] is given twice' },
    ],
    ['no image', FEED, [], { code: '405', message: 'imageList is required' }],
    [
      'an image of another name',
      FEED,
      [['a.png', png(800, 400), 'image']],
      { code: '405', message: 'imageList is required' },
    ],
  ])('%s', async (_what, path, files, answer) => {
    expect(await post(await openBench(), path, listOf(...files))).toEqual(answer);
  });

  it('serve each image from its URL, to HEAD as well, to be kept for ever', async () => {
    const bench = await openBench();
    const answer = await post(bench, FEED, listOf(['a.png', png(800, 400)], ['b.jpg', jpeg(800, 600)]));
    const { success } = objectOf(answer['data']);
    expect(success).toHaveLength(2);
    const bytes = [png(800, 400), jpeg(800, 600)];
    for (const [index, type] of ['image/png', 'image/jpeg'].entries()) {
      const address = String(objectOf((success as unknown[])[index])['url']);
      const headers = {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      };
      const got = await fetch(address);
      expect(Object.fromEntries(got.headers)).toMatchObject(headers);
      expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes[index]);
      const head = await fetch(address, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(Object.fromEntries(head.headers)).toMatchObject(headers);
    }
  });
});
