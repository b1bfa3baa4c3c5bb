import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RunContext } from '../../../src/core/kind.ts';
import type { Resource, ResourceState } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { imageUseOf, imageUses } from '../../../src/kinds/image/endpoints.ts';
import { image } from '../../../src/kinds/image/kind.ts';
import type { Client } from '../../../src/wire/client.ts';
import { saying } from '../../said.ts';
import { nothingBound } from '../bound.ts';
import { declaredAs, noFile, recordedService, shop, signal } from '../recorded.ts';

const file = { path: 'manifests/order.png', sha256: 'aa', width: 800, height: 400 };
const use = 'notification/template';
const url = 'https://img.example.com/1.png';

function want(goal: string, content: JsonObject = { use, file }): Resource {
  return declaredAs('Image', 'order', { goal, content });
}

function route(from: ResourceState, wanted: Resource) {
  return findRoute(image, from, wanted, () => false);
}

async function upload(desired: Resource) {
  const { service, calls } = recordedService({ 'image.template': { image: 'https://img.example.com/1.png' } });
  const context: RunContext<Client> = {
    service,
    profile: shop,
    desired,
    live: undefined,
    bound: nothingBound,
    readFile: async (path, sha256) => new TextEncoder().encode(`${path} ${sha256}`),
    openFile: noFile,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    signal,
    answered: () => {},
  };
  return { binding: await image.operations[0]?.run(context), calls };
}

describe('an image', () => {
  test('is uploaded where there is none, and predicted by its bytes', () => {
    const uploaded = route(undefined, want('present'));
    expect(uploaded).toMatchObject({
      found: 'satisfied',
      steps: [{ operation: 'image.upload', title: 'upload', from: { state: 'absent' }, to: [{ state: 'present' }] }],
      risks: [],
    });
  });

  test('with no file is blocked', () => {
    expect(route(undefined, want('present', { use }))).toEqual({
      found: 'blocked',
      reason: saying('only a file of the project can be uploaded'),
      opens: null,
    });
  });
});

describe('an upload', () => {
  test('sends the bytes under the file’s name and returns the URL as the handle', async () => {
    expect(await upload(want('present'))).toEqual({
      binding: { handle: url },
      calls: [
        [
          'image.template',
          {},
          'image',
          [{ name: 'order.png', bytes: new TextEncoder().encode('manifests/order.png aa') }],
        ],
      ],
    });
  });

  test.each<JsonObject>([{ use }, { use: 'brand/tall', file }])('of %j is a bug', async (content) => {
    await expect(upload(want('present', content))).rejects.toMatchObject({ problems: [{ code: 'bug' }] });
    expect(image.operations[0]?.predicts(undefined, want('present', { use }))).toEqual([]);
  });
});

describe('the file of an upload', () => {
  test.each([
    [use, true],
    ['brand/default', false],
  ])('for %s is shared by the resources of a profile: %s', (one, shared) => {
    expect(image.upload?.of({ use: one, file })).toEqual({ use: one, file, shared });
  });
});

const notification = {
  types: ['png', 'jpeg'],
  endings: ['png', 'jpg', 'jpeg'],
  maxBytes: 512_000,
  section: '4.2',
  upload: { kind: 'Image', shared: true },
};

/** Two limits of bytes, of which the lower is worth a warning; one upload for each template. */
const brand = {
  ...notification,
  maxBytes: 5_242_880,
  likelyBytes: 512_000,
  section: '4.7a',
  upload: { kind: 'Image', shared: false },
};
const twoToOne = { ratio: { min: 2, max: 2 }, shape: '2:1' };
const square = { ratio: { min: 1, max: 1 }, shape: '1:1' };
const tall = { ratio: { min: 0.75, max: 2 }, shape: '2:1 to 3:4' };

test('the rules of each use are those of the service', () => {
  expect(imageUses).toEqual({
    'notification/template': { ...notification, image: { minWidth: 500, ...twoToOne } },
    'notification/send': { ...notification, image: { minWidth: 500, ...tall } },
    'notification/highlight': { ...notification, image: { minWidth: 108, ...square } },
    'brand/default': { ...brand, image: { minWidth: 500, ...tall } },
    'brand/wide': {
      ...brand,
      image: { minWidth: 1, likelyWidth: 500, ratio: { min: 1, max: 2 }, shape: '2:1 to 1:1' },
    },
    'brand/wide-first': { ...brand, image: { minWidth: 500, ...twoToOne } },
    'brand/wide-items': { ...brand, image: { minWidth: 500, ...square } },
    'brand/carousel-feed': { ...brand, image: { minWidth: 1, likelyWidth: 500, ...tall } },
    'brand/carousel-commerce': { ...brand, image: { minWidth: 1, likelyWidth: 500, ...tall } },
  });
  expect(imageUseOf('notification/send')).toBe('notification/send');
  expect(imageUseOf('brand/wide-items')).toBe('brand/wide-items');
  expect(imageUseOf('toString')).toBeUndefined();
  expect(imageUseOf(1)).toBeUndefined();
});
