import type { Json, JsonObject } from '../core/json.ts';
import { type Dialect, type Flaw, flawIn, type Read, type Rule, readShape, type Shape } from './shape.ts';

/** Rules for the members of control requests. */

/** One rule for each member that a type has. */
export type Rules<T> = { [K in keyof Required<T>]: Rule };

export function matching(fits: (value: Json) => boolean, what: string): Rule {
  return { is: 'fitting', fits, what };
}

export const text: Rule = { is: 'text' };
export const filledText = matching(
  (value) => typeof value === 'string' && value.trim() !== '',
  'a string that is not blank',
);
export const flag = matching((value) => typeof value === 'boolean', 'true or false');
export const moment = matching(
  (value) => typeof value === 'number' && Math.abs(value) < 8e15,
  'a time in milliseconds since the epoch',
);
export const count = matching((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer, 0 or more');

export function integer(min: number, max: number): Rule {
  return { is: 'integer', min, max };
}

export function oneOf(...words: readonly string[]): Rule {
  return matching((value) => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`);
}

/** Null is as good as leaving the member out. */
export function nullable(rule: Rule): Rule {
  return { ...rule, nullable: true };
}

export function listOf(each: Rule): Rule {
  return { is: 'list', each };
}

/** An object with these members and no others; those named have to be there. */
export function members(rules: Shape, required: readonly string[] = []): Rule {
  const shape = Object.entries(rules).map(([name, rule]) => [name, { ...rule, required: required.includes(name) }]);
  return { is: 'object', members: Object.fromEntries(shape) };
}

const dialect: Dialect = { isLeftOut: (value) => value === undefined, isStrict: true, counts: true };

function sentenceOf({ at, says }: Flaw): string {
  return `${at === '' ? 'the request' : at} ${says}`;
}

/**
 * A body as a value of `T`, or the sentence that says what is wrong with it: `rules[0].kind is required`,
 * ``the request does not know the member `colour` ``.
 */
export function read<T>(body: JsonObject, rules: Rules<T>, required: readonly (keyof T & string)[] = []): T | string {
  const rule = members(rules, required);
  const flaw = rule.is === 'object' ? flawIn(body, rule.members, dialect) : undefined;
  return flaw ? sentenceOf(flaw) : (body as T); // each member was held against its rule
}

/** As `read`, for the elements of a list of seeds: `templates[3].templateCode is required`. */
export function readSeeds<T>(
  list: string,
  seeds: readonly JsonObject[],
  rules: Rules<T>,
  required: readonly (keyof T & string)[],
): T[] | string {
  const flaw = flawIn({ [list]: [...seeds] }, { [list]: listOf(members(rules, required)) }, dialect);
  return flaw ? sentenceOf(flaw) : (seeds as T[]); // each member was held against its rule
}

/** A seed that `readSeeds` let through, by the shape of what it becomes. */
export function readSeed<const S extends Shape>(seed: JsonObject, shape: S): Read<S> {
  return readShape(seed, shape, dialect);
}
