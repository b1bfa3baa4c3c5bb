import type { JsonObject } from '../../../core/json.ts';
import { valueAt } from '../../../core/path.ts';
import type { Resource } from '../../../core/resource.ts';
import type { BrandMode, BrandSend, TestSend } from '../../../core/test-send.ts';
import { type SendMistake, sendMistake } from '../../about.ts';
import type { ApprovedTemplate, Bindings, Draft, DraftContext } from '../../channel.ts';
import { isSameText, replacedBy, withAddresses } from './draft-addresses.ts';
import { bodyFields, COMMON, fieldAt, fillBody } from './draft-body.ts';
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
  const texts = filledTexts(body, brand);
  const mode = modeOf(brand, texts, approved);
  const isWhole = mode === 'full' || mode === 'free';
  const replaced = replacedBy(brand, mode === 'variables' ? template : undefined, bindings);
  const separated = mode === 'variables' ? variableFields(body, texts, brand, replaced) : {};
  const fields = isWhole ? bodyFields(body, brand, test.buttons) : separated;
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
    ...variablesIn(mode, texts, subject, brand),
    mistakes: [
      ...checkSettings(test, { mode, content, body, texts, template: approved && template }),
      ...(isWhole ? missing : mode === 'variables' ? replaced.mistakes : []),
      ...(groupTag && 'address' in groupTag && key === undefined ? [noKey(groupTag.address)] : []),
    ],
    risks: [],
    fill: (senderKey, values) => ({
      senderkey: senderKey,
      ...common,
      ...(isWhole ? fillBody(fields, values) : fillFields(fields, values)),
    }),
    fieldOf: (path) => fieldAt(path, test, body, fields),
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
