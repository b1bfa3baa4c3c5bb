import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import { length } from '../core/variables.ts';
import { type Refused, type ResultCode, refuse, result } from './answers.ts';

/** Shapes declare what a request may hold, for both APIs and the control API. */

interface Common {
  required?: boolean;
  /** True if null is allowed. Only for dialects in which null differs from a member that is left out. */
  nullable?: boolean;
  /** The code of a refusal, for this member and its members. Only the resource API has codes. */
  code?: ResultCode;
}

interface TextRule extends Common {
  is: 'text';
  /** Longest and shortest form, in code points. */
  max?: number;
  /** The code for a text that is too long or has too many lines. */
  tooLong?: ResultCode;
  min?: number;
  /** Maximum bytes in UTF-8. */
  bytes?: number;
  /** Maximum line breaks; CR LF counts as one. */
  breaks?: number;
  of?: readonly string[];
  pattern?: RegExp;
  /** The rest of the sentence if the pattern fails: `must be a number`. */
  hint?: string;
  /** A test that no pattern can express. Returns the rest of the sentence about a wrong text. */
  says?: (text: string) => string | undefined;
}

interface IntegerRule extends Common {
  is: 'integer';
  min?: number;
  max?: number;
}

interface ListRule extends Common {
  is: 'list';
  min?: number;
  max?: number;
  each: Rule;
}

/**
 * The rule of a member. `open` is an object without documented members. `record` is an object whose names the sender
 * chooses (variables). `fitting` is checked by a function; `schema` is its JSON schema.
 */
export type Rule =
  | TextRule
  | IntegerRule
  | ListRule
  | (Common & { is: 'flag' })
  | (Common & { is: 'object'; members: Shape })
  | (Common & { is: 'open' })
  | (Common & { is: 'record'; each: Rule })
  | (Common & { is: 'fitting'; fits: (value: Json) => boolean; what: string; schema: JsonObject });

/** The members of an object, by name. */
export type Shape = Readonly<Record<string, Rule>>;

type Value<R> = R extends { is: 'text'; of: readonly (infer W)[] }
  ? W
  : R extends { is: 'text' }
    ? string
    : R extends { is: 'integer' }
      ? number
      : R extends { is: 'flag' }
        ? boolean
        : R extends { is: 'object'; members: infer S }
          ? Read<S>
          : R extends { is: 'list'; each: infer E }
            ? Value<E>[]
            : R extends { is: 'fitting'; fits: (value: Json) => value is infer T extends Json }
              ? T
              : R extends { is: 'fitting' }
                ? Json
                : JsonObject;

type Member<R> = R extends { is: 'flag' | 'list' } | { required: true } ? Value<R> : Value<R> | null;

export type Read<S> = { -readonly [K in keyof S]: Member<S[K]> };

type Plain<R> =
  | (R extends { nullable: true } ? null : never)
  | (R extends { is: 'object'; members: infer S }
      ? Fields<S>
      : R extends { is: 'list'; each: infer E }
        ? Plain<E>[]
        : Value<R>);

type RequiredNames<S> = { [K in keyof S]: S[K] extends { required: true } ? K : never }[keyof S];

/** An object as it was sent: members that are not required may be missing. */
export type Fields<S> = { -readonly [K in RequiredNames<S>]: Plain<S[K]> } & {
  -readonly [K in Exclude<keyof S, RequiredNames<S>>]?: Plain<S[K]>;
};

interface Flaw {
  /** `buttons[0].name`; "" for the whole request. */
  at: string;
  /** The rest of the sentence after `at`: `must be a string`. */
  says: string;
  /** True if the value has the wrong type. */
  isType: boolean;
  code: ResultCode | undefined;
}

/** How the APIs differ in checking a shape. */
export interface Dialect {
  isLeftOut(value: Json | undefined): boolean;
  /** True if unknown members are refused. */
  isStrict: boolean;
  /** True for a part of an object: nothing is required, and lists are not counted. */
  isPart?: boolean;
  /** True ignores the patterns of texts. */
  ignoresForms?: boolean;
}

interface Place {
  dialect: Dialect;
  path: string;
  code: ResultCode | undefined;
}

/** The first flaw of an object, in the order of the shape. `prefix` precedes each name: `content.at.` */
export function flawIn(
  source: JsonObject,
  shape: Shape,
  dialect: Dialect,
  prefix = '',
  code?: ResultCode,
): Flaw | undefined {
  if (dialect.isStrict) {
    const name = Object.keys(source).find((given) => !Object.hasOwn(shape, given));
    if (name !== undefined)
      return flaw({ dialect, path: prefix.slice(0, -1), code }, unknownMember(name, Object.keys(shape)));
  }
  const rules = Object.entries(shape);
  // Wrong members are reported before missing ones.
  if (dialect.isStrict) rules.sort(([a], [b]) => Number(Object.hasOwn(source, b)) - Number(Object.hasOwn(source, a)));
  return firstOf(rules, ([name, rule]) =>
    flawOf(own(source, name), rule, { dialect, path: prefix + name, code: rule.code ?? code }),
  );
}

/** The rest of a sentence about an unknown member: ``does not know the member `mo`. Allowed: me, a, b`` */
export function unknownMember(name: string, known: readonly string[]): string {
  const list = known.length > 0 ? `Allowed: ${known.join(', ')}` : 'No member is allowed';
  return `does not know the member \`${name}\`. ${list}`;
}

function flaw({ path, code }: Place, says: string, isType = false): Flaw {
  return { at: path, says, isType, code };
}

function flawOf(value: Json | undefined, rule: Rule, place: Place): Flaw | undefined {
  // An empty object counts as left out where an object is expected, and nowhere else.
  const isOdd = isObject(value) && rule.is !== 'object';
  if (value !== undefined && (isOdd || !place.dialect.isLeftOut(value))) return valueFlaw(value, rule, place);
  return isRequired(rule, place) ? flaw(place, 'is required') : undefined;
}

function isRequired({ required = false }: Rule, { dialect }: Place): boolean {
  return required && !dialect.isPart;
}

function valueFlaw(value: Json, rule: Rule, place: Place): Flaw | undefined {
  if (value === null && rule.nullable) return undefined;
  switch (rule.is) {
    case 'text':
      return typeof value === 'string' ? textFlaw(value, rule, place) : flaw(place, 'must be a string', true);
    case 'integer':
      return integerFlaw(value, rule, place);
    case 'flag':
      return typeof value === 'boolean' ? undefined : flaw(place, 'must be a boolean', true);
    case 'fitting':
      return rule.fits(value) ? undefined : flaw(place, `must be ${rule.what}`);
    case 'list':
      return Array.isArray(value) ? listFlaw(value, rule, place) : flaw(place, 'must be an array', true);
    default:
      if (!isObject(value)) return flaw(place, 'must be an object', true);
      if (rule.is === 'object') return flawIn(value, rule.members, place.dialect, `${place.path}.`, place.code);
      if (rule.is === 'open') return undefined;
      return firstOf(Object.entries(value), ([name, member]) =>
        flawOf(member, rule.each, { ...place, path: `${place.path}.${name}` }),
      );
  }
}

function textFlaw(value: string, rule: TextRule, place: Place): Flaw | undefined {
  const { max, min, bytes, breaks, of, pattern, tooLong = place.code } = rule;
  const size = length(value);
  const lines = value.match(/\r\n|\r|\n/g)?.length ?? 0;
  const long = { ...place, code: tooLong };
  if (rule.required && !place.dialect.isStrict && value.trim() === '') return flaw(place, 'must not be blank');
  if (max !== undefined && size > max) return flaw(long, `may have ${many(max, 'character')}, not ${size}`);
  if (min !== undefined && size < min) return flaw(place, `must have ${min} characters or more`);
  if (bytes !== undefined && Buffer.byteLength(value) > bytes) return flaw(place, `may have ${bytes} bytes`);
  if (breaks !== undefined && lines > breaks) return flaw(long, `may have ${many(breaks, 'line break')}, not ${lines}`);
  if (of && !of.includes(value)) return flaw(place, `must be one of ${of.join(', ')}`);
  if (pattern && !place.dialect.ignoresForms && !pattern.test(value))
    return flaw(place, rule.hint ?? 'has characters that are not allowed');
  const says = rule.says?.(value);
  return says === undefined ? undefined : flaw(place, says);
}

/** `1 element`, `3 elements` */
function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function integerFlaw(value: Json, { min = -Infinity, max = Infinity }: IntegerRule, place: Place): Flaw | undefined {
  const isInteger = typeof value === 'number' && Number.isSafeInteger(value);
  if (isInteger && value >= min && value <= max) return undefined;
  const from = min === -Infinity ? '' : ` from ${min}`;
  return flaw(place, `must be an integer${from}${max === Infinity ? '' : ` to ${max}`}`, !isInteger);
}

function listFlaw(value: Json[], rule: ListRule, place: Place): Flaw | undefined {
  const { each } = rule;
  const { min, max } = place.dialect.isPart ? {} : rule;
  const size = value.length;
  if (isRequired(rule, place) && !place.dialect.isStrict && size === 0) return flaw(place, 'is required');
  if (max !== undefined && size > max) return flaw(place, `may have ${many(max, 'element')}, not ${size}`);
  if (min !== undefined && size < min) return flaw(place, `must have ${many(min, 'element')}`);
  return firstOf(value, (element, index) => {
    const at = { ...place, path: `${place.path}[${index}]`, code: each.code ?? place.code };
    return each.required ? flawOf(element, each, at) : valueFlaw(element, each, at);
  });
}

/** The first result of `find` that is not undefined. */
export function firstOf<T, R>(items: Iterable<T>, find: (item: T, index: number) => R | undefined): R | undefined {
  let index = 0;
  for (const item of items) {
    const found = find(item, index);
    if (found !== undefined) return found;
    index += 1;
  }
  return undefined;
}

/** The first result of `find` for a text anywhere in a value, with its path: `buttons[0].name`. Odd names are not repeated. */
export function firstText<R>(
  value: unknown,
  find: (text: string, at: string) => R | undefined,
  at = '',
): R | undefined {
  if (typeof value === 'string') return find(value, at);
  if (typeof value !== 'object' || value === null) return undefined;
  return firstOf(Object.entries(value), ([name, member]) => {
    const shown = /^\w{1,40}$/.test(name) ? name : '…';
    return firstText(member, find, Array.isArray(value) ? `${at}[${name}]` : at === '' ? shown : `${at}.${shown}`);
  });
}

/** Reads the known members. One that is left out is null; a required text is "", a list [], a flag false. */
export function readShape<const S extends Shape>(source: JsonObject, shape: S, dialect: Dialect): Read<S> {
  const members = Object.entries(shape).map(([name, rule]) => {
    const value = own(source, name);
    return [name, value === undefined || dialect.isLeftOut(value) ? absent(rule) : readValue(value, rule, dialect)];
  });
  return Object.fromEntries(members) as Read<S>; // each member was checked by its rule
}

function absent(rule: Rule): Json {
  if (rule.is === 'list') return [];
  if (rule.is === 'flag') return false;
  return rule.is === 'text' && rule.required ? '' : null;
}

function readValue(value: Json, rule: Rule, dialect: Dialect): unknown {
  if (value === null) return absent(rule);
  if (rule.is === 'list' && Array.isArray(value)) return value.map((each) => readValue(each, rule.each, dialect));
  return rule.is === 'object' && isObject(value) ? readShape(value, rule.members, dialect) : value;
}

/** The paths of members that the shape does not have, as `content.at.button[0].colour`. */
export function unknownMembers(source: JsonObject, shape: Shape, path = ''): string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const rule = own(shape, name);
    return rule === undefined ? [path + name] : unknownIn(value, rule, path + name);
  });
}

function unknownIn(value: Json, rule: Rule, path: string): string[] {
  if (rule.is === 'list' && Array.isArray(value))
    return value.flatMap((element, index) => unknownIn(element, rule.each, `${path}[${index}]`));
  if (!isObject(value)) return [];
  if (rule.is === 'object') return unknownMembers(value, rule.members, `${path}.`);
  if (rule.is !== 'record') return [];
  return Object.entries(value).flatMap(([name, member]) => unknownIn(member, rule.each, `${path}.${name}`));
}

/** True if a value counts as left out (assumption 14). */
export function isNothing(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** The member as a text; "" if it is not a text. */
export function textOf(source: JsonObject, name: string): string {
  const value = own(source, name);
  return typeof value === 'string' ? value : '';
}

/** The member as an object; {} if it is not an object. */
export function objectOf(source: JsonObject, name: string): JsonObject {
  const value = own(source, name);
  return isObject(value) ? value : {};
}

/** The objects of a list; [] if the member is not a list. */
export function listOf(source: JsonObject, name: string): JsonObject[] {
  const value = own(source, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const resourceDialect: Dialect = {
  isLeftOut: (value) => isNothing(value) || (isObject(value) && Object.values(value).every(isNothing)),
  isStrict: false,
};

/** Reads the fields of a request of the resource API, or refuses them with the code of the first flaw. */
export function readRequest<const S extends Shape>(body: JsonObject, shape: S): Read<S> | Refused {
  const flaw = flawIn(body, shape, resourceDialect);
  return flaw
    ? refuse(flaw.code ?? result.parameters, `${flaw.at} ${flaw.says}`)
    : readShape(body, shape, resourceDialect);
}
