import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { kinds } from '../../../src/kinds/registry.ts';
import { type Composed, type Composing, openComposer } from '../../../src/manifest/import/import.ts';
import type { Importable } from '../../../src/manifest/import/make.ts';
import { environment } from '../project.ts';

function live(kindName: string, name: string, content: JsonObject, state = 'present'): Importable {
  const kind = kinds.find((one) => one.name === kindName);
  if (!kind) throw new Error(`There is no kind ${kindName}`);
  return {
    kind,
    profile: 'shop',
    address: `${kindName}/shop/${name}`,
    title: name,
    row: undefined,
    live: { name: String(content['pluginId'] ?? name), content, status: { state } },
    binding: undefined,
    protect: false,
    named: false,
  };
}

function template(name: string, more: JsonObject = {}): Importable {
  const content = { code: name, name: `안내 ${name}`, category: '001001', messageType: 'BA', content: '${안내}\r\n끝' };
  return live('NotificationTemplate', name, { ...content, ...more }, 'RDY');
}

/** A resource that another one refers to, two of one name, one with an image, and one that no manifest can declare. */
const items = [
  live('GroupTag', 'winter', { name: '겨울' }),
  live('GroupTag', 'winter-2', { name: '겨울' }),
  live('PluginCallback', 'secure', { pluginId: 'secure_Image', type: 'SECURE_IMAGE', url: 'https://example.com/p' }),
  template('plain'),
  template('plugin', { buttons: [{ type: 'P1', name: '보안', plugin: 'secure_Image' }] }),
  template('image', { emphasis: { type: 'IMAGE', image: { file: 'https://example.com/a.png' } } }),
  template('same'),
  template('Wrong id'),
];

const composing: Omit<Composing, 'onFinal'> = {
  folder: 'manifests',
  environment,
  resources: [],
  uploads: () => [],
  timezone: 'Asia/Seoul',
};

/** Opens a composer, and returns it with the manifests that are final so far. */
function opened() {
  const early: Composed[] = [];
  const composer = openComposer({ ...composing, onFinal: (composed) => void early.push(...composed) });
  return { composer, early };
}

/** Takes the items in an order of their indexes, as `opened`. */
function taken(order: readonly number[]) {
  const one = opened();
  for (const index of order) one.composer.take(index, items[index]);
  return one;
}

const inOrder = [...items.keys()];

it('manifests are the same, in whichever order the resources were read', () => {
  const whole = taken(inOrder).composer;
  whole.finish();
  const { composed, left } = whole.result();
  expect(composed.map(({ text }) => text).join('')).toContain('plugin: { ref: secure }');
  expect(left.map(({ reason }) => reason)).toEqual([
    'GroupTag/shop/winter has its name already',
    'no manifest can express it: `id` cannot be `Wrong id`',
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: items.length }), (order) => {
      const { composer, early } = taken(order);
      const late = composer.finish();
      expect(composer.result()).toEqual({ composed, left });
      expect(new Set([...early, ...late])).toEqual(new Set(composed));
      expect(early.length + late.length).toBe(composed.length);
    }),
  );
});

it('a manifest is final when all resources before it were read', () => {
  const { composer, early } = opened();
  composer.take(3, items[3]);
  composer.take(1, items[1]);
  composer.take(2, undefined);
  expect(early).toEqual([]);
  composer.take(0, items[0]);
  expect(early.map(({ of }) => of.title)).toEqual(['winter', 'plain']);
});

it('a resource waits for one of the same name that waits for an image', () => {
  const image = { emphasis: { type: 'IMAGE', image: { file: 'https://example.com/a.png' } } };
  const first = template('one', image);
  const second = { ...template('one'), address: 'NotificationTemplate/shop/two' };
  const other = template('other');
  const { composer, early } = opened();
  for (const [index, item] of [first, second, other].entries()) composer.take(index, item);
  expect(early.map(({ of }) => of)).toEqual([other]);
  expect(composer.finish().map(({ of }) => of)).toEqual([first]);
  const { composed, left } = composer.result();
  expect(composed.map(({ of }) => of)).toEqual([first, other]);
  expect(left).toEqual([{ of: second, reason: 'NotificationTemplate/shop/one has its code already' }]);
});
