import type { ProblemCode } from '../../../core/codes.ts';
import { AS_OF, type LintRule, SOURCES } from '../../notification-template/lint/rule.ts';
import { BUTTON_LISTS } from '../texts.ts';
import type { BrandReading } from './reading.ts';

type Rule = LintRule<BrandReading>;

/** Every problem at every place. */
function each(codes: readonly ProblemCode[], places: readonly string[]) {
  return places.flatMap((at) => codes.map((code) => ({ code, at })));
}

const channelButton: Rule = {
  id: 'AT10',
  level: 'error',
  code: 'channel-button',
  what: 'A channel-add button (AC) that is not the first of a TEXT or IMAGE, or not the last of another bubble or a card',
  mend: 'Move it there, and keep one',
  source: SOURCES.resource('2.4'),
  date: AS_OF,
  covers: each(
    ['channel-button'],
    BUTTON_LISTS.map((list) => `${list}[]`),
  ),
};

const buttonCount: Rule = {
  id: 'AT11',
  level: 'error',
  code: 'too-many',
  what: 'More buttons than there is room for: five in a TEXT or IMAGE (four beside a coupon), two in a WIDE, WIDE_ITEM_LIST, COMMERCE and on a card, one in a PREMIUM_VIDEO; a COMMERCE without a button',
  mend: 'Remove some; a COMMERCE keeps one or two',
  source: `${SOURCES.resource('2.4')}, ${SOURCES.message('2.10')}`,
  date: AS_OF,
  covers: [...each(['too-many'], BUTTON_LISTS), ...each(['missing-field', 'too-few'], ['buttons'])],
};

const links: Rule = {
  id: 'AT12',
  level: 'error',
  code: 'wrong-form',
  what: 'A link that is no address of its kind',
  mend: 'Write the whole address, as `https://shop.example.com/orders`, and for an app `shop://orders`',
  source: `${SOURCES.message('2.9')}, assumption 124`,
  date: AS_OF,
  covers: [
    ...each(
      ['wrong-form'],
      BUTTON_LISTS.flatMap((list) => ['mobile', 'pc', 'android', 'ios'].map((device) => `${list}[].link.${device}`)),
    ),
  ],
};

const items: Rule = {
  id: 'AT14',
  level: 'error',
  code: 'too-few',
  what: 'A WIDE_ITEM_LIST without 3 to 5 items',
  mend: 'Write 3 to 5 `items`; the first is the main one',
  source: `${SOURCES.resource('2.4')}, ${SOURCES.message('2.10')}, assumption 122`,
  date: AS_OF,
  covers: each(['missing-field', 'too-few', 'too-many'], ['items']),
};

/** Where images stand in a brand template. */
const IMAGES = ['image', 'items[].image', 'carousel.intro.image', 'carousel.cards[].image', 'video.thumbnail'];

const images: Rule = {
  id: 'AT17',
  level: 'both',
  code: 'image-shape',
  what: 'An image that is no PNG or JPEG, has more than 5 MB (an error) or 500 KB, is too narrow or has not the ratio of its place: 2:1 to 3:4, in a WIDE 2:1 to 1:1, of the first item 2:1, of the others 1:1, in a CAROUSEL_COMMERCE all alike; a bubble without the image that it shows',
  mend: 'Export the image anew, 500 px wide or more and of the ratio that is named',
  source: SOURCES.resource('4.7a'),
  date: AS_OF,
  covers: each(
    ['file-type', 'file-too-large', 'file-large', 'image-damaged', 'image-shape', 'image-width', 'missing-field'],
    IMAGES.flatMap((at) => [at, `${at}.file`]),
  ),
};

const declaredTwice: Rule = {
  id: 'AT30',
  level: 'error',
  code: 'duplicate-code',
  what: 'A name that two templates of a profile have: templates are told apart by it before they are bound',
  mend: 'Give one of them another name',
  source: `${SOURCES.resource('4.7 /add')}: the service gives the code`,
  date: AS_OF,
  covers: each(['duplicate-code'], ['name']),
};

/** AT10 to AT14: which parts belong together. */
export const partRules: readonly Rule[] = [channelButton, buttonCount, links, items];

/** AT17 and AT30: what is shown, and what it is called. */
export const shownRules: readonly Rule[] = [images, declaredTwice];
