import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { maskNumber } from '../../core/mask.ts';
import type { Store } from '../store/store.ts';

/** Shelves of bare numbers, and members that hold the number of a person. */
const NUMBERS = new Set(['senders', 'recipients', 'from', 'to', 'phone', 'phoneNumber']);

/** Members that hold a secret. */
const SECRETS = new Set(['token']);

/** Everything that the store holds, by shelf, numbers masked: what a test compares before and after. */
export function snapshotOf(store: Store): JsonObject {
  const document = JSON.parse(JSON.stringify(store.document())) as JsonObject; // our own data: every JSON text is Json
  return { serial: store.serial, ...masked(document) };
}

function masked(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, hidden(name, value)]));
}

function hidden(name: string, value: Json): Json {
  if (SECRETS.has(name)) return '****';
  return NUMBERS.has(name) ? withoutNumber(value) : within(value);
}

function within(value: Json): Json {
  if (Array.isArray(value)) return value.map(within);
  return isObject(value) ? masked(value) : value;
}

function withoutNumber(value: Json): Json {
  if (typeof value === 'string') return maskNumber(value);
  return Array.isArray(value) ? value.map(withoutNumber) : within(value);
}
