import type { Written } from '../../core/declaration.ts';
import { compactObject, isObject, type Json, type JsonObject, mapMembers, own } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { Comment, Live } from '../../core/resource.ts';
import { decode } from '../fields.ts';
import { besideOf, cleared, normalParts } from '../parts.ts';
import type { TemplateDetail } from './endpoints.ts';
import { templateFields } from './fields.ts';
import { withoutNotice } from './notice.ts';
import { statusOf } from './states.ts';

function plain(content: JsonObject): JsonObject {
  return { ...content, content: withoutNotice(String(content['messageType']), String(content['content'])) };
}

/**
 * The normal form of desired and of live content: without empty members, without defaults that mean nothing
 * (security false, emphasis NONE) and without members that do not apply, and with the fixed name of an AC button. Two
 * manifests that want the same template have the same normal form.
 */
export function normalise(content: JsonObject): JsonObject {
  const { security, emphasis, ...rest } = partOf(compactObject(content), true);
  return normalParts({
    ...rest,
    ...(security === true && { security }),
    ...(emphasis !== undefined && typeOf(emphasis) !== 'NONE' && { emphasis }),
  });
}

/** The members that `normalise` leaves out because the message type or the emphasis has no place for them. */
export function withoutUse(content: JsonObject): JsonObject {
  return compactObject(partOf(compactObject(content), false));
}

/** The members for which the message type and the emphasis have a place, or all others. */
function partOf({ emphasis, ...rest }: JsonObject, isUsed: boolean): JsonObject {
  const type = typeOf(emphasis);
  const shows = (key: string): boolean => (key === 'type' ? isUsed : isShown(type, key) === isUsed);
  return {
    ...mapMembers(rest, (value, key) => (applies(key, rest['messageType'], type) === isUsed ? value : undefined)),
    ...(isObject(emphasis) && { emphasis: mapMembers(emphasis, (value, key) => (shows(key) ? value : undefined)) }),
  };
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
  const content = normalise(plain(decode(templateFields, detail, { bound })));
  const everything = plain(decode(templateFields, detail, { bound, everything: true }));
  const beside = { ...withoutUse(everything), ...besideOf(content, normalise(everything)) };
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
