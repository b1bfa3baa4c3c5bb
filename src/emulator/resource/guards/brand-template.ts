import type { JsonObject } from '../../../core/json.ts';
import { type Refused, refuse, result } from '../../answers.ts';
import { type BrandContent, CHAT_BUBBLES, type ChatBubble } from '../../store/brand-template.ts';
import type { ImageUse } from '../../store/image.ts';
import type { KeyType } from '../../store/template.ts';
import { checkButtonVariables, readBrandButtons } from './brand-buttons.ts';
import { readCarousel } from './brand-carousel.ts';
import { readCommerce } from './brand-commerce.ts';
import { readCoupon } from './brand-coupon.ts';
import { readImage, readOptionalImage } from './brand-images.ts';
import { readMainItem, readSubItems } from './brand-items.ts';
import { checkVariables, readLines, readLink } from './brand-texts.ts';
import { readVideo, type VideoRules } from './brand-video.ts';
import { Reading } from './reading.ts';

const HEADER_MAX = 20;
const ADDITIONAL = { max: 34, breaks: 1 };

const LONG = { max: 1300, breaks: 99 };
const SHORT = { max: 76, breaks: 5 };

type Member = Exclude<keyof BrandContent, 'templateName' | 'chatBubbleType' | 'adult'>;

/** What a bubble has at all, and which texts and picture (resource API 2.4; assumptions 120 and 121). */
interface BubbleRule {
  members: readonly Member[];
  required: readonly Member[];
  content?: { max: number; breaks: number };
  image?: ImageUse;
}

const BUBBLES: Readonly<Record<ChatBubble, BubbleRule>> = {
  TEXT: { members: ['content', 'buttons', 'coupon'], required: ['content'], content: LONG },
  IMAGE: {
    members: ['content', 'imageUrl', 'imageLink', 'buttons', 'coupon'],
    required: ['content', 'imageUrl'],
    content: LONG,
    image: 'brand/default',
  },
  WIDE: {
    members: ['content', 'imageUrl', 'imageLink', 'buttons', 'coupon'],
    required: ['content', 'imageUrl'],
    content: SHORT,
    image: 'brand/wide',
  },
  WIDE_ITEM_LIST: {
    members: ['header', 'mainWideItem', 'subWideItemList', 'buttons', 'coupon'],
    required: ['header', 'mainWideItem', 'subWideItemList'],
  },
  CAROUSEL_FEED: { members: ['carousel'], required: ['carousel'] },
  PREMIUM_VIDEO: {
    members: ['header', 'content', 'video', 'buttons', 'coupon'],
    required: ['video'],
    content: SHORT,
  },
  COMMERCE: {
    members: ['content', 'additionalContent', 'imageUrl', 'imageLink', 'commerce', 'buttons', 'coupon'],
    required: ['content', 'imageUrl', 'commerce', 'buttons'],
    image: 'brand/default',
  },
  CAROUSEL_COMMERCE: { members: ['carousel'], required: ['carousel'] },
};

const MEMBERS: readonly Member[] = [...new Set(Object.values(BUBBLES).flatMap(({ members }) => members))];

/** What no bubble forbids (resource API 2.4). */
const EVERYWHERE: readonly Member[] = [
  'header',
  'content',
  'additionalContent',
  'imageUrl',
  'imageLink',
  'commerce',
  'buttons',
  'coupon',
];

/** What the guard asks of the world around a template. */
export interface BrandSurroundings extends VideoRules {
  senderKeyType: KeyType;
  /** How the URL of a channel coupon begins: `noticetalk=coupon://`. */
  couponScheme: string;
}

/** The content of a brand template, checked by every rule of resource API 2.4; a refusal where one is broken. */
export function readBrandTemplate(body: JsonObject, surroundings: BrandSurroundings): BrandContent | Refused {
  const reading = new Reading(body);
  const templateName = reading.requiredText('templateName');
  const bubble = reading.word('chatBubbleType', CHAT_BUBBLES);
  const adult = reading.flag('adult');
  if (bubble === '') return reading.failure ?? refuse(result.parameters, 'chatBubbleType is required');
  checkMembers(reading, bubble);
  const content = { templateName, chatBubbleType: bubble, adult, ...readMembers(reading, bubble, surroundings) };
  checkVariables(reading, content);
  checkButtonVariables(reading, content);
  if (bubble === 'PREMIUM_VIDEO' && surroundings.senderKeyType === 'G')
    reading.fail(result.profile, 'video is not for groups: their profiles have no videos');
  return reading.failure ?? content;
}

/** Members that every template may have; a send refuses those of another bubble (assumptions 100, 121). */
function checkMembers(reading: Reading, bubble: ChatBubble): void {
  const { members, required } = BUBBLES[bubble];
  for (const name of MEMBERS) {
    const isGiven = reading.has(name);
    if (isGiven && !members.includes(name) && !EVERYWHERE.includes(name))
      reading.fail(result.parameters, `${name} is no member of a ${bubble}`);
    if (!isGiven && required.includes(name))
      reading.fail(result.parameters, `${name === 'carousel' ? 'carousel.list' : name} is required`);
  }
}

function readMembers(
  reading: Reading,
  bubble: ChatBubble,
  surroundings: BrandSurroundings,
): Pick<BrandContent, Member> {
  const { find, couponScheme } = surroundings;
  const { members, required, content, image = 'brand/default' } = BUBBLES[bubble];
  const has = (name: Member): boolean => members.includes(name);
  const needs = (name: Member): boolean => required.includes(name);
  const header = { breaks: 0, required: needs('header'), ...(has('header') && { max: HEADER_MAX }) };
  return {
    header: readLines(reading, 'header', header),
    content: readContent(reading, content, needs('content')),
    additionalContent: readLines(reading, 'additionalContent', ADDITIONAL),
    imageUrl: (needs('imageUrl') ? readImage : readOptionalImage)(reading, image, find)?.url ?? null,
    imageLink: readLink(reading, 'imageLink'),
    carousel:
      bubble === 'CAROUSEL_FEED' || bubble === 'CAROUSEL_COMMERCE'
        ? readCarousel(reading, { bubble, find, scheme: couponScheme })
        : null,
    mainWideItem: has('mainWideItem') ? readMainItem(reading, find) : null,
    subWideItemList: has('subWideItemList') ? readSubItems(reading, find) : [],
    video: has('video') ? readVideo(reading, surroundings) : null,
    commerce: readCommerce(reading),
    buttons: readBrandButtons(reading, bubble),
    coupon: readCoupon(reading, bubble, couponScheme),
  };
}

function readContent(reading: Reading, limits: BubbleRule['content'], required: boolean): string | null {
  reading.text('content', { required });
  return readLines(reading, 'content', { breaks: Number.POSITIVE_INFINITY, ...limits, code: result.bodyTooLong });
}
