import { elementsOf, isObject, type Json, type JsonObject, member } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { type PlacedText, shownTexts } from '../../fields.ts';
import { type NamedValues, type SearchedText, samplesOf, searchedPart } from '../../lint/search.ts';
import { brandFields, PRICE_VARIABLES } from '../fields.ts';

export interface BrandReading {
  manifest: JsonObject;
  /** Every text that reaches a phone, including addresses of buttons. */
  texts: readonly SearchedText[];
  samples: readonly NamedValues[];
  /** Variables of prices that each send fills in. */
  prices: readonly string[];
}

export function readBrand(manifest: JsonObject): BrandReading {
  return {
    manifest,
    texts: searchedPart(brandTexts(manifest)),
    samples: samplesOf(manifest),
    prices: openPrices(manifest),
  };
}

/** Every text that reaches a phone, so without the template's name (assumption 129). */
export function brandTexts(manifest: JsonObject): PlacedText[] {
  return shownTexts(brandFields, manifest);
}

/** The cards of a carousel, with their places. */
export function cardsOf({ carousel }: JsonObject): { at: Path; part: Json }[] {
  return elementsOf(member(carousel, 'cards')).map((part, index) => ({ at: ['carousel', 'cards', index], part }));
}

/** The bubble and its cards: each may have prices, a coupon and buttons. */
export function partsOf(manifest: JsonObject): { at: Path; part: Json }[] {
  return [{ at: [], part: manifest }, ...cardsOf(manifest)];
}

/** The buttons of the bubble and of its cards, by list. */
export function buttonLists(manifest: JsonObject): { at: Path; buttons: Json[] }[] {
  return partsOf(manifest).map(({ at, part }) => ({
    at: [...at, 'buttons'],
    buttons: elementsOf(member(part, 'buttons')),
  }));
}

function openPrices(manifest: JsonObject): string[] {
  const prices = partsOf(manifest)
    .map(({ part }) => member(part, 'commerce'))
    .filter(isObject);
  return Object.entries(PRICE_VARIABLES).flatMap(([key, name]) =>
    prices.some((one) => (one[key] ?? null) === null) ? [name] : [],
  );
}

/** The name of a template, which only people at the service read. */
export function nameOf({ name }: JsonObject): PlacedText {
  return { at: ['name'], text: String(name ?? '') };
}
