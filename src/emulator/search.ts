/**
 * Returns true if one of the texts contains what is searched for, in upper or lower case; an empty search is in every text.
 * `-` and `_` are equal: the id `order-paid` of a manifest finds its code `order_paid`.
 */
export function includes(texts: readonly string[], search: string): boolean {
  if (search === '') return true;
  const wanted = folded(search);
  return texts.some((text) => folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** Fewer digits than these are in too many phone numbers. */
const FEWEST_DIGITS = 3;

/** Returns true if a phone number contains the searched digits, with hyphens or without. `numbers` are as they are shown. */
export function includesNumber(numbers: readonly string[], search: string): boolean {
  const wanted = bare(search);
  return /^\d+$/.test(wanted) && wanted.length >= FEWEST_DIGITS && numbers.some((one) => bare(one).includes(wanted));
}

function bare(number: string): string {
  return number.replace(/[-\s]/g, '');
}
