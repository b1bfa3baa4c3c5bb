import type { JsonObject } from '../../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../../core/path.ts';
import type { BrandCard, BrandSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import type { Values } from '../../channel.ts';
import { fillTexts, objectAt } from '../../members.ts';
import { ESCAPE_COUPON } from './compare.ts';
import type { Replaced } from './draft-addresses.ts';
import { type BodyText, fieldOf, introsOf, isOpenPrice, textsOf } from './template.ts';

/** A text of a template's body, and the source of its values. */
export interface FilledText extends BodyText {
  /** The part of a carousel that it belongs to: the intro is the first. Undefined for a text of the bubble. */
  part: number | undefined;
  /** True if the message leaves out the coupon that it belongs to. */
  isOmitted: boolean;
}

/** Returns the texts of a template's body that have variables. */
export function filledTexts(body: JsonObject, brand: BrandSend): FilledText[] {
  return textsOf(body)
    .filter(({ isAddress, text }) => !isAddress && variableNames([text]).length > 0)
    .map((slot) => {
      const part = partIn(slot.field);
      return { ...slot, part, isOmitted: slot.at.includes('coupon') && omitsCoupon(brand, part) };
    });
}

function partIn([field, index]: Path): number | undefined {
  return field === 'carouselvariable' ? Number(index) : undefined;
}

function cardAt({ cards = [] }: BrandSend, part: number | undefined): BrandCard | undefined {
  return part === undefined ? undefined : cards[part];
}

function omitsCoupon(brand: BrandSend, part: number | undefined): boolean {
  return brand.coupon === 'omit' || cardAt(brand, part)?.coupon === 'omit';
}

/** Returns the values that a part of a carousel has for itself. */
export function cardValues(brand: BrandSend, part: number | undefined): Values {
  return new Map(Object.entries(cardAt(brand, part)?.variables ?? {}));
}

/** Returns all variables of some texts, and those of them that need no value of the test send or of a sample. */
export function variablesOf(
  texts: readonly FilledText[],
  brand: BrandSend,
): { variables: string[]; optional: string[] } {
  const variables = variableNames(texts.map(({ text }) => text));
  const required = texts.flatMap(({ at, text, part, isOmitted }) =>
    isOmitted || isOpenPrice(at, text)
      ? []
      : variableNames([text]).filter((name) => !cardValues(brand, part).has(name)),
  );
  return { variables, optional: variables.filter((name) => !required.includes(name)) };
}

/** Returns the variable fields of a message (message API 2.10, variant 2). Values that a card does not have itself are not filled. */
export function variableFields(
  body: JsonObject,
  texts: readonly FilledText[],
  brand: BrandSend,
  replaced: Replaced,
): JsonObject {
  const fields: JsonObject = {};
  const parts = Array.from({ length: partsIn(body) }, (): JsonObject => ({}));
  const give = (field: Path, name: string, value: string): void => {
    const own = parts[partIn(field) ?? -1] ?? fields;
    const area = String(field.at(-1));
    own[area] = { ...objectAt(own, area), [name]: value };
  };
  for (const { field, text, part, isOmitted } of texts) {
    for (const name of variableNames([text])) {
      give(field, name, isOmitted ? ESCAPE_COUPON : (cardValues(brand, part).get(name) ?? `#{${name}}`));
    }
  }
  for (const at of couponsIn(body)) {
    const field = fieldOf(body, at);
    // A coupon without variables is removed under any name (assumption 325).
    const isGiven = texts.some((one) => formatPath(one.field) === formatPath(field));
    if (omitsCoupon(brand, partIn(field)) && !isGiven) give(field, 'coupon', ESCAPE_COUPON);
  }
  return {
    ...fields,
    ...replaced.fields,
    ...(parts.length > 0 && {
      carouselvariable: parts.map((part, index) => {
        const image = replaced.cards[index];
        return image === undefined ? part : { ...part, imagevariable: [image] };
      }),
    }),
  };
}

/** Returns the number of parts of a carousel: the intro and the cards. */
export function partsIn(body: JsonObject): number {
  return introsOf(body) + objectsAt(objectAt(body, 'carousel'), 'list').length;
}

function couponsIn(body: JsonObject): Path[] {
  const cards = objectsAt(objectAt(body, 'carousel'), 'list').map((_, index): Path => {
    return ['carousel', 'list', index, 'attachment', 'coupon'];
  });
  return [['coupon'], ...cards].filter((at) => valueAt(body, at) !== undefined);
}

/** Returns the places of coupons that a test send can leave out: of the bubble (undefined), or of a part of the carousel. */
export function couponParts(body: JsonObject): (number | undefined)[] {
  return couponsIn(body).map((at) => partIn(fieldOf(body, at)));
}

const DISCOUNTS: readonly string[] = Object.values(PRICE_VARIABLES).filter(
  (name) => name !== PRICE_VARIABLES.regularPrice,
);

/** Fills variable fields. A discount without a value is left out (assumption 103). */
export function fillFields(fields: JsonObject, values: Values): JsonObject {
  const fill = (part: JsonObject): JsonObject => fillTexts(withoutOpen(part, values), values);
  const { carouselvariable: _, ...others } = fill(fields);
  const parts = objectsAt(fields, 'carouselvariable').map(fill);
  const isEmpty = parts.every((part) => Object.keys(part).length === 0);
  return isEmpty ? others : { ...others, carouselvariable: parts };
}

function withoutOpen(part: JsonObject, values: Values): JsonObject {
  const { commercevariable: _, ...fields } = part;
  const given = Object.entries(objectAt(part, 'commercevariable'));
  const kept = given.filter(([name, value]) => !DISCOUNTS.includes(name) || values.has(name) || value !== `#{${name}}`);
  return kept.length === 0 ? fields : { ...fields, commercevariable: Object.fromEntries(kept) };
}
