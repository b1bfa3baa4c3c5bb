import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { type PlacedText, shownTexts } from '../fields.ts';
import { brandFields, PRICE_VARIABLES } from './fields.ts';
import { cardsOf, elements } from './places.ts';

/** Distinct variables over all buttons of a template, those of its cards included (resource API 2.4). */
export const MOST_IN_BUTTONS = 20;

/** Where `buttonLists` finds them, `[]` for every card. */
export const BUTTON_LISTS: readonly string[] = ['buttons', 'carousel.cards[].buttons'];

/** Every text that reaches a phone; the template's name is none (assumption 129). */
export function brandTexts(manifest: JsonObject): PlacedText[] {
  return shownTexts(brandFields, manifest);
}

/** The buttons of the bubble and of its cards, by list. */
export function buttonLists({ buttons, carousel }: JsonObject): { at: Path; buttons: Json[] }[] {
  return [
    { at: ['buttons'], buttons: elements(buttons) },
    ...cardsOf(carousel).map((card, index) => ({
      at: ['carousel', 'cards', index, 'buttons'],
      buttons: elements(member(card, 'buttons')),
    })),
  ];
}

/** The variables of the prices that a template leaves to its sends. */
export function openPrices({ commerce, carousel }: JsonObject): string[] {
  const all = [commerce, ...cardsOf(carousel).map((card) => member(card, 'commerce'))].filter(isObject);
  return Object.entries(PRICE_VARIABLES).flatMap(([key, name]) =>
    all.some((one) => (one[key] ?? null) === null) ? [name] : [],
  );
}
