import { instantOf } from '../core/instant.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { type Dialect, type Fields, flawIn, type Read, type Rule, readShape, type Shape } from './shape.ts';

/** Rules for the members of control requests and seeds. */

export function matching<T extends Json>(fits: (value: Json) => value is T, what: string, schema: JsonObject) {
  return { is: 'fitting', fits, what, schema } as const;
}

export const text = { is: 'text' } as const;
export const filledText = textLike(/\S/, 'a string that is not blank');
export const flag = { is: 'flag' } as const;
export const count = { is: 'integer', min: 0 } as const;
export const phoneNumber = textLike(/^[-+() \d]*\d[-+() \d]*$/, 'a phone number');

/** A smaller number of milliseconds is in 1973 or before. Seconds since the epoch are smaller until the year 5138. */
export const EARLIEST_MS = 1e11;

export const moment = matching(
  (value): value is number => typeof value === 'number' && value >= EARLIEST_MS && value < 8e15,
  'a time in milliseconds since the epoch, not in seconds',
  { type: 'number', minimum: EARLIEST_MS },
);

/** The milliseconds of a number or of a text with a time. Undefined for a text that `instantOf` does not read. */
export function momentOf(value: unknown): number | undefined {
  // Python's `datetime.now().isoformat()` has no zone, and is seldom Korean time.
  if (typeof value === 'string') return ZONELESS.test(value) ? undefined : instantOf(value);
  // Python's `time.time() * 1000` has decimals.
  const ms = typeof value === 'number' ? Math.round(value) : undefined;
  return Number.isSafeInteger(ms) ? ms : undefined;
}

/** An ISO time whose zone is missing. */
const ZONELESS = /^\d{4}-\d{2}-\d{2}T[^Z+-]*$/;

/** What `momentOf` reads, for a message. */
export const MOMENTS =
  'milliseconds since the epoch, a Korean time such as 2030-01-15 21:00:00, or an ISO time with its zone';

/** A string that matches a pattern. `what` describes it for a message. */
export function textLike(pattern: RegExp, what: string) {
  return { is: 'text', pattern, hint: `must be ${what}` } as const;
}

export function integer(min: number, max: number) {
  return { is: 'integer', min, max } as const;
}

export function oneOf<const W extends string>(...of: readonly W[]) {
  return { is: 'text', of } as const;
}

export function needed<const R extends Rule>(rule: R): R & { required: true } {
  return { ...rule, required: true };
}

/** A member that may be null, which means the same as leaving it out. */
export function nullable<const R extends Rule>(rule: R): R & { nullable: true } {
  return { ...rule, nullable: true };
}

export function array<const R extends Rule, const L extends { min?: number; max?: number }>(each: R, limits?: L) {
  return { is: 'list', each, ...limits } as const;
}

export function object<const S extends Shape>(shape: S) {
  return { is: 'object', members: shape } as const;
}

const dialect: Dialect = { isLeftOut: (value) => value === undefined, isStrict: true };

/** Returns the body if it has the shape, else a sentence about its first flaw: `rules[0].kind is required`. */
export function read<const S extends Shape>(body: JsonObject, shape: S, whole = 'the request'): Fields<S> | string {
  const flaw = flawIn(body, shape, dialect);
  return flaw ? `${flaw.at || whole} ${flaw.says}` : (body as Fields<S>); // checked by the shape
}

/** Copies a value as a request carries it. A function becomes a text, because the check would overlook it. */
export function asSent(value: object): JsonObject {
  const copy = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'function' ? 'a function' : member,
  );
  return JSON.parse(copy) as JsonObject; // callers pass objects
}

/** Reads a seed whose members were checked. */
export function readSeed<const S extends Shape>(seed: JsonObject, shape: S): Read<S> {
  return readShape(seed, shape, dialect);
}

/** A shape that checks only types, and allows null for every member. */
export function typesOf(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, typeOf(rule, true)]));
}

function typeOf(rule: Rule, nullable: boolean): Rule {
  if (rule.is === 'object') return { is: 'object', nullable, members: typesOf(rule.members) };
  if (rule.is === 'list') return { is: 'list', nullable, each: typeOf(rule.each, false) };
  if (rule.is === 'text') return { is: 'text', nullable };
  const { required: _required, ...rest } = rule;
  return { ...rest, nullable };
}
