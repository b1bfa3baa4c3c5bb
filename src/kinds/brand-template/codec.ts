import { compactObject, isObject, type JsonObject, own } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { decode } from '../fields.ts';
import { besideOf, normalParts } from '../parts.ts';
import type { BrandTemplateDetail } from './endpoints.ts';
import { brandFields } from './fields.ts';

/** The members that only some bubbles have in a manifest. An unknown bubble has all. */
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

/** The normal form of desired and of live content: without empty members and `adult: false`, and with normal parts. */
export function normalise(content: JsonObject): JsonObject {
  const { adult, ...rest } = normalParts(compactObject(content));
  return { ...rest, ...(adult === true && { adult }) };
}

/**
 * Decodes a detail as a live resource: its content without additions of the service (the code, dates, ordering, names of prices)
 * and without members that no manifest can express. The content of a template that `encodeBrand` wrote is the same again.
 */
export function liveBrand(detail: BrandTemplateDetail, bound: Bound): Live {
  const { templateCode, status, modifiedAt } = detail;
  const content = normalise(fitting(decode(brandFields, detail, { bound })));
  // What no manifest can express is cleared by an update.
  const beside = besideOf(content, normalise(decode(brandFields, detail, { bound, everything: true })));
  return {
    name: templateCode,
    content,
    status: { state: status, status },
    ...(modifiedAt && { modifiedAt }),
    ...(Object.keys(beside).length > 0 && { beside }),
  };
}
