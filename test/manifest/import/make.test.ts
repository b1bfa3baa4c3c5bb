import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { kinds } from '../../../src/kinds/registry.ts';
import { type Importable, makeManifests } from '../../../src/manifest/import/make.ts';
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
    entry: undefined,
    named: false,
  };
}

function template(name: string, more: JsonObject = {}): Importable {
  const content = { code: name, name: `안내 ${name}`, category: '001001', messageType: 'BA', content: '${안내}\r\n끝' };
  return live('NotificationTemplate', name, { ...content, ...more }, 'RDY');
}

/** A resource that another one refers to, two of one name, and one that no manifest can declare. */
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

const making = { folder: 'manifests', environment, resources: [], uploads: () => [] };

it('the first of two resources with one name gets the manifest, and one that no manifest can declare is left', () => {
  const { made, left } = makeManifests(items, making);
  expect(made.map(({ of }) => of.address.split('/')[2])).toEqual([
    'winter',
    'secure',
    'plain',
    'plugin',
    'image',
    'same',
  ]);
  expect(left.map(({ reason }) => reason)).toEqual([
    'GroupTag/shop/winter has its name already',
    'no manifest can express it: `id` cannot be `Wrong id`',
  ]);
});

it('a value that another manifest declares becomes a reference', () => {
  const { made } = makeManifests(items, making);
  expect(made.map(({ text }) => text).join('')).toContain('plugin: { ref: secure }');
});

it('a value that only another profile declares stays as it is', () => {
  const elsewhere = items.map((one) => (one.kind.name === 'PluginCallback' ? { ...one, profile: 'mall' } : one));
  const texts = makeManifests(elsewhere, making).made.map(({ text }) => text);
  expect(texts.join('')).toContain('plugin: secure_Image');
});

it.each([
  ['buttons[0]', template('a', { buttons: [{ type: 'BF', name: '예약' }] })],
  ['quickReplies[0]', template('a', { quickReplies: [{ type: 'BF', name: '예약' }] })],
  ['preview', template('a', { preview: '가'.repeat(41) })],
  ['emphasis.subtitle', template('a', { emphasis: { type: 'TEXT', title: '결제' } })],
  ['content', live('BrandTemplate', 'a', { name: '겨울', bubble: 'TEXT', content: '가'.repeat(1301) }, 'A')],
])('the field %s that no manifest can express is named, and the rest is made', (field, item) => {
  const { made, left } = makeManifests([item, template('plain')], making);
  expect(made.map(({ of }) => of.address)).toEqual(['NotificationTemplate/shop/plain']);
  expect(left.map(({ reason }) => reason)).toEqual([expect.stringContaining(field)]);
});
