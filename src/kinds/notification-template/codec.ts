import type { Written } from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, mapMembers, own } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { Comment, Live } from '../../core/resource.ts';
import { decodeTwice, encode } from '../fields.ts';
import { besideOf, cleared, normalParts } from '../parts.ts';
import type { TemplateDetail } from './endpoints.ts';
import { templateFields } from './fields.ts';
import { withoutNotice } from './notice.ts';
import { statusOf } from './states.ts';

/**
 * Encodes a template as a request body (resource API 2.2).
 * @param content in normal form
 * @param bound has the URL of every uploaded file; throws `NotiformError` for a file without one
 */
export function encodeTemplate(content: JsonObject, bound: Bound): JsonObject {
  return encode(templateFields, content, bound);
}

function plain(content: JsonObject): JsonObject {
  return { ...content, content: withoutNotice(String(content['messageType']), String(content['content'])) };
}

/**
 * The normal form of desired and of live content: without empty members, without defaults that mean nothing
 * (security false, emphasis NONE) and without members that do not apply, and with the fixed name of an AC button. Two
 * manifests that want the same template have the same normal form.
 */
export function normalise(content: JsonObject): JsonObject {
  return normalForm(compactObject(content));
}

/** @param content without empty members */
function normalForm(content: JsonObject): JsonObject {
  const { security, emphasis, ...rest } = content;
  const type = typeOf(emphasis);
  return normalParts({
    ...membersOf(rest, (key) => applies(key, rest['messageType'], type)),
    ...(security === true && { security }),
    ...(isObject(emphasis) &&
      type !== 'NONE' && { emphasis: { ...membersOf(emphasis, (key) => isShown(type, key)), type } }),
  });
}

/**
 * The members that `normalise` leaves out because the message type or the emphasis has no place for them.
 * @param content without empty members
 */
export function withoutUse(content: JsonObject): JsonObject {
  const { emphasis, ...rest } = content;
  const type = typeOf(emphasis);
  return compactObject({
    ...membersOf(rest, (key) => !applies(key, rest['messageType'], type)),
    ...(isObject(emphasis) && { emphasis: membersOf(emphasis, (key) => key !== 'type' && !isShown(type, key)) }),
  });
}

function membersOf(object: JsonObject, isKept: (key: string) => boolean): JsonObject {
  return mapMembers(object, (member, key) => (isKept(key) ? member : undefined));
}

/** The members that each type of emphasis shows. The service answers null for all others (resource API 2.2). */
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

/** True if the message type and the emphasis have a place for a member. An unknown type has a place for all. */
function applies(key: string, messageType: Json | undefined, emphasisType: string): boolean {
  if (key === 'extra') return messageType !== 'BA' && messageType !== 'AD';
  if (key !== 'items' && key !== 'itemSummary') return true;
  return emphasisType === 'ITEM_LIST' || own(SHOWN, emphasisType) === undefined;
}

/** True if a type of emphasis shows a member. An unknown type shows all. */
function isShown(type: string, key: string): boolean {
  return own(SHOWN, type)?.includes(key) ?? true;
}

/**
 * Decodes a detail as a live resource: its content without additions of the service (ordering, dates, the notice, the image's
 * name), its comments with the newest last. The content of a template that `encodeTemplate` wrote is the same again.
 */
export function liveTemplate(detail: TemplateDetail, bound: Bound): Live {
  const { inspectionStatus, status, block, dormant, modifiedAt } = detail;
  const decoded = decodeTwice(templateFields, detail, bound);
  const everything = compactObject(plain(decoded.everything));
  const isWhole = decoded.everything === decoded.content;
  const content = isWhole ? normalForm(everything) : normalise(plain(decoded.content));
  const beside = { ...withoutUse(everything), ...(!isWhole && besideOf(content, normalise(everything))) };
  return {
    name: detail.templateCode,
    content,
    status: statusOf({ inspectionStatus, status, block: block === true, dormant: dormant === true }),
    comments: liveComments(detail),
    ...(modifiedAt && { modifiedAt }),
    ...(Object.keys(beside).length > 0 && { beside }),
  };
}

function liveComments({ comments }: TemplateDetail): Comment[] {
  return (comments ?? [])
    .filter((comment) => comment !== null)
    .map(({ content, createdAt, status, userName }) => ({
      content: content ?? '',
      createdAt: createdAt ?? '',
      status,
      userName: userName ?? '',
    }))
    .sort((a, b) => compareText(a.createdAt, b.createdAt));
}

/**
 * Writes the document of a live template in its live state. A template without a request for inspection is a draft, and so is
 * a rejected one, which would be blocked as `approved` (assumption 180).
 */
export function writeTemplate({ content, status, comments = [], beside }: Live, id: string): Written {
  const { code = null, ...rest } = content;
  const lifecycle = own(LIFECYCLES, status.state);
  const remarks = [
    ...(status.state === 'REJ' ? [rejection(comments), REQUEST_AGAIN] : []),
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

/** The code of a manifest without `code` (docs/manifests.md). */
export function defaultCode(id: Json | undefined): string {
  return String(id).replaceAll('-', '_');
}

/** The states that are not written as the default, `approved`. */
const LIFECYCLES: Readonly<Record<string, string>> = { REG: 'draft', REJ: 'draft', STP: 'stopped', DMT: 'stopped' };

const REQUEST_AGAIN = 'To request a new inspection, correct the text and remove `lifecycle: draft`.';

/** The comment of the last rejection. */
function rejection(comments: readonly Comment[]): string {
  const last = comments.findLast(({ status, content }) => status === 'REJ' && content.trim() !== '');
  return last ? `Rejected: ${last.content.trim()}` : 'Rejected';
}
