import { elementsOf, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { Hit } from '../../lint/rule.ts';
import { notWeb } from '../../lint/sentences.ts';
import { type BrandReading, brandTexts } from './reading.ts';
import { say } from './sentences.ts';

const WEB = /^(?:https?:\/\/(?:[^\s/?#]|#\{)|#\{)\S*$/i;
const APP = /^(?:[a-z][a-z0-9+.-]*:\S|#\{)\S*$/i;
/** A channel coupon's address is an app link (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12 checks the form of links. No document limits it at registration (assumption 124). */
export function linkForms({ manifest }: BrandReading): Hit[] {
  return brandTexts(manifest).flatMap(({ at, text }): Hit[] => {
    if (!at.includes('link')) return [];
    const isApp = ['android', 'ios'].includes(String(at.at(-1)));
    if (isApp ? isAppLink(at, text) : WEB.test(text)) return [];
    return [{ at, message: isApp ? say('link-app-spaces') : (notWeb(text) ?? say('link-web-spaces')) }];
  });
}

function isAppLink(at: Path, text: string): boolean {
  return APP.test(text) || (at.includes('coupon') && CHANNEL_COUPON.test(text));
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
  const most = own<number>(BUTTONS, String(bubble)) ?? count;
  const beside = coupon !== undefined && most > BESIDE_COUPON;
  const limit = beside ? BESIDE_COUPON : most;
  if (count <= limit) return [];
  const values = { count, bubble: String(bubble), most: limit };
  const message = say(beside ? 'buttons-beside' : 'buttons-most', values);
  return [{ at: ['buttons'], on: 'key', message, hint: say('remove-count', { count: count - limit }) }];
}

const FEWEST_ITEMS = 3;

export function items({ manifest }: BrandReading): Hit[] {
  const count = elementsOf(manifest['items']).length;
  if (manifest['items'] === undefined || count >= FEWEST_ITEMS) return [];
  const message = say('items-least', { count, least: FEWEST_ITEMS });
  return [{ at: ['items'], on: 'key', message }];
}
