import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';

/** The members of a link in the message API, by their names in a manifest (message API 2.9, 2.10). */
export const LINK_MEMBERS = { mobile: 'url_mobile', pc: 'url_pc', android: 'scheme_android', ios: 'scheme_ios' };

/** Returns the member if it is an object, else an empty object. Payloads may come from other programs. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** Returns the member if it is a text; undefined if it is absent or empty. */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text in a value, and its place: `path` is `at` in the form `button[1].url_mobile`. */
interface MemberText {
  at: Path;
  path: string;
  text: string;
}

/** Returns every text in a value, in reading order. */
export function textsIn(value: Json, at: Path = []): MemberText[] {
  if (typeof value === 'string') return [{ at, path: formatPath(at), text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...at, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => textsIn(member, [...at, key])) : [];
}
