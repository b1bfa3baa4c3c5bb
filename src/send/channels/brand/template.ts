import { isObject, type Json, type JsonObject, mapObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { fillVariables, variableNames } from '../../../core/variables.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { membersOf } from '../../body.ts';
import type { Values } from '../../channel.ts';
import { objectAt, textsIn } from '../../members.ts';
import { BODIES, typeOf } from './table.ts';

/**
 * Translates a template from manifest form to the body fields of a message (message API 2.10). Variables are not filled. A price
 * that the template omits is its variable (assumption 103), and so is the address of a file that has none yet. A template may have
 * members that no message has, as the text of a COMMERCE (assumption 332).
 */
export function bodyOf(content: JsonObject): JsonObject {
  const type = typeOf(content);
  return type === undefined ? {} : membersOf(content, BODIES[type].shape);
}

/** True for a price of a template or of a message. */
export function isPrice(at: Path): boolean {
  return at.at(-2) === 'commerce' && at.at(-1) !== 'title';
}

const DISCOUNTS: Path = Object.values(PRICE_VARIABLES).filter((name) => name !== PRICE_VARIABLES.regularPrice);

/** True for a discount that a template leaves open, in a body or in `commercevariable`. A message may leave it out (assumption 103). */
export function isOpenPrice(at: Path, pattern: Json): boolean {
  const [holder, name = ''] = at.slice(-2);
  if (typeof pattern !== 'string') return false;
  return (isPrice(at) && name !== 'regular_price') || (holder === 'commercevariable' && DISCOUNTS.includes(name));
}

/** Returns the part of a carousel that a place is in: the intro is the first, then come the cards. Undefined outside of them. */
export function partOf(body: JsonObject, [outer, level, index]: Path): number | undefined {
  if (outer === 'carouselvariable' && level !== undefined) return Number(level);
  if (outer !== 'carousel' || (level !== 'head' && index === undefined)) return undefined;
  return level === 'head' ? 0 : level === 'list' ? Number(index) + introsOf(body) : undefined;
}

/** Returns the number of parts of a carousel: the intro and the cards. */
export function partsIn(body: JsonObject): number {
  return introsOf(body) + objectsAt(objectAt(body, 'carousel'), 'list').length;
}

function introsOf(body: JsonObject): number {
  return isObject(objectAt(body, 'carousel')['head']) ? 1 : 0;
}

/** The fields whose members are variables. Those of a carousel have them for each part. */
const AREAS = ['messagevariable', 'buttonvariable', 'couponvariable', 'commercevariable'] as const;

/**
 * Returns the variable field that sets a text of a body, as `['carouselvariable', 1, 'buttonvariable']` (message API 2.10).
 * Undefined for the address of an image or a video: another one is in a list (assumption 106).
 */
export function fieldOf(body: JsonObject, at: Path): Path | undefined {
  if (['video', 'img_url', 'image_url'].some((name) => at.includes(name))) return undefined;
  const area = AREAS.find((one) => at.includes(one.replace('variable', ''))) ?? 'messagevariable';
  const part = partOf(body, at);
  return part === undefined ? [area] : ['carouselvariable', part, area];
}

/** Returns the variable fields of a template's message (variant 2). Each value is the variable itself: `messagevariable: {이름: '#{이름}'}`. */
export function variablesOf(body: JsonObject): JsonObject {
  const fields: JsonObject = {};
  const parts = Array.from({ length: partsIn(body) }, (): JsonObject => ({}));
  for (const { at, text } of textsIn(body)) {
    const field = fieldOf(body, at);
    for (const name of field ? variableNames([text]) : []) {
      const [owner, area] = [parts[partOf(body, at) ?? -1] ?? fields, String(field?.at(-1))];
      owner[area] = { ...objectAt(owner, area), [name]: `#{${name}}` };
    }
  }
  return { ...fields, ...(parts.length > 0 && { carouselvariable: parts }) };
}

/** A variable in the fields of a message: `at` is `['messagevariable', '이름']`. */
export interface FieldValue {
  at: Path;
  name: string;
  value: Json;
}

/** Returns the variables in the fields of a message. An empty value is a value, which nothing forbids. */
export function valuesIn(fields: JsonObject): FieldValue[] {
  const cards = objectsAt(fields, 'carouselvariable').map((part, index) => ({ part, at: ['carouselvariable', index] }));
  return [{ part: fields, at: [] }, ...cards].flatMap(({ part, at }) =>
    AREAS.flatMap((area) =>
      Object.entries(objectAt(part, area)).flatMap(([name, value]) =>
        value === null ? [] : [{ at: [...at, area, name], name, value }],
      ),
    ),
  );
}

/** Fills body fields or variable fields. A price of a body becomes a number; a discount without a value is left out (assumption 103). */
export function fillFields(fields: JsonObject, valuesAt: (at: Path) => Values): JsonObject {
  const filled = mapObject(fields, (value, at) => {
    if (typeof value !== 'string') return undefined;
    const text = fillVariables(value, valuesAt(at));
    if (isOpenPrice(at, value) && variableNames([value]).some((name) => !valuesAt(at).has(name))) return null;
    return isPrice(at) && /^\d+$/.test(text) ? Number(text) : text;
  });
  return withoutBlanks(filled);
}

/** Removes members that are null or without members of their own. Elements of a list keep their places. */
function withoutBlanks(fields: JsonObject): JsonObject {
  const kept = Object.entries(fields).map(([name, value]): [string, Json] => {
    if (Array.isArray(value)) return [name, value.map((one) => (isObject(one) ? withoutBlanks(one) : one))];
    return [name, isObject(value) ? withoutBlanks(value) : value];
  });
  const isBlank = (value: Json): boolean =>
    value === null || (typeof value === 'object' && Object.values(value).every((one) => isObject(one) && isBlank(one)));
  return Object.fromEntries(kept.filter(([, value]) => !isBlank(value)));
}
