import type { JsonObject } from '../../core/json.ts';
import { zonedTime } from '../../core/zone.ts';
import type {
  BrandBubble,
  Bubble,
  BubbleImage,
  Emphasis,
  NotificationBubble,
  TextMessageBubble,
  Video,
} from '../../preview/bubble.ts';
import { brandParts, optOutLine } from '../../preview/sent/brand.ts';
import { notificationParts } from '../../preview/sent/notification.ts';
import { objectAt, textAt } from '../../preview/sent/parts.ts';
import { textMessageParts } from '../../preview/sent/text.ts';
import { trimEndOf } from '../../text/trim.ts';
import type { Context } from '../context.ts';
import { brandTemplateFor, filledBrandContent } from '../message/brand/phone.ts';
import { bubbleTypes, isBrandType, isNotificationType, type Message, type MessageType } from '../message/message.ts';
import { bodyOf as templateBody } from '../message/notification/matching.ts';
import { templateFor } from '../message/notification/payload.ts';
import { shownNumber } from '../numbers.ts';
import { bodyOf } from '../resource/brand-template/body.ts';
import type { BrandTemplate, BrandVideo } from '../resource/brand-template/template.ts';
import type { VerificationToken } from '../resource/entities.ts';
import { IMAGE_PATH, uploadedImage } from '../resource/image/gallery.ts';
import { CHANNEL_ADD_NOTICE } from '../resource/template/operations.ts';
import type { Template, TemplateContent } from '../resource/template/template.ts';
import { THUMBNAIL_PATH, videoAt } from '../resource/video/operations.ts';

/** The bubble of a message on one channel. */
export function sentBubble(
  context: Context,
  message: Message,
  { type, content }: { type: MessageType; content: JsonObject },
): Bubble {
  const { from, sendAt } = message;
  const at = phoneTime(context, sendAt);
  if (isNotificationType(type)) {
    const template = templateFor(context, textAt(content, 'senderkey'), textAt(content, 'templatecode'));
    return { ...notificationBubble(context, type, content, template?.content), at };
  }
  if (!isBrandType(type)) {
    const picture = (key: string, alt: string) => pictureOf(context, `${context.url()}${IMAGE_PATH}/${key}`, alt);
    const parts = textMessageParts(type, content, picture);
    return { kind: 'text', channel: type, sender: shownNumber(context, from), at, ...parts };
  }
  const senderKey = textAt(content, 'senderkey');
  const registered = brandTemplateFor(context, senderKey, textAt(content, 'templatecode'))?.content;
  const body = filledBrandContent(context, { type, content, sendAt });
  return {
    ...brandBubble(context, senderKey, bubbleTypes[type], body, type === 'up' ? (registered?.video ?? null) : null),
    at,
    adult: textAt(content, 'adult') === 'Y' || registered?.adult === true,
    optOut: optOutOf(context, content, senderKey),
  };
}

/** The message with the verification token, to the admin of a channel (resource API 5). */
export function tokenBubble(context: Context, { token, channel, issuedAt }: VerificationToken): TextMessageBubble {
  const text = `[${token}] ${channel} 채널의 발신 프로필 등록 인증번호입니다.`;
  return { kind: 'text', channel: 'sms', sender: '인증번호', at: phoneTime(context, issuedAt), text };
}

/** A notification template as the phone shows it, with unfilled variables. */
export function templateBubble(context: Context, { content, senderKey }: Template): NotificationBubble {
  const body = { senderkey: senderKey, ...templateBody(content, content.templateContent) };
  return notificationBubble(context, content.templateEmphasizeType === 'IMAGE' ? 'ai' : 'at', body, content);
}

/** A brand template as the phone shows it, with unfilled variables. */
export function brandTemplateBubble(context: Context, { content, senderKey }: BrandTemplate): BrandBubble {
  const bubble = brandBubble(context, senderKey, content.chatBubbleType, bodyOf(content), content.video);
  return { ...bubble, adult: content.adult };
}

/**
 * The bubble of a notification message. Parts that a send does not have (extra text, subtitle, preview message, images)
 * come from its template (assumption 77).
 */
function notificationBubble(
  context: Context,
  type: MessageType,
  sent: JsonObject,
  registered: TemplateContent | undefined,
): NotificationBubble {
  const { content, highlight, ...parts } = notificationParts(sent);
  const image = registered?.templateItemHighlight?.imageUrl;
  const body = registered?.templateContent ?? '';
  const addsChannel = ['AD', 'MI'].includes(registered?.templateMessageType ?? '') || body.endsWith(CHANNEL_ADD_NOTICE);
  return {
    kind: 'notification',
    sender: senderOf(context, textAt(sent, 'senderkey')),
    emphasis: emphasisOf(context, type, sent, registered),
    ...parts,
    ...(highlight && {
      highlight: { ...highlight, ...(image && { image: pictureOf(context, image, highlight.title) }) },
    }),
    // The channel-add notice of a conversion (assumption 59) is drawn separately.
    content: content.endsWith(CHANNEL_ADD_NOTICE)
      ? trimEndOf(content.slice(0, -CHANNEL_ADD_NOTICE.length), '\n')
      : content,
    extra: registered?.templateExtra ?? '',
    notice: addsChannel ? CHANNEL_ADD_NOTICE : '',
    preview: registered?.templatePreviewMessage ?? '',
    security: registered?.securityFlag ?? false,
  };
}

/** Without a template, the emphasis follows from the message. */
function emphasisOf(
  context: Context,
  type: MessageType,
  sent: JsonObject,
  registered: TemplateContent | undefined,
): Emphasis {
  const title = textAt(sent, 'title');
  const guessed = type === 'ai' ? 'IMAGE' : title !== '' ? 'TEXT' : objectAt(sent, 'item') ? 'ITEM_LIST' : 'NONE';
  const emphasis = registered?.templateEmphasizeType ?? guessed;
  if (emphasis === 'TEXT') return { type: 'TEXT', title, subtitle: registered?.templateSubtitle ?? '' };
  if (emphasis !== 'IMAGE') return { type: emphasis === 'ITEM_LIST' ? 'ITEM_LIST' : 'NONE' };
  const alt = registered?.templateImageName || '이미지';
  return { type: 'IMAGE', image: pictureOf(context, registered?.templateImageUrl, alt) };
}

function brandBubble(
  context: Context,
  senderKey: string,
  type: BrandBubble['type'],
  body: JsonObject,
  registered: BrandVideo | null,
): BrandBubble {
  const sent = objectAt(body, 'video');
  return {
    kind: 'brand',
    type,
    sender: senderOf(context, senderKey),
    ad: true, // assumption 86
    ...brandParts(body, (url, alt) => pictureOf(context, url, alt)),
    ...(type === 'PREMIUM_VIDEO' && (sent ?? registered) && { video: videoOf(context, sent ?? {}, registered) }),
  };
}

/** A body has the address of a video; a template may have its id. The given thumbnail is shown, else its own. */
function videoOf(context: Context, sent: JsonObject, registered: BrandVideo | null): Video {
  const url = textAt(sent, 'video_url');
  const vid = url === '' ? registered?.vid : undefined;
  const video = vid ? context.store.videos.get(vid) : videoAt(context, url);
  const given = pictureOf(context, textAt(sent, 'thumbnail_url'), '동영상');
  if (video === undefined) return { thumbnail: given };
  const own = { href: `${THUMBNAIL_PATH}/${video.vid}.png`, alt: video.title };
  const { duration = 0 } = video.upload ?? {};
  return {
    thumbnail: given.href === null ? own : given,
    title: video.title,
    ...(duration > 0 && { duration: Math.round(duration) }),
  };
}

/** The opt-out number of the send, else of the profile (message API 2.10). */
function optOutOf(context: Context, content: JsonObject, senderKey: string): string {
  if (textAt(content, 'sendtarget') !== 'marketing') return '';
  const sent = textAt(content, 'unsubscribephonenumber');
  if (sent !== '') return optOutLine(sent, textAt(content, 'unsubscribeauthnumber'));
  const profile = context.store.profiles.get(senderKey);
  return optOutLine(profile?.unsubscribePhoneNumber ?? '', profile?.unsubscribeAuthNumber ?? '');
}

/** The sender that the phone shows: the alias of the profile, or a substitute. */
function senderOf(context: Context, senderKey: string): string {
  return context.store.profiles.get(senderKey)?.alias ?? '알 수 없는 채널';
}

/** A time as a phone shows it, in the project's time zone: `오후 2:30 KST`. */
function phoneTime({ timezone }: Context, ms: number): string {
  const [, time = '', zone = ''] = zonedTime(ms, timezone, 'minute').split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${zone}`;
}

/**
 * An image of a bubble. Only an upload of this emulator is shown, by its path. Any other address is a placeholder,
 * because the page loads nothing from other servers.
 */
function pictureOf(context: Context, url: string | null | undefined, alt: string): BubbleImage {
  const image = uploadedImage(context, url ?? '');
  if (image === undefined) return { href: null, alt };
  const { id, width, height } = image;
  return { href: `${IMAGE_PATH}/${id}`, alt, width, height };
}
