import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { type BrandType, bubbleTypes } from '../../src/emulator/message/message.ts';
import { basic, type ImageUrls } from './brand-message-bodies.ts';
import { type Bench, emulatorAccount, objectOf, openBench, PHONE, plainMessage, postJson, SHOP } from './support.ts';

/** The members with which a body's template is registered (resource API 2.4). */
export function templateOf(type: BrandType, body: JsonObject): JsonObject {
  const image = memberOf(body, 'image');
  const [first, ...others] = listOf(memberOf(body, 'item')['list']);
  const video = memberOf(body, 'video');
  return without({
    templateName: `${type} 템플릿`,
    chatBubbleType: bubbleTypes[type],
    // A COMMERCE has a text at registration that no send knows.
    content: type === 'um' ? '겨울 할인' : body['message'],
    header: body['header'],
    additionalContent: body['additionalcontent'],
    imageUrl: image['img_url'],
    imageLink: image['img_link'],
    mainWideItem: first && itemOf(first),
    subWideItemList: first && others.map(itemOf),
    video: without({ videoUrl: video['video_url'], thumbnailUrl: video['thumbnail_url'] }),
    carousel: carouselOf(memberOf(body, 'carousel')),
    ...partsOf(body),
  });
}

function partsOf(part: JsonObject): Loose {
  return {
    buttons: listOf(part['button']).map(buttonOf),
    coupon: couponOf(memberOf(part, 'coupon')),
    commerce: commerceOf(memberOf(part, 'commerce')),
  };
}

function buttonOf(button: JsonObject): JsonObject {
  const form = button['biz_form_key'];
  return without({
    name: button['name'],
    linkType: button['type'],
    ...linksOf(button),
    bizFormId: form === undefined ? undefined : String(form),
  });
}

function couponOf(coupon: JsonObject): JsonObject {
  return without({ title: coupon['title'], description: coupon['description'], ...linksOf(coupon) });
}

/** A price that is a variable is left out. */
function commerceOf(commerce: JsonObject): JsonObject {
  const price = (name: string): Json | undefined => (typeof commerce[name] === 'number' ? commerce[name] : undefined);
  return without({
    title: commerce['title'],
    regularPrice: price('regular_price'),
    discountPrice: price('discount_price'),
    discountRate: price('discount_rate'),
    discountFixed: price('discount_fixed'),
  });
}

function itemOf(item: JsonObject): JsonObject {
  return without({ title: item['title'], imageUrl: item['img_url'], ...linksOf(item) });
}

function carouselOf(carousel: JsonObject): JsonObject {
  const head = memberOf(carousel, 'head');
  return without({
    head: without({
      header: head['header'],
      content: head['content'],
      imageUrl: head['image_url'],
      ...linksOf(head),
    }),
    list: listOf(carousel['list']).map(cardOf),
    tail: without(linksOf(memberOf(carousel, 'tail'))),
  });
}

function cardOf(card: JsonObject): JsonObject {
  const attachment = memberOf(card, 'attachment');
  const image = memberOf(attachment, 'image');
  return without({
    header: card['header'],
    content: card['message'],
    imageUrl: image['img_url'],
    imageLink: image['img_link'],
    ...partsOf(attachment),
  });
}

function linksOf(part: JsonObject): Loose {
  return {
    linkMobile: part['url_mobile'],
    linkPc: part['url_pc'],
    linkAndroid: part['scheme_android'],
    linkIos: part['scheme_ios'],
  };
}

interface Loose {
  [name: string]: Json | undefined;
}

/** Without members that are undefined or empty. */
function without(members: Loose): JsonObject {
  const isEmpty = (value: Json | undefined): boolean =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined || isEmpty(value) ? [] : [[name, value] as const],
    ),
  );
}

function memberOf(source: JsonObject, name: string): JsonObject {
  const value = source[name];
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const IMAGES = [
  { id: 'default.png', use: 'brand/default' },
  { id: 'wide.png', use: 'brand/wide' },
  { id: 'wide-first.png', use: 'brand/wide-first' },
  { id: 'wide-items.png', use: 'brand/wide-items', width: 500, height: 500 },
  { id: 'carousel-feed.png', use: 'brand/carousel-feed' },
  { id: 'carousel-commerce.png', use: 'brand/carousel-commerce' },
  { id: 'square-card.png', use: 'brand/carousel-commerce', width: 500, height: 500 },
];

export interface BrandBench extends Bench {
  /** The URL of an image by its use; or by its name, `square-card`. */
  image: ImageUrls;
  /** Registers a body as a template of the shop, through the resource API; its code. */
  register(type: BrandType, body: JsonObject): Promise<string>;
  /** Sends a content, and waits for its result: the code, and why. */
  send(type: BrandType, content: JsonObject, envelope?: JsonObject): Promise<[result: string, reason: string | null]>;
}

/** An emulator with an image for each use, whose shop may send to everybody. */
export async function openBrandBench(profile: object = {}): Promise<BrandBench> {
  const bench = await openBench({
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S', brandMessage: true, unsubscribePhoneNumber: '080-000-0000', ...profile },
      { alias: 'other', key: 'other-key', type: 'S', groups: [] },
      { alias: 'mall', key: 'mall-key', type: 'G' },
    ],
    recipients: [PHONE],
  });
  const seeded = await bench.control.seed({ images: IMAGES });
  if (!seeded.ok) throw new Error(seeded.message);
  return {
    ...bench,
    image: (use) => `${bench.url}/images/${use.replace('brand/', '')}.png`,
    register: (type, body) => register(bench, type, body),
    send: (type, content, envelope = {}) => send(bench, type, content, envelope),
  };
}

async function register(bench: Bench, type: BrandType, body: JsonObject): Promise<string> {
  const members = { ...emulatorAccount, senderKey: SHOP, ...templateOf(type, body) };
  const answer = (await postJson(`${bench.url}/v4/msgr/brand/template/add`, members)).body;
  if (answer['code'] !== '200') throw new Error(JSON.stringify(answer));
  return String(objectOf(answer['data'])['templateCode']);
}

async function send(
  bench: Bench,
  type: BrandType,
  content: JsonObject,
  envelope: JsonObject,
): Promise<[result: string, reason: string | null]> {
  const { body } = await bench.message({ ...plainMessage, type, content: { [type]: content }, ...envelope });
  if (body['code'] !== 1000) throw new Error(JSON.stringify(body));
  await bench.control.clock({ advance: 300 });
  const authorization = `Bearer ${await bench.token()}`;
  const asked = { account: 'emulator', messagekey: body['messagekey'] ?? null };
  const report = (await postJson(`${bench.url}/v2/report`, asked, { authorization })).body;
  const { RESULT, DEVICE } = objectOf(report['result']);
  if (DEVICE !== type.toUpperCase()) throw new Error(`a result of ${DEVICE}`);
  const shown = await bench.control.message(String(body['messagekey']));
  return [String(RESULT), shown.ok ? shown.message.reason : null];
}

/** The content of a send by a template. */
export function by(templatecode: string, more: JsonObject = {}): JsonObject {
  return { ...basic, templatecode, ...more };
}

export const DELIVERED = ['7000', null];
