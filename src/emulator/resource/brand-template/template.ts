import { result } from '../../answers.ts';
import { array, flag, integer, needed, object, oneOf, text } from '../../members.ts';
import type { Read, Shape } from '../../shape.ts';
import { type KeyType, SenderCollection } from '../template/template.ts';

/** The shape of brand templates (resource API 2.4). Members have their wire names; a missing member is null. */

const BRAND_BUTTON_TYPES = ['WL', 'AL', 'BK', 'AC', 'BF', 'BT', 'BC'] as const;

/** The fixed variable for a price that was left out at registration. A send fills it. */
export const PRICE_VARIABLES = {
  regularPrice: '#{정상가격}',
  discountPrice: '#{할인가격}',
  discountRate: '#{할인율}',
  discountFixed: '#{정액할인가격}',
} as const;

/** The members that some bubble requires. */
export const REQUIRED = [
  'content',
  'buttons',
  'imageUrl',
  'header',
  'mainWideItem',
  'subWideItemList',
  'carousel',
  'video',
  'commerce',
] as const;

type RequiredMember = (typeof REQUIRED)[number];

/** Members that only the bubbles which require them accept. A send refuses others of another bubble too (assumptions 100, 121). */
export const OF_ONE_BUBBLE: readonly RequiredMember[] = ['mainWideItem', 'subWideItemList', 'carousel', 'video'];

/** The required members of a bubble, and the limits of its texts (resource API 2.4; assumptions 120 and 121). */
interface BubbleRule {
  required: readonly RequiredMember[];
  header?: { max: number };
  content?: { max: number; breaks: number };
}

const HEADER = { max: 20 };
const LONG = { max: 1300, breaks: 99 };
const SHORT = { max: 76, breaks: 5 };

const bubbles = {
  TEXT: { required: ['content'], content: LONG },
  IMAGE: { required: ['content', 'imageUrl'], content: LONG },
  WIDE: { required: ['content', 'imageUrl'], content: SHORT },
  WIDE_ITEM_LIST: { required: ['header', 'mainWideItem', 'subWideItemList'], header: HEADER },
  CAROUSEL_FEED: { required: ['carousel'] },
  PREMIUM_VIDEO: { required: ['video'], header: HEADER, content: SHORT },
  COMMERCE: { required: ['content', 'imageUrl', 'commerce', 'buttons'] },
  CAROUSEL_COMMERCE: { required: ['carousel'] },
} satisfies Record<string, BubbleRule>;

export type ChatBubble = keyof typeof bubbles;

export const BUBBLES: Readonly<Record<ChatBubble, BubbleRule>> = bubbles;

export const CHAT_BUBBLES = Object.keys(bubbles) as ChatBubble[]; // the keys of the table

/** True for TEXT and IMAGE: they have longer button names, and a channel-add button first. */
export function isPlain(bubble: ChatBubble): boolean {
  return bubble === 'TEXT' || bubble === 'IMAGE';
}

const WIDE_BUBBLES: readonly ChatBubble[] = ['WIDE', 'WIDE_ITEM_LIST', 'PREMIUM_VIDEO'];

/** Any text: the documents show neither form nor length of a link at registration (assumption 124). */
const link = { is: 'text', code: result.links } as const;
const links = { linkMobile: link, linkPc: link, linkAndroid: link, linkIos: link } as const satisfies Shape;
const price = integer(0, 99_999_999);
const wideItem = { title: text, imageUrl: text, ...links } as const satisfies Shape;

export const headShape = {
  templateName: needed(text),
  chatBubbleType: needed(oneOf(...CHAT_BUBBLES)),
  adult: flag,
} as const satisfies Shape;

/** The other fields of `add` and `update`, with the lengths of a bubble (resource API 2.4). */
export function contentShapeOf(bubble: ChatBubble) {
  const { required, header, content } = BUBBLES[bubble];
  const button = object({
    name: { is: 'text', required: true, max: isPlain(bubble) ? 14 : 8, breaks: 0 },
    linkType: needed(oneOf(...BRAND_BUTTON_TYPES)),
    ...links,
    bizFormId: text,
    // `sortButtons` checks the number.
    ordering: { is: 'fitting', fits: () => true, what: 'a place', schema: {} },
  });
  const commerce = object({
    title: { is: 'text', required: true, breaks: 0 },
    ...{ regularPrice: price, discountPrice: price },
    discountRate: integer(1, 100),
    discountFixed: integer(0, 999_999),
  });
  const coupon = object({
    title: needed(text),
    description: { is: 'text', max: WIDE_BUBBLES.includes(bubble) ? 18 : 12, breaks: 0 },
    ...links,
  });
  const head = object({
    header: { is: 'text', max: 20 },
    content: { is: 'text', max: 50, breaks: 2 },
    imageUrl: text,
    ...links,
  });
  const card = object({
    header: { is: 'text', max: 20 },
    content: { is: 'text', max: 180, breaks: 10 },
    ...{ imageUrl: text, imageLink: link, commerce },
    // A card has up to two buttons and a coupon (resource API 4.9).
    buttons: { ...array(button, { max: 2 }), code: result.buttons },
    coupon,
  });
  return {
    header: { is: 'text', required: required.includes('header'), breaks: 0, ...header },
    content: { is: 'text', required: required.includes('content'), ...content, tooLong: result.bodyTooLong },
    additionalContent: { is: 'text', max: 34, breaks: 1 },
    imageUrl: { is: 'text', required: required.includes('imageUrl') },
    imageLink: link,
    carousel: object({ head, list: array(card), tail: object(links) }),
    mainWideItem: object(wideItem),
    subWideItemList: array(object(wideItem), { max: 4 }),
    // The documents do not show the members: a `vid` or a `videoUrl` (assumption 123).
    video: object({ vid: text, videoUrl: link, thumbnailUrl: text }),
    commerce,
    buttons: { ...array(button), code: result.buttons },
    coupon,
  } as const satisfies Shape;
}

/** The content of a request, whose buttons may have an `ordering`. */
export type GivenContent = Read<ReturnType<typeof contentShapeOf>>;
export type GivenButton = GivenContent['buttons'][number];
type GivenCarousel = NonNullable<GivenContent['carousel']>;

export type BrandLinks = Read<typeof links>;
/** A button. Its index determines its `ordering`. */
export type BrandButton = Omit<GivenButton, 'ordering'>;
export type BrandCoupon = NonNullable<GivenContent['coupon']>;
/** A price that is null becomes a variable, which a send fills (`PRICE_VARIABLES`). */
export type BrandCommerce = NonNullable<GivenContent['commerce']>;
export type BrandItem = Read<typeof wideItem>;
export type BrandVideo = NonNullable<GivenContent['video']>;
export type BrandCard = Omit<GivenCarousel['list'][number], 'buttons'> & { buttons: BrandButton[] };
export type BrandCarousel = Omit<GivenCarousel, 'list'> & { list: BrandCard[] };

export interface BrandContent extends Read<typeof headShape>, Omit<GivenContent, 'carousel' | 'buttons'> {
  carousel: BrandCarousel | null;
  buttons: BrandButton[];
}

/** `A` registered, `S` blocked. */
type BrandStatus = 'A' | 'S';

export interface BrandVersion {
  /** 1 at registration; each update adds 1. */
  version: number;
  content: BrandContent;
  /** Milliseconds since the epoch. */
  insertedAt: number;
}

export interface BrandTemplate extends BrandVersion {
  senderKey: string;
  senderKeyType: KeyType;
  /** Assigned by the service. */
  templateCode: string;
  status: BrandStatus;
  createdAt: number;
  modifiedAt: number;
  /** Registration number. */
  serial: number;
  /** The versions that updates replaced, newest first. */
  past?: BrandVersion[];
}

export class BrandTemplateCollection extends SenderCollection<BrandTemplate> {
  constructor() {
    super(({ senderKey, templateCode }) => keyOf(senderKey, templateCode));
  }

  of(senderKey: string, code: string): BrandTemplate | undefined {
    return this.get(keyOf(senderKey, code));
  }

  removeTemplate({ senderKey, templateCode }: BrandTemplate): void {
    this.remove(keyOf(senderKey, templateCode));
  }
}

/** The version of a template at a moment (milliseconds); the first version before registration. */
export function versionAt(template: BrandTemplate, moment: number): BrandVersion {
  const [newest, ...older] = versionsOf(template);
  return versionsOf(template).find(({ insertedAt }) => insertedAt <= moment) ?? older.at(-1) ?? newest;
}

/** Every version of a template, newest first. */
export function versionsOf(template: BrandTemplate): [newest: BrandVersion, ...older: BrandVersion[]] {
  return [template, ...(template.past ?? [])];
}

function keyOf(senderKey: string, code: string): string {
  return `${code} ${senderKey}`;
}
