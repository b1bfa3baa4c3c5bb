import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, isRefused } from '../../answers.ts';
import { formatDateTime, formatDay, parseStamp } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import { ofAccount } from '../access.ts';
import type { Profile } from '../entities.ts';
import { isListed, MAX_COUNT, type Period, pageOf, periodOf, periodShape, rowOf, stamp } from '../pages.ts';
import { applyDormancy } from './operations.ts';
import type { Button } from './shape.ts';
import {
  type InspectionComment,
  type PublicTemplate,
  SERVICE_STATUSES,
  serviceStatus,
  type Template,
} from './store.ts';

/** The template detail of resource API 2.2: the answer of add, update and detail. It has no serviceStatus. */
export function detailOf(template: Template): JsonObject {
  const { content } = template;
  return {
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    ...content,
    inspectionStatus: template.inspectionStatus,
    status: template.status,
    block: template.block,
    dormant: template.dormant,
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(template.modifiedAt),
    buttons: content.buttons.map(buttonOf),
    quickReplies: content.quickReplies.map(buttonOf),
    comments: template.comments.map(commentOf),
  };
}

function buttonOf(button: Button, index: number): JsonObject {
  return { ...button, ordering: index + 1, bizFormId: null };
}

/** The documents do not show the shape of an attachment: file name and size (assumption 22). */
function commentOf(comment: InspectionComment): JsonObject {
  return {
    content: comment.content,
    createdAt: formatDateTime(comment.at),
    status: comment.status,
    userName: comment.userName,
    attachment: comment.attachment.map(({ name, size }) => ({ originalFileName: name, fileSize: size })),
  };
}

/** The documents do not show the default (assumption 24). */
const DEFAULT_COUNT = 30;

export const listShape = {
  ...periodShape,
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MAX_COUNT },
  keyword: { is: 'text', min: 2, max: 50 },
  templateStatus: { is: 'text', of: SERVICE_STATUSES },
  categoryCodeList: { is: 'list', each: { is: 'text' } },
} as const satisfies Shape;

type ListFields = Read<typeof listShape>;

/** `template/list`: newest first; a template must match every filter (resource API 4.1; assumption 24). */
export function listTemplates(machine: Machine, profile: Profile, fields: ListFields): Answer {
  const period = periodOf(fields);
  if (isRefused(period)) return period;
  const page = fields.page ?? 1;
  const count = fields.count ?? DEFAULT_COUNT;
  const found = machine.store.templates
    .all(profile.key)
    .filter((template) => meets(applyDormancy(machine, template), fields, period));
  const { rows, totals } = pageOf(found, page, count);
  const list = rows.map((template) => ({
    ...rowOf(template, serviceStatus(template)),
    categoryCode: template.content.categoryCode,
  }));
  return accept({ ...totals, data: { list } });
}

function meets(template: Template, fields: ListFields, period: Period): boolean {
  const { keyword, templateStatus, categoryCodeList } = fields;
  if (templateStatus !== null && serviceStatus(template) !== templateStatus) return false;
  if (categoryCodeList.length > 0 && !categoryCodeList.includes(template.content.categoryCode)) return false;
  return isListed(template, period, keyword);
}

const DAY_MS = 86_400_000;

/** The public templates at the start. The newest was released an hour before. */
export function releasedPublicTemplates(now: number): PublicTemplate[] {
  const row = (code: string, name: string, categoryCode: string, ageMs: number): PublicTemplate => ({
    templateCode: code,
    templateName: name,
    status: 'A',
    categoryCode,
    releasedAt: now - ageMs,
    previewImageUrl: null,
  });
  return [
    row('public_order_paid', '결제 완료 안내', '002001', 3_600_000),
    row('public_delivery_started', '배송 시작 안내', '005001', 2 * 3_600_000),
    row('public_reservation', '예약 확정 안내', '003001', 40 * DAY_MS),
  ];
}

/** `template/public/list`: templates that were released since a moment, by default a day ago (resource API 4.1). */
export const publicList = ofAccount(
  { since: stamp, page: { is: 'integer', min: 1 }, count: { is: 'integer', min: 1, max: MAX_COUNT } },
  (machine, fields) => {
    const since = parseStamp(fields.since ?? '') ?? machine.clock.now() - DAY_MS;
    const { page, count } = { page: fields.page ?? 1, count: fields.count ?? 100 };
    const found = [...machine.store.publicTemplates.values()]
      .filter((template) => template.releasedAt >= since)
      .sort((a, b) => b.releasedAt - a.releasedAt);
    return accept({
      hasNext: found.length > page * count,
      data: found
        .slice((page - 1) * count, page * count)
        .map(({ releasedAt, ...row }) => ({ ...row, releaseDate: formatDay(releasedAt) })),
    });
  },
);
