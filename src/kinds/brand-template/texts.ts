import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import type { PlacedText } from '../notification-template/texts.ts';
import { PRICE_VARIABLES } from './fields.ts';
import { cardsOf, elements, member } from './places.ts';

/** Distinct variables over all buttons of a template, those of its cards included (resource API 2.4). */
export const MOST_IN_BUTTONS = 20;

/** Where `buttonLists` finds them, `[]` for every card. */
export const BUTTON_LISTS: readonly string[] = ['buttons', 'carousel.cards[].buttons'];

/** The members of a manifest whose texts reach a phone: variables may stand in them. */
const SHOWN: readonly string[] = [
  'header',
  'content',
  'additionalContent',
  'image',
  'items',
  'carousel',
  'commerce',
  'buttons',
  'coupon',
];

/** Words of the language itself, and where files are: no texts. */
const NOT_SHOWN: readonly string[] = ['type', 'bizFormId', 'file', 'ref', 'url'];

/** Every text that reaches a phone, in the order of the manifest language; the template's name is none (assumption 129). */
export function shownTexts(manifest: JsonObject): PlacedText[] {
  return SHOWN.flatMap((key) => textsOf([key], manifest[key]));
}

function textsOf(at: Path, value: Json | undefined): PlacedText[] {
  // An image that is a text is the path of a file.
  if (typeof value === 'string') return at.at(-1) === 'image' ? [] : [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf([...at, index], item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (NOT_SHOWN.includes(key) ? [] : textsOf([...at, key], inner)));
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

/** Every text in some values. */
export function textsIn(values: readonly Json[]): string[] {
  return values.flatMap((value) => textsOf([], value).map(({ text }) => text));
}
