import { elementsOf, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { covering, type Hit, type LintRule, SOURCES } from '../../lint/rule.ts';
import { notWeb } from '../../lint/web-link.ts';
import { type BrandReading, brandTexts } from './reading.ts';
import { say } from './sentences.ts';

const WEB = /^(?:https?:\/\/(?:[^\s/?#]|#\{)|#\{)\S*$/i;
const APP = /^(?:[a-z][a-z0-9+.-]*:\S|#\{)\S*$/i;
/** A channel coupon's address is an app link (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12 checks the form of links. No document limits it at registration (assumption 124). */
export const linkForms: LintRule<BrandReading> = {
  id: 'AT12',
  level: 'warning',
  code: 'link-form',
  what: {
    en: 'A web link that does not begin with http:// or https://, an app link without a scheme, or a link with a space, unless it begins with a variable',
    ko: '웹링크가 http:// 또는 https://로 시작하지 않거나, 앱링크에 스킴이 없거나, 링크에 공백이 있습니다. 변수로 시작하는 링크는 점검하지 않습니다',
  },
  help: {
    en: 'Write the whole address, for example `https://shop.example.com/orders` or, for an app, `shop://orders`',
    ko: '`https://shop.example.com/orders`처럼 전체 주소를 쓰세요. 앱은 `shop://orders`처럼 쓰세요.',
  },
  source: `${SOURCES.message('2.10')}, assumption 124`,
  find: ({ manifest }) =>
    brandTexts(manifest).flatMap(({ at, text }): Hit[] => {
      if (!at.includes('link')) return [];
      const isApp = ['android', 'ios'].includes(String(at.at(-1)));
      if (isApp ? isAppLink(at, text) : WEB.test(text)) return [];
      return [{ at, message: isApp ? say('link-app-spaces') : (notWeb(text) ?? say('link-web-spaces')) }];
    }),
};

function isAppLink(at: Path, text: string): boolean {
  return APP.test(text) || (at.includes('coupon') && CHANNEL_COUPON.test(text));
}

const channelButton: LintRule<BrandReading> = {
  id: 'AT10',
  level: 'error',
  code: 'channel-button',
  what: {
    en: 'A channel-add button (AC) that is not the first of a TEXT or IMAGE, or not the last of another bubble or a card',
    ko: '채널 추가 버튼(AC)의 위치가 맞지 않습니다. TEXT와 IMAGE에서는 맨 앞, 다른 말풍선과 카드에서는 맨 뒤에 있어야 합니다',
  },
  help: { en: 'Move it to that position, and keep only one', ko: '그 자리로 옮기고 하나만 두세요.' },
  source: SOURCES.resource('2.4'),
  covers: covering(['channel-button'], 'buttons[]', 'carousel.cards[].buttons[]'),
};

/** How many buttons a message of each bubble takes (message API 2.10). */
export const BUTTONS = {
  TEXT: 5,
  IMAGE: 5,
  WIDE: 2,
  WIDE_ITEM_LIST: 2,
  PREMIUM_VIDEO: 1,
  COMMERCE: 2,
} as const;
export const BESIDE_COUPON = 4;

const buttonCount: LintRule<BrandReading> = {
  id: 'AT11',
  level: 'both',
  code: 'not-sendable',
  what: {
    en: 'More than two buttons on a card, or a COMMERCE without a button (errors); more buttons than a message takes: five in a TEXT or IMAGE (four beside a coupon), two in a WIDE, WIDE_ITEM_LIST and COMMERCE, one in a PREMIUM_VIDEO',
    ko: '카드의 버튼이 두 개를 넘거나 COMMERCE에 버튼이 없습니다(오류). 또는 버튼이 너무 많습니다. 최대 개수는 TEXT와 IMAGE가 다섯 개(쿠폰이 있으면 네 개), WIDE, WIDE_ITEM_LIST, COMMERCE가 두 개, PREMIUM_VIDEO가 한 개입니다',
  },
  help: { en: 'Remove some; a COMMERCE keeps one or two', ko: '몇 개를 지우세요. COMMERCE에는 한두 개를 두세요.' },
  source: `${SOURCES.resource('2.4, 4.9')}, ${SOURCES.message('2.10')}`,
  covers: [...covering(['too-many'], 'carousel.cards[].buttons'), ...covering(['missing-field', 'too-few'], 'buttons')],
  find: ({ manifest: { bubble, buttons, coupon } }) => {
    const count = elementsOf(buttons).length;
    const most = own<number>(BUTTONS, String(bubble)) ?? count;
    const beside = coupon !== undefined && most > BESIDE_COUPON;
    const limit = beside ? BESIDE_COUPON : most;
    if (count <= limit) return [];
    const values = { count, bubble: String(bubble), most: limit };
    const message = say(beside ? 'buttons-beside' : 'buttons-most', values);
    return [{ at: ['buttons'], on: 'key', message, hint: say('remove-count', { count: count - limit }) }];
  },
};

const FEWEST_ITEMS = 3;

const items: LintRule<BrandReading> = {
  id: 'AT14',
  level: 'both',
  code: 'not-sendable',
  what: {
    en: 'A WIDE_ITEM_LIST without 2 to 5 items (an error), or with two',
    ko: 'WIDE_ITEM_LIST의 아이템이 2~5개가 아니거나(오류) 두 개뿐입니다',
  },
  help: {
    en: 'Write 3 to 5 `items`; the first is the main one',
    ko: '`items`를 3~5개 쓰세요. 첫 아이템이 대표 아이템입니다.',
  },
  source: `${SOURCES.resource('2.4')}, ${SOURCES.message('2.10')}, assumption 122`,
  covers: covering(['missing-field', 'too-few', 'too-many'], 'items'),
  find: ({ manifest }) => {
    const count = elementsOf(manifest['items']).length;
    if (manifest['items'] === undefined || count >= FEWEST_ITEMS) return [];
    const message = say('items-least', { count, least: FEWEST_ITEMS });
    return [{ at: ['items'], on: 'key', message }];
  },
};

const IMAGES = ['image', 'items[].image', 'carousel.intro.image', 'carousel.cards[].image', 'video.thumbnail'];

const images: LintRule<BrandReading> = {
  id: 'AT17',
  level: 'both',
  code: 'image-shape',
  what: {
    en: 'An image that is not a PNG or JPEG, has more than 5 MB (an error) or 500 KB, is too narrow or does not have the ratio of its place: 2:1 to 3:4, in a WIDE 2:1 to 1:1, of the first item 2:1, of the others 1:1, in a CAROUSEL_COMMERCE all the same; a bubble without the image that it shows',
    ko: '이미지가 없거나, PNG나 JPEG가 아니거나, 5 MB(오류) 또는 500 KB를 넘거나, 너비나 비율이 맞지 않습니다. 비율은 2:1~3:4이며, WIDE는 2:1~1:1, 첫 아이템은 2:1, 나머지 아이템은 1:1, CAROUSEL_COMMERCE는 모두 같아야 합니다',
  },
  help: {
    en: 'Export the image again, 500 px wide or more and of the ratio that is named',
    ko: '이미지를 정해진 비율로, 너비 500픽셀 이상으로 다시 만드세요.',
  },
  source: SOURCES.resource('4.7a'),
  covers: covering(
    ['file-type', 'file-too-large', 'file-large', 'image-damaged', 'image-shape', 'image-width', 'missing-field'],
    ...IMAGES.flatMap((at) => [at, `${at}.file`]),
  ),
};

const declaredTwice: LintRule<BrandReading> = {
  id: 'AT30',
  level: 'error',
  code: 'duplicate-code',
  what: {
    en: 'Two templates of a profile with the same name, which identifies a template until it is bound',
    ko: '한 발신 프로필에서 두 템플릿의 이름이 같습니다. 연결되기 전에는 이름으로 템플릿을 찾습니다',
  },
  help: { en: 'Rename one of them', ko: '둘 중 하나의 이름을 바꾸세요.' },
  source: `${SOURCES.resource('4.7 /add')}: the service assigns the code`,
  covers: covering(['duplicate-code'], 'name'),
};

/** AT10 to AT14 check which parts belong together. */
export const partRules: readonly LintRule<BrandReading>[] = [channelButton, buttonCount, linkForms, items];

/** AT17 checks images, AT30 names. */
export const shownRules: readonly LintRule<BrandReading>[] = [images, declaredTwice];
