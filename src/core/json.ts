import { hash } from 'node:crypto';
import type { Path } from './path.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object's own member. A user's word may be `constructor`, which every object inherits. */
export function own<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns a member of a value, or undefined if the value is not an object or lacks it. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? own(value, name) : undefined;
}

/** Returns the elements of a list. None if the value is no list. */
export function elementsOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Parses JSON text or its bytes. Returns undefined if it is not JSON. */
export function parsedJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

/** Returns why a text is not JSON, in the words of Node without the text around the mistake: `Unexpected token '}'`. */
export function jsonMistake(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const [words = ''] = (error instanceof Error ? error.message : '').split(', ', 1);
    return words;
  }
}

/** JSON text with the keys of every object sorted by code unit: equal values give equal bytes. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`;
}

/** True if two values are equal, whatever the order of their keys is. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  let left = Object.keys(b).length;
  for (const key of Object.keys(a)) {
    if (!Object.hasOwn(b, key) || !equalJson(a[key], b[key])) return false;
    left -= 1;
  }
  return left === 0;
}

/** SHA-256 of bytes or UTF-8 text, lower-case hex. */
export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
}

/** SHA-256 of the canonical JSON, lower-case hex. */
export function digest(value: Json): string {
  return sha256(canonical(value));
}

/**
 * The object with every member mapped; undefined leaves a member out. Returns the object itself if nothing changes, so most
 * content is never copied.
 */
export function mapMembers(object: JsonObject, map: (member: Json, key: string) => Json | undefined): JsonObject {
  const members: [string, Json][] = [];
  let isSame = true;
  for (const key of Object.keys(object)) {
    const member = map(object[key] as Json, key);
    isSame &&= member !== undefined && member === object[key];
    if (member !== undefined) members.push([key, member]);
  }
  return isSame ? object : Object.fromEntries(members);
}

/** The list with every element mapped; the list itself if nothing changes. */
export function mapElements(list: Json[], map: (element: Json) => Json): Json[] {
  let isSame = true;
  const mapped = list.map((element) => {
    const one = map(element);
    isSame &&= one === element;
    return one;
  });
  return isSame ? list : mapped;
}

/**
 * The value without null, "", [] and {} members, at every depth: null, absent and empty are one. Elements of an array keep their place. Undefined where nothing is left.
 */
export function compact(value: Json | undefined): Json | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : mapElements(value, (item) => compact(item) ?? null);
  if (!isObject(value)) return value;
  const kept = mapMembers(value, compact);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** As `compact`, for an object: an empty object where nothing is left. */
export function compactObject(value: JsonObject): JsonObject {
  const kept = compact(value);
  return isObject(kept) ? kept : {};
}

/** Returns what takes the place of a part of a value, or undefined to keep the part and go on with its members. */
type Replace = (part: Json, path: Path) => Json | undefined;

/** A copy of an object with parts of it replaced, at every depth. */
export function mapObject(value: JsonObject, replace: Replace, path: Path = []): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapJson(member, replace, [...path, key])]),
  );
}

function mapJson(value: Json, replace: Replace, path: Path): Json {
  const replaced = replace(value, path);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(value)) return value.map((item, index) => mapJson(item, replace, [...path, index]));
  return isObject(value) ? mapObject(value, replace, path) : value;
}
