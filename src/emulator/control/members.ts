import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { suggest } from '../../core/suggest.ts';

/**
 * What a member of a control request has to be. Gives what is wrong as the end of a sentence that begins with the
 * member's name: ` must be a string`, `[3].name is required`; undefined where nothing is.
 */
export type Rule = (value: Json) => string | undefined;

/** One rule for each member that a type has. */
export type Rules<T> = { [K in keyof Required<T>]: Rule };

function rule(holds: (value: Json) => boolean, what: string): Rule {
  return (value) => (holds(value) ? undefined : ` must be ${what}`);
}

export const text = rule((value) => typeof value === 'string', 'a string');
export const filledText = rule(
  (value) => typeof value === 'string' && value.trim() !== '',
  'a string that is not blank',
);
export const flag = rule((value) => typeof value === 'boolean', 'true or false');
export const moment = rule(Number.isFinite, 'a time in milliseconds since the epoch');
export const count = rule((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer, 0 or more');

export function integer(min: number, max: number): Rule {
  return rule(
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    `an integer from ${min} to ${max}`,
  );
}

export function matching(holds: (value: Json) => boolean, what: string): Rule {
  return rule(holds, what);
}

export function oneOf(...words: readonly string[]): Rule {
  return rule((value) => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`);
}

/** Null is as good as leaving the member out. */
export function nullable(within: Rule): Rule {
  return (value) => (value === null ? undefined : within(value));
}

export function listOf(element: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return ' must be an array';
    for (const [index, item] of value.entries()) {
      const wrong = element(item);
      if (wrong !== undefined) return `[${index}]${wrong}`;
    }
    return undefined;
  };
}

/** The known name that was probably meant, at the end of a sentence: `: did you mean templates?` */
export function meantOf(name: string, known: readonly string[]): string {
  const meant = suggest(name, known);
  return meant === undefined ? '' : `: did you mean ${meant}?`;
}

/** An object with these members and no others; those named have to be there. */
export function members(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return (value) => {
    if (!isObject(value)) return ' must be an object';
    for (const [name, member] of Object.entries(value)) {
      const its = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (its === undefined) return ` has no member ${name}${meantOf(name, Object.keys(rules))}`;
      const wrong = its(member);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    const missing = required.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? undefined : `.${missing} is required`;
  };
}

/**
 * A body as a value of `T`, or the sentence that says what is wrong with it: `rules[0].kind is required`,
 * `the request has no member colour`.
 */
export function read<T>(body: JsonObject, rules: Rules<T>, required: readonly (keyof T & string)[] = []): T | string {
  const wrong = members(rules, required)(body);
  if (wrong === undefined) return body as T; // each member was held against its rule
  return wrong.startsWith('.') ? wrong.slice(1) : `the request${wrong}`;
}

/** As `read`, for the elements of a list of seeds: `templates[3].templateCode is required`. */
export function readSeeds<T>(
  list: string,
  seeds: readonly JsonObject[],
  rules: Rules<T>,
  required: readonly (keyof T & string)[],
): T[] | string {
  const seed = members(rules, required);
  for (const [index, given] of seeds.entries()) {
    const wrong = seed(given);
    if (wrong !== undefined) return `${list}[${index}]${wrong}`;
  }
  return seeds as T[]; // each member was held against its rule
}
