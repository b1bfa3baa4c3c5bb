import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';

/** The members of an object of the message API, by name. Members that are not in it are not checked. */
export type PayloadShape = Readonly<Record<string, MemberRule>>;

/** The rule of a member. A member that is null or "" counts as left out (assumption 14). */
export type MemberRule = TextRule | IntegerRule | ObjectRule | ListRule;

type Assumed = 'required' | 'max' | 'breaks' | 'form';

interface Common {
  required?: boolean;
  /** The parts of the rule that follow from an assumption: a failure of them is a warning. */
  assumed?: readonly Assumed[];
  /** Added to every failure of this rule. */
  hint?: string;
}

interface TextRule extends Common {
  is: 'text';
  /** The most characters, in code points. */
  max?: number;
  /** The most bytes in UTF-8. */
  bytes?: number;
  /** The most line breaks. */
  breaks?: number;
  /** All values that are allowed. */
  of?: readonly string[];
  /** What the text must match, and the words for it: `It is not …`. */
  form?: readonly [RegExp, string];
  /** Checks what the members above cannot express. */
  check?(text: string, path: string): ProofFailure[];
}

interface IntegerRule extends Common {
  is: 'integer';
  min: number;
  max: number;
}

interface ObjectRule extends Common {
  is: 'object';
  members: PayloadShape;
  /** The rule of every value, if the sender chooses the names. */
  each?: MemberRule;
}

interface ListRule extends Common {
  is: 'list';
  each: MemberRule;
  /** The fewest entries; a list that is required has one at least. */
  min?: number;
  max?: number;
}

type More<R> = Omit<R, 'is' | 'members' | 'each'>;

export const text = (more: More<TextRule> = {}): TextRule => ({ is: 'text', ...more });
export const integer = (min = -Infinity, max = Infinity, more: Common = {}): IntegerRule => {
  return { is: 'integer', min, max, ...more };
};
/** An object with these members, and others that are not checked. */
export const object = (members: PayloadShape, more: Common = {}): ObjectRule => ({ is: 'object', members, ...more });
/** An object whose names the sender chooses. */
export const map = (each: MemberRule, more: Common = {}): ObjectRule => ({ is: 'object', members: {}, each, ...more });
export const list = (each: MemberRule, more: More<ListRule> = {}): ListRule => ({ is: 'list', each, ...more });

/**
 * Returns everything in which an object differs from its shape.
 * @param path the object's own: `button[0]`
 */
export function checkShape(members: JsonObject, shape: PayloadShape, path = ''): ProofFailure[] {
  return Object.entries(shape).flatMap(([name, rule]) => checkMember(members[name], rule, below(path, name)));
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function checkMember(value: Json | undefined, rule: MemberRule, path: string): ProofFailure[] {
  if (!isAbsent(value)) return checkValue(value, rule, path);
  if (!rule.required) return [];
  const of = rule.is === 'text' && rule.of ? `It is one of ${rule.of.join(', ')}` : undefined;
  return ofRule(rule, 'required', [missingMember(path, '', rule.hint ?? of)]);
}

/** Makes failures warnings. No document has the rule that they are of. */
export function assumed(failures: readonly ProofFailure[]): ProofFailure[] {
  return failures.map((one) => ({ ...one, severity: 'warning' }));
}

function ofRule({ assumed: parts = [] }: Common, part: Assumed, failures: ProofFailure[]): ProofFailure[] {
  return parts.includes(part) ? assumed(failures) : failures;
}

function checkValue(value: Json, rule: MemberRule, path: string): ProofFailure[] {
  switch (rule.is) {
    case 'text':
      return typeof value === 'string'
        ? checkText(value, rule, path)
        : [wrongValue(path, 'It is not a text: write it in double quotes')];
    case 'integer':
      return checkInteger(value, rule, path);
    case 'list':
      return Array.isArray(value) ? checkList(value, rule, path) : [wrongValue(path, 'It is not a list', rule.hint)];
    case 'object':
      return isObject(value) ? checkObject(value, rule, path) : [wrongValue(path, 'It is not an object', rule.hint)];
  }
}

function checkText(value: string, rule: TextRule, path: string): ProofFailure[] {
  const { max = Infinity, bytes = Infinity, breaks = Infinity, of, form, hint, required } = rule;
  // An optional text may be blank; a required one may not (assumption 317).
  if (required && value.trim() === '') return assumed([wrongValue(path, 'It is required and is blank', hint)]);
  const counts: [part: Assumed, count: number, max: number, what: string][] = [
    ['max', length(value), max, `${length(value)} characters`],
    ['max', Buffer.byteLength(value), bytes, `${Buffer.byteLength(value)} bytes in UTF-8`],
    ['breaks', lineBreaksIn(value), breaks, severalOf(lineBreaksIn(value), 'line break', 'line breaks')],
  ];
  return [
    ...counts
      .filter(([, count, most]) => count > most)
      .flatMap(([part, , most, what]) =>
        ofRule(rule, part, [overLimit(path, `has ${what}, ${most} are allowed`, hint)]),
      ),
    ...(!of || of.includes(value) ? [] : [wrongValue(path, `It is ${shown(value)}, and ${takes(of)}`, hint)]),
    ...(!form || form[0].test(value) ? [] : ofRule(rule, 'form', [wrongValue(path, `It is not ${form[1]}`, hint)])),
    ...(rule.check?.(value, path) ?? []),
  ];
}

function takes(of: readonly string[]): string {
  return `the message API takes ${of.length === 1 ? 'only ' : ''}${of.join(', ')}`;
}

function severalOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function lineBreaksIn(value: string): number {
  return value.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A wrong value may have any length. */
function shown(value: string): string {
  return length(value) > 40 ? 'another text' : value;
}

function checkInteger(value: Json, { min, max, hint }: IntegerRule, path: string): ProofFailure[] {
  if (!Number.isSafeInteger(value)) return [wrongValue(path, 'It is not an integer', hint)];
  if (Number(value) >= min && Number(value) <= max) return [];
  const range = max === Infinity ? `${min} is the least` : `${min} to ${max} are allowed`;
  return [overLimit(path, `is ${value}, ${range}`, hint)];
}

function checkObject(value: JsonObject, { members, each }: ObjectRule, path: string): ProofFailure[] {
  const chosen = each ? Object.keys(value) : [];
  return [
    ...checkShape(value, members, path),
    ...chosen.flatMap((name) => (each ? checkMember(value[name], each, below(path, name)) : [])),
  ];
}

function checkList(entries: Json[], rule: ListRule, path: string): ProofFailure[] {
  const { required, min = required ? 1 : 0, max = Infinity, each, hint } = rule;
  const { length: count } = entries;
  const allowed = `${min > 1 ? `${min} to ` : ''}${max} are allowed`;
  const isOutside = count > max || (count > 0 && count < min);
  return [
    ...(count === 0 && min > 0 ? [wrongValue(path, 'It has no entries', hint)] : []),
    ...(isOutside
      ? ofRule(rule, 'max', [overLimit(path, `has ${severalOf(count, 'entry', 'entries')}, ${allowed}`, hint)])
      : []),
    ...entries.flatMap((one, index) => checkValue(one, each, `${path}[${index}]`)),
  ];
}

/**
 * Returns the paths of members at every depth that a shape does not have: `content.at.button[0].colour`. An object without members
 * in its shape may have any.
 */
export function unknownIn(members: JsonObject, shape: PayloadShape, path = ''): string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const rule = own(shape, name);
    return rule ? unknownBelow(value, rule, below(path, name)) : [below(path, name)];
  });
}

function unknownBelow(value: Json, rule: MemberRule, path: string): string[] {
  if (rule.is === 'list' && Array.isArray(value))
    return value.flatMap((one, index) => unknownBelow(one, rule.each, `${path}[${index}]`));
  if (rule.is !== 'object' || !isObject(value)) return [];
  const { members, each } = rule;
  if (each) return Object.entries(value).flatMap(([name, one]) => unknownBelow(one, each, below(path, name)));
  return Object.keys(members).length === 0 ? [] : unknownIn(value, members, path);
}

/** Returns the most characters of a text by its path: `item.list[0].title`. Undefined if the shape has no limit for it. */
export function limitIn(shape: PayloadShape, path: string): number | undefined {
  let rule: MemberRule | undefined = object(shape);
  for (const name of path.replaceAll(/\[\d+\]/g, '').split('.')) {
    rule = rule?.is === 'object' ? own(rule.members, name) : undefined;
    while (rule?.is === 'list') rule = rule.each;
  }
  return rule?.is === 'text' ? rule.max : undefined;
}

/** Returns the members of a button that its type does not take. `takers` are the types that take a member. */
export function checkTakers(
  button: JsonObject,
  takers: Readonly<Record<string, readonly string[]>>,
  path: string,
): ProofFailure[] {
  const type = String(button['type']);
  return Object.entries(takers)
    .filter(([member, types]) => !isAbsent(button[member]) && !types.includes(type))
    .map(([member, types]) => {
      const message = `A ${shown(type)} button takes no \`${member}\`; only ${types.join(', ')} can have it`;
      return { code: 'send-button-value', path: `${path}.${member}`, message };
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
