import type { JsonObject } from '../../../core/json.ts';
import { findVariables, length } from '../../../core/variables.ts';
import { isRefused, type Refused, type ResultCode, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { firstOf, readRequest, type Shape } from '../../shape.ts';
import { templateCategories } from '../categories.ts';
import type { Profile } from '../entities.ts';
import { uploadedFor } from '../image/gallery.ts';
import { isPluginKnown } from '../plugin.ts';
import { type Button, contentShape, type TemplateContent } from './template.ts';

/** A code in `add`, `codeCheck` and `update`. */
export const codeRule = { is: 'text', max: 30, pattern: /^[A-Za-z0-9_-]*$/ } as const satisfies Shape[string];

/** The fixed name of a channel-add button (assumption 15). */
export const CHANNEL_ADD_NAME = '채널 추가';
/** The fixed names of a call button (assumption 15). */
const CALL_NAMES: readonly string[] = ['전화 연결', '고객센터 연결', '상담원 연결'];
const PLUGIN_TYPES: readonly string[] = ['P1', 'P2', 'P3'];
export const MAX_BUTTONS = 5;
export const MAX_BUTTONS_BESIDE_QUICK_REPLIES = 2;
const ITEMS = { min: 2, max: 10 };

/** Digits, commas, periods and a currency unit: a symbol, a Korean word, or a three-letter code (assumption 16). */
const PRICE = /^(?:[0-9,.]|\p{Sc}|원|엔|달러|유로|위안|[A-Z]{3})*$/u;

/** The links before an update: an old `tell://` link may stay, a new one is refused (resource API 2.2). */
type Earlier = Pick<TemplateContent, 'buttons' | 'quickReplies'>;

/** A rule: true if a template breaks it, and the refusal. */
type Check = readonly [isBroken: boolean, code: ResultCode, message: string];

/** Reads the content of a template and checks every rule of resource API 2.2. */
export function readTemplate(
  context: Context,
  profile: Profile,
  body: JsonObject,
  earlier: Earlier = { buttons: [], quickReplies: [] },
): TemplateContent | Refused {
  const content = readRequest(body, contentShape);
  if (isRefused(content)) return content;
  const broken = firstOf(checks(context, profile, content, earlier), (check) => (check[0] ? check : undefined));
  return broken ? refuse(broken[1], broken[2]) : applicable(content);
}

function* checks(context: Context, profile: Profile, content: TemplateContent, earlier: Earlier): Iterable<Check> {
  const { parameters, buttons: button, image, plugin, category } = result;
  const { templateItemHighlight: highlight, templateItem: item, buttons, quickReplies } = content;
  // The texts are shorter beside a thumbnail.
  const [titleMax, textMax] = highlight?.imageUrl ? [21, 13] : [30, 19];
  const [title, text] = [length(highlight?.title ?? ''), length(highlight?.description ?? '')];
  const may = (name: string, max: number, size: number): Check => [
    size > max,
    parameters,
    `templateItemHighlight.${name} may have ${max} characters, not ${size}`,
  ];
  yield may('title', titleMax, title);
  yield may('description', textMax, text);
  const count = item?.list.length ?? 0;
  const between = `${ITEMS.min} to ${ITEMS.max}`;
  const isCounted = count === 0 || (count >= ITEMS.min && count <= ITEMS.max);
  yield [!isCounted, parameters, `templateItem.list must have ${between} elements, not ${count}`];
  const signs = 'variables, a currency unit, digits, commas and periods';
  const isPriced = isPrice(item?.summary?.description ?? '');
  yield [!isPriced, parameters, `templateItem.summary.description may have only ${signs}`];
  for (const [at, one] of buttons.entries()) yield* buttonChecks(one, `buttons[${at}].`, earlier.buttons);
  for (const [at, one] of quickReplies.entries()) yield* linkChecks(one, `quickReplies[${at}].`, earlier.quickReplies);
  const hasReplies = quickReplies.length > 0;
  yield [hasReplies && !profile.bizchat, button, 'quickReplies need a channel with consultation talk'];
  yield* emphasisChecks(content);
  for (const [name, url, use] of [
    ['templateImageUrl', content.templateImageUrl, 'notification/template'],
    ['templateItemHighlight.imageUrl', highlight?.imageUrl, 'notification/highlight'],
  ] as const)
    yield [!!url && !uploadedFor(context, url, use), image, `${name} is not the URL of an image uploaded for this use`];
  const most = MAX_BUTTONS_BESIDE_QUICK_REPLIES;
  const hasMany = hasReplies && buttons.length > most;
  yield [hasMany, button, `buttons may have ${most} elements beside quickReplies`];
  // A button's plugin must be registered for the channel (resource API 4.6; assumption 119).
  for (const [at, { pluginId, linkType }] of buttons.entries()) {
    const names = PLUGIN_TYPES.includes(linkType) && pluginId !== null;
    const isUnknown = names && !isPluginKnown(context, profile, pluginId, linkType);
    yield [isUnknown, plugin, `buttons[${at}].pluginId is not a plugin that is registered for ${linkType}`];
  }
  yield [!templateCategories.has(content.categoryCode), category, 'there is no such category'];
}

function* needs(at: string, value: string | null, code: ResultCode = result.parameters): Iterable<Check> {
  yield [value === null, code, `${at} is required`];
  yield [value?.trim() === '', code, `${at} must not be blank`];
}

function isPrice(text: string): boolean {
  let rest = text;
  for (const { start, end } of findVariables(text).reverse()) rest = rest.slice(0, start) + rest.slice(end);
  return PRICE.test(rest);
}

function* buttonChecks(button: Button, at: string, earlier: readonly Button[]): Iterable<Check> {
  const { linkType, name, pluginId, telNumber } = button;
  const code = result.buttons;
  const isCall = linkType === 'TN';
  const isNamed = linkType !== 'AC' || name === CHANNEL_ADD_NAME;
  yield [!isNamed, code, `the name of an AC button is fixed: ${CHANNEL_ADD_NAME}`];
  const oneOf = CALL_NAMES.join(', ');
  yield [isCall && !CALL_NAMES.includes(name), code, `the name of a TN button is one of ${oneOf}`];
  yield* linkChecks(button, at, earlier);
  if (PLUGIN_TYPES.includes(linkType)) yield* needs(`${at}pluginId`, pluginId, code);
  if (isCall) yield* needs(`${at}telNumber`, telNumber, code);
}

/** The required links of each type (resource API 2.2). Other links are allowed. */
function* linkChecks(button: Button, at: string, earlier: readonly Button[]): Iterable<Check> {
  const { linkType, linkMo, linkAnd, linkIos } = button;
  if (linkType === 'WL') yield* needs(`${at}linkMo`, linkMo, result.links);
  if (linkType !== 'AL') return;
  yield* needs(`${at}linkAnd`, linkAnd, result.links);
  yield* needs(`${at}linkIos`, linkIos, result.links);
  const wasRegistered = (link: string | null): boolean =>
    earlier.some((old) => old.linkType === 'AL' && [old.linkAnd, old.linkIos].includes(link));
  const isNew = ![linkAnd, linkIos].filter(isTell).every(wasRegistered);
  yield [isNew, result.links, 'an AL link tell:// cannot be registered any more'];
}

/** True for a `tell://` link in any spelling, which can no longer be registered (resource API 2.2; assumption 45). */
function isTell(link: string | null): boolean {
  return link !== null && /^\s*tell:\/\//i.test(link);
}

/** The members of each message type and emphasis (resource API 2.2). */
const MEMBERS = [
  ['templateMessageType', ['EX', 'MI'], ['templateExtra']],
  ['templateEmphasizeType', ['TEXT'], ['templateTitle', 'templateSubtitle']],
  ['templateEmphasizeType', ['IMAGE'], ['templateImageName', 'templateImageUrl']],
] as const;

function* emphasisChecks(content: TemplateContent): Iterable<Check> {
  for (const [by, values, names] of MEMBERS)
    if (values.some((value) => value === content[by])) for (const name of names) yield* needs(name, content[name]);
  const isListed = content.templateEmphasizeType !== 'ITEM_LIST' || content.templateItem?.list.length;
  yield [!isListed, result.parameters, 'templateItem.list is required with ITEM_LIST'];
}

/** Sets members to null that the message type or the emphasis does not have. */
function applicable(content: TemplateContent): TemplateContent {
  const left = MEMBERS.filter(([by, values]) => !values.some((value) => value === content[by]));
  const names = left.flatMap(([, , members]) => [...members]);
  return {
    ...content,
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...(content.templateEmphasizeType !== 'ITEM_LIST' && { templateItem: null }),
  };
}
