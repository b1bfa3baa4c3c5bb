import type { JsonObject } from '../../core/json.ts';
import { zonedTime } from '../../core/zone.ts';
import type { BubbleImage, BubbleLink, TextMessageBubble, Video } from '../../preview/bubble.ts';
import { textMessageParts } from '../../preview/sent/text.ts';
import type { Context } from '../context.ts';
import type { Message } from '../message/message.ts';
import { shownNumber } from '../numbers.ts';
import type { VerificationToken } from '../resource/entities.ts';
import { IMAGE_PATH, uploadedImage } from '../resource/image/gallery.ts';
import { THUMBNAIL_PATH, videoAt } from '../resource/video/operations.ts';

/** The sender that the phone shows: the alias of the profile, or a substitute. */
export function senderOf(context: Context, senderKey: string): string {
  return context.store.profiles.get(senderKey)?.alias ?? '알 수 없는 채널';
}

/** A time as a phone shows it, in the project's time zone: `오후 2:30 KST`. */
export function phoneTime({ timezone }: Context, ms: number): string {
  const [, time = '', zone = ''] = zonedTime(ms, timezone, 'minute').split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${zone}`;
}

/** The links of a part of a template. `linkMo` of notification templates is `linkMobile` of brand templates. */
export function registeredLink(part: object): BubbleLink {
  const links: Record<string, unknown> = { ...part };
  const text = (...names: string[]): string => names.map((name) => links[name]).find(isText) ?? '';
  return {
    mobile: text('linkMo', 'linkMobile'),
    pc: text('linkPc'),
    android: text('linkAnd', 'linkAndroid'),
    ios: text('linkIos'),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * An image of a bubble. Only an upload of this emulator is shown, by its path. Any other address is a placeholder,
 * because the page loads nothing from other servers.
 */
export function pictureOf(context: Context, url: string | null | undefined, alt: string): BubbleImage {
  const image = uploadedImage(context, url ?? '');
  if (image === undefined) return { href: null, alt };
  const { id, width, height } = image;
  return { href: `${IMAGE_PATH}/${id}`, alt, width, height };
}

/** A video by its id or address, with the given thumbnail, else its own. */
export function videoOf(
  context: Context,
  { vid, videoUrl, thumbnailUrl }: { vid?: string | null; videoUrl: string; thumbnailUrl: string },
): Video {
  const video = vid ? context.store.videos.get(vid) : videoAt(context, videoUrl);
  const given = pictureOf(context, thumbnailUrl, '동영상');
  if (video === undefined) return { thumbnail: given };
  const own = { href: `${THUMBNAIL_PATH}/${video.vid}.png`, alt: video.title };
  const { duration = 0 } = video.upload ?? {};
  return {
    thumbnail: given.href === null ? own : given,
    title: video.title,
    ...(duration > 0 && { duration: Math.round(duration) }),
  };
}

type TextChannel = TextMessageBubble['channel'];

/** A text message, RCS or ntalk as the phone shows it (message API 2.5 to 2.8). */
export function textBubble(
  context: Context,
  { type, content }: { type: TextChannel; content: JsonObject },
  { from, sendAt }: Pick<Message, 'from' | 'sendAt'>,
): TextMessageBubble {
  return {
    kind: 'text',
    channel: type,
    sender: shownNumber(context, from),
    at: phoneTime(context, sendAt),
    ...textMessageParts(type, content, (key, alt) => pictureOf(context, `${context.url()}${IMAGE_PATH}/${key}`, alt)),
  };
}

/** The message with the verification token, to the admin of a channel (resource API 5). */
export function tokenBubble(context: Context, { token, channel, issuedAt }: VerificationToken): TextMessageBubble {
  return {
    kind: 'text',
    channel: 'sms',
    sender: '인증번호',
    at: phoneTime(context, issuedAt),
    text: `[${token}] ${channel} 채널의 발신 프로필 등록 인증번호입니다.`,
  };
}
