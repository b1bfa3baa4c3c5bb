import { isObject, type Json, type JsonObject, mapObject, own } from '../../../core/json.ts';
import { type Path, parsePath, valueAt } from '../../../core/path.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandMode, BrandSend, TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { type SendMistake, sendMistake } from '../../about.ts';
import { manifestPath } from '../../body.ts';
import type { ApprovedTemplate, Bindings, Draft, DraftContext, Values } from '../../channel.ts';
import { isSameText, replacedBy, withAddresses } from './addresses.ts';
import { ESCAPE_COUPON } from './compare.ts';
import { checkSettings, couponParts, omitsCoupon } from './settings.ts';
import { BODIES, typeOf } from './table.ts';
import { bodyOf, fillFields, isOpenPrice, partOf, valuesIn, variablesOf } from './template.ts';

/** Makes the message of a registered template (message API 2.10, variants 1 to 3). */
export function draftOfTemplate(
  test: TestSend,
  template: Resource,
  approved: ApprovedTemplate,
  bindings: Bindings,
): Draft {
  // Equal texts may differ in their line breaks and images. The service compares the message with the registered ones.
  const declared = isSameText(template.content, approved.content) ? approved.content : template.content;
  return brandDraft(test, { content: test.brand?.body ?? declared, bindings, template, approved });
}

/** Makes a message without a registered template (message API 2.10, variant 4). `source` is a template whose content it has. */
export function freeDraft(test: TestSend, { source, bindings }: DraftContext): Draft {
  const { brand = {} } = test;
  const declared = brand.body ?? source?.content ?? {};
  const content = brand.video && !brand.body ? { ...declared, video: brand.video } : declared;
  return brandDraft(test, { content, bindings, template: source });
}

interface DraftedContent {
  /** The content in manifest form. */
  content: JsonObject;
  bindings: Bindings;
  template: Resource | undefined;
  /** Left out for a message without a registered template. */
  approved?: ApprovedTemplate;
}

function brandDraft(test: TestSend, subject: DraftedContent): Draft {
  const { brand = {} } = test;
  const { template, approved, bindings } = subject;
  const { content, mistakes: missing } = withAddresses(subject.content, { brand, bindings, template });
  const body = bodyOf(content);
  const variables = variablesOf(body);
  const mode = modeOf(brand, variables, approved);
  const isWhole = mode === 'full' || mode === 'free';
  const replaced = replacedBy({ brand, bindings, template: mode === 'variables' ? template : undefined });
  const separated = mode === 'variables' ? separatedFields(body, variables, brand, replaced) : {};
  const fields = isWhole ? withButtons(body, test.buttons) : separated;
  const { groupTag } = brand;
  const key = groupTag && ('key' in groupTag ? groupTag.key : bindings.nameOf(groupTag.address));
  const common = {
    brandmessagetype: approved ? 'BASIC' : 'FREE',
    ...(approved && { templatecode: approved.code }),
    ...settingsOf({ target: 'friend', ...(content['adult'] === true && { adult: true }), ...brand }),
    ...(key !== undefined && { grouptagkey: key }),
  };
  return {
    type: typeOf(content) ?? '',
    ...variablesIn(mode, variables, isWhole ? variables : separated, subject, brand),
    mistakes: [
      ...checkSettings(test, { mode, bubble: String(content['bubble']), body, variables }),
      ...(isWhole ? missing : mode === 'variables' ? replaced.mistakes : []),
      ...(groupTag && 'address' in groupTag && key === undefined ? [noKey(groupTag.address)] : []),
    ],
    risks: [],
    fill: (senderKey, values) => ({
      senderkey: senderKey,
      ...common,
      ...fillFields(fields, (at) => new Map([...values, ...ownValues(brand, partOf(fields, at))])),
    }),
    fieldOf: (path) => fieldAt(parsePath(path), test, fields),
  };
}

/** A template with variables is sent with their values; one without is sent as it is. */
function modeOf(brand: BrandSend, variables: JsonObject, approved: ApprovedTemplate | undefined): BrandMode {
  if (brand.mode !== undefined) return brand.mode;
  if (!approved) return 'free';
  if (brand.body) return 'full';
  const { image, images, video, cards, coupon } = brand;
  const isSet = [image, images, video, cards, coupon].some((setting) => setting !== undefined);
  return isSet || valuesIn(variables).length > 0 ? 'variables' : 'template';
}

/** Returns the values that a part of a carousel has for itself. */
function ownValues({ cards = [] }: BrandSend, part: number | undefined): Values {
  return new Map(Object.entries(cards[part ?? -1]?.variables ?? {}));
}

/** Returns the variable fields of a message with other images and without the coupons that the test send omits (variant 2). */
function separatedFields(
  body: JsonObject,
  variables: JsonObject,
  brand: BrandSend,
  { fields, cards }: ReturnType<typeof replacedBy>,
): JsonObject {
  const coupons = couponParts(body);
  const made = (part: JsonObject, index?: number): JsonObject => {
    const image = cards[index ?? -1];
    // A coupon without variables is removed under any name (assumption 325).
    const names = Object.keys(part['couponvariable'] ?? { coupon: '' });
    return {
      ...part,
      ...(coupons.includes(index) &&
        omitsCoupon(brand, index) && {
          couponvariable: Object.fromEntries(names.map((name) => [name, ESCAPE_COUPON])),
        }),
      ...(image !== undefined && { imagevariable: [image] }),
    };
  };
  const parts = objectsAt(variables, 'carouselvariable').map(made);
  return { ...made(variables), ...fields, ...(parts.length > 0 && { carouselvariable: parts }) };
}

/** The members of a button that a test send sets, with their names under `buttons` (message API 2.10). */
const BUTTON_VALUES: Readonly<Record<string, 'chatExtra' | 'chatEvent' | 'bizFormId'>> = {
  chat_extra: 'chatExtra',
  chat_event: 'chatEvent',
  biz_form_key: 'bizFormId',
};

/** Returns a body with the values that its buttons have for this send (variants 3 and 4). */
function withButtons(body: JsonObject, buttons: TestSend['buttons']): JsonObject {
  return mapObject(body, (value, at) => {
    const given = at.at(-2) === 'button' && isObject(value) ? own(buttons, String(value['name'])) : undefined;
    if (!given || !isObject(value)) return undefined;
    const members = Object.entries(BUTTON_VALUES).map(([name, key]): [string, Json | undefined] => [name, given[key]]);
    const set = members.filter((one): one is [string, Json] => one[1] !== undefined);
    return { ...value, ...Object.fromEntries(set) };
  });
}

/** Samples may have values for all variables of the template, although the message has none of them or other ones. */
function variablesIn(
  mode: BrandMode,
  declared: JsonObject,
  sent: JsonObject,
  { content, template }: DraftedContent,
  brand: BrandSend,
): Pick<Draft, 'variables' | 'optional' | 'kept'> {
  const namesOf = (fields: JsonObject): string[] => [...new Set(valuesIn(fields).map(({ name }) => name))];
  const variables = mode === 'template' ? [] : namesOf(declared);
  const needed = valuesIn(sent).filter(
    ({ at, name, value }) =>
      value !== ESCAPE_COUPON && !isOpenPrice(at, value) && !ownValues(brand, partOf(sent, at)).has(name),
  );
  const optional = variables.filter((one) => !needed.some(({ name }) => name === one));
  if (mode !== 'template' && (!template || template.content === content)) return { variables, optional };
  const others = namesOf(variablesOf(bodyOf(template?.content ?? {}))).filter((name) => !variables.includes(name));
  return { variables: [...variables, ...others], optional: [...optional, ...others], kept: variables };
}

/** The settings that decide the members of every brand message (message API 2.10). */
const COMMON: Readonly<Record<string, Path>> = {
  brandmessagetype: ['mode'],
  sendtarget: ['target'],
  targeting: ['targeting'],
  unsubscribephonenumber: ['unsubscribe', 'phone'],
  unsubscribeauthnumber: ['unsubscribe', 'auth'],
  pushalarm: ['push'],
  adult: ['adult'],
  grouptagkey: ['groupTag'],
};

/** Returns the members that have the text of a setting, or Y or N. */
function settingsOf({ mode: _, groupTag: _tag, ...settings }: BrandSend): JsonObject {
  const found = Object.entries(COMMON).flatMap(([name, at]) => {
    const value = valueAt(settings, at);
    const text = typeof value === 'boolean' ? (value ? 'Y' : 'N') : value;
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found);
}

function noKey(address: string): SendMistake {
  const message = `${address} has no key at the service yet`;
  return sendMistake(['brand', 'groupTag'], 'send-brand', message, { hint: 'Apply the tag first' });
}

/**
 * Returns the field of the test send that sets a member of the message; undefined if the template or the value of a variable does.
 * @param fields the variable fields or body fields of the message, with variables
 */
function fieldAt(at: Path, { brand = {}, buttons }: TestSend, fields: JsonObject): Path | undefined {
  const [first = '', ...rest] = at;
  const common = own(COMMON, String(first));
  if (common) return ['brand', ...common];
  if (first === 'imagevariable') return ['brand', ...(brand.images ? ['images', ...rest] : ['image'])];
  if (first === 'videovariable') return ['brand', 'video'];
  const part = partOf(fields, at);
  const names = variableNames([String(valueAt(fields, at) ?? '')]);
  const name = names.find((one) => ownValues(brand, part).has(one));
  if (name !== undefined && part !== undefined) return ['brand', 'cards', part, 'variables', name];
  if (names.length > 0) return undefined;
  if (first === 'carouselvariable') return ['brand', 'cards', ...rest.slice(0, 1)];
  const key = own(BUTTON_VALUES, String(at.at(-1)));
  const named = String(valueAt(fields, [...at.slice(0, -1), 'name']));
  if (key !== undefined && own(buttons, named)?.[key] !== undefined) return ['buttons', named, key];
  const type = typeOf(brand.body ?? {});
  return type && first in BODIES[type].shape ? ['brand', ...manifestPath(at, BODIES[type])] : undefined;
}
