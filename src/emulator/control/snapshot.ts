import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { maskNumber } from '../../core/mask.ts';
import type { Store } from '../store.ts';

/** Collections of bare numbers, and members that hold the number of a person. */
const NUMBERS = new Set(['senders', 'recipients', 'from', 'to', 'phone', 'phoneNumber']);

/** Members that hold a secret. */
const SECRETS = new Set(['token']);

/** Everything that the store holds, by collection: what a test compares before and after. No secret; numbers masked if `mask` is true. */
export function snapshotOf({ store, mask }: { store: Store; mask: boolean }): JsonObject {
  const document = JSON.parse(JSON.stringify(store.document())) as JsonObject; // our own data: every JSON text is Json
  return { serial: store.serial, ...shown(document, mask) };
}

function shown(source: JsonObject, mask: boolean): JsonObject {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, memberOf(name, value, mask)]));
}

function memberOf(name: string, value: Json, mask: boolean): Json {
  if (SECRETS.has(name)) return '****';
  return mask && NUMBERS.has(name) ? withoutNumber(value) : within(value, mask);
}

function within(value: Json, mask: boolean): Json {
  if (Array.isArray(value)) return value.map((element) => within(element, mask));
  return isObject(value) ? shown(value, mask) : value;
}

function withoutNumber(value: Json): Json {
  if (typeof value === 'string') return maskNumber(value);
  return Array.isArray(value) ? value.map(withoutNumber) : within(value, true);
}
