import type { ProblemCode } from '../../../core/codes.ts';
import { own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from '../../lint/rule.ts';
import { type BrandReading, brandTexts, elements } from './reading.ts';

const WEB = /^(?:https?:\/\/(?:[^\s/?#]|#\{)|#\{)\S*$/i;
const APP = /^(?:[a-z][a-z0-9+.-]*:\S|#\{)\S*$/i;
/** A channel coupon's address is an app link (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12 checks the form of links. No document limits it at registration (assumption 124). */
export const linkForms: LintRule<BrandReading> = {
  id: 'AT12',
  level: 'warning',
  code: 'link-form',
  what: 'A web link that does not begin with http:// or https://, an app link without a scheme, or a link with a space, unless it begins with a variable',
  help: 'Write the whole address, for example `https://shop.example.com/orders` or, for an app, `shop://orders`',
  source: `${SOURCES.message('2.10')}, assumption 124`,
  date: AS_OF,
  find: ({ manifest }) =>
    brandTexts(manifest).flatMap(({ at, text }): Hit[] => {
      if (!at.includes('link')) return [];
      const isApp = ['android', 'ios'].includes(String(at.at(-1)));
      if (isApp ? isAppLink(at, text) : WEB.test(text)) return [];
      const begins = isApp
        ? 'An app link begins with a scheme, for example `shop://`'
        : 'A web link begins with http:// or https://';
      return [{ at, message: `${begins}, and has no spaces` }];
    }),
};

function isAppLink(at: Path, text: string): boolean {
  return APP.test(text) || (at.includes('coupon') && CHANNEL_COUPON.test(text));
}

/** Combines every problem code with every place. */
function each(codes: readonly ProblemCode[], places: readonly string[]) {
  return places.flatMap((at) => codes.map((code) => ({ code, at })));
}

const channelButton: LintRule<BrandReading> = {
  id: 'AT10',
  level: 'error',
  code: 'channel-button',
  what: 'A channel-add button (AC) that is not the first of a TEXT or IMAGE, or not the last of another bubble or a card',
  help: 'Move it to that position, and keep only one',
  source: SOURCES.resource('2.4'),
  date: AS_OF,
  covers: each(['channel-button'], ['buttons[]', 'carousel.cards[].buttons[]']),
};

/** How many buttons a message of each bubble takes (message API 2.10). */
const BUTTONS: Readonly<Record<string, number>> = {
  TEXT: 5,
  IMAGE: 5,
  WIDE: 2,
  WIDE_ITEM_LIST: 2,
  PREMIUM_VIDEO: 1,
  COMMERCE: 2,
};
const BESIDE_COUPON = 4;

const buttonCount: LintRule<BrandReading> = {
  id: 'AT11',
  level: 'both',
  code: 'not-sendable',
  what: 'More than two buttons on a card, or a COMMERCE without a button (errors); more buttons than a message takes: five in a TEXT or IMAGE (four beside a coupon), two in a WIDE, WIDE_ITEM_LIST and COMMERCE, one in a PREMIUM_VIDEO',
  help: 'Remove some; a COMMERCE keeps one or two',
  source: `${SOURCES.resource('2.4, 4.9')}, ${SOURCES.message('2.10')}`,
  date: AS_OF,
  covers: [...each(['too-many'], ['carousel.cards[].buttons']), ...each(['missing-field', 'too-few'], ['buttons'])],
  find: ({ manifest: { bubble, buttons, coupon } }) => {
    const count = elements(buttons).length;
    const most = own(BUTTONS, String(bubble)) ?? count;
    const beside = coupon !== undefined && most > BESIDE_COUPON;
    const limit = beside ? BESIDE_COUPON : most;
    if (count <= limit) return [];
    const message = `\`buttons\` has ${count} elements; a message of bubble ${bubble} takes at most ${limit}${beside ? ' beside a coupon' : ''}`;
    return [{ at: ['buttons'], on: 'key', message, hint: `Remove ${count - limit}` }];
  },
};

const FEWEST_ITEMS = 3;

const items: LintRule<BrandReading> = {
  id: 'AT14',
  level: 'both',
  code: 'not-sendable',
  what: 'A WIDE_ITEM_LIST without 2 to 5 items (an error), or with two',
  help: 'Write 3 to 5 `items`; the first is the main one',
  source: `${SOURCES.resource('2.4')}, ${SOURCES.message('2.10')}, assumption 122`,
  date: AS_OF,
  covers: each(['missing-field', 'too-few', 'too-many'], ['items']),
  find: ({ manifest }) => {
    const count = elements(manifest['items']).length;
    if (manifest['items'] === undefined || count >= FEWEST_ITEMS) return [];
    const message = `\`items\` has ${count} elements; a message takes ${FEWEST_ITEMS} or more`;
    return [{ at: ['items'], on: 'key', message }];
  },
};

/** The places of images in a brand template. */
const IMAGES = ['image', 'items[].image', 'carousel.intro.image', 'carousel.cards[].image', 'video.thumbnail'];

const images: LintRule<BrandReading> = {
  id: 'AT17',
  level: 'both',
  code: 'image-shape',
  what: 'An image that is not a PNG or JPEG, has more than 5 MB (an error) or 500 KB, is too narrow or does not have the ratio of its place: 2:1 to 3:4, in a WIDE 2:1 to 1:1, of the first item 2:1, of the others 1:1, in a CAROUSEL_COMMERCE all the same; a bubble without the image that it shows',
  help: 'Export the image again, 500 px wide or more and of the ratio that is named',
  source: SOURCES.resource('4.7a'),
  date: AS_OF,
  covers: each(
    ['file-type', 'file-too-large', 'file-large', 'image-damaged', 'image-shape', 'image-width', 'missing-field'],
    IMAGES.flatMap((at) => [at, `${at}.file`]),
  ),
};

const declaredTwice: LintRule<BrandReading> = {
  id: 'AT30',
  level: 'error',
  code: 'duplicate-code',
  what: 'Two templates of a profile with the same name, which identifies a template until it is bound',
  help: 'Rename one of them',
  source: `${SOURCES.resource('4.7 /add')}: the service assigns the code`,
  date: AS_OF,
  covers: each(['duplicate-code'], ['name']),
};

/** AT10 to AT14 check which parts belong together. */
export const partRules: readonly LintRule<BrandReading>[] = [channelButton, buttonCount, linkForms, items];

/** AT17 checks images, AT30 names. */
export const shownRules: readonly LintRule<BrandReading>[] = [images, declaredTwice];
