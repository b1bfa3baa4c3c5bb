import { isObject, type Json, type JsonObject, mapObject, own } from '../../../core/json.ts';
import { type Path, parsePath, valueAt } from '../../../core/path.ts';
import type { BrandSend, TestSend } from '../../../core/test-send.ts';
import { fillVariables, variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { manifestPath } from '../../body.ts';
import type { Values } from '../../channel.ts';
import { objectAt } from '../../members.ts';
import { cardValues } from './draft-variables.ts';
import { BODIES, BODY, typeOf } from './table.ts';
import { introsOf, isOpenPrice, isPrice } from './template.ts';

/** The members of a button that a test send sets, with their names under `buttons` (message API 2.10). */
const BUTTON_VALUES: Readonly<Record<string, 'chatExtra' | 'chatEvent' | 'bizFormId'>> = {
  chat_extra: 'chatExtra',
  chat_event: 'chatEvent',
  biz_form_key: 'bizFormId',
};

/** Returns the body fields of a message, with the values that buttons and cards have for themselves (variants 3 and 4). */
export function bodyFields(body: JsonObject, brand: BrandSend, buttons: TestSend['buttons']): JsonObject {
  return mapObject(body, function fill(value, at): Json | undefined {
    if (typeof value === 'string') return fillVariables(value, cardValues(brand, partAt(at, body)));
    const given = at.at(-2) === 'button' && isObject(value) ? own(buttons, String(value['name'])) : undefined;
    if (!given || !isObject(value)) return undefined;
    const members = Object.entries(BUTTON_VALUES).flatMap(([name, key]) =>
      given[key] === undefined ? [] : [[name, given[key]] as const],
    );
    return { ...mapObject(value, fill, at), ...Object.fromEntries(members) };
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

/** The settings that decide the members of every brand message (message API 2.10). */
export const COMMON: Readonly<Record<string, Path>> = {
  brandmessagetype: ['mode'],
  sendtarget: ['target'],
  targeting: ['targeting'],
  unsubscribephonenumber: ['unsubscribe', 'phone'],
  unsubscribeauthnumber: ['unsubscribe', 'auth'],
  pushalarm: ['push'],
  adult: ['adult'],
  grouptagkey: ['groupTag'],
};

const VIDEO: Readonly<Record<string, string>> = { video_url: 'url', thumbnail_url: 'thumbnail' };

/**
 * Returns the field of the test send that sets a member of the message; undefined if the template or the value of a variable does.
 * @param body the body fields before cards have their values
 * @param fields the variable fields or body fields of the message, with variables
 */
export function fieldAt(
  path: string,
  { brand = {}, buttons }: TestSend,
  body: JsonObject,
  fields: JsonObject,
): Path | undefined {
  const at = parsePath(path);
  const [first = '', ...rest] = at;
  const common = own(COMMON, String(first));
  if (common) return ['brand', ...common];
  if (first === 'imagevariable') return ['brand', ...(brand.images ? ['images', ...rest] : ['image'])];
  if (first === 'videovariable') return ['brand', 'video', ...rest.flatMap((name) => own(VIDEO, String(name)) ?? [])];
  if (first === 'carouselvariable') return partField(rest, brand);
  if (first === 'couponvariable' && brand.coupon === 'omit') return ['brand', 'coupon'];
  if (!BODY.includes(String(first))) return undefined;
  const text = valueAt(fields, at);
  // The values of the variables decide a text with variables.
  if (typeof text === 'string' && variableNames([text]).length > 0) return undefined;
  const type = typeOf(brand.body ?? {});
  return (
    buttonField(at, body, buttons) ??
    cardField(partAt(at, body), variableNames([String(valueAt(body, at) ?? '')]), brand) ??
    (type && brand.body ? ['brand', ...manifestPath(at, BODIES[type])] : undefined)
  );
}

/** Returns the field that sets a member of an element of `carouselvariable`. */
function partField([part, area, name]: Path, brand: BrandSend): Path | undefined {
  const card = brand.cards?.[Number(part)];
  const at = ['brand', 'cards', ...(part === undefined ? [] : [part])];
  if (area === undefined) return at;
  if (area === 'imagevariable') return [...at, 'image'];
  if (area === 'couponvariable' && card?.coupon === 'omit') return [...at, 'coupon'];
  if (area === 'couponvariable' && brand.coupon === 'omit') return ['brand', 'coupon'];
  return cardField(Number(part), [String(name)], brand);
}

/** Returns the value that a part of a carousel has for itself for one of these variables. */
function cardField(part: number | undefined, names: readonly string[], brand: BrandSend): Path | undefined {
  const name = names.find((one) => cardValues(brand, part).has(one));
  return name === undefined || part === undefined ? undefined : ['brand', 'cards', part, 'variables', name];
}

function partAt([outer, level, index]: Path, body: JsonObject): number | undefined {
  if (outer !== 'carousel') return undefined;
  return level === 'head' ? 0 : Number(index) + introsOf(body);
}

/** Returns the value of a button that the test send gives beside its template. */
function buttonField(at: Path, body: JsonObject, buttons: TestSend['buttons']): Path | undefined {
  const key = own(BUTTON_VALUES, String(at.at(-1)));
  const name = String(valueAt(body, [...at.slice(0, -1), 'name']));
  return key !== undefined && own(buttons, name)?.[key] !== undefined ? ['buttons', name, key] : undefined;
}
