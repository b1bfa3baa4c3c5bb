import { elementsOf, isObject, type Json, type JsonObject, member } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { type PlacedText, shownTexts } from '../../fields.ts';
import { type NamedValues, type SearchedText, samplesOf, searched } from '../../lint/search.ts';
import { brandFields, PRICE_VARIABLES } from '../fields.ts';

export interface BrandReading {
  manifest: JsonObject;
  bubble: string;
  /** Every text that reaches a phone, including addresses of buttons. So without the template's name (assumption 129). */
  texts: readonly SearchedText[];
  /** These texts and the template's name, which only people at the service read. */
  named: readonly PlacedText[];
  samples: readonly NamedValues[];
}

export function readBrand(manifest: JsonObject): BrandReading {
  const texts = shownTexts(brandFields, manifest).map(({ at, text }) => searched(at, text));
  return {
    manifest,
    bubble: String(manifest['bubble']),
    texts,
    named: [{ at: ['name'], text: String(manifest['name'] ?? '') }, ...texts],
    samples: samplesOf(manifest),
  };
}

/** The bubble and the cards of its carousel: each may have prices, a coupon and buttons. */
export function partsOf(manifest: JsonObject): { at: Path; part: Json }[] {
  const cards = elementsOf(member(manifest['carousel'], 'cards'));
  return [{ at: [], part: manifest }, ...cards.map((part, index) => ({ at: ['carousel', 'cards', index], part }))];
}

/** The variables of prices that each send fills in. */
export function openPrices(manifest: JsonObject): string[] {
  const prices = partsOf(manifest)
    .map(({ part }) => member(part, 'commerce'))
    .filter(isObject);
  return Object.entries(PRICE_VARIABLES).flatMap(([key, name]) =>
    prices.some((one) => (one[key] ?? null) === null) ? [name] : [],
  );
}
