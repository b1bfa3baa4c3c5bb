import { fill, koreanOf, nouns, type Text, texts } from './texts.ts';

const STORED = 'notiform-desk-language';
const { language: byDefault } = document.documentElement.dataset;

/** The language that the reader chose here, else that of `--language` and notiform.yaml, else that of the browser. */
export const isKorean = /^ko\b/i.test(localStorage.getItem(STORED) || byDefault || navigator.language);

/** Shows the page in the other language. The place is in its address, and `kept` has what was typed. */
export function switchLanguage(): void {
  localStorage.setItem(STORED, isKorean ? 'en' : 'ko');
  location.reload();
}

/** A text of the desk in the reader's language, with values for its `{}`. */
export function t(text: Text, ...values: readonly (string | number)[]): string {
  return fill(isKorean ? texts[text] : text, values);
}

/** Translates a text of the emulator into the reader's language. A text of a user does not change. */
export function translated(english: string): string {
  return isKorean ? koreanOf(english) : english;
}

/** `3 requests`, `요청 3건` */
export function count(number: number, noun: keyof typeof nouns): string {
  const shown = number.toLocaleString('en');
  const [one, many, korean] = nouns[noun];
  return isKorean ? `${korean} ${shown}건` : `${shown} ${number === 1 ? one : many}`;
}
