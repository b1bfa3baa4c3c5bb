import type { BrandCommerce } from '../../store/brand-template.ts';
import { readRequiredLines } from './brand-texts.ts';
import type { Reading } from './reading.ts';

const PRICE_MAX = 99_999_999;
const FIXED_MAX = 999_999;

/** `commerce` of a bubble or of a card (resource API 2.4). A price that is left out is a variable of the template. */
export function readCommerce(reading: Reading): BrandCommerce | null {
  const member = reading.object('commerce');
  if (member === null) return null;
  return {
    title: readRequiredLines(member, 'title', { breaks: 0 }),
    regularPrice: member.optionalInteger('regularPrice', { min: 0, max: PRICE_MAX }),
    discountPrice: member.optionalInteger('discountPrice', { min: 0, max: PRICE_MAX }),
    discountRate: member.optionalInteger('discountRate', { min: 1, max: 100 }),
    discountFixed: member.optionalInteger('discountFixed', { min: 0, max: FIXED_MAX }),
  };
}
