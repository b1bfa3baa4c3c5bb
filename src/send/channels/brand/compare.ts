import { type Json, type JsonObject, mapObject } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
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
import { bodyOf, type FieldValue, fieldOf, isOpenPrice, isPrice, partsIn, valuesIn, variablesOf } from './template.ts';

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

/** Compares the values of a message with the variables of its template, and checks the texts that they fill. */
function compareVariables(
  type: BrandMessageType,
  content: JsonObject,
  body: JsonObject,
  values: Values,
): ProofFailure[] {
  const escaped = new Set(valuesIn(content).flatMap(({ at, value }) => (value === ESCAPE_COUPON ? couponAt(at) : [])));
  const isSent = ({ at }: FieldValue): boolean => !couponAt(at).some((one) => escaped.has(one));
  const [wanted, given] = [valuesIn(variablesOf(body)).filter(isSent), valuesIn(content).filter(isSent)];
  const placesOf = (all: readonly FieldValue[]) => new Set(all.map(({ at }) => formatPath(at)));
  const [known, filled] = [placesOf(wanted), placesOf(given)];
  const valuesAt = ([outer]: Path): Values => (outer === 'carouselvariable' ? CARD_VALUES : values);
  // The template as it is has no discounts that it leaves open, whatever the values of a sample are.
  const isLeftOut = ({ at, name, value }: FieldValue): boolean =>
    isOpenPrice(at, value) && (given.length === 0 || !valuesAt(at).has(name));
  return [
    ...wanted.flatMap((one): ProofFailure[] => {
      const path = formatPath(one.at);
      if (filled.has(path) || isLeftOut(one)) return [];
      return [{ code: 'send-missing-value', path, message: `\`#{${one.name}}\` of the template has no value` }];
    }),
    ...given.flatMap(({ at, name, value }): ProofFailure[] => {
      const path = formatPath(at);
      if (!known.has(path)) {
        const message = `The template has no \`#{${name}}\` that \`${formatPath(at.slice(0, -1))}\` fills`;
        return [{ code: 'send-unused-value', path, message }];
      }
      // Those of a test send are warned of where they are chosen.
      if (value === '' && !valuesAt(at).has(name)) {
        const message = `\`#{${name}}\` would be filled with nothing`;
        return [{ code: 'send-empty-value', path, message, severity: 'warning' }];
      }
      return typeof value === 'string' ? compareText(path, `#{${name}}`, value, valuesAt(at)) : [];
    }),
    ...compareCounts(content, body),
    ...checkFilled(type, new Map(given.map(({ at, value }) => [formatPath(at), value])), body),
  ];
}

/** The field of a coupon's variable; none for another variable. */
function couponAt(at: Path): string[] {
  return at.at(-2) === 'couponvariable' ? [formatPath(at.slice(0, -1))] : [];
}

/** An image variable has an address for each item, and a card has one entry at most. */
function compareCounts({ imagevariable, carouselvariable }: JsonObject, body: JsonObject): ProofFailure[] {
  const items = objectsAt(objectAt(body, 'item'), 'list').length;
  const parts = partsIn(body);
  const images = Array.isArray(imagevariable) ? imagevariable.length : items;
  const entries = Array.isArray(carouselvariable) ? carouselvariable.length : 0;
  return [
    ...(items > 0 && images !== items ? [wrongCount('imagevariable', images, items)] : []),
    ...(entries > parts ? [wrongCount('carouselvariable', entries, parts)] : []),
  ];
}

/** A price that every limit allows. The amounts of a message are checked in its own fields. */
const ANY_PRICE = 1;

/**
 * Returns the rules of a message that filled texts break. The texts without values are sent as they are registered (message API
 * 2.10, variants 1 and 2), and addresses are checked in their own fields.
 * @param given the values of the message by their places
 */
function checkFilled(type: BrandMessageType, given: ReadonlyMap<string, Json>, body: JsonObject): ProofFailure[] {
  /** The place of the longest value of each text. */
  const origins = new Map<string, string>();
  const message = mapObject(body, (text, at) => {
    if (typeof text !== 'string') return undefined;
    const field = fieldOf(body, at);
    const values = variableNames([text]).map((name): readonly [name: string, path: string, value: Json] => {
      const path = formatPath([...(field ?? []), name]);
      return [name, path, given.get(path) ?? ''];
    });
    const texts = values.flatMap(([name, , value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    );
    if (!field || values.length === 0 || texts.length < values.length) return isPrice(at) ? null : undefined;
    const [longest] = values.sort(([, , one], [, , other]) => length(String(other)) - length(String(one)));
    origins.set(formatPath(at), longest?.[1] ?? '');
    return isPrice(at) ? ANY_PRICE : fillVariables(text, new Map(texts));
  });
  return checkBody(type, message).flatMap((failure) => {
    const path = origins.get(failure.path);
    const sentence = sentenceAbout(`\`${failure.path}\``, failure.message);
    return path === undefined ? [] : [{ ...failure, path, message: `In the filled message, ${sentence}` }];
  });
}
