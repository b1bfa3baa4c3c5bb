import type { Bound, Discovery, Read } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { Comment, Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { unlessNothingThere } from '../nothing-there.ts';
import { sender } from '../sender.ts';
import { ROWS_A_PAGE, readTemplatePage } from '../template-page.ts';
import { decodeBeside, decodeTemplate } from './codec.ts';
import { type TemplateDetail, templateEndpoints, templateRow } from './endpoints.ts';
import { statusOf } from './standing.ts';

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
