import { BUTTONS } from '../../../kinds/brand-template/lint/parts.ts';
import { VIDEO_URL, VIDEO_URL_MAX } from '../../../kinds/brand-template/lint/sendable.ts';
import { LENGTHS, LINE_BREAKS, LONGEST_LINK, REGISTERED_LENGTHS } from '../../../kinds/brand-template/lint/texts.ts';
import { integer, list, object, type PayloadShape, text } from '../../shape.ts';

/** The body fields of brand messages (message API 2.10). */

const required = true;
/** Message API 2.10 marks few members as required. The others are those of a registration (assumptions 101 to 105). */
const expected = { required, assumed: ['required'] } as const;
const WEB = [/^https?:\/\/\S+$/i, 'a web address, which begins with http:// or https://'] as const;
/** The address of a channel coupon is an app link too. */
const APP = [/^[a-z][a-z0-9+.=-]*:\S+$/i, 'an app link, which begins with a scheme, as `shop://`'] as const;

export const address = text({ required, form: WEB, assumed: ['required', 'form'] });
const web = text({ max: LONGEST_LINK, form: WEB, assumed: ['form'] });
const app = text({ max: LONGEST_LINK, form: APP, assumed: ['form'] });
const links: PayloadShape = { url_mobile: web, url_pc: web, scheme_android: app, scheme_ios: app };

export const BUTTON_TYPES = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC'];

function button(nameMax: number): PayloadShape {
  return {
    name: text({
      required,
      max: nameMax,
      breaks: LINE_BREAKS['buttons[].name'],
      assumed: ['required', 'max', 'breaks'],
    }),
    type: text({ required, of: BUTTON_TYPES }),
    ...links,
    chat_extra: text(),
    chat_event: text(),
    biz_form_key: integer(),
  };
}

function buttons(nameMax: number, max: number, min = 0) {
  return list(object(button(nameMax)), { max, min, required: min > 0 });
}

/** An amount, a rate, or a product of up to seven characters (message API 2.10, coupon; assumption 334). */
const COUPON_TITLE =
  /^(?:[1-9]\d{0,7}원 할인 쿠폰|(?:100|[1-9]\d?)% 할인 쿠폰|배송비 할인 쿠폰|.{0,6}\S (?:무료|UP) 쿠폰)$/u;
const TITLES =
  '`N원 할인 쿠폰` (1 to 99999999), `N% 할인 쿠폰` (1 to 100), `배송비 할인 쿠폰`, `상품명 무료 쿠폰` or `상품명 UP 쿠폰` (7 characters)';

function coupon(description: number) {
  return object({
    title: text({ required, form: [COUPON_TITLE, `one of ${TITLES}`] }),
    description: text({ ...expected, max: description, breaks: LINE_BREAKS['coupon.description'] }),
    ...links,
  });
}

const image = object({ img_url: address, img_link: web }, expected);

const PRICE_MAX = 99_999_999;

/** The prices of a message (message API 2.10; assumption 103). */
export const PRICES = {
  regular_price: integer(0, PRICE_MAX, expected),
  discount_price: integer(0, PRICE_MAX),
  discount_rate: integer(1, 100),
  discount_fixed: integer(0, 999_999),
} as const satisfies PayloadShape;

const commerce = object(
  {
    title: text({ ...expected, max: LENGTHS['commerce.title'], breaks: LINE_BREAKS['commerce.title'] }),
    ...PRICES,
  },
  expected,
);

/** Only a private video requires the picture, and a payload does not show that a video is private. */
export const video: PayloadShape = {
  video_url: text({
    required,
    max: VIDEO_URL_MAX,
    form: [VIDEO_URL, 'the address of a video (`…/v/ID`) or of a clip link (`…/channel/ID/cliplink/ID`)'],
    assumed: ['form'],
  }),
  thumbnail_url: text({ max: VIDEO_URL_MAX, form: WEB, assumed: ['form'] }),
};

const item: PayloadShape = { title: text({ breaks: 1 }), img_url: address, ...links };
export const FIRST_ITEM: PayloadShape = { title: text({ max: LENGTHS['items[0].title'] }) };
export const OTHER_ITEM: PayloadShape = { title: text({ required, max: LENGTHS['items[].title'] }) };

const tail = object({ ...links, url_mobile: { ...web, required, assumed: ['required', 'form'] } });

function carousel(card: PayloadShape, head: PayloadShape = {}) {
  return object({ ...head, list: list(object(card), { required, min: 1, max: 6 }), tail }, { required });
}

const attachment: PayloadShape = {
  image,
  button: { ...buttons(REGISTERED_LENGTHS['carousel.cards[].buttons[].name'], 2), assumed: ['max'] },
  coupon: coupon(LENGTHS['carousel.cards[].coupon.description']),
};
const cardHeader = text({ max: LENGTHS['carousel.cards[].header'], breaks: 0 });
const cardMessage = text({
  max: LENGTHS['carousel.cards[].content'],
  breaks: LINE_BREAKS['carousel.cards[].content'],
});
const additional = text({ max: LENGTHS.additionalContent, breaks: LINE_BREAKS.additionalContent });
const introHead = object({
  header: text({ ...expected, max: LENGTHS['carousel.intro.header'], breaks: 0 }),
  content: text({
    ...expected,
    max: LENGTHS['carousel.intro.content'],
    breaks: LINE_BREAKS['carousel.intro.content'],
  }),
  image_url: address,
  ...links,
});

function message(bubble: keyof typeof LENGTHS.content, isRequired = true) {
  return text({ ...(isRequired ? expected : {}), max: LENGTHS.content[bubble], breaks: LINE_BREAKS.content[bubble] });
}

/** The buttons and the coupon below a bubble. */
function offer(bubble: keyof typeof BUTTONS & keyof (typeof LENGTHS)['coupon.description'], min = 0) {
  return {
    button: buttons(REGISTERED_LENGTHS['buttons[].name'][bubble], BUTTONS[bubble], min),
    coupon: coupon(LENGTHS['coupon.description'][bubble]),
  };
}

/** The body fields of each type. Other types' fields are not allowed (assumption 100). A header has one line (assumption 334). */
export const BODIES = {
  ut: {
    message: message('TEXT'),
    ...offer('TEXT'),
  },
  ui: {
    message: message('IMAGE'),
    image,
    ...offer('IMAGE'),
  },
  uw: {
    message: message('WIDE'),
    image,
    ...offer('WIDE'),
  },
  ul: {
    header: text({ required, max: LENGTHS.header.WIDE_ITEM_LIST, breaks: LINE_BREAKS.header, assumed: ['breaks'] }),
    item: object({ list: list(object(item), { required, min: 3, max: 5 }) }, expected),
    ...offer('WIDE_ITEM_LIST'),
  },
  uc: {
    carousel: carousel({
      header: { ...cardHeader, ...expected },
      message: { ...cardMessage, ...expected },
      additional_content: additional,
      attachment: object({ ...attachment, commerce: { ...commerce, required: false } }, expected),
    }),
  },
  um: {
    image,
    commerce,
    additionalcontent: additional,
    ...offer('COMMERCE', 1),
  },
  up: {
    video: object(video, { required }),
    header: text({ max: LENGTHS.header.PREMIUM_VIDEO, breaks: LINE_BREAKS.header, assumed: ['breaks'] }),
    message: message('PREMIUM_VIDEO', false),
    ...offer('PREMIUM_VIDEO'),
  },
  ua: {
    carousel: carousel(
      {
        header: cardHeader,
        message: cardMessage,
        additional_content: additional,
        attachment: object({ ...attachment, commerce }, expected),
      },
      { head: introHead },
    ),
  },
} as const satisfies Readonly<Record<string, PayloadShape>>;

export const BODY = namesOf(BODIES);

export function namesOf(fields: Readonly<Record<string, PayloadShape>>): string[] {
  return [...new Set(Object.values(fields).flatMap(Object.keys))];
}

export function others(all: readonly string[], taken: PayloadShape): string[] {
  return all.filter((name) => !(name in taken));
}

export type BrandMessageType = keyof typeof BODIES;
