import { isFileNode } from '../../core/content.ts';
import type { Written } from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import type { Bound, Discovery, Read, Recognition } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { besideOf, cleared } from '../beside.ts';
import { ROWS_A_PAGE, readTemplatePage, unlessNothingThere } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { decode, encode } from '../fields.ts';
import { CHANNEL_BUTTON_NAME } from '../parts.ts';
import { type BrandTemplateDetail, brandTemplateEndpoints, brandTemplateRow } from './endpoints.ts';
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

/** Undefined where the service refuses the detail for any reason but the caller's own (assumptions 11, 54). */
const read: Read<Client> = (client, profile, templateCode, bound, signal) =>
  unlessNothingThere(async () =>
    liveBrand(await client.call(brandTemplateEndpoints.detail, { ...sender(profile), templateCode }, signal), bound),
  );

function liveBrand(detail: BrandTemplateDetail, bound: Bound): Live {
  const { templateCode, status, modifiedAt } = detail;
  const beside = decodeBeside(detail, bound);
  return {
    name: templateCode,
    content: decodeBrand(detail, bound),
    status: { state: status, status },
    ...(modifiedAt && { modifiedAt }),
    ...(Object.keys(beside).length > 0 && { beside }),
  };
}

/** Brand templates are found by the list's pages, and read by their detail where that is needed. */
export const brandDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: (client, profile, page, _bound, signal) => {
    // This list takes page and count as strings (resource API 4.7).
    const paging = { page: String(page), count: String(ROWS_A_PAGE) };
    return readTemplatePage(client, brandTemplateEndpoints.list, brandTemplateRow, profile, paging, signal);
  },
  read,
};

/** The service gives the code: one that is not bound is recognised by its name and bubble. */
export const brandRecognition: Recognition = {
  titleOf: ({ name }) => String(name),
  isMeant: (live, want) => live.content['bubble'] === want.content['bubble'],
};

/** The document of a live brand template. The code is a binding, and the content is the manifest's own form already. */
export function writeBrand({ content, beside }: Live): Written {
  return { manifest: content, ...(beside && { remark: cleared(content, beside) }) };
}
