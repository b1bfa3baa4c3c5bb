import { type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import {
  assumed,
  checkShape,
  isAbsent,
  list,
  type Members,
  object,
  type PayloadShape,
  shape,
  text,
  wrongValue,
} from '../../shape.ts';
import { address, amounts, BODIES, BODY, type BrandMessageType, names, namesOf, video } from './table.ts';

const required = true;
const NUMBER = [/^\d+(?:-\d+)*$/, 'digits, in groups separated by hyphens'] as const;

/** The fields of every brand message (message API 2.10). */
const COMMON = shape({
  senderkey: text({ required, max: 40 }),
  brandmessagetype: text({ required, of: ['BASIC', 'FREE'] }),
  templatecode: text({ max: 64 }),
  sendtarget: text({ required, of: ['marketing', 'friend'] }),
  targeting: text({ of: ['M', 'N', 'O'] }),
  unsubscribephonenumber: text({ max: 13, form: NUMBER, assumed: ['form'] }),
  unsubscribeauthnumber: text({ max: 10, form: NUMBER, assumed: ['form'] }),
  pushalarm: text({ of: ['Y', 'N'] }),
  adult: text({ of: ['Y', 'N'] }),
  grouptagkey: text({ max: 40 }),
});

const withOffer: Members = { messagevariable: names, buttonvariable: names, couponvariable: names };
const withImage: Members = { ...withOffer, imagevariable: list(address(), { min: 1, max: 1 }) };
const cards = (max: number) => list(object({ ...withImage, commercevariable: amounts }), { max });

/** The variable fields of each type (message API 2.10; assumption 106). */
const VARIABLES: Readonly<Record<BrandMessageType, PayloadShape>> = {
  ut: shape(withOffer),
  ui: shape(withImage),
  uw: shape(withImage),
  ul: shape({ ...withOffer, imagevariable: list(address(), { min: 3, max: 5 }) }),
  uc: shape({ carouselvariable: cards(6) }),
  um: shape({ ...withOffer, commercevariable: amounts }),
  up: shape({ ...withOffer, videovariable: object(video) }),
  // The intro comes before the cards.
  ua: shape({ carouselvariable: cards(7) }),
};

const VARIABLE = namesOf(VARIABLES);

/** The members of all brand messages. `checkBrand` reports a member of another type. The cards of `ua` have every member of a card. */
export const CONTENT = shape(
  Object.assign({}, ...[COMMON, ...Object.values(VARIABLES), ...Object.values(BODIES)].map((one) => one.shape)),
);

/** Returns everything wrong with a brand message by the message API's own rules. Needs no template. */
export function checkBrand(type: string, content: JsonObject): ProofFailure[] {
  if (!isBrandType(type)) return [];
  return [...checkShape(content, COMMON), ...checkTarget(content), ...checkVariant(type, content)];
}

export function isBrandType(type: string): type is BrandMessageType {
  return own(VARIABLES, type) !== undefined;
}

/** Marketing reaches members of the customer, friends are those of the channel (message API 2.10). */
function checkTarget(content: JsonObject): ProofFailure[] {
  const { sendtarget, targeting, unsubscribephonenumber, unsubscribeauthnumber } = content;
  const toFriends = (...names: string[]): ProofFailure[] =>
    sendtarget === 'friend' ? foreign(content, names, 'A message to friends of the channel') : [];
  return [
    ...(sendtarget === 'marketing' && isAbsent(targeting)
      ? [wrongValue('targeting', 'It is required for the target `marketing` and is not there', 'Set it to M, N or O')]
      : []),
    // It is "unused" for friends. Opt-out numbers are for "marketing only".
    ...assumed(toFriends('targeting')),
    ...toFriends('unsubscribephonenumber', 'unsubscribeauthnumber'),
    ...(isAbsent(unsubscribephonenumber) && !isAbsent(unsubscribeauthnumber)
      ? [wrongValue('unsubscribeauthnumber', 'It is there without `unsubscribephonenumber`')]
      : []),
  ];
}

/** Checks the four variants: a template, with its variables or with a full text or with neither, or no template. */
function checkVariant(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  const { brandmessagetype: variant, templatecode } = content;
  if (variant === 'FREE' || (variant !== 'BASIC' && isAbsent(templatecode)))
    return [...foreign(content, ['templatecode', ...VARIABLE], 'A FREE message'), ...checkBody(type, content)];
  const beside = BODY.find((name) => !isAbsent(content[name]));
  const mixed = `It is beside \`${beside}\`: a message has variables or a full text`;
  return [
    ...(isAbsent(templatecode)
      ? [wrongValue('templatecode', 'It is required for a BASIC message and is not there')]
      : []),
    ...(beside === undefined ? checkOfType(type, content, VARIABLES) : checkBody(type, content)),
    ...VARIABLE.filter((name) => beside !== undefined && !isAbsent(content[name])).map((name) =>
      wrongValue(name, mixed, 'Leave it out'),
    ),
  ];
}

/** The members that message API 2.10 allows for some types only. */
const ONLY = ['item', 'videovariable', 'commercevariable', 'carouselvariable'];

/** Checks the members of a type. Most members of other types are only documented for those (assumption 100). */
function checkOfType(
  type: BrandMessageType,
  content: JsonObject,
  shapes: Readonly<Record<BrandMessageType, PayloadShape>>,
): ProofFailure[] {
  const others = namesOf(shapes).filter((name) => !(name in shapes[type].shape));
  const found = foreign(content, others, `A message of type ${type}`);
  return [
    ...checkShape(content, shapes[type]),
    ...found.flatMap((one) => (ONLY.includes(one.path) ? [one] : assumed([one]))),
  ];
}

/** Returns the members of an object that its owner does not have. */
function foreign(object: JsonObject, names: readonly string[], owner: string): ProofFailure[] {
  return names
    .filter((name) => !isAbsent(object[name]))
    .map((name) => wrongValue(name, `${owner} has no \`${name}\``, 'Leave it out'));
}

/** Returns what is wrong with the body fields of a message (message API 2.10). */
export function checkBody(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  return checkOfType(type, content, BODIES);
}
