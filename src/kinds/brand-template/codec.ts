import { compactObject, isObject, type JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { decode } from '../fields.ts';
import { besideOf, normalParts } from '../parts.ts';
import type { BrandTemplateDetail } from './endpoints.ts';
import { brandFields } from './fields.ts';
import { ruleAt } from './message.ts';

/** Leaves out the parts that a manifest of this bubble cannot have. */
function fitting({ items = null, video = null, carousel = null, ...content }: JsonObject): JsonObject {
  const has = (...at: string[]): boolean => ruleAt(at, String(content['bubble'])).isTaken;
  return {
    ...content,
    items: has('items') ? items : null,
    video: has('video') ? video : null,
    carousel:
      has('carousel') && isObject(carousel) ? { ...carousel, ...(!has('carousel', 'intro') && { intro: null }) } : null,
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
