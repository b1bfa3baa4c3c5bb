import { type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { entriesIn, objectAt } from '../../members.ts';
import { assumed, checkShape, isAbsent, list, map, object, type PayloadShape, text, wrongValue } from '../../shape.ts';
import { address, BODIES, BODY, type BrandMessageType, namesOf, others, PRICES, video } from './form-body.ts';
import { checkBody, foreign, notOfType } from './form-rules.ts';

const required = true;
const NUMBER = [/^\d+(?:-\d+)*$/, 'digits, in groups separated by hyphens'] as const;

/** The fields of every brand message (message API 2.10). */
const COMMON: PayloadShape = {
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
};

const names = map(text());
const messagevariable = names;
const withOffer: PayloadShape = { messagevariable, buttonvariable: names, couponvariable: names };
const imagevariable = list(address, { min: 1, max: 1 });
const withImage: PayloadShape = { ...withOffer, imagevariable };
const cards = (max: number) => list(object({ ...withImage, commercevariable: names }), { max });

/** The variable fields of each type (message API 2.10; assumption 106). */
const VARIABLES: Readonly<Record<BrandMessageType, PayloadShape>> = {
  ut: withOffer,
  ui: withImage,
  uw: withImage,
  ul: { ...withOffer, imagevariable: list(address, { min: 3, max: 5 }) },
  uc: { carouselvariable: cards(6) },
  um: { ...withOffer, commercevariable: names },
  up: { ...withOffer, videovariable: object(video) },
  // The intro comes before the cards.
  ua: { carouselvariable: cards(7) },
};

const VARIABLE = namesOf(VARIABLES);

/** The members of all brand messages. `checkBrand` reports a member of another type. The cards of `ua` have every member of a card. */
export const CONTENT: PayloadShape = Object.assign({}, COMMON, ...Object.values(VARIABLES), ...Object.values(BODIES));

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
      ? [
          // It is "unused" for friends. Opt-out numbers are for "marketing only".
          ...assumed(foreign(content, ['targeting'], '', TO_FRIENDS)),
          ...foreign(content, ['unsubscribephonenumber', 'unsubscribeauthnumber'], '', TO_FRIENDS),
        ]
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
  const parts = entriesIn(content, 'carouselvariable').map(({ path, entry }) => ({ base: `${path}.`, part: entry }));
  return [
    ...checkShape(content, VARIABLES[type]),
    ...notOfType(type, content, others(VARIABLE, VARIABLES[type])),
    ...[{ base: '', part: content }, ...parts].flatMap(({ base, part }) =>
      checkAmounts(objectAt(part, 'commercevariable'), `${base}commercevariable`),
    ),
  ];
}

const AMOUNT = /^(?:0|[1-9]\d*)$/;

/** The variables of prices have fixed names, and amounts in digits as values (message API 2.10; assumption 106). */
const AMOUNTS: PayloadShape = {
  [PRICE_VARIABLES.regularPrice]: { ...PRICES.regular_price, required: false },
  [PRICE_VARIABLES.discountPrice]: PRICES.discount_price,
  [PRICE_VARIABLES.discountRate]: PRICES.discount_rate,
  [PRICE_VARIABLES.discountFixed]: PRICES.discount_fixed,
};

function checkAmounts(values: JsonObject, path: string): ProofFailure[] {
  const amounts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && AMOUNT.test(value) ? Number(value) : value,
  ]);
  return checkShape(Object.fromEntries(amounts), AMOUNTS, path);
}
