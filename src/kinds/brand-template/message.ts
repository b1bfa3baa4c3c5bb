import { own } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { placeOf } from '../lint/search.ts';

/** A limit, or one for each bubble that has the part. */
type MostByBubble = number | Readonly<Record<string, number>>;

/** How a message takes a part of a template (message API 2.10). Hints and the form of a message read it. */
interface MessagePart {
  /** The bubbles whose messages have it, if a template of any bubble may have it. */
  in?: readonly string[];
  /** The bubbles whose messages require it, although a template may leave it out; true for all. */
  needed?: true | readonly string[];
  /** The most characters of a text, or entries of a list. */
  max?: MostByBubble;
  /** The same, if only the registration limits it (resource API 2.4). */
  registeredMax?: MostByBubble;
  /** The most line breaks of a registered text. */
  breaks?: MostByBubble;
  /** The most line breaks, if only a message limits them. */
  sentBreaks?: number;
}

const FEED = ['CAROUSEL_FEED'];
const GOODS = ['CAROUSEL_COMMERCE'];

/** The bubbles without a carousel, and how many buttons their messages take. */
export const BUTTONS = { TEXT: 5, IMAGE: 5, WIDE: 2, WIDE_ITEM_LIST: 2, PREMIUM_VIDEO: 1, COMMERCE: 2 } as const;
export const BESIDE_COUPON = 4;
const FLAT = Object.keys(BUTTONS);

/** The parts by their places. `[]` is every element, and an element with a row of its own has that. */
const PARTS: Readonly<Record<string, MessagePart>> = {
  header: { in: ['WIDE_ITEM_LIST', 'PREMIUM_VIDEO'], max: { WIDE_ITEM_LIST: 20, PREMIUM_VIDEO: 20 }, breaks: 0 },
  content: {
    in: ['TEXT', 'IMAGE', 'WIDE', 'PREMIUM_VIDEO', 'COMMERCE'],
    max: { TEXT: 1300, IMAGE: 1300, WIDE: 76, PREMIUM_VIDEO: 76 },
    breaks: { TEXT: 99, IMAGE: 99, WIDE: 5, PREMIUM_VIDEO: 5 },
  },
  image: { in: ['IMAGE', 'WIDE', 'COMMERCE'] },
  buttons: { in: FLAT },
  'buttons[].name': {
    registeredMax: { TEXT: 14, IMAGE: 14, WIDE: 8, WIDE_ITEM_LIST: 8, PREMIUM_VIDEO: 8, COMMERCE: 8 },
    breaks: 0,
  },
  coupon: { in: FLAT },
  'coupon.description': {
    needed: true,
    max: { TEXT: 12, IMAGE: 12, WIDE: 18, WIDE_ITEM_LIST: 18, PREMIUM_VIDEO: 18, COMMERCE: 12 },
    breaks: 0,
  },
  additionalContent: { in: ['COMMERCE'], max: 34, breaks: 1 },
  commerce: { in: ['COMMERCE'] },
  'commerce.title': { max: 30, breaks: 0 },
  video: { in: ['PREMIUM_VIDEO'] },
  items: { in: ['WIDE_ITEM_LIST'] },
  // The first item is the main one: its title is shorter, and may be left out.
  'items[0].title': { max: 25, sentBreaks: 1 },
  'items[].title': { needed: true, max: 30, sentBreaks: 1 },
  'items[].image': { needed: true },
  carousel: { in: [...FEED, ...GOODS] },
  'carousel.intro': { in: GOODS },
  'carousel.intro.header': { needed: true, max: 20, sentBreaks: 0 },
  'carousel.intro.content': { needed: true, max: 50, breaks: 2 },
  'carousel.intro.image': { needed: true },
  'carousel.cards[].header': { needed: FEED, max: 20, sentBreaks: 0 },
  'carousel.cards[].content': { needed: FEED, max: 180, breaks: 10 },
  'carousel.cards[].image': { needed: true },
  'carousel.cards[].commerce': { in: GOODS, needed: GOODS },
  'carousel.cards[].commerce.title': { max: 30, breaks: 0 },
  'carousel.cards[].buttons[].name': { registeredMax: 8, breaks: 0 },
  'carousel.cards[].coupon.description': { needed: true, max: 12, breaks: 0 },
  'carousel.more.link.mobile': { needed: true },
};

const NAMES = Object.keys(PARTS).map((place) => {
  const end = place.lastIndexOf('.');
  return { outer: place.slice(0, Math.max(0, end)), name: place.slice(end + 1) };
});

/** Returns the names of the parts that an object of a template may have. */
export function namesIn(at: Path): string[] {
  const place = placeOf(at);
  return NAMES.flatMap(({ outer, name }) => (outer === place ? [name] : []));
}

/** Longest link of a message. */
export const LONGEST_LINK = 1000;

/**
 * Returns what a message of a bubble requires and allows at a place. A bubble that the documents do not have may have any part.
 * @param at the place of a part, or only its form: `['carousel.cards[].header']`
 */
export function ruleAt(at: Path, bubble: string) {
  const { in: owners, needed, ...part } = own(PARTS, formatPath(at)) ?? own(PARTS, placeOf(at)) ?? {};
  const limit = (one: MostByBubble | undefined) => (typeof one === 'object' ? own(one, bubble) : one);
  const isKnown = [...FLAT, ...FEED, ...GOODS].includes(bubble);
  return {
    isTaken: !owners || owners.includes(bubble) || !isKnown,
    isNeeded: needed === true || needed?.includes(bubble) === true,
    max: limit(part.max),
    registeredMax: limit(part.registeredMax),
    breaks: limit(part.breaks),
    sentBreaks: part.sentBreaks,
  };
}

/** The types of button whose messages take and require a member, by its place (assumption 101). */
export const BUTTON_PARTS: Readonly<Record<string, { types: readonly string[]; neededBy: readonly string[] }>> = {
  'link.mobile': { types: ['WL', 'AL'], neededBy: ['WL'] },
  'link.pc': { types: ['WL', 'AL'], neededBy: [] },
  'link.android': { types: ['AL'], neededBy: ['AL'] },
  'link.ios': { types: ['AL'], neededBy: ['AL'] },
  bizFormId: { types: ['BF'], neededBy: ['BF'] },
};
