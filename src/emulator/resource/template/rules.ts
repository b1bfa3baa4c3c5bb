import type { JsonObject } from '../../../core/json.ts';
import { findVariables, length } from '../../../core/variables.ts';
import { isRefused, type Refused, type ResultCode, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { firstOf, readRequest, type Shape } from '../../shape.ts';
import { templateCategories } from '../categories.ts';
import type { Profile } from '../entities.ts';
import { uploadedFor } from '../image/gallery.ts';
import type { ImageUse } from '../image/rules.ts';
import { isPluginKnown } from '../plugin/operations.ts';
import { type Button, contentShape, type Highlight, type TemplateContent } from './shape.ts';

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

/** Reads the content of a template and checks every rule of resource API 2.2. */
export function readTemplate(
  context: Context,
  profile: Profile,
  body: JsonObject,
  earlier: Earlier = { buttons: [], quickReplies: [] },
): TemplateContent | Refused {
  const content = readRequest(body, contentShape);
  return isRefused(content) ? content : (broken(context, profile, content, earlier) ?? applicable(content));
}

function broken(context: Context, profile: Profile, content: TemplateContent, earlier: Earlier): Refused | undefined {
  const { buttons, quickReplies } = content;
  return (
    brokenHighlight(content.templateItemHighlight) ??
    brokenItem(content) ??
    firstOf(buttons, (one, at) => brokenButton(one, `buttons[${at}].`, earlier.buttons)) ??
    firstOf(quickReplies, (one, at) => brokenLinks(one, `quickReplies[${at}].`, earlier.quickReplies)) ??
    (quickReplies.length > 0 && !profile.bizchat
      ? refuse(result.buttons, 'quickReplies need a channel with consultation talk')
      : undefined) ??
    brokenType(content) ??
    brokenImages(context, content) ??
    brokenNumbers(content) ??
    firstOf(buttons, (one, at) => brokenPlugin(context, profile, one, at)) ??
    (templateCategories.has(content.categoryCode) ? undefined : refuse(result.category, 'there is no such category'))
  );
}

function needs(at: string, value: string | null, code: ResultCode = result.parameters): Refused | undefined {
  if (value === null) return refuse(code, `${at} is required`);
  return value.trim() === '' ? refuse(code, `${at} must not be blank`) : undefined;
}

/** The texts are shorter beside a thumbnail (resource API 2.2). */
function brokenHighlight(highlight: Highlight | null): Refused | undefined {
  if (highlight === null) return undefined;
  const { title, description, imageUrl } = highlight;
  const limit = (name: string, text: string | null, max: number): Refused | undefined =>
    length(text ?? '') > max
      ? refuse(result.parameters, `templateItemHighlight.${name} may have ${max} characters, not ${length(text ?? '')}`)
      : undefined;
  return (
    limit('title', title, imageUrl === null ? 30 : 21) ?? limit('description', description, imageUrl === null ? 19 : 13)
  );
}

function brokenItem({ templateItem: item }: TemplateContent): Refused | undefined {
  const count = item?.list.length ?? 0;
  if (count > 0 && (count < ITEMS.min || count > ITEMS.max))
    return refuse(result.parameters, `templateItem.list must have ${ITEMS.min} to ${ITEMS.max} elements, not ${count}`);
  return isPrice(item?.summary?.description ?? '')
    ? undefined
    : refuse(
        result.parameters,
        'templateItem.summary.description may have only variables, a currency unit, digits, commas and periods',
      );
}

function isPrice(text: string): boolean {
  let rest = text;
  for (const { start, end } of findVariables(text).reverse()) rest = rest.slice(0, start) + rest.slice(end);
  return PRICE.test(rest);
}

function brokenButton(button: Button, at: string, earlier: readonly Button[]): Refused | undefined {
  const { linkType, name } = button;
  if (linkType === 'AC' && name !== CHANNEL_ADD_NAME)
    return refuse(result.buttons, `the name of an AC button is fixed: ${CHANNEL_ADD_NAME}`);
  if (linkType === 'TN' && !CALL_NAMES.includes(name))
    return refuse(result.buttons, `the name of a TN button is one of ${CALL_NAMES.join(', ')}`);
  return (
    brokenLinks(button, at, earlier) ??
    (PLUGIN_TYPES.includes(linkType) ? needs(`${at}pluginId`, button.pluginId, result.buttons) : undefined) ??
    (linkType === 'TN' ? needs(`${at}telNumber`, button.telNumber, result.buttons) : undefined)
  );
}

/** Checks the required links of each type (resource API 2.2). Other links are allowed. */
function brokenLinks(button: Button, at: string, earlier: readonly Button[]): Refused | undefined {
  const { linkType, linkMo, linkAnd, linkIos } = button;
  if (linkType === 'WL') return needs(`${at}linkMo`, linkMo, result.links);
  if (linkType !== 'AL') return undefined;
  const wasRegistered = (link: string | null): boolean =>
    earlier.some((old) => old.linkType === 'AL' && [old.linkAnd, old.linkIos].includes(link));
  return (
    needs(`${at}linkAnd`, linkAnd, result.links) ??
    needs(`${at}linkIos`, linkIos, result.links) ??
    ([linkAnd, linkIos].filter(isTell).every(wasRegistered)
      ? undefined
      : refuse(result.links, 'an AL link tell:// cannot be registered any more'))
  );
}

/** True for a `tell://` link in any spelling, which can no longer be registered (resource API 2.2; assumption 45). */
function isTell(link: string | null): boolean {
  return link !== null && /^\s*tell:\/\//i.test(link);
}

function brokenType(content: TemplateContent): Refused | undefined {
  const { templateMessageType: type, templateEmphasizeType: emphasis } = content;
  const required = (name: 'Extra' | 'Title' | 'Subtitle' | 'ImageName' | 'ImageUrl'): Refused | undefined =>
    needs(`template${name}`, content[`template${name}`]);
  const extra = type === 'EX' || type === 'MI' ? required('Extra') : undefined;
  if (extra) return extra;
  if (emphasis === 'TEXT') return required('Title') ?? required('Subtitle');
  if (emphasis === 'IMAGE') return required('ImageName') ?? required('ImageUrl');
  return emphasis === 'ITEM_LIST' && (content.templateItem?.list ?? []).length === 0
    ? refuse(result.parameters, 'templateItem.list is required with ITEM_LIST')
    : undefined;
}

function brokenImages(context: Context, content: TemplateContent): Refused | undefined {
  const check = (name: string, url: string | null | undefined, use: ImageUse): Refused | undefined =>
    url && !uploadedFor(context, url, use)
      ? refuse(result.image, `${name} is not the URL of an image uploaded for this use`)
      : undefined;
  return (
    check('templateImageUrl', content.templateImageUrl, 'notification/template') ??
    check('templateItemHighlight.imageUrl', content.templateItemHighlight?.imageUrl, 'notification/highlight')
  );
}

/** Two buttons at most beside quick replies (resource API 2.2). */
function brokenNumbers({ buttons, quickReplies }: TemplateContent): Refused | undefined {
  return quickReplies.length > 0 && buttons.length > MAX_BUTTONS_BESIDE_QUICK_REPLIES
    ? refuse(result.buttons, `buttons may have ${MAX_BUTTONS_BESIDE_QUICK_REPLIES} elements beside quickReplies`)
    : undefined;
}

/** A button's plugin must be registered for the channel (resource API 4.6; assumption 119). */
function brokenPlugin(
  context: Context,
  profile: Profile,
  { pluginId, linkType }: Button,
  at: number,
): Refused | undefined {
  return PLUGIN_TYPES.includes(linkType) && pluginId !== null && !isPluginKnown(context, profile, pluginId, linkType)
    ? refuse(result.plugin, `buttons[${at}].pluginId is not a plugin that is registered for ${linkType}`)
    : undefined;
}

/** Sets members to null that the message type or the emphasis does not have (resource API 2.2). */
function applicable(content: TemplateContent): TemplateContent {
  const { templateMessageType: message, templateEmphasizeType: emphasis } = content;
  const extra = message === 'EX' || message === 'MI';
  return {
    ...content,
    ...(!extra && { templateExtra: null }),
    ...(emphasis !== 'TEXT' && { templateTitle: null, templateSubtitle: null }),
    ...(emphasis !== 'IMAGE' && { templateImageName: null, templateImageUrl: null }),
    ...(emphasis !== 'ITEM_LIST' && { templateItem: null }),
  };
}
