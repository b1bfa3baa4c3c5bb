import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { length } from '../../core/variables.ts';
import { type MessageError, messageError } from '../answers.ts';
import type { EucKr } from './euc-kr.ts';

export interface TextRule {
  is: 'text';
  required?: boolean;
  /** Longest form in code points. */
  max?: number;
  /** Most bytes in UTF-8. */
  bytes?: number;
  /** Most bytes in EUC-KR; a character that it does not have is refused. */
  euckr?: { max: number; codec: EucKr };
  /** Most line breaks; CR LF is one. */
  breaks?: number;
  of?: readonly string[];
  pattern?: RegExp;
  /** What the pattern wants, after the member's name: `must be a number`. */
  hint?: string;
}

/**
 * What a member has to be. `open` is an object whose members the documents do not show; `record` one whose members'
 * names are the sender's (variables), with a rule for each of its values.
 */
export type Rule =
  | TextRule
  | { is: 'integer'; required?: boolean; min?: number; max?: number }
  | { is: 'object'; required?: boolean; members: Shape }
  | { is: 'open'; required?: boolean }
  | { is: 'record'; required?: boolean; each: Rule }
  | { is: 'list'; required?: boolean; min?: number; max?: number; each: Rule };

/** The members of an object, by name. */
export type Shape = Readonly<Record<string, Rule>>;

/**
 * Holds an object against a shape: 2000 for what is missing, too long or not allowed, 3014 for a wrong type (message
 * API 7; assumption 145). Null and "" are as good as left out (assumption 14). The first failure in the shape's order; `path` stands
 * before each member's name (`content.at.`). Members that the shape does not have are no failure.
 */
export function check(source: JsonObject, shape: Shape, path: string): MessageError | undefined {
  for (const [name, rule] of Object.entries(shape)) {
    const wrong = checkMember(own(source, name), rule, path + name);
    if (wrong) return wrong;
  }
  return undefined;
}

/** The paths of what an object holds beyond its shape, as `content.at.button[0].colour`. */
export function unknownMembers(source: JsonObject, shape: Shape, path = ''): string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return rule === undefined ? [path + name] : unknownIn(value, rule, path + name);
  });
}

/** A member that is a text, else "". */
export function textOf(source: JsonObject, name: string): string {
  const value = own(source, name);
  return typeof value === 'string' ? value : '';
}

/** A member that is an object, else an empty one. */
export function objectOf(source: JsonObject, name: string): JsonObject {
  const value = own(source, name);
  return isObject(value) ? value : {};
}

/** The objects of a member that is a list, else none. */
export function listOf(source: JsonObject, name: string): JsonObject[] {
  const value = own(source, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Whether a value is as good as left out (assumption 14). */
export function isNothing(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** A member of the object itself: `toString` is none. */
function own(source: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

function checkMember(value: Json | undefined, rule: Rule, path: string): MessageError | undefined {
  if (!isNothing(value)) return checkValue(value, rule, path);
  return rule.required ? messageError(2000, `${path} is required`) : undefined;
}

function checkValue(value: Json, rule: Rule, path: string): MessageError | undefined {
  switch (rule.is) {
    case 'integer':
      return checkInteger(value, rule, path);
    case 'text':
      return typeof value === 'string' ? checkText(value, rule, path) : messageError(3014, `${path} must be a string`);
    case 'object':
      return isObject(value) ? check(value, rule.members, `${path}.`) : messageError(3014, `${path} must be an object`);
    case 'open':
      return isObject(value) ? undefined : messageError(3014, `${path} must be an object`);
    case 'record':
      return isObject(value) ? checkRecord(value, rule.each, path) : messageError(3014, `${path} must be an object`);
    case 'list':
      return Array.isArray(value) ? checkList(value, rule, path) : messageError(3014, `${path} must be an array`);
  }
}

function checkInteger(value: Json, rule: Extract<Rule, { is: 'integer' }>, path: string): MessageError | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return messageError(3014, `${path} must be an integer`);
  const { min = -Infinity, max = Infinity } = rule;
  return value < min || value > max ? messageError(2000, `${path} must be ${rangeOf(min, max)}`) : undefined;
}

function rangeOf(min: number, max: number): string {
  if (max === Infinity) return `${min} or more`;
  return min === -Infinity ? `${max} at most` : `${min} to ${max}`;
}

function checkText(value: string, rule: TextRule, path: string): MessageError | undefined {
  if (rule.required && value.trim() === '') return messageError(2000, `${path} must not be blank`);
  if (rule.max !== undefined && length(value) > rule.max)
    return messageError(2000, `${path} may have ${rule.max} characters`);
  if (rule.bytes !== undefined && Buffer.byteLength(value) > rule.bytes)
    return messageError(2000, `${path} may have ${rule.bytes} bytes`);
  if (rule.breaks !== undefined && lineBreaks(value) > rule.breaks)
    return messageError(2000, `${path} may have ${rule.breaks} line breaks`);
  if (rule.of && !rule.of.includes(value)) return messageError(2000, `${path} must be one of ${rule.of.join(', ')}`);
  if (rule.pattern && !rule.pattern.test(value))
    return messageError(2000, `${path} ${rule.hint ?? 'has characters that are not allowed'}`);
  return rule.euckr && checkEucKr(value, rule.euckr, path);
}

/** Line breaks of a text; CR LF is one. */
export function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function checkEucKr(
  value: string,
  { max, codec }: { max: number; codec: EucKr },
  path: string,
): MessageError | undefined {
  const tooLong = messageError(2000, `${path} may have ${max} bytes in EUC-KR`);
  // Every character has a byte at least: what is far too long need not be encoded.
  if (length(value) > max) return tooLong;
  const stranger = codec.stranger(value);
  if (stranger !== undefined) return messageError(2000, `${path} has a character that EUC-KR does not: ${stranger}`);
  return codec.bytes(value) > max ? tooLong : undefined;
}

function checkRecord(value: JsonObject, each: Rule, path: string): MessageError | undefined {
  for (const [name, member] of Object.entries(value)) {
    const wrong = checkMember(member, each, `${path}.${name}`);
    if (wrong) return wrong;
  }
  return undefined;
}

function checkList(value: Json[], rule: Extract<Rule, { is: 'list' }>, path: string): MessageError | undefined {
  if (rule.required && value.length === 0) return messageError(2000, `${path} is required`);
  if (rule.max !== undefined && value.length > rule.max)
    return messageError(2000, `${path} may have ${rule.max} elements`);
  if (rule.min !== undefined && value.length < rule.min)
    return messageError(2000, `${path} must have ${rule.min} elements`);
  for (const [index, element] of value.entries()) {
    const at = `${path}[${index}]`;
    const wrong = rule.each.required ? checkMember(element, rule.each, at) : checkValue(element, rule.each, at);
    if (wrong) return wrong;
  }
  return undefined;
}

function unknownIn(value: Json, rule: Rule, path: string): string[] {
  switch (rule.is) {
    case 'object':
      return isObject(value) ? unknownMembers(value, rule.members, `${path}.`) : [];
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, member]) => unknownIn(member, rule.each, `${path}.${name}`))
        : [];
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((element, index) => unknownIn(element, rule.each, `${path}[${index}]`))
        : [];
    default:
      return [];
  }
}
