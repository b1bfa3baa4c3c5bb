import { isObject, type Json, type JsonObject, mapObject } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { worded } from '../../../core/problem.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import type { ApprovedTemplate, Values } from '../../channel.ts';
import { compareText, missingPart, notInTemplate, wrongCount, wrongList, wrongPart } from '../../compare.ts';
import { objectAt, textAt } from '../../members.ts';
import { say } from '../../sentences.ts';
import { assumed, isAbsent, knownIn } from '../../shape.ts';
import { checkFilled } from './compare-filled.ts';
import { BODIES, BODY, type BrandMessageType, typeOf } from './table.ts';
import { type BodyText, bodyOf, fieldOf, introsOf, isEmpty, isOpenPrice, textsOf } from './template.ts';

/**
 * Returns every difference between a message and its template (message API 2.10). A message has all body fields, or the values
 * of the template's variables, or neither. `adult` is the message's own (assumption 331).
 */
export function compareBrand(
  type: string,
  content: JsonObject,
  { content: template }: ApprovedTemplate,
  values: Values,
): ProofFailure[] {
  const expected = typeOf(template);
  if (expected === undefined || type !== expected) {
    const bubble = textAt(template, 'bubble') ?? 'without a bubble';
    const sentAs = expected === undefined ? 'which no type sends' : `which is sent as ${expected}`;
    return [wrongPart('type', `It is ${type}, and the template is ${bubble}, ${sentAs}`)];
  }
  const body = bodyOf(template);
  if (BODY.every((name) => isAbsent(content[name]))) return compareVariables(expected, content, body, values);
  return compareMembers([], body, knownIn(content, BODIES[expected]), values);
}

function compareValue(at: Path, expected: Json | undefined, given: Json | undefined, values: Values): ProofFailure[] {
  const path = formatPath(at);
  if (isAbsent(expected)) return isAbsent(given) || isEmpty(given) || isAdded(at) ? [] : [notInTemplate(path)];
  if (isAbsent(given) || isEmpty(given)) return isLeftOut(at, expected, values) ? [] : [missingPart(path)];
  if (Array.isArray(expected)) return compareList(at, expected.filter(isObject), given, values);
  if (isObject(expected)) return isObject(given) ? compareMembers(at, expected, given, values) : [missingPart(path)];
  if (typeof expected === 'number' && given !== expected) {
    const message = say('part-value', { given: JSON.stringify(given), value: expected });
    return [{ code: 'send-differs', path, ...worded(message) }];
  }
  if (typeof given === 'object') return [missingPart(path)];
  return compareText(path, String(expected), String(given), at[0] === 'carousel' ? CARD_VALUES : values);
}

/** A message may add these members to a button. No template has them (assumption 330). */
function isAdded(at: Path): boolean {
  return at.includes('button') && ['chat_extra', 'chat_event'].includes(String(at.at(-1)));
}

/** A discount that the template leaves open is no part of a message without a value for it. */
function isLeftOut(at: Path, template: Json, values: Values): boolean {
  return isOpenPrice(at, template) && !variableNames([String(template)]).some((name) => values.has(name));
}

function compareMembers(at: Path, expected: JsonObject, given: JsonObject, values: Values): ProofFailure[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(given)]);
  return [...names].flatMap((name) => compareValue([...at, name], expected[name], given[name], values));
}

function compareList(at: Path, expected: readonly JsonObject[], given: Json, values: Values): ProofFailure[] {
  const path = formatPath(at);
  const ours = Array.isArray(given) ? given.filter(isObject) : [];
  const wrong =
    at.at(-1) === 'button'
      ? wrongList(path, given, ours, expected)
      : ours.length === expected.length
        ? undefined
        : wrongCount(path, ours.length, expected.length);
  if (wrong) return [wrong];
  return expected.flatMap((theirs, index) => compareMembers([...at, index], theirs, ours[index] ?? {}, values));
}

/** Returns why a template in this state cannot be sent (resource API 2.4). */
export function checkState({ code, state }: ApprovedTemplate): ProofFailure[] {
  if (state === 'A') return [];
  const blocked = {
    message: `The template ${code} is blocked by the service (S)`,
    hint: 'Only the service can lift a block',
  };
  const other = { message: `The template ${code} is not registered (${state})` };
  return [{ code: 'send-state', path: 'templatecode', ...(state === 'S' ? blocked : other) }];
}

/** The value of `couponvariable` that removes the coupon (message API 2.10). */
export const ESCAPE_COUPON = 'ESCAPE_COUPON';

/**
 * Returns every difference between the variables of a template and those that a message gives values to, and the rules of the
 * message API that the filled message breaks.
 * @param template the body fields of the template
 */
export function compareVariables(
  type: BrandMessageType,
  content: JsonObject,
  template: JsonObject,
  values: Values,
): ProofFailure[] {
  const given = givenIn(content);
  const escaped = given
    .filter(({ field, value }) => field.endsWith('couponvariable') && value === ESCAPE_COUPON)
    .map(({ field }) => field);
  const body = mapObject(template, (_, at) =>
    at.at(-1) === 'coupon' && escaped.includes(formatPath(fieldOf(template, at))) ? null : undefined,
  );
  const texts = textsOf(body);
  return [
    ...compareNames(
      given.filter(({ field }) => !escaped.includes(field)),
      texts,
      values,
    ),
    ...compareCounts(content, body),
    ...checkFilled(type, content, body, texts),
  ];
}

interface GivenValue {
  field: string;
  name: string;
  value: Json;
}

const FIELDS = ['messagevariable', 'buttonvariable', 'couponvariable', 'commercevariable'];

function givenIn(content: JsonObject): GivenValue[] {
  const cards = objectsAt(content, 'carouselvariable').map((part, index) => ({
    part,
    base: `carouselvariable[${index}].`,
  }));
  return [{ part: content, base: '' }, ...cards].flatMap(({ part, base }) =>
    FIELDS.flatMap((field) =>
      Object.entries(objectAt(part, field)).map(([name, value]) => ({ field: `${base}${field}`, name, value })),
    ),
  );
}

interface TemplateVariable {
  field: string;
  name: string;
  isOpen: boolean;
}

/** Cards may fill a variable with values of their own. */
export const CARD_VALUES: Values = new Map();

function compareNames(given: readonly GivenValue[], texts: readonly BodyText[], values: Values): ProofFailure[] {
  const wanted = texts
    .filter(({ isAddress }) => !isAddress)
    .flatMap(({ at, text, field }): TemplateVariable[] =>
      variableNames([text]).map((name) => ({ field: formatPath(field), name, isOpen: isOpenPrice(at, text) })),
    );
  const has = (list: readonly Pick<GivenValue, 'field' | 'name'>[], one: Pick<GivenValue, 'field' | 'name'>): boolean =>
    list.some(({ field, name }) => field === one.field && name === one.name);
  // An empty value is a value, which nothing forbids.
  const filled = given.filter(({ value }) => value !== null);
  // The template as it is has no discounts that it leaves open, whatever the values of a sample are.
  const isLeftOut = ({ name, isOpen, field }: TemplateVariable): boolean =>
    isOpen && (given.length === 0 || !valuesOf(field, values).has(name));
  const missing = wanted.filter(
    (one, index) => !isLeftOut(one) && !has(filled, one) && !has(wanted.slice(0, index), one),
  );
  return [
    ...missing.map(({ field, name }): ProofFailure => {
      const message = `\`#{${name}}\` of the template has no value`;
      return { code: 'send-missing-value', path: `${field}.${name}`, message, ...misplaced(name, field, given) };
    }),
    ...filled.flatMap(({ field, name, value }): ProofFailure[] => {
      const path = `${field}.${name}`;
      if (!has(wanted, { field, name })) {
        const message = `The template has no \`#{${name}}\` that \`${field}\` fills`;
        return [{ code: 'send-unused-value', path, message, ...meant(name, wanted) }];
      }
      if (value === '' && !valuesOf(field, values).has(name)) return assumed([emptyValue(path, name)]);
      return typeof value === 'string' ? compareText(path, `#{${name}}`, value, valuesOf(field, values)) : [];
    }),
  ];
}

/** Warns of a value of another program. Those of a test send are warned of where they are chosen. */
function emptyValue(path: string, name: string): ProofFailure {
  return { code: 'send-empty-value', path, message: `\`#{${name}}\` would be filled with nothing` };
}

function valuesOf(field: string, values: Values): Values {
  return field.startsWith('carousel') ? CARD_VALUES : values;
}

function misplaced(name: string, field: string, given: readonly GivenValue[]): { hint?: string } {
  const other = given.find((one) => one.name === name && one.field !== field)?.field;
  return other === undefined ? {} : { hint: `\`${other}\` has one: each field fills the texts of its own part` };
}

function meant(name: string, wanted: readonly TemplateVariable[]): { hint?: string } {
  const other = wanted.find((one) => one.name === name)?.field;
  return other === undefined ? {} : { hint: `Move it to \`${other}\`` };
}

/** An image variable has an address for each item, and a card has one entry at most. */
function compareCounts(content: JsonObject, body: JsonObject): ProofFailure[] {
  const items = objectsAt(objectAt(body, 'item'), 'list').length;
  const cards = objectsAt(objectAt(body, 'carousel'), 'list').length + introsOf(body);
  const count = (name: string): number | undefined => {
    const value = content[name];
    return Array.isArray(value) ? value.length : undefined;
  };
  const [images = items, entries = 0] = [count('imagevariable'), count('carouselvariable')];
  return [
    ...(items > 0 && images !== items ? [wrongCount('imagevariable', images, items)] : []),
    ...(entries > cards ? [wrongCount('carouselvariable', entries, cards)] : []),
  ];
}
