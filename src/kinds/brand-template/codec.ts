import { isFileNode } from '../../core/content.ts';
import { compactObject, isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { besideOf } from '../beside.ts';
import { decode, encode } from '../fields.ts';
import { CHANNEL_BUTTON_NAME } from '../notification-template/words.ts';
import { brandFields } from './fields.ts';

/**
 * The request body of a brand template (resource API 2.4).
 * @param content in normal form
 * @param bound has what the service calls every uploaded file; throws `NotiformError` for a file without that
 */
export function encodeBrand(content: JsonObject, bound: Bound): JsonObject {
  return encode(brandFields, content, bound);
}

/**
 * The normal form of a brand template in an answer, without what the service adds (the code, dates, ordering, names of
 * prices) and what no manifest can say. `decodeBrand(encodeBrand(x))` is x.
 * @param bound turns what the service calls an uploaded file back into that file
 */
export function decodeBrand(detail: object, bound: Bound): JsonObject {
  return normalise(fitting(decode(brandFields, detail, { bound })));
}

/** What the service has and no manifest can say, in manifest form. An update clears it. */
export function decodeBeside(detail: object, bound: Bound): JsonObject {
  const everything = decode(brandFields, detail, { bound, everything: true });
  return besideOf(decodeBrand(detail, bound), normalise(everything));
}

/** The members that manifests have for some bubbles only. An unknown bubble may have all of them. */
const BUBBLES: Readonly<Record<string, readonly string[]>> = {
  TEXT: [],
  IMAGE: [],
  WIDE: [],
  COMMERCE: [],
  WIDE_ITEM_LIST: ['items'],
  PREMIUM_VIDEO: ['video'],
  CAROUSEL_FEED: ['carousel'],
  CAROUSEL_COMMERCE: ['carousel', 'intro'],
};

function fitting({ items = null, video = null, carousel = null, ...content }: JsonObject): JsonObject {
  const members = own(BUBBLES, String(content['bubble']));
  const has = (member: string): boolean => members?.includes(member) ?? true;
  return {
    ...content,
    items: has('items') ? items : null,
    video: has('video') ? video : null,
    carousel: has('carousel') && isObject(carousel) ? { ...carousel, ...(!has('intro') && { intro: null }) } : null,
  };
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
