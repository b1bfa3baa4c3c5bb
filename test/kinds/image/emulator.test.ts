import { describe, expect, test } from 'vitest';
import { imageUses } from '../../../src/kinds/image/endpoints.ts';
import { png } from '../../images.ts';
import { type LiveProject, openLiveProject } from '../live-project.ts';

/** Uploads of images against the emulator, from manifests to the state: where they go, and how often. */

const ENDPOINTS: Readonly<Record<string, string>> = {
  'notification/template': '/v3/msgr/image/noticetalk/template',
  'notification/send': '/v3/msgr/image/noticetalk',
  'notification/highlight': '/v3/msgr/image/noticetalk/itemHighlight',
  'brand/default': '/v4/msgr/brand/image/default',
  'brand/wide': '/v4/msgr/brand/image/wide',
  'brand/wide-first': '/v4/msgr/brand/image/wideItemList/first',
  'brand/wide-items': '/v4/msgr/brand/image/wideItemList',
  'brand/carousel-feed': '/v4/msgr/brand/image/carouselFeed',
  'brand/carousel-commerce': '/v4/msgr/brand/image/carouselCommerce',
};
const SQUARE = ['notification/highlight', 'brand/wide-items'];

async function uploads(project: LiveProject): Promise<string[]> {
  return (await project.calls()).filter((path) => path.includes('/image'));
}

const template = (id: string, image: string): string =>
  [
    'kind: NotificationTemplate',
    `id: ${id}`,
    `name: ${id}`,
    'category: "001001"',
    'messageType: BA',
    `emphasis: { type: IMAGE, image: ${image} }`,
    'content: 회원가입을 하신 고객님께 보내 드립니다.',
    'lifecycle: draft',
    '',
  ].join('\n');

const brand = (id: string, image: string): string =>
  [
    'kind: BrandTemplate',
    `id: ${id}`,
    `name: ${id}`,
    'bubble: IMAGE',
    'content: 특가 안내',
    `image: ${image}`,
    '',
  ].join('\n');

describe('an image', () => {
  test.each(Object.entries(ENDPOINTS))('for %s goes to %s, and is known by its URL', async (use, endpoint) => {
    const project = await openLiveProject();
    await project.write('manifests/a.png', SQUARE.includes(use) ? png(600, 600) : png(800, 400));
    await project.declare(`kind: Image\nid: a\nfile: ./a.png\nuse: ${use}\n`);
    expect(await project.actions()).toEqual({ 'Image/shop/a': 'create: image.upload' });
    expect(await project.apply()).toEqual({ 'Image/shop/a': 'done' });
    expect(await uploads(project)).toEqual([endpoint]);
    expect(Object.entries(project.uploads())).toEqual([
      [
        expect.stringMatching(/^http/),
        { use, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), path: 'manifests/a.png' },
      ],
    ]);
    expect(await project.actions()).toEqual({});
    expect(await project.actions({ reupload: ['Image/shop/*'] })).toEqual({ 'Image/shop/a': 'create: image.upload' });
    expect(await project.apply({ reupload: ['Image/shop/*'] })).toEqual({ 'Image/shop/a': 'done' });
    expect(await uploads(project)).toEqual([endpoint]);
    expect(await project.actions()).toEqual({});
  });

  test('has an endpoint for every use', () => {
    expect(Object.keys(ENDPOINTS)).toEqual(Object.keys(imageUses));
  });
});

describe('the same bytes', () => {
  test('of notifications are uploaded once for a profile and use, whoever shows them', async () => {
    const project = await openLiveProject();
    await project.write('manifests/a.png', png(800, 400));
    await project.write('manifests/copy.png', png(800, 400));
    await project.declare(
      ['one', 'two', 'three'].map((id) => template(id, './a.png')).join('---\n') +
        '---\n' +
        template('four', './copy.png'),
    );
    await project.apply();
    expect(await uploads(project)).toEqual(['/v3/msgr/image/noticetalk/template']);
    expect(await project.actions()).toEqual({});
  });

  test('of brand messages are uploaded once for each template, and once within one', async () => {
    const project = await openLiveProject();
    await project.write('manifests/a.png', png(800, 400));
    const cards = '[{header: 하나, content: 하나, image: ./a.png}, {header: 둘, content: 둘, image: ./a.png}]';
    const feed = `kind: BrandTemplate\nid: feed\nname: feed\nbubble: CAROUSEL_FEED\ncarousel: { cards: ${cards} }\n`;
    await project.declare([brand('one', './a.png'), brand('two', './a.png'), feed].join('---\n'));
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect((await uploads(project)).sort()).toEqual([
      '/v4/msgr/brand/image/carouselFeed',
      '/v4/msgr/brand/image/default',
      '/v4/msgr/brand/image/default',
    ]);
    expect(await project.actions()).toEqual({});
  });

  test('are declared for brand messages as often as there are templates that refer to them', async () => {
    const project = await openLiveProject();
    await project.write('manifests/a.png', png(800, 400));
    const image = (id: string): string => `kind: Image\nid: ${id}\nfile: ./a.png\nuse: brand/default\n`;
    const one = brand('one', '{ref: a}');
    await project.declare([image('a'), image('b'), one, brand('two', '{ref: b}')].join('---\n'));
    expect(await project.problems()).toEqual([]);
    await project.apply();
    expect(await uploads(project)).toHaveLength(2);
    expect(await project.actions()).toEqual({});

    const more = [image('a'), image('b'), one, brand('two', '{ref: b}'), brand('three', './a.png')];
    await project.declare(more.join('---\n'));
    expect(Object.values(await project.actions())).toEqual(['create: brandTemplate.add', 'create: image.upload']);
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await uploads(project)).toHaveLength(1);

    await project.declare([image('a'), one, brand('two', '{ref: a}')].join('---\n'));
    expect((await project.problems()).map(({ code, path, message }) => [code, path, message])).toEqual([
      [
        'image-shared',
        'image.ref',
        '`Image/shop/a` is already used by `BrandTemplate/shop/one`, and only one brand template can use an image',
      ],
    ]);
  });
});
