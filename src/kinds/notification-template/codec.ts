import type { Written } from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import type { Bound, Discovery, Read } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { Comment, Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { besideOf, cleared } from '../beside.ts';
import { ROWS_A_PAGE, readTemplatePage, unlessNothingThere } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { type Decoding, decode, encode } from '../fields.ts';
import { CHANNEL_BUTTON_NAME } from '../parts.ts';
import { type TemplateDetail, templateEndpoints, templateRow } from './endpoints.ts';
import { templateFields } from './fields.ts';
import { withoutNotice } from './notice.ts';
import { statusOf } from './states.ts';

/**
 * The request body of a template (resource API 2.2).
 * @param content in normal form
 * @param bound has the URL of every uploaded file; throws `NotiformError` for a file without one
 */
export function encodeTemplate(content: JsonObject, bound: Bound): JsonObject {
  return encode(templateFields, content, bound);
}

/**
 * The normal form of a template in an answer, without what the service adds (ordering, dates, the channel-add notice, the
 * image's name). `decodeTemplate(encodeTemplate(x))` is x.
 * @param bound turns the URL of an uploaded file back into that file
 */
export function decodeTemplate(detail: object, bound: Bound): JsonObject {
  return normalise(decoded(detail, { bound }));
}

/**
 * What the service has and no manifest can say, in manifest form: members that the template's types do not show, and the
 * form of a button, which requests do not have. An update clears it.
 */
export function decodeBeside(detail: object, bound: Bound): JsonObject {
  const everything = decoded(detail, { bound, everything: true });
  return { ...withoutUse(everything), ...besideOf(decodeTemplate(detail, bound), normalise(everything)) };
}

function decoded(detail: object, reading: Decoding): JsonObject {
  const content = decode(templateFields, detail, reading);
  return { ...content, content: withoutNotice(String(content['messageType']), String(content['content'])) };
}

/**
 * The one normal form, for desired and for live content alike: empty members left out, defaults that mean nothing left
 * out (security false, emphasis NONE), members that do not apply left out, the one name that a button's type fixes filled
 * in. Two manifests that want the same compare equal in it, whatever they spell out.
 */
export function normalise(content: JsonObject): JsonObject {
  const { security, emphasis, buttons, quickReplies, ...rest } = compactObject(content);
  return {
    ...applicable(rest, typeOf(emphasis)),
    ...(security === true && { security }),
    ...normalEmphasis(emphasis),
    ...(Array.isArray(buttons) && { buttons: buttons.map(namedButton) }),
    ...(Array.isArray(quickReplies) && { quickReplies }),
  };
}

/** What `normalise` leaves out because the message type or the emphasis has no place for it. Empty members are nothing. */
export function withoutUse(content: JsonObject): JsonObject {
  const { emphasis, ...rest } = compactObject(content);
  const type = typeOf(emphasis);
  const used = applicable(rest, type);
  return compactObject({
    ...membersOf(rest, (key) => !Object.hasOwn(used, key)),
    ...(isObject(emphasis) && { emphasis: membersOf(emphasis, (key) => key !== 'type' && !isShown(type, key)) }),
  });
}

function membersOf(object: JsonObject, isKept: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isKept(key)));
}

/** What each type of emphasis shows. The service answers null for what does not apply (resource API 2.2). */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  NONE: [],
  TEXT: ['title', 'subtitle'],
  IMAGE: ['image'],
  ITEM_LIST: [],
};

function typeOf(emphasis: Json | undefined): string {
  const type = isObject(emphasis) ? emphasis['type'] : undefined;
  return typeof type === 'string' ? type : 'NONE';
}

/** The members that this message type and this emphasis have a place for; all of them where a type is unknown. */
function applicable({ extra, items, itemSummary, ...rest }: JsonObject, emphasisType: string): JsonObject {
  const hasExtra = !['BA', 'AD'].includes(String(rest['messageType']));
  const hasItems = emphasisType === 'ITEM_LIST' || own(SHOWN, emphasisType) === undefined;
  return compactObject({
    ...rest,
    ...(hasExtra && extra !== undefined && { extra }),
    ...(hasItems && items !== undefined && { items }),
    ...(hasItems && itemSummary !== undefined && { itemSummary }),
  });
}

function normalEmphasis(emphasis: Json | undefined): JsonObject {
  const type = typeOf(emphasis);
  if (!isObject(emphasis) || type === 'NONE') return {};
  return { emphasis: { ...membersOf(emphasis, (key) => isShown(type, key)), type } };
}

/** Whether a type of emphasis shows a member; an unknown type may show all of them. */
function isShown(type: string, key: string): boolean {
  return own(SHOWN, type)?.includes(key) ?? true;
}

function namedButton(button: Json): Json {
  return isObject(button) && button['type'] === 'AC'
    ? { ...button, name: button['name'] ?? CHANNEL_BUTTON_NAME }
    : button;
}

/**
 * A template's detail as a live resource. Undefined where the service refuses the detail for any reason but the
 * caller's own (assumption 54); that is no proof of absence, which takes a full list without the code (assumption 11).
 * Every other failure is thrown as it came.
 */
const read: Read<Client> = (client, profile, templateCode, bound, signal) =>
  unlessNothingThere(async () =>
    liveTemplate(await client.call(templateEndpoints.detail, { ...sender(profile), templateCode }, signal), bound),
  );

/** A detail answer as a live resource, its comments with the newest last. */
export function liveTemplate(detail: TemplateDetail, bound: Bound): Live {
  const { inspectionStatus, status, block, dormant, modifiedAt } = detail;
  const beside = decodeBeside(detail, bound);
  return {
    name: detail.templateCode,
    content: decodeTemplate(detail, bound),
    status: statusOf({ inspectionStatus, status, block: block === true, dormant: dormant === true }),
    comments: (detail.comments ?? []).map(liveComment).sort((a, b) => compareText(a.createdAt, b.createdAt)),
    ...(modifiedAt && { modifiedAt }),
    ...(Object.keys(beside).length > 0 && { beside }),
  };
}

function liveComment(comment: NonNullable<TemplateDetail['comments']>[number]): Comment {
  return {
    content: comment.content ?? '',
    createdAt: comment.createdAt ?? '',
    status: comment.status,
    userName: comment.userName ?? '',
  };
}

/** Templates are found by the list's pages, and read by their detail where that is needed. */
export const templateDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: (client, profile, page, _bound, signal) =>
    readTemplatePage(client, templateEndpoints.list, templateRow, profile, { page, count: ROWS_A_PAGE }, signal),
  read,
  provesAbsence: true,
};

/**
 * The document of a live template. What is live is wanted: a stopped one is `stopped`, one that nobody asked an inspector
 * about is a draft, and so is a rejected one, which as `approved` would only be blocked (assumption 180).
 */
export function writeTemplate({ content, status, comments = [], beside }: Live, id: string): Written {
  const { code = null, ...rest } = content;
  const lifecycle = own(LIFECYCLES, status.state);
  const remarks = [
    ...(status.state === 'REJ' ? [rejection(comments)] : []),
    ...(beside ? [cleared(content, beside)] : []),
  ];
  return {
    manifest: {
      ...(code !== defaultCode(id) && { code }),
      ...rest,
      ...(lifecycle !== undefined && { lifecycle }),
    },
    ...(remarks.length > 0 && { remark: remarks.join('\n') }),
  };
}

/** The code of a manifest that writes none (docs/manifests.md). */
export function defaultCode(id: Json | undefined): string {
  return String(id).replaceAll('-', '_');
}

/** The states that are not wanted by the default, `approved`. */
const LIFECYCLES: Readonly<Record<string, string>> = { REG: 'draft', REJ: 'draft', STP: 'stopped' };

/** The words of the last rejection, with the service's own time. */
function rejection(comments: readonly Comment[]): string {
  const last = comments.findLast(({ status, content }) => status === 'REJ' && content.trim() !== '');
  return last ? `Rejected ${last.createdAt} KST (${last.userName}): ${last.content.trim()}` : 'Rejected';
}
