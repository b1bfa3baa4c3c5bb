import fc from 'fast-check';
import type { FileNode } from '../../../src/core/content.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Bound } from '../../../src/core/kind.ts';
import { length } from '../../../src/core/variables.ts';
import { nothingBound } from '../bound.ts';

/** Random contents of brand templates, by the rules of resource API 2.4: what a manifest of each bubble may say. */

type Contents = fc.Arbitrary<JsonObject>;

/** What the service calls a file: it tells the use and the bytes. */
export const everythingBound: Bound = {
  ...nothingBound,
  handleOf: (use, sha256) => `https://img.example.com/${use}/${sha256}`,
  fileOf: (handle) => {
    const [, sha256] = /^https:\/\/img\.example\.com\/.+\/(\w+)$/.exec(handle) ?? [];
    return sha256 === undefined ? undefined : fileNode(sha256);
  },
};

function fileNode(sha256: string): FileNode {
  return { path: `images/${sha256}`, sha256, width: 800, height: 400 };
}

const UNITS = [
  '가',
  '나다',
  'a',
  'Z',
  '0',
  ' ',
  '.',
  '😀',
  '\t',
  '#',
  '{',
  '#{이름}',
  '#{order-no_1}',
  '"',
  "'",
  '<b>',
];

/** A text of at most `max` code points and `breaks` line breaks, which is not blank. */
function text(max: number, breaks = 0): fc.Arbitrary<string> {
  const units = breaks === 0 ? UNITS : [...UNITS, '\n'];
  return fc
    .array(fc.constantFrom(...units), { minLength: 1, maxLength: Math.min(40, max) })
    .map((parts) => parts.join(''))
    .filter((made) => length(made) <= max && /\S/.test(made) && made.split('\n').length - 1 <= breaks && isSound(made));
}

/** Joined pieces may make a variable with a name that none may have. */
function isSound(made: string): boolean {
  return !/#\{/.test(made.replaceAll(/#\{(?:이름|order-no_1)\}/g, ''));
}

const web = fc.constantFrom('https://m.example.com', 'HTTP://example.com/가?a=b#c', 'https://#{호스트}/p', '#{주소}');
const app = fc.constantFrom('shop://p/1', 'intent:#{주소}', '#{주소}');
const fixedWeb = fc.constantFrom('https://m.example.com', 'http://example.com/all');
const image: Contents = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{8}$/).map((sha256) => ({ ...fileNode(sha256) })),
  fc.constantFrom('a', 'b').map((name) => ({ url: `https://elsewhere.example.com/${name}.png` })),
);
const linked: Contents = fc.oneof(
  image,
  fc.tuple(image, web).map(([shown, link]) => ('url' in shown ? { ...shown, link } : { file: shown, link })),
);

function some(members: Record<string, fc.Arbitrary<unknown>>, required: string[]): Contents {
  return fc.record(members, { requiredKeys: required }) as Contents;
}

const webLinks = some({ mobile: web, pc: web }, ['mobile']);
const appLinks = some({ android: app, ios: app, mobile: web, pc: web }, ['android', 'ios']);
const anyLinks = fc
  .tuple(some({ mobile: web, pc: web, android: app, ios: app }, []), web)
  .map(([links, mobile]) => (Object.keys(links).length === 0 ? { mobile } : links));
const moreLinks = some({ mobile: fixedWeb, pc: fixedWeb }, ['mobile']);

function button(nameMax: number): Contents {
  const name = text(nameMax);
  return fc.oneof(
    some({ type: fc.constant('WL'), name, link: webLinks }, ['type', 'name', 'link']),
    some({ type: fc.constant('AL'), name, link: appLinks }, ['type', 'name', 'link']),
    some({ type: fc.constantFrom('BK', 'BT', 'BC'), name }, ['type', 'name']),
    some({ type: fc.constant('BF'), name, bizFormId: fc.constantFrom('1', '0123456789') }, [
      'type',
      'name',
      'bizFormId',
    ]),
  );
}

/** With a channel-add button in its place, where there is one. */
function buttons(most: number, plain: boolean, least = 0): fc.Arbitrary<JsonObject[]> {
  const channel = { type: 'AC', name: '채널 추가' };
  const others = (max: number) => fc.array(button(plain ? 14 : 8), { minLength: Math.min(least, max), maxLength: max });
  return fc.oneof(
    others(most),
    others(most - 1).map((list) => (plain ? [channel, ...list] : [...list, channel])),
  );
}

function coupon(max: number): Contents {
  const title = fc.constantFrom(
    '#{할인금액}원 할인 쿠폰',
    '1원 할인 쿠폰',
    '99999999원 할인 쿠폰',
    '#{할인율}% 할인 쿠폰',
    '100% 할인 쿠폰',
    '배송비 할인 쿠폰',
    '#{상품명} 무료 쿠폰',
    '일곱글자상품명 UP 쿠폰',
  );
  const own = some({ mobile: web, pc: web, android: app, ios: app }, ['mobile']);
  const channels = some({ android: fc.constant('noticetalk=coupon://1'), ios: app, pc: web }, ['android']);
  return some({ title, description: text(max), link: fc.oneof(own, channels) }, ['title', 'description', 'link']);
}

const commerce = some(
  {
    title: text(30),
    regularPrice: fc.constantFrom(0, 1, 99_999_999),
    discountPrice: fc.constantFrom(0, 99_999_999),
    discountRate: fc.constantFrom(1, 100),
    discountFixed: fc.constantFrom(0, 999_999),
  },
  ['title', 'discountRate'],
);

function card(feed: boolean): Contents {
  const texts = { header: text(20), content: text(180, 10) };
  const offer = feed ? {} : { commerce };
  return some({ ...texts, image: linked, ...offer, buttons: buttons(2, false), coupon: coupon(12) }, [
    'image',
    ...Object.keys(feed ? texts : offer),
  ]);
}

const intro = some({ header: text(20), content: text(50, 2), image, link: anyLinks }, ['header', 'content', 'image']);
const more = moreLinks.map((link) => ({ link }));

const items = fc
  .tuple(
    some({ title: text(25, 1), image, link: anyLinks }, ['image']),
    fc.array(some({ title: text(30, 1), image, link: anyLinks }, ['title', 'image']), { minLength: 2, maxLength: 4 }),
  )
  .map(([main, others]) => [main, ...others]);

const video = fc
  .tuple(
    fc.oneof(
      fc.stringMatching(/^[0-9a-f]{8}$/).map((sha256): JsonObject => ({ file: { ...fileNode(sha256) } })),
      fc.constantFrom<JsonObject>({ vid: 'v1' }, { url: 'https://video.example.com/v/1' }),
    ),
    some({ thumbnail: image }, []),
  )
  .map(([shown, thumbnail]) => ({ ...shown, ...thumbnail }));

/** What each bubble shows beside its name. */
const SHOWN: Readonly<Record<string, Contents>> = {
  TEXT: some({ content: text(1300, 99), buttons: buttons(4, true), coupon: coupon(12) }, ['content']),
  IMAGE: some({ content: text(1300, 99), image: linked, buttons: buttons(5, true) }, ['content', 'image']),
  WIDE: some({ content: text(76, 5), image: linked, buttons: buttons(2, false), coupon: coupon(18) }, [
    'content',
    'image',
  ]),
  WIDE_ITEM_LIST: some({ header: text(20), items, buttons: buttons(2, false), coupon: coupon(18) }, [
    'header',
    'items',
  ]),
  CAROUSEL_FEED: some({ cards: fc.array(card(true), { minLength: 2, maxLength: 6 }), more }, ['cards']).map(
    (carousel) => ({ carousel }),
  ),
  PREMIUM_VIDEO: some(
    { header: text(20), content: text(76, 5), video, buttons: buttons(1, false), coupon: coupon(18) },
    ['video'],
  ),
  COMMERCE: some(
    {
      content: text(76, 5),
      additionalContent: text(34, 1),
      image: linked,
      commerce,
      buttons: buttons(2, false, 1).filter(({ length: count }) => count > 0),
      coupon: coupon(12),
    },
    ['content', 'image', 'commerce', 'buttons'],
  ),
  CAROUSEL_COMMERCE: fc
    .oneof(
      some({ cards: fc.array(card(false), { minLength: 2, maxLength: 6 }), more }, ['cards']),
      some({ intro, cards: fc.array(card(false), { minLength: 1, maxLength: 6 }), more }, ['intro', 'cards']),
    )
    .map((carousel) => ({ carousel })),
};

export const bubbles: readonly string[] = Object.keys(SHOWN);

/** Valid contents of a bubble. */
export function contentOf(bubble: string): Contents {
  return fc
    .tuple(some({ name: text(200), adult: fc.boolean() }, ['name']), SHOWN[bubble] ?? fc.constant({}))
    .map(([named, shown]) => ({ ...named, bubble, ...shown }));
}
