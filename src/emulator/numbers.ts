import type { JsonObject } from '../core/json.ts';
import { maskNumber } from '../text/mask.ts';

/** The digits of a phone number. Numbers are stored and compared in this form. */
export function digits(number: string): string {
  return number.replace(/\D/g, '');
}

/** True if two phone numbers are the same, also if one has the country code: `+82 10-0000-0000`. */
export function isSameNumber(one: string, other: string): boolean {
  return domestic(one) === domestic(other);
}

function domestic(number: string): string {
  return digits(number).replace(/^820?(?=\d{8})/, '0');
}

/** A phone number as the desk and the control API show it: masked if the emulator was started with `--mask`. */
export function shownNumber({ mask }: { mask: boolean }, number: string): string {
  return mask ? maskNumber(number) : number;
}

/** Masks the phone numbers in a text, with or without hyphens. */
export function maskNumbers(text: string): string {
  return text.replace(/\d(?:-?\d){8,}/g, maskNumber);
}

/** Collections of bare numbers, and members that hold a person's number. */
const NUMBERS = new Set(['senders', 'recipients', 'from', 'to', 'phone', 'phoneNumber', 'PHONE']);

const SECRETS = new Set(['token', 'apiKey', 'accesstoken']);

/** A copy of an object whose secrets are masked, and its phone numbers too if `mask` is true. Null if its JSON is longer than `most`. */
export function withoutSecrets(
  { mask }: { mask: boolean },
  of: object,
  most = Number.POSITIVE_INFINITY,
): JsonObject | null {
  const shown = (name: string, value: unknown): unknown => {
    if (SECRETS.has(name) && typeof value === 'string') return '****';
    return mask && NUMBERS.has(name) ? withoutNumber(value) : value;
  };
  const text = JSON.stringify(of, shown);
  return text.length > most ? null : (JSON.parse(text) as JsonObject); // our own data
}

function withoutNumber(value: unknown): unknown {
  if (typeof value === 'string') return maskNumber(value);
  return Array.isArray(value) ? value.map(withoutNumber) : value;
}

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
