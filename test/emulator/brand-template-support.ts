import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Clock } from '../../src/core/ports.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  type EmulatorOptions,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemFiles } from '../../src/files/system.ts';
import { seededRandom } from '../random.ts';
import { emulatorAccount, MALL, NOON, objectOf, postJson, SHOP } from './support.ts';

const stillClock: Clock = { now: () => NOON, sleep: () => new Promise(() => undefined) };

/** An emulator with images of every use and videos of every status; one serves all cases of a file. */
export interface BrandBench {
  url: string;
  control: EmulatorControl;
  /** POSTs to `/v4/msgr/brand/template` as the shop. */
  call(path: string, body?: JsonObject): Promise<JsonObject>;
  /** POSTs to the control API. */
  steer(path: string, body: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

/** The URLs of images whose ratio is in their name; they are served from whatever port. */
export const image = (id: string): string => `http://127.0.0.1:1/images/${id}.png`;

const images = [
  { id: 'default.png', use: 'brand/default' },
  { id: 'wide.png', use: 'brand/wide' },
  { id: 'first.png', use: 'brand/wide-first' },
  { id: 'item.png', use: 'brand/wide-items', width: 500, height: 500 },
  { id: 'feed.png', use: 'brand/carousel-feed' },
  { id: 'feed-tall.png', use: 'brand/carousel-feed', height: 600 },
  { id: 'shop.png', use: 'brand/carousel-commerce' },
  { id: 'shop-small.png', use: 'brand/carousel-commerce', width: 500, height: 250 },
  { id: 'shop-tall.png', use: 'brand/carousel-commerce', height: 600 },
];

const statuses = ['REGISTERED', 'ENCODING', 'PUBLIC', 'PRIVATE', 'VIOLATED', 'ILLEGAL', 'DELETED', 'ERROR'];

/** Another profile's, and one for each status: `vid-public`. */
const videos = [
  { profile: 'other', vid: 'vid-other' },
  ...statuses.map((status) => ({ profile: 'shop', vid: `vid-${status.toLowerCase()}`, status })),
];

export async function openBrandBench(options: Partial<EmulatorOptions> = {}): Promise<BrandBench> {
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S' },
      { alias: 'other', key: 'other-key', type: 'S' },
      { alias: 'asleep', key: 'asleep-key', type: 'S', dormant: true },
      { alias: 'mall', key: MALL, type: 'G' },
    ],
    senders: [],
    recipients: [],
    ports: { clock: stillClock, random: seededRandom(1), files: systemFiles },
    ...options,
  });
  const { url } = emulator;
  const control = createEmulatorControl(url);
  expect(await control.seed({ images, videos })).toMatchObject({ ok: true });
  return {
    url,
    control,
    call: async (path, body = {}) => {
      const base = { ...emulatorAccount, senderKey: SHOP, ...body };
      return (await postJson(`${url}/v4/msgr/brand/template${path}`, base)).body;
    },
    steer: async (path, body) => (await postJson(`${url}/_emulator${path}`, body)).body,
    close: () => emulator.close(),
  };
}

/** The data of an answer that must be a success. */
export function dataOf(answer: JsonObject): JsonObject {
  expect(answer).toMatchObject({ code: '200' });
  return objectOf(answer['data']);
}

/** The rows of an answer that must be a success, wherever it has them. */
export function rowsOf(answer: JsonObject): JsonObject[] {
  expect(answer).toMatchObject({ code: '200' });
  const data = answer['data'];
  const rows: Json | undefined = Array.isArray(data) ? data : objectOf(data)['list'];
  return Array.isArray(rows) ? rows.map(objectOf) : [];
}

export const NO_LINKS = { linkMobile: null, linkPc: null, linkAndroid: null, linkIos: null };

export const web: JsonObject = { name: '보러 가기', linkType: 'WL', linkMobile: 'https://m.example.com/#{상품}' };
export const channelAdd: JsonObject = { name: '채널 추가', linkType: 'AC' };

export const coupon: JsonObject = {
  title: '#{할인금액}원 할인 쿠폰',
  description: '오늘만 드려요',
  linkMobile: 'https://m.example.com/coupon',
};

const card = (id: string): JsonObject => ({ imageUrl: image(id), imageLink: 'https://m.example.com/card' });

export const feedCard: JsonObject = { header: '머리말', content: '#{이름}님께 드리는 소식', ...card('feed') };
export const shopCard: JsonObject = { ...card('shop'), commerce: { title: '#{상품}' }, buttons: [web] };
export const head: JsonObject = { header: '봄맞이', content: '봄옷을\n만나 보세요', imageUrl: image('shop') };
export const tail: JsonObject = { linkMobile: 'https://m.example.com/more' };

/** One request of `add` for each bubble, with what it cannot do without and little more. */
export const bubbles = {
  TEXT: { templateName: '글', chatBubbleType: 'TEXT', content: '#{이름}님, 안녕하세요.' },
  IMAGE: { templateName: '그림', chatBubbleType: 'IMAGE', content: '새 상품입니다.', imageUrl: image('default') },
  WIDE: { templateName: '넓은 그림', chatBubbleType: 'WIDE', content: '새 상품입니다.', imageUrl: image('wide') },
  WIDE_ITEM_LIST: {
    templateName: '목록',
    chatBubbleType: 'WIDE_ITEM_LIST',
    header: '이번 주의 상품',
    mainWideItem: { title: '첫째', imageUrl: image('first'), linkMobile: 'https://m.example.com/1' },
    subWideItemList: [
      { title: '둘째', imageUrl: image('item'), linkMobile: 'https://m.example.com/2' },
      { title: '셋째', imageUrl: image('item'), linkMobile: 'https://m.example.com/3' },
    ],
  },
  CAROUSEL_FEED: {
    templateName: '소식 모음',
    chatBubbleType: 'CAROUSEL_FEED',
    carousel: { list: [feedCard, feedCard] },
  },
  PREMIUM_VIDEO: { templateName: '영상', chatBubbleType: 'PREMIUM_VIDEO', video: { vid: 'vid-public' } },
  COMMERCE: {
    templateName: '상품',
    chatBubbleType: 'COMMERCE',
    content: '할인합니다.',
    imageUrl: image('default'),
    commerce: { title: '#{상품}', regularPrice: 20000, discountPrice: 15000, discountRate: 25 },
    buttons: [web],
  },
  CAROUSEL_COMMERCE: {
    templateName: '상품 모음',
    chatBubbleType: 'CAROUSEL_COMMERCE',
    carousel: { head, list: [shopCard], tail },
  },
} satisfies Record<string, JsonObject>;

/** Outside the BMP: one code point, two UTF-16 units. */
export const long = (count: number): string => '😀'.repeat(count);
export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** What a change to a bubble is answered with: `200`, or the code and the words of the refusal. */
export type Case = [what: string, changes: JsonObject, code: string, message?: string];

export async function checkAdd(
  bench: BrandBench,
  bubble: keyof typeof bubbles,
  [, changes, code, message]: Case,
): Promise<void> {
  const answer = await bench.call('/add', { ...bubbles[bubble], ...changes });
  if (code === '200') expect(answer).toMatchObject({ code });
  else expect(answer).toEqual({ code, message });
}
