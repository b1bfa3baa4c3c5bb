import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import { formatDateTime, formatDay, parseStamp } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import { type Endpoint, type Endpoints, ofAccount, ofOne, ofProfile } from '../access.ts';
import { ofCategories, templateCategories } from '../categories.ts';
import type { Profile } from '../entities.ts';
import { ATTACHMENT_TYPES, endingOf, isAsNamed } from '../file-types.ts';
import { isListed, MAX_COUNT, pageOf, periodOf, periodShape, rowOf, stamp } from '../pages.ts';
import {
  addTemplate,
  applyDormancy,
  COMMENT_MAX,
  change,
  convertToChannelAdd,
  deleteTemplate,
  requestInspection,
  TRANSITIONS,
  updateTemplate,
} from './operations.ts';
import { codeRule } from './rules.ts';
import {
  type Button,
  contentShape,
  type InspectionComment,
  type PublicTemplate,
  SERVICE_STATUSES,
  serviceStatus,
  type Template,
} from './template.ts';

/** 50 MB for each file, of 1,024 × 1,024 bytes (resource API 4.1; assumption 23). */
const ATTACHMENT_BYTES = 50 * 1024 * 1024;
/** Maximum files of one request (assumption 12). */
const MAX_ATTACHMENTS = 10;

/** 508 if there is no such template (assumption 11). */
const ofTemplate = ofOne(
  { templateCode: { is: 'text', required: true, max: 30 } },
  (machine, { key }, { templateCode }) => {
    const template = machine.store.templates.of(key, templateCode);
    return template ? applyDormancy(machine, template) : refuse(result.notFound, 'no such template');
  },
);

/** The documents do not show the default (assumption 24). */
const DEFAULT_COUNT = 30;

const listShape = {
  ...periodShape,
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MAX_COUNT },
  keyword: { is: 'text', min: 2, max: 50 },
  templateStatus: { is: 'text', of: SERVICE_STATUSES },
  categoryCodeList: { is: 'list', each: { is: 'text' } },
} as const satisfies Shape;

/** The endpoints of resource API 4.1, by their path after `/v3/msgr/template`. */
export const templateEndpoints: Endpoints = {
  '/add': ofProfile(
    { templateCode: codeRule },
    (machine, profile, { templateCode }, body) => {
      const template = addTemplate(machine, profile, templateCode, body);
      return isRefused(template) ? template : accept({ data: detailOf(template) });
    },
    { changes: true, also: contentShape },
  ),

  '/codeCheck': ofProfile({ templateCode: { ...codeRule, required: true } }, ({ store }, { key }, { templateCode }) =>
    store.templates.of(key, templateCode) ? refuse(result.codeTaken, 'templateCode is taken') : accept(),
  ),

  '/list': ofProfile(listShape, listTemplates),

  '/detail': ofTemplate({}, (_machine, template) => accept({ data: detailOf(template) })),

  // The documents call the code optional, but nothing else identifies the template (assumption 141).
  '/update': ofTemplate(
    { newTemplateCode: codeRule },
    (machine, template, profile, { newTemplateCode }, body) =>
      updateTemplate(machine, profile, template, newTemplateCode, body) ?? accept({ data: detailOf(template) }),
    { changes: true, also: contentShape },
  ),

  '/delete': act(deleteTemplate),
  ...Object.fromEntries(TRANSITIONS.map((action) => [`/${action}`, act(change.bind(undefined, action))])),
  // The documents have no senderKeyType here: the key is a profile's (assumption 18).
  '/convertAddCh': act(convertToChannelAdd, true),

  '/request': ofTemplate(
    { comment: { is: 'text', max: COMMENT_MAX } },
    (machine, template, _profile, { comment }) => requestInspection(machine, template, comment, []) ?? accept(),
    { changes: true },
  ),

  // The comment is required, attachments are optional.
  '/request_with_file': ofTemplate(
    { comment: { is: 'text', required: true, max: COMMENT_MAX } },
    async (machine, template, _profile, { comment }, _body, files) => {
      const attachment = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
      const refused = forbidsAttachments(files) ?? requestInspection(machine, template, comment, attachment);
      if (refused) return refused;
      for (const { bytes } of files) await machine.attachments.keep(bytes);
      return accept();
    },
    {
      changes: true,
      upload: {
        bytes: MAX_ATTACHMENTS * ATTACHMENT_BYTES,
        files: /^attachment$/,
        tooLarge: refuse(result.fileSize, 'the attachments are too large'),
        unreadable: result.file,
      },
    },
  ),

  ...ofCategories('/category', templateCategories),

  // Templates that were released since a moment, by default a day ago.
  '/public/list': ofAccount(
    { since: stamp, page: { is: 'integer', min: 1 }, count: { is: 'integer', min: 1, max: MAX_COUNT } },
    ({ store, clock }, { since, page, count }) => {
      const from = parseStamp(since ?? '') ?? clock.now() - DAY_MS;
      const [at, size] = [page ?? 1, count ?? 100];
      const found = [...store.publicTemplates.values()]
        .filter((template) => template.releasedAt >= from)
        .sort((a, b) => b.releasedAt - a.releasedAt);
      const rows = found.slice((at - 1) * size, at * size);
      const data = rows.map(({ releasedAt, ...row }) => ({ ...row, releaseDate: formatDay(releasedAt) }));
      return accept({ hasNext: found.length > at * size, data });
    },
  ),
};

function act(perform: (context: Context, template: Template) => Refused | undefined, noGroups = false): Endpoint {
  return ofTemplate({}, (machine, template) => perform(machine, template) ?? accept(), { changes: true, noGroups });
}

function forbidsAttachments(files: readonly UploadedFile[]): Refused | undefined {
  if (files.some(({ field }) => field !== 'attachment'))
    return refuse(result.parameters, 'files are sent as attachment');
  if (files.length > MAX_ATTACHMENTS) return refuse(result.fileCount, `${MAX_ATTACHMENTS} attachments at most`);
  for (const { name, size, bytes } of files) {
    if (!ATTACHMENT_TYPES.includes(endingOf(name))) {
      return refuse(result.fileType, `an attachment is one of ${ATTACHMENT_TYPES.join(', ')}`);
    }
    if (size === 0) return refuse(result.file, 'an attachment is empty');
    if (size > ATTACHMENT_BYTES) return refuse(result.fileSize, `an attachment may have ${ATTACHMENT_BYTES} bytes`);
    if (!isAsNamed(name, bytes)) return refuse(result.fileType, 'an attachment is not what its name says');
  }
  return undefined;
}

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

/** `template/list`: newest first; a template must match every filter (resource API 4.1; assumption 24). */
function listTemplates(machine: Machine, profile: Profile, fields: Read<typeof listShape>): Answer {
  const period = periodOf(fields);
  if (isRefused(period)) return period;
  const { page, count, keyword, templateStatus, categoryCodeList: categories } = fields;
  const found = machine.store.templates.all(profile.key).filter((one) => {
    const state = serviceStatus(applyDormancy(machine, one));
    if (templateStatus !== null && state !== templateStatus) return false;
    if (categories.length > 0 && !categories.includes(one.content.categoryCode)) return false;
    return isListed(one, period, keyword);
  });
  const { rows, totals } = pageOf(found, page ?? 1, count ?? DEFAULT_COUNT);
  const list = rows.map((template) => ({
    ...rowOf(template, serviceStatus(template)),
    categoryCode: template.content.categoryCode,
  }));
  return accept({ ...totals, data: { list } });
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
