import type { JsonObject } from '../../../core/json.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandMode, BrandSend, TestSend } from '../../../core/test-send.ts';
import { type SendMistake, sendMistake } from '../../about.ts';
import type { ApprovedTemplate, Bindings, Draft, DraftContext, Values } from '../../channel.ts';
import { isSameText, replacedBy, withAddresses, withRegistered } from './draft-addresses.ts';
import { bodyFields, fieldAt, fillBody } from './draft-body.ts';
import { checkSettings } from './draft-settings.ts';
import { type FilledText, filledTexts, fillFields, variableFields, variablesOf } from './draft-variables.ts';
import { typeOf } from './table.ts';
import { bodyOf } from './template.ts';

/** Makes the message of a registered template (message API 2.10, variants 1 to 3). */
export function draftOfTemplate(
  test: TestSend,
  template: Resource,
  approved: ApprovedTemplate,
  bindings: Bindings,
): Draft {
  const { brand = {} } = test;
  // Equal texts may differ in their line breaks. The service compares the message with the registered ones.
  const content = isSameText(template.content, approved.content) ? approved.content : template.content;
  if (brand.body) return brandDraft(test, { content: brand.body, bindings, template, approved });
  return brandDraft(test, { content: withRegistered(content, approved.content), bindings, template, approved });
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

/** The content of a message before it has values. */
interface Pattern {
  fields: JsonObject;
  fill(values: Values): JsonObject;
  mistakes: SendMistake[];
}

function brandDraft(test: TestSend, subject: DraftedContent): Draft {
  const { brand = {} } = test;
  const { template, approved, bindings } = subject;
  const { content, mistakes: missing } = withAddresses(subject.content, { brand, bindings, template });
  const body = bodyOf(content);
  const texts = filledTexts(body, brand);
  const mode = modeOf(brand, texts, approved);
  const pattern =
    mode === 'full' || mode === 'free' ? wholeBody(body, test, missing) : separated(mode, body, texts, subject, brand);
  const common = commonFields(brand, content, approved, bindings);
  return {
    type: typeOf(content) ?? '',
    ...variablesIn(mode, texts, subject, brand),
    mistakes: [
      ...checkSettings(test, { mode, content, body, texts, template: approved && template }),
      ...pattern.mistakes,
      ...common.mistakes,
    ],
    risks: [],
    fill: (senderKey, values) => ({ senderkey: senderKey, ...common.fields, ...pattern.fill(values) }),
    fieldOf: (path) => fieldAt(path, test, body, pattern.fields),
  };
}

/** Samples may have values for all variables of the template, although the message has none of them or other ones. */
function variablesIn(
  mode: BrandMode,
  texts: readonly FilledText[],
  { content, template }: DraftedContent,
  brand: BrandSend,
): Pick<Draft, 'variables' | 'optional' | 'kept'> {
  const own = mode === 'template' ? { variables: [], optional: [] } : variablesOf(texts, brand);
  if (mode !== 'template' && (!template || template.content === content)) return own;
  const declared = variablesOf(filledTexts(bodyOf(template?.content ?? {}), {}), {}).variables;
  const others = declared.filter((name) => !own.variables.includes(name));
  return { variables: [...own.variables, ...others], optional: [...own.optional, ...others], kept: own.variables };
}

/** A template with variables is sent with their values; one without is sent as it is. */
function modeOf(brand: BrandSend, texts: readonly FilledText[], approved: ApprovedTemplate | undefined): BrandMode {
  if (brand.mode !== undefined) return brand.mode;
  if (!approved) return 'free';
  if (brand.body) return 'full';
  const { image, images, video, cards, coupon } = brand;
  const isSet = [image, images, video, cards, coupon].some((setting) => setting !== undefined);
  return isSet || texts.length > 0 ? 'variables' : 'template';
}

function wholeBody(body: JsonObject, { brand = {}, buttons }: TestSend, mistakes: SendMistake[]): Pattern {
  const fields = bodyFields(body, brand, buttons);
  return { fields, fill: (values) => fillBody(fields, values), mistakes };
}

function separated(
  mode: BrandMode,
  body: JsonObject,
  texts: readonly FilledText[],
  { template, bindings }: DraftedContent,
  brand: BrandSend,
): Pattern {
  if (mode === 'template') return { fields: {}, fill: () => ({}), mistakes: [] };
  const { replaced, mistakes } = replacedBy(brand, template, bindings);
  const fields = variableFields(body, texts, brand, replaced);
  return { fields, fill: (values) => fillFields(fields, values), mistakes };
}

/** Returns the fields that every brand message has (message API 2.10). */
function commonFields(
  brand: BrandSend,
  content: JsonObject,
  approved: ApprovedTemplate | undefined,
  bindings: Bindings,
): { fields: JsonObject; mistakes: SendMistake[] } {
  const { target = 'friend', targeting, push, unsubscribe, groupTag } = brand;
  const adult = brand.adult ?? (content['adult'] === true ? true : undefined);
  const key = groupTag && ('key' in groupTag ? groupTag.key : bindings.nameOf(groupTag.address));
  const fields = {
    brandmessagetype: approved ? 'BASIC' : 'FREE',
    templatecode: approved?.code,
    sendtarget: target,
    targeting,
    unsubscribephonenumber: unsubscribe?.phone,
    unsubscribeauthnumber: unsubscribe?.auth,
    pushalarm: yesOrNo(push),
    adult: yesOrNo(adult),
    grouptagkey: key,
  };
  const given = Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined);
  return {
    fields: Object.fromEntries(given),
    mistakes: groupTag && key === undefined && 'address' in groupTag ? [noKey(groupTag.address)] : [],
  };
}

function yesOrNo(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? 'Y' : 'N';
}

function noKey(address: string): SendMistake {
  const message = `${address} has no key at the service yet`;
  return sendMistake(['brand', 'groupTag'], 'send-brand', message, { hint: 'Apply the tag first' });
}
