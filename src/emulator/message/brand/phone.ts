import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { formatStamp } from '../../dates.ts';
import type { BrandContent } from '../../resource/brand-template/shape.ts';
import type { BrandTemplate } from '../../resource/brand-template/store.ts';
import { type BrandType, bubbleTypes } from '../../resource/brand-template/type.ts';
import { isUsable, ownersOf } from '../../resource/profile/operations.ts';
import type { Profile } from '../../resource/profile/store.ts';
import { isNothing, textOf } from '../../shape.ts';
import { check, delivery, type MessageChannel, type Outgoing, type Undelivered } from '../channel.ts';
import { bodyOf } from './body.ts';
import { fillBody } from './filling.ts';
import { differsFromBody, pickBody } from './matching.ts';
import { checkBrand, variantOf } from './payload.ts';
import { checkBody } from './rules.ts';
import { bodyShapes, brandShape, withoutPatterns } from './shape.ts';
import { imageProblem, videoProblem } from './uploads.ts';

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

/** A brand message that goes out. Its content has passed `checkBrand`. */
type BrandSend = Outgoing & { type: BrandType };

/** 7322 is the documents' own; the other two are assumed beside those of a notification (assumption 107). */
const brandDelivery = { outsideHours: '7322', asset: '7319', noGroupTag: '7320' } as const;

/**
 * Returns why a brand message is not delivered (message API 2.10): its sender, the hour, or its bubble, which is compared
 * with its template.
 */
function brandFailure(context: Context, send: BrandSend): Undelivered | undefined {
  const profile = context.store.profiles.get(textOf(send.content, 'senderkey'));
  if (profile === undefined || !isUsable(profile))
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  return (
    marketingFailure(profile, send.content) ??
    hoursFailure(send) ??
    tagFailure(context, profile, send.content) ??
    bubbleFailure(context, profile, send)
  );
}

/**
 * What the phone shows of a brand message: the body fields, variables filled, in the form of variants 3 and 4. Of a
 * template that is gone, nothing is known but the text that was sent.
 */
export function filledBrandContent(context: Context, send: Pick<BrandSend, 'type' | 'content' | 'sendAt'>): JsonObject {
  const { type, content, sendAt } = send;
  const variant = variantOf(content);
  if (variant === 'free' || variant === 'text') return pickBody(content, bodyShapes[type]);
  const template = brandTemplateFor(context, textOf(content, 'senderkey'), textOf(content, 'templatecode'));
  return template === undefined
    ? {}
    : fillBody(registeredBody(type, contentAt(context, template, sendAt)), content).body;
}

/** What of a template is shown as this type: COMMERCE has a text that no send knows (message API 2.10). */
function registeredBody(type: BrandType, template: BrandContent): JsonObject {
  return pickBody(bodyOf(template), bodyShapes[type]);
}

/** The content that a template had at a moment: an update since then changes nothing of what went out. */
function contentAt(context: Context, template: BrandTemplate, at: number): BrandContent {
  return context.store.brandPasts.at(template, at).content;
}

/** The brand template that a send names: the profile's own, or that of one of its groups. */
export function brandTemplateFor(context: Context, senderKey: string, code: string): BrandTemplate | undefined {
  return ownersOf(context, senderKey)
    .map(({ key }) => context.store.brandTemplates.of(key, code))
    .find((template) => template !== undefined);
}

/** Marketing to people who consented needs a permission, and an opt-out number (message API 2.10, condition 3). */
function marketingFailure(profile: Profile, content: JsonObject): Undelivered | undefined {
  if (textOf(content, 'sendtarget') !== 'marketing') return undefined;
  if (!profile.brandMessage) return [delivery.profile, 'the sender profile has no permission for marketing'];
  return isNothing(content['unsubscribephonenumber']) && isNothing(profile.unsubscribePhoneNumber)
    ? [delivery.profile, 'there is no opt-out number, neither sent nor registered with the sender profile']
    : undefined;
}

const OPENS = '080000';
const CLOSES = '205000';
/** What a country code for Korea is, without leading zeros, and none at all. */
const KOREA = ['82', 'KR', ''];

/** From 08:00:00 until before 20:50:00, Korean time; a number of another country has no limit (assumption 108). */
function hoursFailure({ sendAt, country }: BrandSend): Undelivered | undefined {
  const code = (country ?? '').toUpperCase().replace(/^[+0]+/, '');
  if (!KOREA.includes(code)) return undefined;
  const time = formatStamp(sendAt).slice(8);
  return time >= OPENS && time < CLOSES
    ? undefined
    : [brandDelivery.outsideHours, 'brand messages are sent from 08:00 to 20:50, Korean time'];
}

/** A tag that a send names is one of its profile, or of a group that the profile belongs to. */
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
  const registered = contentAt(context, template, sendAt);
  const bubble = registered.chatBubbleType;
  if (bubble !== bubbleTypes[type])
    return [delivery.differs, `the template is ${bubble}, which is not sent as ${type}`];
  const pattern = registeredBody(type, registered);
  const body = variant === 'text' ? textFor(pattern, pickBody(content, bodyShapes[type])) : filled(pattern, send);
  return Array.isArray(body)
    ? body
    : (ruleFailure(context, type, body) ?? assetFailure(context, profile, type, body, pattern));
}

/** Variant 3: the full text is the template's, to the newline. */
function textFor(pattern: JsonObject, sent: JsonObject): JsonObject | Undelivered {
  const difference = differsFromBody(pattern, sent);
  return difference === undefined ? sent : [delivery.differs, difference];
}

/** Variants 1 and 2: every variable is filled. */
function filled(pattern: JsonObject, { content }: BrandSend): JsonObject | Undelivered {
  const { body, problems } = fillBody(pattern, content);
  const [problem] = problems;
  return problem === undefined ? body : [delivery.differs, problem];
}

/** A template filled is a bubble that could be sent in full: lengths hold after substitution (resource API 2.4). */
function ruleFailure(context: Context, type: BrandType, body: JsonObject): Undelivered | undefined {
  const shape = bodyShapes[type];
  const tooLong = check(body, withoutPatterns(shape), '');
  if (tooLong !== undefined) return [delivery.tooLong, tooLong.detail ?? ''];
  const broken = check(body, shape, '') ?? checkBody(type, body, '', context.wire.couponScheme);
  return broken && [delivery.differs, broken.detail ?? ''];
}

function assetFailure(
  context: Context,
  profile: Profile,
  type: BrandType,
  body: JsonObject,
  registered: JsonObject,
): Undelivered | undefined {
  const problem = imageProblem(context, type, body, registered) ?? videoProblem(context, profile, body, registered);
  return problem === undefined ? undefined : [brandDelivery.asset, problem];
}
