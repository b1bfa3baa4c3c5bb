import * as z from 'zod';
import { isFileNode } from '../../core/content.ts';
import { isObject, type Json, member } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { text as nonEmpty, optional } from '../../wire/shape.ts';
import {
  answered,
  answerOnly,
  decodeImage,
  digits,
  flag,
  group,
  handleOf,
  image,
  list,
  object,
  plain,
  required,
  text,
  word,
} from '../field-types.ts';
import { besideManifests, type Coding, type Decoding, type Field, type UseOfImage } from '../fields.ts';
import { buttonFields, links } from '../parts.ts';
import { VIDEO_USE } from '../video/endpoints.ts';

/** Fields of a brand template (resource API 2.4, docs/manifests.md), in the order in which people read them. */

const link = group(links('linkMobile', 'linkAndroid'));

/** The variables that the service inserts for missing prices; a send fills them in (resource API 2.4; assumption 151). */
export const PRICE_VARIABLES = {
  regularPrice: '정상가격',
  discountPrice: '할인가격',
  discountRate: '할인율',
  discountFixed: '정액할인가격',
} as const;

const commerce = object('commerce', {
  title: required(text('title')),
  regularPrice: price('regularPrice'),
  discountPrice: price('discountPrice'),
  discountRate: price('discountRate'),
  discountFixed: price('discountFixed'),
});

const buttons = list(
  'buttons',
  {
    ...buttonFields,
    link,
    bizFormId: digits('bizFormId'),
  },
  { numbered: true },
);

const coupon = object('coupon', {
  title: required(text('title')),
  description: text('description'),
  link,
});

const cardUse: UseOfImage = ({ bubble }) =>
  bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';

/** The longest name that an update takes (resource API 2.4). */
export const UPDATED_NAME_MAX = 200;

export const brandFields = {
  name: required(answered(word('templateName'), z.string())),
  bubble: required(answered(word('chatBubbleType'), nonEmpty)),
  adult: flag('adult'),
  header: text('header'),
  content: text('content'),
  additionalContent: text('additionalContent'),
  image: linkedImage(({ bubble }) => (bubble === 'WIDE' ? 'brand/wide' : 'brand/default')),
  items: items(),
  carousel: object('carousel', {
    intro: object('head', {
      header: text('header'),
      content: text('content'),
      image: image('imageUrl', cardUse),
      link,
    }),
    cards: list('list', {
      header: text('header'),
      content: text('content'),
      additionalContent: answerOnly(text('additionalContent')),
      image: linkedImage(cardUse),
      commerce,
      buttons,
      coupon,
    }),
    more: object('tail', { link }),
  }),
  video: video(),
  commerce,
  buttons,
  coupon,
};

/** An image and its link. A link may be registered without an image. */
function linkedImage(use: UseOfImage): Field<Json, false> {
  const field = image('imageUrl', use);
  return {
    wire: undefined,
    required: false,
    shapes: { ...field.shapes, imageLink: optional(z.string()) },
    aliases: { imageLink: '.link' },
    use,
    texts: (value, at) => {
      const link = member(value, 'link');
      return typeof link === 'string' ? [{ at: [...at, 'link'], text: link }] : [];
    },
    write: (value, coding, at) => {
      if (!isObject(value)) return undefined;
      const { file = value, link } = value;
      const imageUrl = field.write(file, coding, at);
      return { ...(imageUrl !== undefined && { imageUrl }), ...(link !== undefined && { imageLink: link }) };
    },
    read: (answer, { bound }) => {
      const imageLink = member(answer, 'imageLink');
      const shown = decodeImage(member(answer, 'imageUrl'), bound);
      if (!imageLink) return shown;
      if (isFileNode(shown)) return { file: shown, link: imageLink };
      return { ...(isObject(shown) && shown), link: imageLink };
    },
  };
}

/** The items of a WIDE_ITEM_LIST. Requests send the first item separately; answers return one list. */
function items() {
  const field = list('wideItemList', {
    title: text('title'),
    image: image('imageUrl', (_, [, index]) => (index === 0 ? 'brand/wide-first' : 'brand/wide-items')),
    link,
  });
  return {
    ...field,
    wire: undefined,
    aliases: { mainWideItem: '', subWideItemList: '' },
    write: (value: Json | undefined, coding: Coding, at: Path) => {
      const written = field.write(value, coding, at);
      if (!Array.isArray(written) || written[0] === undefined) return undefined;
      const [mainWideItem, ...subWideItemList] = written;
      return { mainWideItem, subWideItemList };
    },
    read: (answer: Json | undefined, reading: Decoding) => field.read(member(answer, 'wideItemList'), reading),
  };
}

/** The spec does not show the members of `video` (assumption 123). Answers may have its address with or without the vid. */
function video() {
  const thumbnail = image('thumbnailUrl', () => 'brand/default');
  const field = object('video', { file: videoFile(), vid: word('vid'), url: word('videoUrl'), thumbnail });
  return {
    ...field,
    read: (answer: Json | undefined, reading: Decoding) => {
      if (!isObject(answer)) return null;
      const { vid, videoUrl = null, thumbnailUrl } = answer;
      const handle = vid || vidAt(videoUrl);
      const file = handle ? reading.bound.fileOf(String(handle)) : undefined;
      return {
        ...(file ? { file: { ...file } } : vid ? { vid } : { url: videoUrl }),
        thumbnail: thumbnail.read(thumbnailUrl, reading),
      };
    },
  };
}

function videoFile(): Field<Json, false> {
  return {
    wire: undefined,
    required: false,
    shapes: {},
    write: (value, { bound }) => (isFileNode(value) ? { vid: handleOf(value, VIDEO_USE, bound) } : undefined),
    read: () => null,
  };
}

/** The vid in an address of either form (assumption 104). */
function vidAt(videoUrl: Json): string | undefined {
  return /\/(?:v|cliplink)\/([^/?#]+)$/.exec(typeof videoUrl === 'string' ? videoUrl : '')?.[1];
}

/** A price. If it was left out, answers have null, its variable (`#{정상가격}`), or 0 beside a name (assumption 151). */
function price(key: keyof typeof PRICE_VARIABLES): Field<number, false> {
  const shape = z.union([z.number(), z.string()]);
  return {
    ...plain<number>(key, shape),
    wire: undefined,
    shapes: { [key]: optional(shape), [`${key}Name`]: optional(z.string()) },
    write: (value) => (value === undefined ? undefined : { [key]: value }),
    read: (answer, reading) => {
      const value = member(answer, key) ?? null;
      const name = member(answer, `${key}Name`);
      const isLeftOut = (name && Number(value) === 0) || value === name || value === `#{${PRICE_VARIABLES[key]}}`;
      const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      if (isLeftOut) return null;
      return Number.isInteger(amount) ? amount : besideManifests(amount, reading);
    },
  };
}
