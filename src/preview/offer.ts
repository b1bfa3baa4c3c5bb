import { type Box, beside, flow, group, hinted, moved, painted, stack } from './box.ts';
import type { Commerce, Coupon } from './bubble.ts';
import { addresses, priceTexts } from './figures.ts';
import { glyphBox } from './picture.ts';
import { label, words } from './words.ts';

const STUB = 46;
const GLYPH = 20;
const SIDE = 14;
const ABOVE = 11;
const RADIUS = 9;

/** The title of an offer and its line of prices: what is saved, what is paid, what it was. */
export function commerceBox(commerce: Commerce, width: number): Box | null {
  const { main, regular, off } = priceTexts(commerce);
  const prices = [
    ...(off ? [label(off, 'rate', width)] : []),
    ...(main ? [label(main, 'price', width)] : []),
    ...(regular ? [label(regular, 'regular', width)] : []),
  ];
  return stack(width, [words(commerce.title, 'cardBody', width), flow(width, prices, 6, 0)], 4);
}

/** A coupon to be torn off. */
export function couponBox(coupon: Coupon, width: number): Box {
  const inner = width - STUB - SIDE - 8;
  const text =
    stack(inner, [words(coupon.title, 'coupon', inner), words(coupon.description, 'couponNote', inner)], 1) ??
    group(inner, GLYPH, []);
  const height = text.height + 2 * ABOVE;
  const ticket = painted(
    width,
    height,
    { type: 'ticket', fill: 'coupon', stroke: 'couponLine', radius: RADIUS, stub: STUB },
    [
      moved(text, SIDE, ABOVE),
      moved(
        beside([glyphBox('download', GLYPH, 'couponInk')]),
        width - STUB + (STUB - GLYPH) / 2,
        (height - GLYPH) / 2,
      ),
    ],
  );
  return hinted(ticket, addresses(coupon.link));
}
