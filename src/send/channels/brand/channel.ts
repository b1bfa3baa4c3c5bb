import { isFileNode } from '../../../core/content.ts';
import { isObject, type Json, type JsonObject, mapObject, member } from '../../../core/json.ts';
import type { RowPage } from '../../../core/kind.ts';
import type { Path } from '../../../core/path.ts';
import type { ProfileRef } from '../../../core/resource.ts';
import type { BrandCard, BrandSend } from '../../../core/test-send.ts';
import { fillVariables } from '../../../core/variables.ts';
import { brandPicture } from '../../../kinds/brand-template/bubble.ts';
import { liveBrand } from '../../../kinds/brand-template/codec.ts';
import { brandTemplateEndpoints } from '../../../kinds/brand-template/endpoints.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { brandDiscovery } from '../../../kinds/brand-template/kind.ts';
import { unlessUnlisted } from '../../../kinds/discovery.ts';
import { sender } from '../../../kinds/endpoint.ts';
import type { BrandBubble } from '../../../preview/bubble.ts';
import { optOutLine } from '../../../preview/sent/brand.ts';
import { textAt } from '../../../preview/sent/parts.ts';
import type { Client } from '../../../wire/client.ts';
import {
  type ApprovedTemplate,
  type ShownSend,
  type TemplateChannel,
  UNBOUND,
  type Values,
  type WrittenChannel,
} from '../../channel.ts';
import { compareBrand } from './compare.ts';
import { draftOfTemplate, freeDraft } from './draft.ts';
import { CONTENT, checkBrand } from './form.ts';
import { BODIES } from './table.ts';

/** Brand messages: of a registered template, or FREE without one (message API 2.4, 2.10). */
export const brand: TemplateChannel & WrittenChannel = {
  types: Object.keys(BODIES),
  check: checkBrand,
  shapeOf: () => CONTENT,
  bubble: brandBubble,
  draft: freeDraft,
  hours: { opens: '08:00', closes: '20:50' },
  isReservationFinal: true,
  templates: {
    kind: 'BrandTemplate',
    active: 'A',
    isNamedBy: ({ brandmessagetype }) => brandmessagetype !== 'FREE',
    read: readRegistered,
    draft: draftOfTemplate,
    // A registered template and one that the service blocked (resource API 2.4).
    states: { A: true, S: { reason: 'is blocked by the service', hint: 'Only the service can lift a block' } },
    compare: compareBrand,
  },
};

/**
 * Reads the template. Returns undefined if the service's list lacks the code. A video is decoded to its id. Its address is kept
 * too, because a full text has it.
 */
function readRegistered(
  client: Client,
  profile: ProfileRef,
  code: string,
  signal: AbortSignal,
): Promise<ApprovedTemplate | undefined> {
  const pageOf = (page: number): Promise<RowPage> => brandDiscovery.page(client, profile, page, signal);
  return unlessUnlisted(code, pageOf, async () => {
    const fields = { ...sender(profile), templateCode: code };
    const detail = await client.call(brandTemplateEndpoints.detail, fields, signal);
    const { name, content, status } = liveBrand(detail, UNBOUND);
    const shown: unknown = detail.video;
    const url = isObject(shown) ? shown['videoUrl'] : undefined;
    const { video } = content;
    const addressed = isObject(video) && typeof url === 'string' ? { ...content, video: { ...video, url } } : content;
    return { code: name, content: addressed, state: status.state };
  });
}

/** A brand message is drawn from its manifest: the payload has the values of a template, and the addresses of images. */
export function brandBubble(_type: string, content: JsonObject, shown: ShownSend): BrandBubble {
  const { template, profile = '', brand = {}, variables, files } = shown;
  const sample = template?.samples.find(({ name }) => name === shown.sample);
  const values = new Map(Object.entries({ ...NO_PRICES, ...sample?.values, ...variables }));
  const body = asSent(brand.body ?? template?.content ?? {}, brand, values);
  const drawn = brandPicture.bubble(body, { sender: profile, values, files });
  return {
    ...(drawn.kind === 'brand' ? drawn : { kind: 'brand', type: 'TEXT', sender: profile }),
    ...(content['adult'] !== undefined && { adult: content['adult'] === 'Y' }),
    optOut: optOutLine(textAt(content, 'unsubscribephonenumber'), textAt(content, 'unsubscribeauthnumber')),
  };
}

/** A message leaves out a discount without a value (assumption 103). */
const NO_PRICES = Object.fromEntries(Object.values(PRICE_VARIABLES).map((name) => [name, '']));

/** Returns the body of a template with the images, the video and the values of a test send in place of its own. */
function asSent(
  body: JsonObject,
  { image, images = [], video, coupon, cards = [] }: BrandSend,
  shared: Values,
): JsonObject {
  // The intro comes first if there is one, then the cards.
  const begin = isObject(member(body['carousel'], 'intro')) ? 1 : 0;
  const cardAt = ([outer, list, index]: Path): BrandCard | undefined =>
    outer === 'carousel' ? cards[list === 'intro' ? 0 : Number(index) + begin] : undefined;
  const made = mapObject(body, function fill(value, at) {
    const [name, card] = [at.at(-1), cardAt(at)];
    const values = new Map([...shared, ...Object.entries(card?.variables ?? {})]);
    // The text of a COMMERCE is part of its registration only (message API 2.10).
    if (name === 'content' && at.length === 1 && body['bubble'] === 'COMMERCE') return '';
    if (typeof value === 'string') return fillVariables(value, values);
    if (name === 'coupon' && (coupon ?? card?.coupon) === 'omit') return null;
    const other = at.length === 1 ? image : at[0] === 'items' ? images[Number(at[1])] : card?.image;
    if (name === 'image' && other !== undefined) return withLink(other, value);
    if (isFileNode(value)) return value;
    if (name !== 'commerce' || !isObject(value) || at.length === 1) return undefined;
    return mapObject(withPrices(value, values), fill, at);
  });
  return { ...made, ...(video && { video }) };
}

/** An image in place of another keeps the link of that. */
function withLink(image: Json, other: Json): Json {
  const link = member(other, 'link');
  return link === undefined || !isObject(image) ? image : { link, ...image };
}

/** A price that a template omits is a variable of its own (assumption 151). */
function withPrices(commerce: JsonObject, values: Values): JsonObject {
  const given = Object.entries(PRICE_VARIABLES).flatMap(([price, name]) => {
    const value = values.get(name);
    return commerce[price] === undefined && value !== undefined ? [[price, value] as const] : [];
  });
  return { ...commerce, ...Object.fromEntries(given) };
}
