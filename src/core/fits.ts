import * as z from 'zod';
import { isObject } from './json.ts';

/** Returns true only if zod accepts a value as it is. */
type QuickCheck = (value: unknown) => boolean;

export const anyJson = z.json();

const checks = new WeakMap<z.core.$ZodType, QuickCheck>([[anyJson, isJson]]);

/**
 * Returns true if a shape accepts a value of JSON and leaves it unchanged. Creates no objects, so it is much faster than zod. False
 * means that zod has to decide: the value does not fit, zod changes it, or the shape has parts that are not known here.
 */
export function fits<T>(shape: z.ZodType<T>, value: unknown): value is T {
  return checkOf(shape)(value);
}

function checkOf(shape: z.core.$ZodType): QuickCheck {
  const known = checks.get(shape);
  if (known) return known;
  const check = compile(shape) ?? (() => false);
  checks.set(shape, check);
  return check;
}

/** Returns undefined for a shape with an unknown part. */
function compile(shape: z.core.$ZodType): QuickCheck | undefined {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  if (def.type === 'string') return stringCheck(def);
  // Other checks are not known. A coerced value is another one.
  if (def.checks?.length || 'coerce' in def) return undefined;
  if ('check' in def) return 'format' in def && def.format === 'safeint' ? Number.isSafeInteger : undefined;
  switch (def.type) {
    case 'unknown':
      return () => true;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
      return Number.isFinite;
    case 'enum':
      return memberOf(Object.values(def.entries));
    case 'literal':
      return memberOf(def.values);
    case 'nullable': {
      const inner = checkOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional':
    case 'catch':
      // A missing member is looked at by the object. A caught value becomes another one.
      return checkOf(def.innerType);
    case 'array': {
      const element = checkOf(def.element);
      return (value) => Array.isArray(value) && value.every((item) => element(item));
    }
    case 'record':
      return compile(def.keyType) === isString ? recordCheck(checkOf(def.valueType)) : undefined;
    case 'union':
      return unionCheck(def.options);
    case 'object':
      return objectCheck(def);
    default:
      return undefined;
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function stringCheck({ checks = [], ...def }: z.core.$ZodStringDef): QuickCheck | undefined {
  if ('check' in def || 'coerce' in def) return undefined;
  if (checks.length === 0) return isString;
  const [check] = checks.map(({ _zod }) => _zod.def);
  if (checks.length > 1 || check?.check !== 'min_length') return undefined;
  const { minimum } = check as z.core.$ZodCheckMinLengthDef;
  return (value) => isString(value) && value.length >= minimum;
}

function memberOf(values: readonly unknown[]): QuickCheck {
  const all = new Set(values);
  return (value) => all.has(value);
}

/** The types of options that change no value, so it does not matter which of them accepts it. */
const PLAIN = ['string', 'number', 'boolean', 'enum', 'literal'];

function unionCheck(options: readonly z.core.$ZodType[]): QuickCheck | undefined {
  const all = options.map((option) => (PLAIN.includes(option._zod.def.type) ? compile(option) : undefined));
  const known = all.filter((one) => one !== undefined);
  return known.length === all.length ? (value) => known.some((one) => one(value)) : undefined;
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === 'object' && value !== null) return isRecordOfJson(value);
  return value === null || typeof value === 'boolean' || isString(value) || Number.isFinite(value);
}

/** zod drops a member with this name. */
const DROPPED = '__proto__';

function recordCheck(inner: QuickCheck): QuickCheck {
  return (value) => {
    if (!isObject(value) || Object.hasOwn(value, DROPPED)) return false;
    for (const key in value) if (!inner(value[key])) return false;
    return true;
  };
}

const isRecordOfJson = recordCheck(isJson);

/** An object whose other members stay as they are. zod drops them from one without `catchall`. */
function objectCheck({ shape, catchall }: z.core.$ZodObjectDef): QuickCheck | undefined {
  if (!catchall) return undefined;
  const others = checkOf(catchall);
  const isLoose = catchall._zod.def.type === 'unknown';
  const members = Object.entries(shape).map(([key, member]) => {
    const { optin, optout } = member._zod;
    return { key, check: checkOf(member), mayLack: optin === 'optional' && optout === 'optional' };
  });
  const named = new Set(Object.keys(shape));
  return (value) => {
    if (!isObject(value) || Object.hasOwn(value, DROPPED)) return false;
    for (const { key, check, mayLack } of members) {
      const member: unknown = value[key];
      if (member === undefined ? !mayLack || key in value : !check(member)) return false;
    }
    if (!isLoose) for (const key in value) if (!named.has(key) && !others(value[key])) return false;
    return true;
  };
}
