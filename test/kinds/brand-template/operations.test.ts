import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RunContext } from '../../../src/core/kind.ts';
import type { Live, Resource, ResourceState } from '../../../src/core/resource.ts';
import { textOf } from '../../../src/core/sentence.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { systemClock } from '../../../src/files/system.ts';
import { brandDeclaration, brandDiscovery, brandTemplate } from '../../../src/kinds/brand-template/kind.ts';
import { brandOperations } from '../../../src/kinds/brand-template/operations.ts';
import type { Client } from '../../../src/wire/client.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';

const content: JsonObject = { name: '겨울', bubble: 'TEXT', content: '본문' };

function want(more: JsonObject = {}, goal = 'present'): Resource {
  return declaredAs('BrandTemplate', 'winter', { goal, content: { ...content, ...more } });
}

function at(status = 'A', more: JsonObject = {}): NonNullable<ResourceState> {
  return { name: 'code', content: { ...content, ...more }, status: { state: status, status } };
}

/** What a plan would do, or why nothing. */
function route(standing: ResourceState, wanted: Resource): string {
  const found = findRoute(brandTemplate, standing, wanted, () => true);
  if (found.found === 'blocked') return `blocked: ${textOf(found.reason)}`;
  return [found.found, ...found.steps.map(({ operation }) => operation)].join(' ');
}

describe('from each standing to what is wanted', () => {
  const gone = want({}, 'removed');
  test.each<[string, ResourceState, Resource, string]>([
    ['none', undefined, want(), 'satisfied brandTemplate.add'],
    ['the same', at(), want(), 'satisfied'],
    ['another text', at(), want({ content: '다른 글' }), 'satisfied brandTemplate.update'],
    ['another name', at(), want({ name: '다른 이름' }), 'satisfied brandTemplate.update'],
    [
      'another bubble',
      at(),
      want({ bubble: 'WIDE' }),
      'blocked: a template keeps its bubble, and this one is TEXT, not WIDE',
    ],
    [
      'blocked by the service',
      at('S'),
      want(),
      'blocked: the service has blocked this template (status S), and only the service can unblock it',
    ],
    [
      'in a status that the documents do not know',
      at('X'),
      want({ content: '다른 글' }),
      'blocked: the service has blocked this template (status X), and only the service can unblock it',
    ],
    ['none, with a long name', undefined, want({ name: '가'.repeat(201) }), 'satisfied brandTemplate.add'],
    ['a long name', at('A', { name: '가'.repeat(201) }), want({ name: '가'.repeat(201) }), 'satisfied'],
    ['a name of 200', at(), want({ name: '가'.repeat(200) }), 'satisfied brandTemplate.update'],
    [
      'a name of 201',
      at(),
      want({ name: '가'.repeat(201) }),
      'blocked: an update takes a name of 200 characters, and this one has 201',
    ],
    ['none, and not wanted', undefined, gone, 'satisfied'],
    ['there, and not wanted', at(), gone, 'satisfied brandTemplate.delete'],
    [
      'blocked, and not wanted',
      at('S'),
      gone,
      'blocked: it can be deleted in status A only, and the service has blocked it (status S)',
    ],
  ])('%s', (_, standing, wanted, told) => expect(route(standing, wanted)).toBe(told));
});

test('what a row asks for is said where it is not so', () => {
  const asked = [undefined, at()].map((standing) =>
    brandOperations.map((row) =>
      [want(), want({}, 'removed')].map((wanted) => textOf(row.requires(standing, wanted)?.reason ?? 'may')),
    ),
  );
  expect(asked).toEqual([
    [
      ['may', 'may'],
      ['it does not exist at the service', 'it does not exist at the service'],
      ['it does not exist at the service', 'it does not exist at the service'],
    ],
    [
      ['it exists already (code)', 'it exists already (code)'],
      ['may', 'a resource that is to be removed is not changed'],
      ['a declared resource is never deleted', 'may'],
    ],
  ]);
  expect(brandOperations.map((row) => row.predicts(undefined, want()).length)).toEqual([1, 0, 1]);
  expect(brandTemplate.blockedBy(undefined, want())).toEqual({ operation: 'brandTemplate.add' });
});

test('the binding is the code', () => {
  expect(brandTemplate.nameOf({ code: 'abc' })).toBe('abc');
  expect(brandTemplate.nameOf({})).toBeUndefined();
  expect(brandTemplate.bindingOf(at())).toEqual({ code: 'code' });
  expect(brandDeclaration.uniqueNames?.(want())).toEqual([{ within: 'profile', field: 'name', value: '겨울' }]);
});

describe('a call names the template', () => {
  async function call(index: number, live: Live | undefined): Promise<unknown[]> {
    const { service, calls } = recordedService({
      'brandTemplate.add': { templateCode: 'given' },
      'brandTemplate.update': { templateCode: 'code' },
    });
    const desired = want();
    const context = {
      service,
      profile: shop,
      desired,
      live,
      bound: nothingBound,
      clock: systemClock,
      signal,
      answered: () => {},
    };
    const binding = await brandOperations[index]?.run(context as unknown as RunContext<Client>);
    return [...calls, binding];
  }
  const body = { templateName: '겨울', chatBubbleType: 'TEXT', adult: false, content: '본문' };

  test('by its live code', async () => {
    const remove = (templateCode: string) => ['brandTemplate.delete', { ...ofShop, templateCode }];
    expect(await call(0, undefined)).toEqual([['brandTemplate.add', { ...ofShop, ...body }], { code: 'given' }]);
    expect(await call(1, at())).toEqual([
      ['brandTemplate.update', { ...ofShop, ...body, templateCode: 'code' }],
      undefined,
    ]);
    expect(await call(2, at())).toEqual([remove('code'), undefined]);
  });
});

describe('what is live', () => {
  const detail = { templateCode: 'code', templateName: '겨울', chatBubbleType: 'TEXT', content: '본문', status: 'S' };

  test('is read by its code', async () => {
    const read = (answer: unknown) => {
      const { service, calls } = recordedService({ 'brandTemplate.detail': answer });
      const found = brandDiscovery.read(service, shop, 'code', nothingBound, signal);
      expect(calls).toEqual([['brandTemplate.detail', { ...ofShop, templateCode: 'code' }]]);
      return found;
    };
    expect(await read(detail)).toEqual({ name: 'code', content, status: { state: 'S', status: 'S' } });
    expect(await read({ ...detail, modifiedAt: '2026-11-20 12:00:00' })).toMatchObject({
      modifiedAt: '2026-11-20 12:00:00',
    });
    expect(await read({ ...detail, video: { vid: 'v1' } })).toMatchObject({
      content,
      beside: { video: { vid: 'v1' } },
    });
    expect(await read(refused('508'))).toBeUndefined();
    await expect(read(refused('102'))).rejects.toThrow('거절');
    await expect(read(unclear())).rejects.toThrow('no answer came');
  });

  test('is listed with its name, and recognised by name and bubble', async () => {
    const { service, calls } = recordedService({
      'brandTemplate.list': {
        totalCount: 4,
        totalPage: 1,
        currentPage: 3,
        data: {
          list: [
            { templateCode: 'a', templateName: '가', serviceStatus: 'A', modifiedAt: '2026' },
            { templateCode: 'b', templateName: '나', serviceStatus: 'S' },
            { templateCode: 'c' },
            null,
          ],
        },
      },
    });
    const problem = expect.objectContaining({
      code: 'service-unfit',
      message: expect.stringContaining('A row of brandTemplate.list does not have the documented shape'),
    });
    expect(await brandDiscovery.page(service, shop, 3, signal)).toEqual({
      rows: [
        { name: 'a', title: '가', state: 'A', modifiedAt: '2026' },
        { name: 'b', title: '나', state: 'S', modifiedAt: '' },
      ],
      unreadable: [{ name: 'c', problem }, { problem }],
      total: 4,
      pages: 1,
    });
    expect(calls).toEqual([['brandTemplate.list', { ...ofShop, page: '3', count: '100' }]]);
    expect(brandTemplate.recognition?.titleOf(content)).toBe('겨울');
    expect(brandTemplate.recognition?.matches(at('A', { content: '다른 글' }), want())).toBe(true);
    expect(brandTemplate.recognition?.matches(at('A', { bubble: 'WIDE' }), want())).toBe(false);
  });
});

test('what it shows is told with its place and use', () => {
  const file = { path: 'a.png', sha256: 'a' };
  const shown = (more: JsonObject) => brandTemplate.images?.({ name: 'a', ...more });
  expect(shown({ bubble: 'IMAGE', image: { file, link: 'https://a' } })).toEqual([
    { at: 'image', use: 'brand/default', sha256: 'a' },
  ]);
  expect(shown({ bubble: 'WIDE', image: { url: 'https://a', link: 'https://b' } })).toEqual([
    { at: 'image', use: 'brand/wide', url: 'https://a' },
  ]);
  expect(shown({ bubble: 'WIDE', image: { link: 'https://b' } })).toEqual([]);
  expect(
    shown({
      bubble: 'CAROUSEL_COMMERCE',
      carousel: { intro: { image: file }, cards: [{ image: { url: 'https://a' } }] },
    }),
  ).toEqual([
    { at: 'carousel.intro.image', use: 'brand/carousel-commerce', sha256: 'a' },
    { at: 'carousel.cards[0].image', use: 'brand/carousel-commerce', url: 'https://a' },
  ]);
  expect(shown({ bubble: 'PREMIUM_VIDEO', video: { file: { path: 'a.mp4', sha256: 'b' }, thumbnail: file } })).toEqual([
    { at: 'video.thumbnail', use: 'brand/default', sha256: 'a' },
    { at: 'video', use: 'video', sha256: 'b' },
  ]);
});
