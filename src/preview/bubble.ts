/**
 * A message as a phone shows it, as plain data: neither the wire's names nor a manifest's. Whoever has a template or a
 * sent message maps it onto this; `layout` makes boxes of it, and `drawBubble` an SVG.
 *
 * Texts are as the service has them: line breaks are line feeds, `#{name}` is a message variable that is not filled in.
 * An absent member and an empty text are the same: nothing is shown.
 */
export type Bubble = NotificationBubble | BrandBubble | TextMessageBubble;

interface AnyBubble {
  /** The name that the phone shows above the bubble: of the channel, or the sender's number. */
  readonly sender: string;
  /** When it came, as it is to be shown: `오후 2:30`. */
  readonly at?: string | undefined;
}

/** A picture. Without an address (or with one that may not be opened) a placeholder with `alt` in its ratio is drawn. */
export interface BubbleImage {
  /** `https:`, `http:`, `data:image/…;base64,` or a path; anything else is taken as null. */
  readonly href: string | null;
  readonly alt: string;
  /** In pixels, both or none: the ratio of the place. Default: the ratio that the service asks for there. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The destination of a tap. It is a tooltip and part of the description. */
export interface BubbleLink {
  readonly mobile?: string | undefined;
  readonly pc?: string | undefined;
  readonly android?: string | undefined;
  readonly ios?: string | undefined;
}

/** A button, a quick reply, or a suggestion of RCS. */
export interface BubbleButton {
  /** The service's type (`WL`, `AL`, `AC` …: resource API 2.2 and 2.4); an unknown one has a glyph too. */
  readonly type: string;
  readonly name: string;
  readonly link?: BubbleLink | undefined;
  /** The value of a type without links: a phone number, a plugin, a place on a map. */
  readonly detail?: string | undefined;
}

export interface BubbleItem {
  readonly title: string;
  readonly description: string;
}

export type Emphasis =
  | { readonly type: 'NONE' }
  | { readonly type: 'TEXT'; readonly title: string; readonly subtitle: string }
  | { readonly type: 'IMAGE'; readonly image: BubbleImage }
  | { readonly type: 'ITEM_LIST' };

export interface Highlight {
  readonly title: string;
  readonly description: string;
  readonly image?: BubbleImage | undefined;
  /** The title is struck through; the flag `\s` of the wire is no part of `title`. */
  readonly struck?: boolean | undefined;
}

/** A notification message (resource API 2.2, message API 2.9). */
export interface NotificationBubble extends AnyBubble {
  readonly kind: 'notification';
  readonly emphasis: Emphasis;
  readonly header?: string | undefined;
  readonly highlight?: Highlight | undefined;
  readonly items?: readonly BubbleItem[] | undefined;
  readonly summary?: BubbleItem | undefined;
  readonly content: string;
  readonly extra?: string | undefined;
  /** The channel-add notice of AD and MI; it is no part of `content`. */
  readonly notice?: string | undefined;
  /** The text of the chat list and the push alarm. */
  readonly preview?: string | undefined;
  /** Its text is shown only on the main device. */
  readonly security?: boolean | undefined;
  /** The destination of a tap on the bubble. */
  readonly link?: BubbleLink | undefined;
  /** Up to 5. */
  readonly buttons?: readonly BubbleButton[] | undefined;
  /** Up to 10. */
  readonly quickReplies?: readonly BubbleButton[] | undefined;
}

/** The bubbles of brand messages (resource API 2.4). */
export const BRAND_BUBBLES = [
  'TEXT',
  'IMAGE',
  'WIDE',
  'WIDE_ITEM_LIST',
  'CAROUSEL_FEED',
  'PREMIUM_VIDEO',
  'COMMERCE',
  'CAROUSEL_COMMERCE',
] as const;
export type BrandType = (typeof BRAND_BUBBLES)[number];

/** An item of WIDE_ITEM_LIST; the first of a list is the main item, with a wide image. */
export interface WideItem {
  readonly title?: string | undefined;
  readonly image?: BubbleImage | undefined;
  readonly link?: BubbleLink | undefined;
}

export interface Coupon {
  readonly title: string;
  readonly description?: string | undefined;
  readonly link?: BubbleLink | undefined;
}

/** A price in won, or the message variable that stands for one. */
export type Price = number | string;

export interface Commerce {
  readonly title: string;
  /** Struck through where there is a discount price. */
  readonly regularPrice?: Price | undefined;
  readonly discountPrice?: Price | undefined;
  /** In percent; goes before a fixed discount. */
  readonly discountRate?: Price | undefined;
  readonly discountFixed?: Price | undefined;
}

export interface Video {
  readonly thumbnail: BubbleImage;
  readonly title?: string | undefined;
  /** In seconds. */
  readonly duration?: number | undefined;
}

/** The intro card of a CAROUSEL_COMMERCE. */
export interface CarouselIntro {
  readonly header?: string | undefined;
  readonly content?: string | undefined;
  readonly image?: BubbleImage | undefined;
  readonly link?: BubbleLink | undefined;
}

export interface CarouselCard {
  readonly header?: string | undefined;
  readonly content?: string | undefined;
  readonly additionalContent?: string | undefined;
  readonly image?: BubbleImage | undefined;
  readonly imageLink?: BubbleLink | undefined;
  readonly commerce?: Commerce | undefined;
  readonly buttons?: readonly BubbleButton[] | undefined;
  readonly coupon?: Coupon | undefined;
}

export interface Carousel {
  readonly intro?: CarouselIntro | undefined;
  readonly cards: readonly CarouselCard[];
  /** The card "more" at the end, and where it leads. */
  readonly more?: BubbleLink | undefined;
}

/** A brand message (resource API 2.4, message API 2.10). */
export interface BrandBubble extends AnyBubble {
  readonly kind: 'brand';
  readonly type: BrandType;
  /** Marked `(광고)`. */
  readonly ad?: boolean | undefined;
  readonly adult?: boolean | undefined;
  readonly header?: string | undefined;
  readonly content?: string | undefined;
  readonly additionalContent?: string | undefined;
  readonly image?: BubbleImage | undefined;
  readonly imageLink?: BubbleLink | undefined;
  /** The main item first, then up to four. */
  readonly items?: readonly WideItem[] | undefined;
  readonly carousel?: Carousel | undefined;
  readonly video?: Video | undefined;
  readonly commerce?: Commerce | undefined;
  readonly buttons?: readonly BubbleButton[] | undefined;
  readonly coupon?: Coupon | undefined;
  /** The line on how to opt out: `무료수신거부 080-000-0000`. */
  readonly optOut?: string | undefined;
}

/** A text message, RCS or ntalk (message API 2.5 to 2.8). */
export interface TextMessageBubble extends AnyBubble {
  readonly kind: 'text';
  readonly channel: 'sms' | 'lms' | 'mms' | 'rcs' | 'ntalk';
  /** Marked `(광고)`. */
  readonly ad?: boolean | undefined;
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly images?: readonly BubbleImage[] | undefined;
  readonly buttons?: readonly BubbleButton[] | undefined;
  /** The opt-out text at the bottom of an RCS message. */
  readonly footer?: string | undefined;
}
