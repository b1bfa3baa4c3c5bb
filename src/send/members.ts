import { isObject, type Json, type JsonObject } from '../core/json.ts';

/** The member as an object; an empty one where it is none. Payloads may come from other programs. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** The member's elements that are objects; none where it is no list. */
export function objectsAt(object: JsonObject, key: string): JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The member as text; absent and empty are one. */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Every text in a value with its path, as `button[1].url_mobile`. */
export function textsIn(value: Json, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, path === '' ? key : `${path}.${key}`));
}
