/**
 * A private number as it may be shown: `010****0000` (CLI contract). The first three and the last four digits stay;
 * of a number with fewer than nine digits nothing does.
 */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length < 9 ? '****' : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}

/** A Korean mobile number in any of its usual spellings. */
export const MOBILE = /(?<!\d)(?:\+?82[-. ]?|0)1\d[-. ]?\d{3,4}[-. ]?\d{4}(?!\d)/g;

/** Shows mobile numbers as `010-****-0000`, so that every place in the text stays valid. */
export function starMobiles(text: string): string {
  return text.replace(MOBILE, (number) => number.replace(/(?<=\d\D*\d\D*\d.*)\d(?=(?:.*\d){4})/g, '*'));
}

/** `aaaa****`: tells two keys apart, and cannot be used as one. */
export function maskKey(key: string): string {
  if (key === '') return '';
  return `${key.length < 16 ? '' : key.slice(0, 4)}****`;
}

/** A whole number of nine digits: an amount. A phone number without its first zero may have more. */
const AMOUNT = /[1-9]\d{8}/;

/** True if a text is an amount that could be taken for a phone number. */
export function isAmount(text: string): boolean {
  return new RegExp(`^${AMOUNT.source}$`).test(text);
}

/**
 * 9 to 11 digits, or 12 with the country code, with what people write between them, also across two rows. No date: its time of
 * day is no part of a number. No price of nine digits: `123456789원`.
 */
const ROW = new RegExp(
  String.raw`(?!${AMOUNT.source}원)(?!(?:19|20)\d\d-\d\d-\d\d(?!\d))(?:\+?82[ ().-]{0,2})?\d(?:(?:[ ().-]{0,2}|-?\\?\n {0,80})\d){8,10}`,
);

/** Signs that dates, prices and lists have too: `010/1234/5678`. Only the groups of a phone number are masked. */
const GROUPS =
  /(?<!\d[/·∙ㆍᆞ])(?:\+?82[ ().\t/,·∙ㆍᆞ-]{0,2}0?|0)[1-9]\d?[ ().\t/,·∙ㆍᆞ-]{0,3}\d{3,4}[ ().\t/,·∙ㆍᆞ-]{0,3}\d{4}/;

const RUN = new RegExp(`(?<![\\dA-Za-z])(?:${ROW.source}|${GROUPS.source})(?![\\dA-Za-z])`, 'g');

/** Digits and signs as wide as a Korean letter, and blanks and dashes of a word processor. Each is one unit, and stays one. */
const WIDE = /[\uff01-\uff5e\u3000\u00a0\u2000-\u200a\u202f\u2010-\u2015\u2212]/g;

/** A phone number and nothing else: digits, with the characters that people write between them. */
const NUMBER = /^\+?[\d\s().-]{4,}$/;

/** True if a text is a phone number in place of a name. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.normalize('NFKC'));
}

/** True if a text is a phone number, or has one in it. No message repeats it. */
export function hasNumber(text: string): boolean {
  const plain = text.normalize('NFKC');
  return isNumber(plain) || starNumbers(plain) !== plain;
}

/** Replaces each digit of possible phone numbers by `*`, so that every place stays valid. */
export function starNumbers(text: string): string {
  const plain = text.replace(WIDE, (sign) => (/[\u2010-\u2015\u2212]/.test(sign) ? '-' : sign.normalize('NFKC')));
  let shown = '';
  let end = 0;
  for (const { 0: number, index } of plain.matchAll(RUN)) {
    shown += text.slice(end, index);
    end = index + number.length;
    shown += text.slice(index, end).replace(/[\d\uff10-\uff19]/g, '*');
  }
  return shown + text.slice(end);
}
