import { isObject, type Json, type JsonObject, mapObject } from '../../../core/json.ts';
import { formatPath, valueAt } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { fillVariables, length, variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { compareMembers, wrongCount, wrongPart } from '../../body.ts';
import type { ApprovedTemplate, Values } from '../../channel.ts';
import { compareText } from '../../compare.ts';
import { objectAt, textAt } from '../../members.ts';
import { isAbsent, knownIn, sentenceAbout } from '../../shape.ts';
import { checkBody } from './form.ts';
import { BODIES, BODY, type BrandMessageType, typeOf } from './table.ts';
import { type BodyText, bodyOf, fieldOf, introsOf, isOpenPrice, isPrice, textsOf } from './template.ts';

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
  return compareMembers(body, knownIn(content, BODIES[expected]), {
    valuesAt: ([outer]) => (outer === 'carousel' ? CARD_VALUES : values),
    // No template has these members of a button (assumption 330).
    isAdded: (at) => at.includes('button') && ['chat_extra', 'chat_event'].includes(String(at.at(-1))),
    // A discount that the template leaves open is no part of a message without a value for it.
    isLeftOut: (at, text) => isOpenPrice(at, text) && !variableNames([String(text)]).some((name) => values.has(name)),
  });
}

/** Cards may fill a variable with values of their own. */
const CARD_VALUES: Values = new Map();

/** The value of `couponvariable` that removes the coupon (message API 2.10). */
export const ESCAPE_COUPON = 'ESCAPE_COUPON';

/** Compares the values of a message with the variables in the body of its template, and checks the texts that they fill. */
function compareVariables(
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
  const kept = given.filter(({ field }) => !escaped.includes(field));
  return [
    ...compareNames(kept, texts, values),
    ...compareCounts(content, body),
    ...checkFilled(type, content, body, texts),
  ];
}

/** A variable of a template, or the value of one in a message. */
interface Variable {
  /** `messagevariable`, `carouselvariable[1].buttonvariable` */
  field: string;
  name: string;
}

interface GivenValue extends Variable {
  value: Json;
}

const FIELDS = ['messagevariable', 'buttonvariable', 'couponvariable', 'commercevariable'];

/** Returns the values of a message. An empty value is a value, which nothing forbids. */
function givenIn(content: JsonObject): GivenValue[] {
  const cards = objectsAt(content, 'carouselvariable').map((part, index) => ({
    part,
    base: `carouselvariable[${index}].`,
  }));
  return [{ part: content, base: '' }, ...cards].flatMap(({ part, base }) =>
    FIELDS.flatMap((field) =>
      Object.entries(objectAt(part, field)).flatMap(([name, value]) =>
        value === null ? [] : [{ field: `${base}${field}`, name, value }],
      ),
    ),
  );
}

function compareNames(given: readonly GivenValue[], texts: readonly BodyText[], values: Values): ProofFailure[] {
  const wanted = texts.flatMap(({ at, text, field, isAddress }) =>
    (isAddress ? [] : variableNames([text])).map((name) => {
      return { field: formatPath(field), name, isOpen: isOpenPrice(at, text) };
    }),
  );
  const placeOf = ({ field, name }: Variable): string => `${field}.${name}`;
  const ofField = ({ field }: Variable): Values => (field.startsWith('carousel') ? CARD_VALUES : values);
  const otherField = (all: readonly Variable[], { name, field }: Variable): string | undefined =>
    all.find((one) => one.name === name && one.field !== field)?.field;
  const [known, filled] = [new Set(wanted.map(placeOf)), new Set(given.map(placeOf))];
  // The template as it is has no discounts that it leaves open, whatever the values of a sample are.
  const missing = wanted.filter(
    (one) => !filled.has(placeOf(one)) && !(one.isOpen && (given.length === 0 || !ofField(one).has(one.name))),
  );
  return [
    ...[...new Map(missing.map((one) => [placeOf(one), one])).values()].map((one): ProofFailure => {
      const message = `\`#{${one.name}}\` of the template has no value`;
      const other = otherField(given, one);
      const hint = other && `\`${other}\` has one: each field fills the texts of its own part`;
      return { code: 'send-missing-value', path: placeOf(one), message, ...(hint && { hint }) };
    }),
    ...given.flatMap((one): ProofFailure[] => {
      const { field, name, value } = one;
      const path = placeOf(one);
      if (!known.has(path)) {
        const message = `The template has no \`#{${name}}\` that \`${field}\` fills`;
        const other = otherField(wanted, one);
        return [{ code: 'send-unused-value', path, message, ...(other && { hint: `Move it to \`${other}\`` }) }];
      }
      // Those of a test send are warned of where they are chosen.
      if (value === '' && !ofField(one).has(name)) {
        const message = `\`#{${name}}\` would be filled with nothing`;
        return [{ code: 'send-empty-value', path, message, severity: 'warning' }];
      }
      return typeof value === 'string' ? compareText(path, `#{${name}}`, value, ofField(one)) : [];
    }),
  ];
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

/** A price that every limit allows. The amounts of a message are checked in its own fields. */
const ANY_PRICE = 1;

/**
 * Returns the rules of a message that filled texts break. The texts without values are sent as they are registered (message API
 * 2.10, variants 1 and 2), and addresses are checked in their own fields.
 */
function checkFilled(
  type: BrandMessageType,
  content: JsonObject,
  body: JsonObject,
  texts: readonly BodyText[],
): ProofFailure[] {
  const filled = new Map(
    texts.flatMap(({ at, text, field, isAddress }) => {
      const [names, values] = [variableNames([text]), textsAt(valueAt(content, field))];
      if (isAddress || names.length === 0 || names.some((name) => !values.has(name))) return [];
      const sizeOf = (name: string): number => length(values.get(name) ?? '');
      const [longest] = names.sort((one, other) => sizeOf(other) - sizeOf(one));
      return [
        [formatPath(at), { text: fillVariables(text, values), path: `${formatPath(field)}.${longest}` }] as const,
      ];
    }),
  );
  const message = mapObject(body, (part, at) => {
    const found = filled.get(formatPath(at));
    if (typeof part !== 'string' || !isPrice(at)) return found?.text;
    return found ? ANY_PRICE : null;
  });
  return checkBody(type, message).flatMap((failure) => {
    const found = filled.get(failure.path);
    const sentence = sentenceAbout(`\`${failure.path}\``, failure.message);
    return found ? [{ ...failure, path: found.path, message: `In the filled message, ${sentence}` }] : [];
  });
}

function textsAt(values: unknown): Map<string, string> {
  const texts = Object.entries(isObject(values) ? values : {});
  return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== ''));
}
