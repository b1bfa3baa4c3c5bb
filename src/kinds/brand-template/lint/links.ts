import type { Path } from '../../../core/path.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from '../../notification-template/lint/rule.ts';
import { brandTexts } from '../texts.ts';
import type { BrandReading } from './reading.ts';

const WEB = /^(?:https?:\/\/(?:[^\s/?#]|#\{)|#\{)\S*$/i;
const APP = /^(?:[a-z][a-z0-9+.-]*:\S|#\{)\S*$/i;
/** Of a channel, whose address is an app link of the coupon (resource API 2.4). */
const CHANNEL_COUPON = /^[^\s=:/]+=coupon:\/\/\S+$/;

/** AT12: what a link looks like. No document limits it at registration (assumption 124). */
export const linkForms: LintRule<BrandReading> = {
  id: 'AT12',
  level: 'warning',
  code: 'link-form',
  what: 'A web link that does not begin with http:// or https://, an app link without a scheme, or a link with a blank, unless it begins with a variable',
  help: 'Write the whole address, as `https://shop.example.com/orders`, and for an app `shop://orders`',
  source: `${SOURCES.message('2.10')}, assumption 124`,
  date: AS_OF,
  find: ({ manifest }) =>
    brandTexts(manifest).flatMap(({ at, text }): Hit[] => {
      if (!at.includes('link')) return [];
      const isApp = ['android', 'ios'].includes(String(at.at(-1)));
      if (isApp ? isAppLink(at, text) : WEB.test(text)) return [];
      const begins = isApp
        ? 'An app link begins with a scheme, as `shop://`'
        : 'A web link begins with http:// or https://';
      return [{ at, message: `${begins}, and has no blanks` }];
    }),
};

function isAppLink(at: Path, text: string): boolean {
  return APP.test(text) || (at.includes('coupon') && CHANNEL_COUPON.test(text));
}
