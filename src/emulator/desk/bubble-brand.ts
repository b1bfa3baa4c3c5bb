import type { JsonObject } from '../../core/json.ts';
import type {
  BrandBubble,
  BubbleImage,
  CarouselCard,
  Commerce,
  Coupon,
  Price,
  Video,
  WideItem,
} from '../../preview/bubble.ts';
import type { Context } from '../context.ts';
import { bodyOf } from '../message/brand/body.ts';
import { brandTemplateFor, filledBrandContent } from '../message/brand/phone.ts';
import type { Message } from '../message/message.ts';
import type { BrandVideo } from '../resource/brand-template/shape.ts';
import type { BrandTemplate } from '../resource/brand-template/store.ts';
import { type BrandType, bubbleTypes } from '../resource/brand-template/type.ts';
import { listOf } from '../shape.ts';
import { sentButton } from './bubble-notification.ts';
import { objectAt, phoneTime, senderOf, sentLink, textAt } from './bubble-parts.ts';
import { pictureOf, videoOf } from './pictures.ts';

/** A brand template as the phone shows it, with unfilled variables. */
export function brandTemplateBubble(context: Context, template: BrandTemplate): BrandBubble {
  const { content, senderKey } = template;
  return {
    kind: 'brand',
    type: content.chatBubbleType,
    sender: senderOf(context, senderKey),
    ad: true, // assumption 86
    adult: content.adult,
    ...bodyParts(context, bodyOf(content)),
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
    ...bodyParts(context, body),
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
  if (number === '') return '';
  return auth === '' ? `무료수신거부 ${number}` : `무료수신거부 ${number} (인증번호 ${auth})`;
}

/** The parts that the body of a send shows (message API 2.10, variants 3 and 4). */
function bodyParts(context: Context, body: JsonObject): Omit<BrandBubble, 'kind' | 'type' | 'sender'> {
  const carousel = objectAt(body, 'carousel');
  const commerce = objectAt(body, 'commerce');
  const item = objectAt(body, 'item');
  return {
    ...withImage(context, body),
    header: textAt(body, 'header'),
    content: textAt(body, 'message'),
    additionalContent: textAt(body, 'additionalcontent'),
    ...(item && { items: listOf(item, 'list').map((one) => itemOf(context, one)) }),
    ...(carousel && { carousel: carouselOf(context, carousel) }),
    ...(commerce && { commerce: commerceOf(commerce) }),
    buttons: listOf(body, 'button').map(sentButton),
    ...withCoupon(body),
  };
}

function withImage(context: Context, part: JsonObject): { image?: BubbleImage; imageLink?: { mobile: string } } {
  const image = objectAt(part, 'image');
  if (image === undefined) return {};
  const link = textAt(image, 'img_link');
  return {
    image: pictureOf(context, textAt(image, 'img_url'), '이미지'),
    ...(link !== '' && { imageLink: { mobile: link } }),
  };
}

function withCoupon(part: JsonObject): { coupon?: Coupon } {
  const coupon = objectAt(part, 'coupon');
  if (coupon === undefined) return {};
  const { title, description } = { title: textAt(coupon, 'title'), description: textAt(coupon, 'description') };
  return { coupon: { title, description, link: sentLink(coupon) } };
}

function itemOf(context: Context, item: JsonObject): WideItem {
  const title = textAt(item, 'title');
  return { title, image: pictureOf(context, textAt(item, 'img_url'), title || '이미지'), link: sentLink(item) };
}

function carouselOf(context: Context, carousel: JsonObject): NonNullable<BrandBubble['carousel']> {
  const head = objectAt(carousel, 'head');
  const tail = objectAt(carousel, 'tail');
  return {
    ...(head && {
      intro: {
        header: textAt(head, 'header'),
        content: textAt(head, 'content'),
        image: pictureOf(context, textAt(head, 'image_url'), textAt(head, 'header') || '이미지'),
        link: sentLink(head),
      },
    }),
    cards: listOf(carousel, 'list').map((card) => cardOf(context, card)),
    ...(tail && { more: sentLink(tail) }),
  };
}

function cardOf(context: Context, card: JsonObject): CarouselCard {
  const attached = objectAt(card, 'attachment') ?? {};
  const commerce = objectAt(attached, 'commerce');
  return {
    ...withImage(context, attached),
    header: textAt(card, 'header'),
    content: textAt(card, 'message'),
    additionalContent: textAt(card, 'additional_content'),
    ...(commerce && { commerce: commerceOf(commerce) }),
    buttons: listOf(attached, 'button').map(sentButton),
    ...withCoupon(attached),
  };
}

function commerceOf(commerce: JsonObject): Commerce {
  return {
    title: textAt(commerce, 'title'),
    regularPrice: priceAt(commerce, 'regular_price'),
    discountPrice: priceAt(commerce, 'discount_price'),
    discountRate: priceAt(commerce, 'discount_rate'),
    discountFixed: priceAt(commerce, 'discount_fixed'),
  };
}

/** "" if there is no price: a bubble treats both as absent. */
function priceAt(commerce: JsonObject, name: string): Price {
  const value = commerce[name];
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** A body has the address of a video; a template may have its id. */
function withVideo(context: Context, body: JsonObject, registered: BrandVideo | null): { video?: Video } {
  const sent = objectAt(body, 'video');
  if (sent === undefined && registered === null) return {};
  const videoUrl = textAt(sent ?? {}, 'video_url');
  const vid = videoUrl === '' ? (registered?.vid ?? null) : null;
  return { video: videoOf(context, { vid, videoUrl, thumbnailUrl: textAt(sent ?? {}, 'thumbnail_url') }) };
}
