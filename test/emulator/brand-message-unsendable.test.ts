import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { BrandType } from '../../src/emulator/resource/brand-template/type.ts';
import { changed, fullBodies } from './brand-message-bodies.ts';
import { by, DELIVERED, openBrandBench } from './brand-message-templates.ts';

/** What resource API 2.4 registers and message API 2.10 does not send: the template is there, and its message fails. */

const word = { name: '단추', type: 'BK' };
const of = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const long = 'x'.repeat(1001);

/** What a body has instead of its own, at most so many of the first and one too many (or one that is wrong). */
const cases: [type: BrandType, path: string, value: Json | undefined, reason: string][] = [
  ['ut', 'button', of(6, word), 'button may have 5 elements'],
  ['uw', 'button', of(3, word), 'button may have 2 elements'],
  ['up', 'button', of(2, word), 'button may have 1 element'],
  ['um', 'button', of(3, word), 'button may have 2 elements'],
  ['ut', 'button', [{ ...word, type: 'BF', biz_form_key: 'a1' }], 'button[0].biz_form_key must be an integer'],
  ['ut', 'button', [{ ...word, biz_form_key: 1 }], 'button[0].biz_form_key is for BF only'],
  ['ut', 'button', [{ ...word, type: 'WL', url_mobile: `https://a.kr/${long}` }], 'button[0].url_mobile may have 1000'],
  ['ut', 'button', [{ ...word, type: 'WL', url_mobile: 'a.kr' }], 'button[0].url_mobile must begin with http'],
  ['ui', 'image.img_link', 'shop://a', 'image.img_link must begin with http'],
  ['ul', 'item.list.0.title', 'x'.repeat(26), 'item.list[0].title may have 25 characters'],
  ['ul', 'item.list.1.title', 'x'.repeat(31), 'item.list[1].title may have 30 characters'],
  ['ul', 'item.list.1.title', 'x\ny\nz', 'item.list[1].title may have 1 line breaks'],
  ['ul', 'item.list.1.title', undefined, 'item.list[1].title is required'],
  ['ul', 'item.list.1.title', ' ', 'item.list[1].title is required'],
  ['ul', 'item.list.1.img_url', undefined, 'item.list[1].img_url is required'],
  ['um', 'commerce.title', 'x'.repeat(31), 'commerce.title may have 30 characters'],
  ['uc', 'carousel.list.0.header', 'x\ny', 'carousel.list[0].header may have 0 line breaks'],
  ['up', 'video.video_url', 'https://a.kr/watch', 'video.video_url must be the address of a video'],
];

it('is refused when it is sent, with the reason', async () => {
  const bench = await openBrandBench();
  const told: string[] = [];
  for (const [type, path, value] of cases) {
    const templatecode = await bench.register(type, changed(fullBodies(bench.image)[type], path, value));
    const [result, reason] = await bench.send(type, by(templatecode));
    told.push(`${type} ${result} ${reason}`);
  }
  expect(told).toEqual(
    cases.map(([type, , , reason]) => expect.stringMatching(`^${type} (?:7204|7314) ${escaped(reason)}`)),
  );
});

it('is refused for the number of its cards and items', async () => {
  const bench = await openBrandBench();
  const bodies = fullBodies(bench.image);
  const feed = async (count: number) => {
    const cards = Array.from({ length: count }, () => listIn(bodies.uc, 'carousel')[0] ?? null);
    return bench.send('uc', by(await bench.register('uc', changed(bodies.uc, 'carousel.list', cards))));
  };
  const items = async (count: number) => {
    const list = listIn(bodies.ul, 'item').slice(0, count);
    return bench.send('ul', by(await bench.register('ul', changed(bodies.ul, 'item.list', list))));
  };
  expect(await feed(1)).toEqual(['7314', 'carousel.list must have 2 elements']);
  expect(await feed(2)).toEqual(DELIVERED);
  expect(await feed(6)).toEqual(DELIVERED);
  expect(await feed(7)).toEqual(['7314', 'carousel.list may have 6 elements']);
  expect(await items(2)).toEqual(['7314', 'item.list must have 3 elements']);
  expect(await items(3)).toEqual(DELIVERED);
});

it('is refused for a private video without a picture', async () => {
  const bench = await openBrandBench();
  await bench.control.seed({ videos: [{ profile: 'shop', vid: 'secret', status: 'PRIVATE' }] });
  const video = { video_url: `${bench.url}/v/secret` };
  const templatecode = await bench.register('up', { ...fullBodies(bench.image).up, video });
  expect(await bench.send('up', by(templatecode))).toEqual([
    '7319',
    'video.thumbnail_url is required for a private video',
  ]);
});

function listIn(body: JsonObject, name: string): Json[] {
  const list = isObject(body[name]) ? body[name]['list'] : undefined;
  return Array.isArray(list) ? list : [];
}

function escaped(text: string): string {
  return text.replace(/[[\]().]/g, '\\$&');
}
