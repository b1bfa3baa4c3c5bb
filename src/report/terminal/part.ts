import type { Address } from '../../core/address.ts';
import type { Style } from '../style.ts';
import { addressText, type Mark, markSpan, span, type Text } from '../text.ts';
import { indented, lineWidth, wrapHanging } from './line.ts';

type Width = Pick<Style, 'width'>;

/** A title with its aside two columns to the right, or in rows below if it does not fit. */
export function titled(title: Text, aside: Text, style: Width): Text[] {
  const together = [...title, span('  '), ...aside];
  if (aside.length > 0 && lineWidth(together) <= style.width) return [together];
  const below = aside.length === 0 ? [] : wrapped(aside, style, 2);
  return [...wrapHanging(title, style.width, 2), ...below];
}

/** `✗ NotificationTemplate/shop/order  aside` */
export function marked(mark: Mark, address: Address, aside: Text, style: Width): Text[] {
  return titled([markSpan(mark), ...addressText(address)], aside, style);
}

/** A line in indented rows of `width` columns; rows after the first are indented by two more. */
export function wrapped(line: Text, { width }: Width, by = 0): Text[] {
  return indented(wrapHanging(line, Math.max(16, width - by), 2), by);
}
