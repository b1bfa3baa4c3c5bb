import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, fullBodies } from './brand-message-bodies.ts';
import { by, DELIVERED, openBrandBench } from './brand-message-templates.ts';

/** What resource API 2.4 registers, a message sends as the template is (message API 2.10, variant 1), also if a full text cannot have it. */

const word = { name: '단추', type: 'BK' };
const of = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const long = 'x'.repeat(1001);

/** What a body has instead of its own: a full text with it is refused. */
const cases: [type: BrandType, path: string, value: Json | undefined][] = [
  ['ut', 'button', of(6, word)],
  ['uw', 'button', of(3, word)],
  ['up', 'button', of(2, word)],
  ['um', 'button', of(3, word)],
  ['ut', 'button', [{ ...word, type: 'BF', biz_form_key: 'a1' }]],
  ['ut', 'button', [{ ...word, biz_form_key: 1 }]],
  ['ut', 'button', [{ ...word, type: 'WL', url_mobile: `https://a.kr/${long}` }]],
  ['ut', 'button', [{ ...word, type: 'WL', url_mobile: 'a.kr' }]],
  ['ui', 'image.img_link', 'shop://a'],
  ['ul', 'item.list.0.title', 'x'.repeat(26)],
  ['ul', 'item.list.1.title', 'x'.repeat(31)],
  ['ul', 'item.list.1.title', 'x\ny\nz'],
  ['ul', 'item.list.1.title', undefined],
  ['ul', 'item.list.1.title', ' '],
  ['ul', 'item.list.1.img_url', undefined],
  ['um', 'commerce.title', 'x'.repeat(31)],
  ['uc', 'carousel.list.0.header', 'x\ny'],
  ['up', 'video.video_url', 'https://a.kr/watch'],
];

it.each(cases)('is sent as it is registered: %s with another %s', async (type, path, value) => {
  const bench = await openBrandBench();
  const templatecode = await bench.register(type, changed(fullBodies(bench.image)[type], path, value));
  expect(await bench.send(type, by(templatecode))).toEqual(DELIVERED);
});

it('is sent with any number of its cards and items', async () => {
  const bench = await openBrandBench();
  const bodies = fullBodies(bench.image);
  for (const count of [1, 7]) {
    const cards = Array.from({ length: count }, () => listIn(bodies.uc, 'carousel')[0] ?? null);
    const feed = by(await bench.register('uc', changed(bodies.uc, 'carousel.list', cards)));
    expect(await bench.send('uc', feed)).toEqual(DELIVERED);
  }
  const list = listIn(bodies.ul, 'item').slice(0, 2);
  const items = by(await bench.register('ul', changed(bodies.ul, 'item.list', list)));
  expect(await bench.send('ul', items)).toEqual(DELIVERED);
});

function listIn(body: JsonObject, name: string): Json[] {
  const list = isObject(body[name]) ? body[name]['list'] : undefined;
  return Array.isArray(list) ? list : [];
}
