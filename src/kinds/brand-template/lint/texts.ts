import { elementsOf, type JsonObject, own } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { LimitedText } from '../../bubble.ts';
import { shownTexts } from '../../fields.ts';
import { linkMistake } from '../../lint/links.ts';
import type { Hit } from '../../lint/rule.ts';
import { longerThan, placeOf } from '../../lint/search.ts';
import { brandFields } from '../fields.ts';
import { say } from '../sentences.ts';
import type { BrandReading } from './reading.ts';

/** A limit for each place, `[]` for every element; or one for each bubble that has the text. */
type TextLimits = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** Longest texts of a message (message API 2.10). */
export const LENGTHS = {
  content: { TEXT: 1300, IMAGE: 1300, WIDE: 76, PREMIUM_VIDEO: 76 },
  header: { WIDE_ITEM_LIST: 20, PREMIUM_VIDEO: 20 },
  additionalContent: 34,
  'items[0].title': 25,
  'items[].title': 30,
  'carousel.intro.header': 20,
  'carousel.intro.content': 50,
  'carousel.cards[].header': 20,
  'carousel.cards[].content': 180,
  'commerce.title': 30,
  'carousel.cards[].commerce.title': 30,
  'coupon.description': { TEXT: 12, IMAGE: 12, WIDE: 18, WIDE_ITEM_LIST: 18, PREMIUM_VIDEO: 18, COMMERCE: 12 },
  'carousel.cards[].coupon.description': 12,
} as const satisfies TextLimits;

/** Longest texts that only the registration limits (resource API 2.4). */
export const REGISTERED_LENGTHS = {
  'buttons[].name': { TEXT: 14, IMAGE: 14, WIDE: 8, WIDE_ITEM_LIST: 8, PREMIUM_VIDEO: 8, COMMERCE: 8 },
  'carousel.cards[].buttons[].name': 8,
} as const satisfies TextLimits;

/** Longest link of a message (message API 2.10). */
export const LONGEST_LINK = 1000;

/** Most line breaks of a registered text (resource API 2.4). */
export const LINE_BREAKS = {
  header: 0,
  content: { TEXT: 99, IMAGE: 99, WIDE: 5, PREMIUM_VIDEO: 5 },
  additionalContent: 1,
  'carousel.intro.content': 2,
  'carousel.cards[].content': 10,
  'commerce.title': 0,
  'carousel.cards[].commerce.title': 0,
  'coupon.description': 0,
  'carousel.cards[].coupon.description': 0,
  'buttons[].name': 0,
  'carousel.cards[].buttons[].name': 0,
} as const satisfies TextLimits;

/** Most line breaks of texts that only a message limits (message API 2.10). */
const SENT_LINE_BREAKS: TextLimits = { 'items[].title': 1, 'carousel.intro.header': 0, 'carousel.cards[].header': 0 };

function limitAt(limits: TextLimits, at: Path, bubble: unknown): number | undefined {
  const limit = own(limits, formatPath(at)) ?? own(limits, placeOf(at));
  return typeof limit === 'object' ? own(limit, String(bubble)) : limit;
}

/** Returns the limits of a text of a message, by its place: `carousel.cards[].header`. */
export function limitsOf(place: string, bubble: string): { max?: number; breaks?: number } {
  const max = limitAt({ ...LENGTHS, ...REGISTERED_LENGTHS }, [place], bubble);
  const breaks = limitAt({ ...LINE_BREAKS, ...SENT_LINE_BREAKS }, [place], bubble);
  return { ...(max !== undefined && { max }), ...(breaks !== undefined && { breaks }) };
}

/** The texts of a content that have a longest length, addresses aside. */
export function limitedTexts(content: JsonObject): LimitedText[] {
  return shownTexts(brandFields, content).flatMap(({ at, text }) => {
    const most = limitAt({ ...LENGTHS, ...REGISTERED_LENGTHS }, at, content['bubble']);
    return most === undefined ? [] : [{ at, text, most }];
  });
}

/** AT15 checks the lengths of a message. The schema checks the lengths of registration. */
export function filledLength({ manifest: { bubble }, whole, samples }: BrandReading): Hit[] {
  const limit = (at: Path) => (at.includes('link') ? LONGEST_LINK : limitAt(LENGTHS, at, bubble));
  return longerThan(limit, 'too-long-sent', whole, samples);
}

/** Checks line breaks: too many for a template are an error, too many for a message a warning. */
export function checkLines({ manifest: { bubble }, whole }: BrandReading): Problem[] {
  return whole.flatMap(({ at, text }) => {
    const limit = limitAt(LINE_BREAKS, at, bubble);
    const most = limit ?? limitAt(SENT_LINE_BREAKS, at, bubble);
    const count = text.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (most === undefined || count <= most) return [];
    const message = say('lines-allowed', { field: formatPath(at), count, most });
    const hint = say('remove-count', { count: count - most });
    if (limit === undefined) return [problemAt(at, { code: 'not-sendable', severity: 'warning', message, hint })];
    return [problemAt(at, { code: 'too-many-lines', message, hint })];
  });
}

/** A channel coupon's address is an app link (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12 checks the form of links. No document limits it at registration (assumption 124). */
export function linkForms({ whole }: BrandReading): Hit[] {
  return whole.flatMap(({ at, text }) => {
    const isCoupon = at.includes('coupon') && CHANNEL_COUPON.test(text);
    return at.includes('link') && !isCoupon ? linkMistake(at, text) : [];
  });
}

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

export function buttonCount({ manifest: { bubble, buttons, coupon } }: BrandReading): Hit[] {
  const count = elementsOf(buttons).length;
  const limit = own<number>(BUTTONS, String(bubble)) ?? count;
  const most = coupon === undefined ? limit : Math.min(limit, BESIDE_COUPON);
  if (count <= most) return [];
  const message = say('buttons-most', { count, bubble: String(bubble), most });
  return [{ at: ['buttons'], on: 'key', message, hint: say('remove-count', { count: count - most }) }];
}

const FEWEST_ITEMS = 3;

export function items({ manifest: { items } }: BrandReading): Hit[] {
  const count = elementsOf(items).length;
  if (items === undefined || count >= FEWEST_ITEMS) return [];
  return [{ at: ['items'], on: 'key', message: say('items-least', { count, least: FEWEST_ITEMS }) }];
}
