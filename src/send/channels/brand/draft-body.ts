import { isObject, type Json, type JsonObject, mapObject, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { BrandSend, ButtonValues } from '../../../core/test-send.ts';
import { fillVariables, variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import type { Values } from '../../channel.ts';
import { fillTexts, objectAt } from '../../members.ts';
import { introsOf, isOpenPrice, isPrice } from './template.ts';

/** Returns the body fields of a message, with the values that buttons and cards have for themselves (variants 3 and 4). */
export function bodyFields(body: JsonObject, brand: BrandSend, buttons: ButtonsByName): JsonObject {
  const whole = withButtonValues(body, buttons);
  const { carousel } = whole;
  if (!isObject(carousel)) return whole;
  const intros = introsOf(body);
  const filled = (part: JsonObject, index: number): JsonObject =>
    fillTexts(part, new Map(Object.entries(brand.cards?.[index]?.variables ?? {})));
  const head = intros > 0 && { head: filled(objectAt(carousel, 'head'), 0) };
  const list = objectsAt(carousel, 'list').map((card, index) => filled(card, index + intros));
  return { ...whole, carousel: { ...carousel, ...head, list } };
}

type ButtonsByName = Readonly<Record<string, ButtonValues>>;

/** The members of a button that a test send sets, with their names under `buttons` (message API 2.10). */
export const BUTTON_VALUES: Readonly<Record<string, 'chatExtra' | 'chatEvent' | 'bizFormId'>> = {
  chat_extra: 'chatExtra',
  chat_event: 'chatEvent',
  biz_form_key: 'bizFormId',
};

function withButtonValues(body: JsonObject, values: ButtonsByName): JsonObject {
  return mapObject(body, (value, at) => {
    if (at.at(-2) !== 'button' || !isObject(value)) return undefined;
    const given = own(values, String(value['name'])) ?? {};
    const members = Object.entries(BUTTON_VALUES).flatMap(([name, key]) =>
      given[key] === undefined ? [] : [[name, given[key]] as const],
    );
    return { ...value, ...Object.fromEntries(members) };
  });
}

/** Returns every button of a body with its place. */
export function buttonsIn(body: JsonObject): JsonObject[] {
  const cards = objectsAt(objectAt(body, 'carousel'), 'list').map((card) => objectAt(card, 'attachment'));
  return [body, ...cards].flatMap((part) => objectsAt(part, 'button'));
}

/** Fills a body. A price becomes a number; a discount without a value is left out (assumption 103). */
export function fillBody(pattern: JsonObject, values: Values): JsonObject {
  return fillMembers(pattern, values, []);
}

function fillMembers(part: JsonObject, values: Values, path: Path): JsonObject {
  const isLeftOut = (at: Path, value: Json): boolean =>
    isOpenPrice(at, value) && variableNames([String(value)]).some((name) => !values.has(name));
  const fill = (value: Json, at: Path): Json => {
    if (Array.isArray(value)) return value.map((one, index) => fill(one, [...at, index]));
    if (isObject(value)) return fillMembers(value, values, at);
    if (typeof value !== 'string') return value;
    const text = fillVariables(value, values);
    return isPrice(at) && /^\d+$/.test(text) ? Number(text) : text;
  };
  const members = Object.entries(part).filter(([name, value]) => !isLeftOut([...path, name], value));
  return Object.fromEntries(members.map(([name, value]) => [name, fill(value, [...path, name])]));
}
