import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { fillVariables } from '../core/variables.ts';

/** Returns the member if it is an object, else an empty object. Payloads may come from other programs. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** Returns the elements of a list that are objects; none if the member is no list. */
export function objectsAt(object: JsonObject, key: string): JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the member if it is a text; undefined if it is absent or empty. */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns every text in a value with its path: `button[1].url_mobile`. */
export function textsIn(value: Json, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, path === '' ? key : `${path}.${key}`));
}

/** Returns the object with the variables of all its texts filled. */
export function fillTexts(object: JsonObject, values: ReadonlyMap<string, string>): JsonObject {
  const fill = (value: Json): Json => {
    if (typeof value === 'string') return fillVariables(value, values).text;
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? fillTexts(value, values) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, fill(member)]));
}
