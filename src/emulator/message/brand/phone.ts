import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { formatStamp } from '../../dates.ts';
import { bodyOf } from '../../resource/brand-template/body.ts';
import { type BrandContent, type BrandTemplate, versionAt } from '../../resource/brand-template/template.ts';
import { imageProblem, videoProblem } from '../../resource/brand-template/uploads.ts';
import type { Profile } from '../../resource/entities.ts';
import { canSend, ownersOf } from '../../resource/profile/operations.ts';
import { firstOf, isNothing, textOf } from '../../shape.ts';
import { delivery, type MessageChannel, type Outgoing, type Undelivered } from '../channel.ts';
import { differences, pickBody } from '../matching.ts';
import { type BrandType, bubbleTypes } from '../message.ts';
import { fillBody } from './filling.ts';
import { checkBrand, variantOf } from './payload.ts';
import { checkValues } from './rules.ts';
import { bodyShapes, brandShape, isOpenPrice } from './shape.ts';

/** The channel of one brand message type (message API 2.10). */
export function brandChannel(type: BrandType): MessageChannel {
  return {
    family: 'messenger',
    success: '7000',
    media: () => 'brandmessage',
    shape: () => brandShape(type),
    check: ({ wire }, content, path) => checkBrand(type, content, path, wire.couponScheme),
    failure: (context, message) => brandFailure(context, { ...message, type }),
  };
}

/** A brand message to deliver. Its content has passed `checkBrand`. */
type BrandSend = Outgoing & { type: BrandType };

/** The documents show 7322. The other codes are assumed (assumption 107). */
const brandDelivery = { outsideHours: '7322', asset: '7319', noGroupTag: '7320' } as const;

/** Returns why a brand message is not delivered: the sender, the hour, or the bubble (message API 2.10). */
function brandFailure(context: Context, send: BrandSend): Undelivered | undefined {
  const profile = context.store.profiles.get(textOf(send.content, 'senderkey'));
  if (profile === undefined || !canSend(profile))
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  return (
    marketingFailure(profile, send.content) ??
    hoursFailure(send) ??
    tagFailure(context, profile, send.content) ??
    bubbleFailure(context, profile, send)
  );
}

/** The filled body fields that the phone shows. If the template is gone, only the sent fields are known. */
export function filledBrandContent(context: Context, send: Pick<BrandSend, 'type' | 'content' | 'sendAt'>): JsonObject {
  const { type, content, sendAt } = send;
  const variant = variantOf(content);
  if (variant === 'free' || variant === 'text') return pickBody(content, bodyShapes[type]);
  const template = brandTemplateFor(context, textOf(content, 'senderkey'), textOf(content, 'templatecode'));
  return template === undefined
    ? {}
    : fillBody(registeredBody(type, versionAt(template, sendAt).content), content).body;
}

/** The body fields that this type has: the text of a COMMERCE is not sent (message API 2.10). */
function registeredBody(type: BrandType, template: BrandContent): JsonObject {
  return pickBody(bodyOf(template), bodyShapes[type]);
}

/** The brand template that a send names, of the profile or of one of its groups. */
export function brandTemplateFor(context: Context, senderKey: string, code: string): BrandTemplate | undefined {
  return firstOf(ownersOf(context, senderKey), ({ key }) => context.store.brandTemplates.of(key, code));
}

/** Marketing messages need a permission and an opt-out number (message API 2.10, condition 3). */
function marketingFailure(profile: Profile, content: JsonObject): Undelivered | undefined {
  if (textOf(content, 'sendtarget') !== 'marketing') return undefined;
  if (!profile.brandMessage) return [delivery.profile, 'the sender profile has no permission for marketing'];
  return isNothing(content['unsubscribephonenumber']) && isNothing(profile.unsubscribePhoneNumber)
    ? [delivery.profile, 'there is no opt-out number, neither sent nor registered with the sender profile']
    : undefined;
}

const OPENS = '080000';
const CLOSES = '205000';
/** Country codes of Korea without leading zeros. No code means Korea too. */
const KOREA = ['82', 'KR', ''];

/** Allowed from 08:00:00 to before 20:50:00, Korean time. Numbers of other countries have no limit (assumption 108). */
function hoursFailure({ sendAt, country }: BrandSend): Undelivered | undefined {
  const code = (country ?? '').toUpperCase().replace(/^[+0]+/, '');
  if (!KOREA.includes(code)) return undefined;
  const time = formatStamp(sendAt).slice(8);
  return time >= OPENS && time < CLOSES
    ? undefined
    : [brandDelivery.outsideHours, 'brand messages are sent from 08:00 to 20:50, Korean time'];
}

/** A group tag must belong to the profile or to one of its groups. */
function tagFailure(context: Context, profile: Profile, content: JsonObject): Undelivered | undefined {
  const key = textOf(content, 'grouptagkey');
  if (key === '') return undefined;
  const owner = context.store.groupTags.get(key)?.senderKey;
  return ownersOf(context, profile.key).some(({ key: own }) => own === owner)
    ? undefined
    : [brandDelivery.noGroupTag, 'there is no such group tag'];
}

function bubbleFailure(context: Context, profile: Profile, send: BrandSend): Undelivered | undefined {
  const { type, content, sendAt } = send;
  const variant = variantOf(content);
  if (variant === 'free') return assetFailure(context, profile, type, content, {});
  const template = brandTemplateFor(context, profile.key, textOf(content, 'templatecode'));
  if (template === undefined) return [delivery.noTemplate, 'there is no such template'];
  if (template.status !== 'A') return [delivery.notSendable, 'the template is blocked'];
  // A later update does not change what was sent.
  const registered = versionAt(template, sendAt).content;
  const bubble = registered.chatBubbleType;
  if (bubble !== bubbleTypes[type])
    return [delivery.differs, `the template is ${bubble}, which is not sent as ${type}`];
  const pattern = registeredBody(type, registered);
  const [body, problems] = bodyAgainst(pattern, send, variant === 'text');
  if (problems.length > 0) return [delivery.differs, problems.join('; ')];
  return ruleFailure(type, pattern, body) ?? assetFailure(context, profile, type, body, pattern);
}

/** Variant 3: the full text must equal the template, line breaks included. Variants 1 and 2: every variable must be filled. */
function bodyAgainst(pattern: JsonObject, { type, content }: BrandSend, isText: boolean): [JsonObject, string[]] {
  if (isText) {
    const sent = pickBody(content, bodyShapes[type]);
    return [sent, differences(pattern, sent, isOpenPrice)];
  }
  const { body, problems } = fillBody(pattern, content);
  return [body, problems];
}

/** Lengths count after substitution (resource API 2.4). */
function ruleFailure(type: BrandType, pattern: JsonObject, body: JsonObject): Undelivered | undefined {
  const broken = checkValues(type, pattern, body);
  return broken && [broken.isTooLong ? delivery.tooLong : delivery.differs, broken.detail ?? ''];
}

function assetFailure(
  context: Context,
  profile: Profile,
  type: BrandType,
  body: JsonObject,
  registered: JsonObject,
): Undelivered | undefined {
  const problem =
    imageProblem(context, bubbleTypes[type], body, 'send', registered) ??
    videoProblem(context, profile, body, registered);
  return problem === undefined ? undefined : [brandDelivery.asset, problem];
}
