import type { JsonObject } from '../../core/json.ts';
import type { BrandBubble, Video } from '../../preview/bubble.ts';
import { brandParts, optOutLine } from '../../preview/sent/brand.ts';
import { objectAt, type PictureAt, textAt } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import { brandTemplateFor, filledBrandContent } from '../message/brand/phone.ts';
import { type BrandType, bubbleTypes, type Message } from '../message/message.ts';
import { bodyOf } from '../resource/brand-template/body.ts';
import type { BrandTemplate, BrandVideo } from '../resource/brand-template/template.ts';
import { phoneTime, pictureOf, senderOf, videoOf } from './bubble-parts.ts';

/** A brand template as the phone shows it, with unfilled variables. */
export function brandTemplateBubble(context: Context, template: BrandTemplate): BrandBubble {
  const { content, senderKey } = template;
  return {
    kind: 'brand',
    type: content.chatBubbleType,
    sender: senderOf(context, senderKey),
    ad: true, // assumption 86
    adult: content.adult,
    ...brandParts(bodyOf(content), pictures(context)),
    ...withVideo(context, bodyOf(content), content.video),
  };
}

/** A sent brand message. If it sends its template or variables, the filled template is shown. */
export function brandBubble(
  context: Context,
  { type, content }: { type: BrandType; content: JsonObject },
  sendAt: Message['sendAt'],
): BrandBubble {
  const senderKey = textAt(content, 'senderkey');
  const registered = brandTemplateFor(context, senderKey, textAt(content, 'templatecode'))?.content;
  const body = filledBrandContent(context, { type, content, sendAt });
  return {
    kind: 'brand',
    type: bubbleTypes[type],
    sender: senderOf(context, senderKey),
    at: phoneTime(context, sendAt),
    ad: true,
    adult: textAt(content, 'adult') === 'Y' || registered?.adult === true,
    optOut: optOutOf(context, content, senderKey),
    ...brandParts(body, pictures(context)),
    ...(type === 'up' && withVideo(context, body, registered?.video ?? null)),
  };
}

/** The opt-out number of the send, else of the profile (message API 2.10). */
function optOutOf(context: Context, content: JsonObject, senderKey: string): string {
  if (textAt(content, 'sendtarget') !== 'marketing') return '';
  const profile = context.store.profiles.get(senderKey);
  const sent = textAt(content, 'unsubscribephonenumber');
  const [number, auth] = sent
    ? [sent, textAt(content, 'unsubscribeauthnumber')]
    : [profile?.unsubscribePhoneNumber ?? '', profile?.unsubscribeAuthNumber ?? ''];
  return optOutLine(number, auth);
}

function pictures(context: Context): PictureAt {
  return (url, alt) => pictureOf(context, url, alt);
}

/** A body has the address of a video; a template may have its id. */
function withVideo(context: Context, body: JsonObject, registered: BrandVideo | null): { video?: Video } {
  const sent = objectAt(body, 'video');
  if (sent === undefined && registered === null) return {};
  const videoUrl = textAt(sent ?? {}, 'video_url');
  const vid = videoUrl === '' ? (registered?.vid ?? null) : null;
  return { video: videoOf(context, { vid, videoUrl, thumbnailUrl: textAt(sent ?? {}, 'thumbnail_url') }) };
}
