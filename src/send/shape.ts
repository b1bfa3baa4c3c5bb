import * as z from 'zod';
import { isObject, type Json, type JsonObject, mapObject } from '../core/json.ts';
import { formatPath, type Path, parsePath } from '../core/path.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';

/** The members of an object of the message API, by name. */
export type Members = Readonly<Record<string, z.ZodType>>;

/** An object of the message API. A member that is null or "" counts as left out (assumption 14). */
export type PayloadShape = z.ZodObject<Members>;

/** The shape of a member. */
export type MemberShape = z.core.$ZodType;

type Assumed = 'required' | 'max' | 'breaks' | 'form' | 'types' | 'neededBy';

/** What a shape knows of a member besides its type. */
export interface MemberRule<T = Json> {
  required?: boolean;
  /** The parts of the rule that follow from an assumption: a failure of them is a warning. */
  assumed?: readonly Assumed[];
  /** Added to every failure of this rule. */
  hint?: string;
  /** Of a text: the most characters, in code points. Of a number and of a list: the limits. */
  max?: number;
  min?: number;
  /** Of a text: the most bytes in UTF-8, and the most line breaks. */
  bytes?: number;
  breaks?: number;
  /** Of a text: all values that are allowed. */
  of?: readonly string[];
  /** Of a text: what it must match, and the words for it: `It is not …`. */
  form?: readonly [RegExp, string];
  /** Of a member of a button: the types that take it, and those that require it. */
  types?: readonly string[];
  neededBy?: readonly string[];
  /** The place of the member in the manifest of a template, from that of the object. Its own name if left out. */
  from?: Path;
  /** Converts the value at that place. Returns null if the message lacks the member. */
  read?(value: Json, source: JsonObject): Json;
  /** Checks what the members above cannot express. Its paths begin at the value: `[1].type`. */
  check?(value: T): ProofFailure[];
}

/** The rule of a text. */
export type TextRule = MemberRule<string>;

const rules = new WeakMap<MemberShape, MemberRule>();

function ruled(type: z.ZodType, rule: MemberRule): z.ZodType {
  rules.set(type, rule);
  return rule.required ? type : type.optional();
}

/** A text. */
export function text(rule: TextRule = {}): z.ZodType {
  const { of, hint = of && `It is one of ${of.join(', ')}` } = rule;
  const isText = (value: unknown): value is string => typeof value === 'string';
  const type = z.string().check(whole(isText, (value) => checkText(value, rule)));
  return ruled(type, hint === undefined ? rule : { ...rule, hint });
}

/** An integer. */
export function integer(rule: MemberRule): z.ZodType {
  const { min = -Infinity, max = Infinity } = rule;
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const check = (value: number): ProofFailure[] =>
    value >= min && value <= max ? [] : [overLimit('', `is ${value}, ${min} to ${max} are allowed`, rule.hint)];
  return ruled(z.int().check(whole(isNumber, check)), rule);
}

/** The number of the form that a BF button opens. */
export function formNumber(rule: MemberRule = {}): z.ZodType {
  return integer({ types: ['BF'], from: ['bizFormId'], read: digitsOf, ...rule });
}

/** Returns a number that is written as a number or in digits (resource API 2.2); null for any other value. */
export function digitsOf(value: Json): Json {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : typeof value === 'number' ? value : null;
}

/** An object with these members; one without members may have any. The members of a button are those of its type. */
export function object(members: Members, rule: MemberRule<JsonObject> = {}): z.ZodType {
  const type = Object.keys(members).length === 0 ? z.looseObject({}) : z.strictObject(members);
  const check = (one: JsonObject): ProofFailure[] => [...checkTypes(one, members), ...(rule.check?.(one) ?? [])];
  return ruled(type.check(whole(isObject, check)), rule);
}

/** An object whose names the sender chooses, some of which may have a shape of their own. */
export function map(each: z.ZodType, rule: MemberRule<JsonObject> = {}, own: Members = {}): z.ZodType {
  return ruled(z.object(own).catchall(each).check(whole(isObject, rule.check)), rule);
}

/** A list. One that is required has one entry at least. */
export function list(each: z.ZodType, rule: MemberRule<Json[]> = {}): z.ZodType {
  const { min = rule.required ? 1 : 0, max = Infinity, hint } = rule;
  const checkSize = ({ length: size }: Json[]): ProofFailure[] => {
    if (size >= min && size <= max) return [];
    if (size === 0) return [wrongValue('', 'It has no entries', hint)];
    const allowed = `${min > 1 ? `${min} to ` : ''}${max} are allowed`;
    return ofRule(rule, 'max', [overLimit('', `has ${severalOf(size, 'entry', 'entries')}, ${allowed}`, hint)]);
  };
  const check = (entries: Json[]): ProofFailure[] => [...checkSize(entries), ...(rule.check?.(entries) ?? [])];
  return ruled(z.array(each).check(whole(Array.isArray, check)), rule);
}

/** An object with these members, for `checkShape`. */
export function shape(members: Members, check?: (whole: JsonObject) => ProofFailure[]): PayloadShape {
  return z.strictObject(members).check(whole(isObject, check));
}

/** Makes a check of a value. It runs also if one of its members is wrong. */
function whole<T>(fits: (value: unknown) => value is T, check?: (value: T) => ProofFailure[]) {
  const made = z.check<unknown>(({ value, issues }) => {
    for (const { path, message, ...params } of (fits(value) && check?.(value)) || [])
      issues.push({ code: 'custom', input: value, path: [...parsePath(path)], message, params });
  });
  made._zod.def.when = () => true;
  return made;
}

/**
 * Returns everything in which an object differs from its shape. Members that the shape does not have are not checked.
 * @param path the object's own: `button[0]`
 */
export function checkShape(members: JsonObject, of: PayloadShape, path = ''): ProofFailure[] {
  return issuesOf(presentIn(members), of).flatMap((issue) => {
    const at = placeOf(issue);
    const failure = failureOf(issue, ruleOf(within(of, at) ?? of));
    return failure ? [{ ...failure, path: formatPath([...parsePath(path), ...at]) }] : [];
  });
}

/** A member that a shape does not have, and those that it has there. */
export interface UnknownMember {
  name: string;
  /** `content.at.button[0].colour` */
  path: string;
  known: readonly string[];
}

/** Returns the members at every depth that a shape does not have. */
export function unknownIn(members: JsonObject, of: PayloadShape, path = ''): UnknownMember[] {
  return issuesOf(members, of).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const at = placeOf(issue);
    const shaped = within(of, at);
    const known = shaped instanceof z.ZodObject ? Object.keys(shaped.shape) : [];
    return issue.keys.map((name) => ({ name, path: formatPath([...parsePath(path), ...at, name]), known }));
  });
}

/** Returns an object without the members that its shape does not have, and without those that count as left out. */
export function knownIn(members: JsonObject, of: PayloadShape): JsonObject {
  const unknown = new Set(unknownIn(members, of).map(({ path }) => path));
  return presentIn(mapObject(members, (_, at) => (unknown.has(formatPath(at)) ? null : undefined)));
}

function issuesOf(members: JsonObject, of: PayloadShape): readonly z.core.$ZodIssue[] {
  return of.safeParse(members, { reportInput: true }).error?.issues ?? [];
}

function placeOf({ path }: z.core.$ZodIssue): Path {
  return path.map((part) => (typeof part === 'number' ? part : String(part)));
}

/** Returns an object without the members that count as left out, at every depth. */
function presentIn(members: JsonObject): JsonObject {
  const present = (value: Json): Json =>
    Array.isArray(value) ? value.map(present) : isObject(value) ? presentIn(value) : value;
  const found = Object.entries(members).filter(([, member]) => !isAbsent(member));
  return Object.fromEntries(found.map(([name, member]) => [name, present(member)]));
}

/** Returns the shape at a path; undefined if there is none. */
export function within(of: MemberShape | undefined, path: Path): MemberShape | undefined {
  if (of instanceof z.ZodOptional) return within(of.unwrap(), path);
  const [name, ...rest] = path;
  if (name === undefined) return of;
  if (of instanceof z.ZodArray) return within(of.element, rest);
  return of instanceof z.ZodObject ? within(of.shape[name] ?? of.def.catchall, rest) : undefined;
}

/** Returns the rule of a member; an empty one if it has none. */
export function ruleOf(of: MemberShape): MemberRule {
  return rules.get(within(of, []) ?? of) ?? {};
}

type Failure = Omit<ProofFailure, 'path'>;

const NOT: Readonly<Record<string, string>> = {
  string: 'a text: write it in double quotes',
  array: 'a list',
  object: 'an object',
};

function failureOf({ input, ...issue }: z.core.$ZodIssue, rule: MemberRule): Failure | undefined {
  if (issue.code === 'unrecognized_keys') return undefined;
  if (issue.code === 'custom') return { code: 'send-value', ...issue.params, message: issue.message };
  if (input === undefined) return ofRule(rule, 'required', [missingMember('', '', rule.hint)])[0];
  const expected = issue.code === 'invalid_type' ? issue.expected : 'int';
  const message = `It is not ${NOT[expected] ?? 'an integer'}`;
  return wrongValue('', message, expected === 'string' ? undefined : rule.hint);
}

/** Returns the message of a failure with its subject: a failure says `It has 91 bytes …` of its member. */
export function sentenceAbout(subject: string, message: string): string {
  return message.startsWith('It ') ? `${subject} ${message.slice('It '.length)}` : `${subject}: ${message}`;
}

/** Makes failures warnings. No document has the rule that they are of. */
export function assumed(failures: readonly ProofFailure[]): ProofFailure[] {
  return failures.map((one) => ({ ...one, severity: 'warning' }));
}

/** Makes failures of an assumed part of a rule warnings. */
function ofRule(rule: MemberRule, part: Assumed, failures: ProofFailure[]): ProofFailure[] {
  return rule.assumed?.includes(part) ? assumed(failures) : failures;
}

function checkText(value: string, rule: TextRule): ProofFailure[] {
  const { max = Infinity, bytes = Infinity, breaks = Infinity, of, form, hint, required } = rule;
  // An optional text may be blank; a required one may not (assumption 317).
  if (required && value.trim() === '') return assumed([wrongValue('', 'It is required and is blank', hint)]);
  const [size, lines] = [Buffer.byteLength(value), value.match(/\r\n|\r|\n/g)?.length ?? 0];
  const taken = of?.length ? `the message API takes ${of.join(', ')}` : 'it is not allowed here';
  const over = (count: number, most: number, what: string): ProofFailure[] =>
    count > most ? [overLimit('', `has ${what}, ${most} are allowed`, hint)] : [];
  return [
    ...ofRule(rule, 'max', over(length(value), max, `${length(value)} characters`)),
    ...over(size, bytes, `${size} bytes in UTF-8`),
    ...ofRule(rule, 'breaks', over(lines, breaks, severalOf(lines, 'line break', 'line breaks'))),
    ...(!of || of.includes(value) ? [] : [wrongValue('', `It is ${shown(value)}, and ${taken}`, hint)]),
    ...(!form || form[0].test(value) ? [] : ofRule(rule, 'form', [wrongValue('', `It is not ${form[1]}`, hint)])),
    ...(rule.check?.(value) ?? []),
  ];
}

function severalOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A wrong value may have any length. */
function shown(value: string): string {
  return length(value) > 40 ? 'another text' : value;
}

/** Returns the members of a button that its type does not take, and those that it requires. */
export function checkTypes(button: JsonObject, members: Members): ProofFailure[] {
  if (isAbsent(button['type'])) return [];
  const type = String(button['type']);
  return Object.entries(members).flatMap(([name, of]) => {
    const rule = ruleOf(of);
    const { types, neededBy = [] } = rule;
    if (isAbsent(button[name])) {
      const needed = wrongValue(name, `It is required for the type ${type} and is not there`);
      return neededBy.includes(type) ? ofRule(rule, 'neededBy', [needed]) : [];
    }
    if (!types || types.includes(type)) return [];
    const message = `A ${shown(type)} button takes no \`${name}\`; only ${types.join(', ')} can have it`;
    return ofRule(rule, 'types', [{ code: 'send-button-value', path: name, message }]);
  });
}

/** True if a member counts as left out (assumption 14). */
export function isAbsent(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Makes a failure of a limit. `what` is the rest of the sentence: `has 91 bytes`. */
export function overLimit(path: string, what: string, hint?: string): ProofFailure {
  return { code: 'send-limit', path, message: `It ${what}`, ...(hint === undefined ? {} : { hint }) };
}

/** Makes a failure of a required member. `more` is the rest of the sentence. */
export function missingMember(path: string, more = '', hint?: string): ProofFailure {
  return wrongValue(path, `It is required and is not there${more}`, hint);
}

export function wrongValue(path: string, message: string, hint?: string): ProofFailure {
  return { code: 'send-value', path, message, ...(hint === undefined ? {} : { hint }) };
}
