import { compact, isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { type Refused, type ResultCode, refuse, result } from '../../answers.ts';

export interface TextRule {
  required?: boolean;
  /** Longest, in code points. */
  max?: number;
  min?: number;
  /** The code of a refusal; 405 where nothing is said. */
  code?: ResultCode;
  pattern?: RegExp;
}

/** Which members of a body's objects were asked for: what is left over, the documents do not have. */
const asked = new WeakMap<JsonObject, Set<string>>();

/**
 * The members of a body that no reading asked for: `buttons[0].colour`. Objects that nobody looked into are left alone.
 */
export function unaskedMembers(body: JsonObject, path = ''): string[] {
  const names = asked.get(body);
  if (names === undefined) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    names.has(name) ? unaskedWithin(value, path + name) : [path + name],
  );
}

function unaskedWithin(value: Json, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => unaskedWithin(element, `${path}[${index}]`));
  return isObject(value) ? unaskedMembers(value, `${path}.`) : [];
}

/**
 * Reads the members of a request one by one and keeps the first thing that is wrong. A member that is null or "" is
 * taken as absent (assumption 14). Reading goes on after a failure, so that callers stay straight; what was read then
 * means nothing.
 */
export class Reading {
  failure: Refused | undefined;
  readonly #source: JsonObject;
  readonly #path: string;
  readonly #root: Reading;
  readonly #code: ResultCode;

  constructor(source: JsonObject, within?: { reading: Reading; path: string; code?: ResultCode }) {
    this.#source = source;
    if (!asked.has(source)) asked.set(source, new Set());
    this.#root = within ? within.reading.#root : this;
    this.#path = within ? `${within.path}.` : '';
    this.#code = within?.code ?? result.parameters;
  }

  /** Where this stands in the request: `buttons[0]`; "" for the request itself. */
  get at(): string {
    return this.#path.slice(0, -1);
  }

  fail(code: ResultCode, message: string): void {
    this.#root.failure ??= refuse(code, message);
  }

  /** The member's value, or null where there is none. */
  text(name: string, rule: TextRule = {}): string | null {
    const code = rule.code ?? this.#code;
    const value = this.#member(name);
    if (value === undefined) {
      if (rule.required) this.fail(code, `${this.#path}${name} is required`);
      return null;
    }
    if (typeof value !== 'string') return this.#refuse(code, name, 'must be a string');
    const size = length(value);
    if (rule.required && value.trim() === '') return this.#refuse(code, name, 'must not be blank');
    if (rule.max !== undefined && size > rule.max)
      return this.#refuse(code, name, `may have ${rule.max} characters, not ${size}`);
    if (rule.min !== undefined && size < rule.min)
      return this.#refuse(code, name, `must have ${rule.min} characters or more`);
    if (rule.pattern && !rule.pattern.test(value))
      return this.#refuse(code, name, 'has characters that are not allowed');
    return value;
  }

  /** As `text`, for a member that must be there: "" stands for one that failed. */
  requiredText(name: string, rule: TextRule = {}): string {
    return this.text(name, { ...rule, required: true }) ?? '';
  }

  /** One of some words, which must be there. */
  word<W extends string>(name: string, words: readonly W[], code: ResultCode = this.#code): W | '' {
    const value = this.requiredText(name, { code });
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) this.fail(code, `${this.#path}${name} must be one of ${words.join(', ')}`);
    return word ?? '';
  }

  flag(name: string): boolean {
    const value = this.#member(name) ?? false;
    if (typeof value !== 'boolean') this.fail(this.#code, `${this.#path}${name} must be a boolean`);
    return value === true;
  }

  integer(name: string, rule: { default: number; min: number; max?: number }): number {
    const value = this.#member(name) ?? rule.default;
    const fits =
      typeof value === 'number' &&
      Number.isSafeInteger(value) &&
      value >= rule.min &&
      value <= (rule.max ?? Number.MAX_SAFE_INTEGER);
    if (!fits)
      this.fail(
        this.#code,
        `${this.#path}${name} must be an integer from ${rule.min}${rule.max === undefined ? '' : ` to ${rule.max}`}`,
      );
    return fits ? value : rule.default;
  }

  /** As `integer`, for a member that may be left out: null stands for none. */
  optionalInteger(name: string, rule: { min: number; max?: number }): number | null {
    return this.#member(name) === undefined ? null : this.integer(name, { default: rule.min, ...rule });
  }

  /** Whether the request gives this member: nothing, "" and lists and objects of nothing are none. */
  has(name: string): boolean {
    return compact(this.#member(name)) !== undefined;
  }

  /** The members of an object, or null where there is none (or an empty one). */
  object(name: string): Reading | null {
    const value = this.#member(name);
    if (value === undefined) return null;
    if (!isObject(value)) return this.#refuse(this.#code, name, 'must be an object');
    if (Object.values(value).every((member) => member === null || member === '')) return null;
    return new Reading(value, { reading: this, path: `${this.#path}${name}`, code: this.#code });
  }

  /** The elements of an array of objects; none where there is no array. */
  objects(name: string, rule: { max?: number; code?: ResultCode } = {}): Reading[] {
    const code = rule.code ?? this.#code;
    const elements = this.array(name, code);
    if (rule.max !== undefined && elements.length > rule.max) {
      this.fail(code, `${this.#path}${name} may have ${rule.max} elements, not ${elements.length}`);
    }
    return elements.flatMap((element, index) => {
      const path = `${this.#path}${name}[${index}]`;
      if (isObject(element)) return [new Reading(element, { reading: this, path, code })];
      this.fail(code, `${path} must be an object`);
      return [];
    });
  }

  texts(name: string): string[] {
    return this.array(name, this.#code).flatMap((element, index) => {
      if (typeof element === 'string') return [element];
      this.fail(this.#code, `${this.#path}${name}[${index}] must be a string`);
      return [];
    });
  }

  array(name: string, code: ResultCode = this.#code): Json[] {
    const value = this.#member(name);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    this.fail(code, `${this.#path}${name} must be an array`);
    return [];
  }

  #member(name: string): Json | undefined {
    asked.get(this.#source)?.add(name);
    const value = Object.hasOwn(this.#source, name) ? this.#source[name] : undefined;
    return value === null || value === '' ? undefined : value;
  }

  #refuse(code: ResultCode, name: string, what: string): null {
    this.fail(code, `${this.#path}${name} ${what}`);
    return null;
  }
}

/** Where a member stands in the request: `buttons[0].name`. */
export function placeOf(reading: Reading, name: string): string {
  return reading.at === '' ? name : `${reading.at}.${name}`;
}
