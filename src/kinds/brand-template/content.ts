import type { FileNode } from '../../core/content.ts';
import { isFileNode } from '../../core/content.ts';
import { compactObject, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { CHANNEL_BUTTON_NAME } from '../notification-template/words.ts';
import type { ChatBubble } from './request.ts';

/** A brand template in manifest form (docs/manifests.md), as it met the JSON Schema. */
export type BrandContent = {
  name: string;
  bubble: ChatBubble;
  adult?: boolean;
  header?: string;
  content?: string;
  additionalContent?: string;
  image?: LinkedImage;
  items?: Item[];
  carousel?: Carousel;
  video?: Video;
  commerce?: Commerce;
  buttons?: Button[];
  coupon?: Coupon;
};

export type Link = { mobile?: string; pc?: string; android?: string; ios?: string };

/** A file of the project, or an image that already has an address. */
export type ImageNode = FileNode | { url: string };

/** The same, and where a tap on it leads; a link can be registered without an image. */
export type LinkedImage =
  | ImageNode
  | { file: FileNode; link: string }
  | { url: string; link: string }
  | { link: string };

export type Item = { title?: string; image?: ImageNode; link?: Link };
export type Carousel = { intro?: Intro; cards: Card[]; more?: { link: Link } };
export type Intro = { header?: string; content?: string; image?: ImageNode; link?: Link };

export type Card = {
  header?: string;
  content?: string;
  image?: LinkedImage;
  commerce?: Commerce;
  buttons?: Button[];
  coupon?: Coupon;
};

export type Video = { file?: FileNode; vid?: string; url?: string; thumbnail?: ImageNode };

export type Commerce = {
  title: string;
  regularPrice?: number;
  discountPrice?: number;
  discountRate?: number;
  discountFixed?: number;
};

export type Button = { type: string; name: string; link?: Link; bizFormId?: string };
export type Coupon = { title: string; description?: string; link: Link };

/** Takes content that a schema or the codec has shaped: the parsed boundary of this kind. */
export function brandOf(content: JsonObject): BrandContent {
  return content as unknown as BrandContent;
}

/**
 * The one normal form, for desired and for live content alike: empty members left out, `adult: false` left out, files as
 * short as they can be written, the one name that a button's type fixes filled in.
 */
export function normalise(content: JsonObject): JsonObject {
  return normalObject(compactObject(content));
}

function normalObject(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(([key, member]) => key !== 'adult' || member === true);
  return Object.fromEntries(members.map(([key, member]) => [key, normal(key, member)]));
}

function normal(key: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => normal(key, item));
  if (!isObject(value)) return value;
  if (key === 'video' && isFileNode(value)) return { file: value };
  if (key === 'buttons' && value['type'] === 'AC') return { ...value, name: value['name'] ?? CHANNEL_BUTTON_NAME };
  const isImage = key === 'image' || key === 'thumbnail';
  if (isImage && isFileNode(value['file']) && Object.keys(value).length === 1) return value['file'];
  return normalObject(value);
}
