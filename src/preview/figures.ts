import type { Language, Phrase } from '../core/language.ts';
import type { BubbleLink, Commerce, Price } from './bubble.ts';

const MOBILE: Phrase = { en: 'mobile', ko: '모바일' };

/** The addresses of a link, each with its device. */
export function addresses(link: BubbleLink = {}, language: Language = 'ko'): string[] {
  const named = { [MOBILE[language]]: link.mobile, PC: link.pc, Android: link.android, iOS: link.ios };
  return Object.entries(named).flatMap(([name, address]) => (address ? [`${name} ${address}`] : []));
}

/** The texts of an offer. An empty text is not shown. */
interface PriceTexts {
  /** The price to pay. */
  readonly main: string;
  /** The price before, struck through. */
  readonly regular: string;
  /** The amount that is saved. */
  readonly off: string;
}

/** The prices of an offer in words: `20%`, `12,000원`; a rate goes before a fixed discount (assumption 84). */
export function priceTexts(offer: Commerce): PriceTexts {
  const { regularPrice, discountPrice, discountRate, discountFixed } = offer;
  if (!isGiven(discountPrice)) return { main: won(regularPrice), regular: '', off: '' };
  const rate = isGiven(discountRate) ? `${discountRate}%` : '';
  const fixed = isGiven(discountFixed) ? `${won(discountFixed)} 할인` : '';
  return { main: won(discountPrice), regular: won(regularPrice), off: rate || fixed };
}

/** Seconds as a player shows them: `0:07`, `12:30`, `1:02:03`. Empty where it is not known. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '';
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

function isGiven(price: Price | undefined): boolean {
  return price !== undefined && price !== '';
}

function won(price: Price | undefined): string {
  if (price === undefined || price === '') return '';
  return `${typeof price === 'number' ? String(price).replace(/\B(?=(\d{3})+$)/g, ',') : price}원`;
}
