import { isObject, type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import {
  checkShape,
  isAbsent,
  list,
  type MemberRule,
  map,
  object,
  type PayloadShape,
  text,
  wrongValue,
} from '../../shape.ts';
import {
  address,
  BODIES,
  BODY,
  type BrandMessageType,
  checkBody,
  foreign,
  namesOf,
  others,
  video,
} from './form-body.ts';

const required = true;
const NUMBER = [/^\d+(?:-\d+)*$/, 'digits, in groups separated by hyphens'] as const;

/** The fields of every brand message (message API 2.10). */
const COMMON: PayloadShape = {
  senderkey: text({ required, max: 40 }),
  brandmessagetype: text({ required, of: ['BASIC', 'FREE'] }),
  templatecode: text({ max: 64 }),
  sendtarget: text({ required, of: ['marketing', 'friend'] }),
  targeting: text({ of: ['M', 'N', 'O'] }),
  unsubscribephonenumber: text({ max: 13, form: NUMBER }),
  unsubscribeauthnumber: text({ max: 10, form: NUMBER }),
  pushalarm: text({ of: ['Y', 'N'] }),
  adult: text({ of: ['Y', 'N'] }),
  grouptagkey: text({ max: 40 }),
};

const names = map(text());
const messagevariable = names;
const withOffer: PayloadShape = { messagevariable, buttonvariable: names, couponvariable: names };
const imagevariable = list(address, { min: 1, max: 1 });
const inFeed: PayloadShape = { ...withOffer, imagevariable };
const inProducts: PayloadShape = { ...inFeed, commercevariable: names };

/** The variable fields of each type (message API 2.10; assumption 106). */
const VARIABLES: Readonly<Record<BrandMessageType, PayloadShape>> = {
  ut: withOffer,
  ui: inFeed,
  uw: inFeed,
  ul: { ...withOffer, imagevariable: list(address, { min: 3, max: 5 }) },
  uc: { carouselvariable: list(object(inFeed), { max: 6 }) },
  um: { ...withOffer, commercevariable: names },
  up: { ...withOffer, videovariable: object(video) },
  ua: { carouselvariable: list(object(inProducts), { max: 7 }) },
};

const VARIABLE = namesOf(VARIABLES);

/** The names of all members of body fields, at every depth. */
export const MEMBERS: ReadonlySet<string> = new Set(Object.values<PayloadShape>(BODIES).flatMap(membersIn));

function membersIn(shape: PayloadShape): string[] {
  return Object.entries(shape).flatMap(([name, rule]) => [name, ...innerOf(rule)]);
}

function innerOf(rule: MemberRule): string[] {
  if (rule.is === 'list') return innerOf(rule.each);
  return rule.is === 'object' ? membersIn(rule.members) : [];
}

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
  return [
    ...(sendtarget === 'marketing' && isAbsent(targeting)
      ? [wrongValue('targeting', 'It is required for the target `marketing` and is not there', 'Set it to M, N or O')]
      : []),
    ...(sendtarget === 'friend'
      ? foreign(content, ['targeting', 'unsubscribephonenumber', 'unsubscribeauthnumber'], '', TO_FRIENDS)
      : []),
    ...(isAbsent(unsubscribephonenumber) && !isAbsent(unsubscribeauthnumber)
      ? [wrongValue('unsubscribeauthnumber', 'It is there without `unsubscribephonenumber`')]
      : []),
  ];
}

const TO_FRIENDS = 'A message to friends of the channel';

/** Checks the four variants: a template, with its variables or with a full text or with neither, or no template. */
function checkVariant(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  const { brandmessagetype: variant, templatecode } = content;
  const isFree = variant === 'FREE' || (variant !== 'BASIC' && isAbsent(templatecode));
  const [beside] = BODY.filter((name) => !isAbsent(content[name]));
  if (isFree)
    return [...foreign(content, ['templatecode', ...VARIABLE], '', 'A FREE message'), ...checkBody(type, content)];
  const noTemplate = wrongValue('templatecode', 'It is required for a BASIC message and is not there');
  return [
    ...(isAbsent(templatecode) ? [noTemplate] : []),
    ...(beside === undefined
      ? checkVariables(type, content)
      : [...checkBody(type, content), ...mixed(content, beside)]),
  ];
}

function mixed(content: JsonObject, beside: string): ProofFailure[] {
  const message = `It is beside \`${beside}\`: a message has variables or a full text`;
  return VARIABLE.filter((name) => !isAbsent(content[name])).map((name) => wrongValue(name, message, 'Leave it out'));
}

function checkVariables(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  const cards = content['carouselvariable'];
  const known = type === 'uc' ? inFeed : inProducts;
  return [
    ...checkShape(content, VARIABLES[type]),
    ...foreign(content, others(VARIABLE, VARIABLES[type]), '', `A message of type ${type}`),
    ...(Array.isArray(cards) ? cards : []).flatMap((card, index) =>
      isObject(card) ? foreign(card, others(VARIABLE, known), `carouselvariable[${index}].`, 'A card') : [],
    ),
  ];
}
