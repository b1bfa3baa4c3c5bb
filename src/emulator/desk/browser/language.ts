import { counted, korean, patterns } from './korean.ts';

export const isKorean = /^ko\b/i.test(navigator.language);

/** A word or sentence of the desk, in the reader's language. Texts of users never go through it. */
export function t(english: string): string {
  if (!isKorean) return english;
  if (Object.hasOwn(korean, english)) return korean[english] ?? english;
  const pattern = patterns.find(([form]) => form.test(english));
  return pattern === undefined ? english : english.replace(...pattern);
}

/** `3 requests`, `요청 3건` */
export function count(number: number, one: string, many: string): string {
  const shown = number.toLocaleString('en');
  return isKorean ? `${counted[one] ?? one} ${shown}건` : `${shown} ${number === 1 ? one : many}`;
}
