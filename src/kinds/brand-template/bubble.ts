import { elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import {
  BRAND_BUBBLES,
  type BrandBubble,
  type Carousel,
  type CarouselCard,
  type Commerce,
  type Coupon,
  type Price,
  type Video,
} from '../../preview/bubble.ts';
import { textAt } from '../../preview/sent/parts.ts';
import { type BubbleSetting, buttonsOf, filled, imageOf, type LimitedText, linkOf, type Pictured } from '../bubble.ts';
import { shownTexts } from '../fields.ts';
import { brandFields, PRICE_VARIABLES } from './fields.ts';
import { ruleAt } from './message.ts';

/** How a brand template looks on a phone (resource API 2.4). */
export const brandPicture: Pictured = { bubble: brandBubble, limits: limitedTexts };

/** The texts of a content that have a longest length, addresses aside. */
function limitedTexts(content: JsonObject): LimitedText[] {
  return shownTexts(brandFields, content).flatMap(({ at, text }) => {
    const { max, registeredMax: most = max } = ruleAt(at, String(content['bubble']));
    return most === undefined ? [] : [{ at, text, most }];
  });
}

/** A bubble that the service added since is drawn as text. */
function brandBubble(content: JsonObject, setting: BubbleSetting): BrandBubble {
  const shown = filled(content, setting.values);
  const items = elementsOf(shown['items']);
  return {
    kind: 'brand',
    type: BRAND_BUBBLES.find((type) => type === shown['bubble']) ?? 'TEXT',
    sender: setting.sender,
    ad: true, // assumption 86
    adult: shown['adult'] === true,
    ...cardOf(shown, setting),
    ...(items.length > 0 && {
      items: items.map((item) => ({
        title: textAt(item, 'title'),
        image: imageOf(member(item, 'image'), setting),
        link: linkOf(item),
      })),
    }),
    ...(isObject(shown['carousel']) && { carousel: carouselOf(shown['carousel'], setting) }),
    ...(isObject(shown['video']) && { video: videoOf(shown['video'], setting) }),
  };
}

function cardOf(part: Json, setting: BubbleSetting): CarouselCard {
  const image = member(part, 'image');
  return {
    header: textAt(part, 'header'),
    content: textAt(part, 'content'),
    additionalContent: textAt(part, 'additionalContent'),
    image: imageOf(image, setting),
    imageLink: { mobile: textAt(image, 'link') },
    commerce: commerceOf(member(part, 'commerce'), setting),
    buttons: buttonsOf(part),
    coupon: couponOf(member(part, 'coupon')),
  };
}

function carouselOf(carousel: JsonObject, setting: BubbleSetting): Carousel {
  const [intro, more] = [member(carousel, 'intro'), member(carousel, 'more')];
  return {
    ...(isObject(intro) && {
      intro: {
        header: textAt(intro, 'header'),
        content: textAt(intro, 'content'),
        image: imageOf(member(intro, 'image'), setting),
        link: linkOf(intro),
      },
    }),
    cards: elementsOf(carousel['cards']).map((card) => cardOf(card, setting)),
    ...(isObject(more) && { more: linkOf(more) }),
  };
}

/** A price that is left out is a variable of its own, which each send fills in (assumption 151). */
function commerceOf(commerce: Json | undefined, { values }: BubbleSetting): Commerce | undefined {
  if (commerce === undefined) return undefined;
  const price = (key: keyof typeof PRICE_VARIABLES): Price => {
    const name = PRICE_VARIABLES[key];
    const text = textAt(commerce, key) || (values.get(name) ?? `#{${name}}`);
    return /^\d+$/.test(text) ? Number(text) : text;
  };
  return {
    title: textAt(commerce, 'title'),
    regularPrice: price('regularPrice'),
    discountPrice: price('discountPrice'),
    discountRate: price('discountRate'),
    discountFixed: price('discountFixed'),
  };
}

function couponOf(coupon: Json | undefined): Coupon | undefined {
  if (!isObject(coupon)) return undefined;
  return { title: textAt(coupon, 'title'), description: textAt(coupon, 'description'), link: linkOf(coupon) };
}

/** A video that has no picture of its own here is an empty screen. */
function videoOf(video: JsonObject, setting: BubbleSetting): Video {
  return { thumbnail: imageOf(member(video, 'thumbnail'), setting) ?? { href: null, alt: '' } };
}
