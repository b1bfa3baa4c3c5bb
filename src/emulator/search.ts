/**
 * True if a text contains the search; an empty search matches every text. Ignores case and the form of letters (a query of
 * macOS may have decomposed Korean), and `-` and `_` are equal: the id `order-paid` finds the code `order_paid`.
 */
export function includes(texts: readonly string[], search: string): boolean {
  const wanted = folded(search);
  return texts.some((text) => folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.normalize().toLowerCase().replaceAll('_', '-');
}

/** A shorter search would match too many phone numbers. */
const FEWEST_DIGITS = 3;

/** True if a phone number contains the searched digits, with or without hyphens. `numbers` are as they are shown. */
export function includesNumber(numbers: readonly string[], search: string): boolean {
  const wanted = bare(search);
  return /^\d+$/.test(wanted) && wanted.length >= FEWEST_DIGITS && numbers.some((one) => bare(one).includes(wanted));
}

function bare(number: string): string {
  return number.replace(/[-\s]/g, '');
}
