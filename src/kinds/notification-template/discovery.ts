import type { Bound, Discovery } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { Comment, Live, ProfileRef } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { TemplateDetail } from '../../service/template-shape.ts';
import { saysNothingThere } from '../nothing-there.ts';
import { decodeTemplate } from './decode.ts';
import { statusOf } from './standing.ts';

/** Rows of one list page: the documents name no default and no maximum (4.1 /list). */
const ROWS_A_PAGE = 100;

/**
 * A template's detail as a live resource. Undefined where the service refuses the detail for any reason but the
 * caller's own (assumption 54); that is no proof of absence, which takes a full list without the code (assumption 11).
 * Every other failure is thrown as it came.
 */
async function read(
  service: Service,
  profile: ProfileRef,
  name: string,
  bound: Bound,
  signal: AbortSignal,
): Promise<Live | undefined> {
  try {
    return liveTemplate(await service.resource.template.detail(profile, name, signal), bound);
  } catch (error) {
    if (saysNothingThere(error)) return undefined;
    throw error;
  }
}

/** A detail answer as a live resource, its comments with the newest last. */
export function liveTemplate(detail: TemplateDetail, bound: Bound): Live {
  const { inspectionStatus, status, block, dormant, modifiedAt } = detail;
  return {
    name: detail.templateCode,
    content: decodeTemplate(detail, bound),
    status: statusOf({ inspectionStatus, status, block: block === true, dormant: dormant === true }),
    comments: (detail.comments ?? []).map(liveComment).sort((a, b) => compareText(a.createdAt, b.createdAt)),
    ...(modifiedAt && { modifiedAt }),
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
export const templateDiscovery: Extract<Discovery<Service>, { by: 'list' }> = {
  by: 'list',
  page: async (service, profile, page, _bound, signal) => {
    const answer = await service.resource.template.list(profile, { page, count: ROWS_A_PAGE }, signal);
    return {
      rows: answer.rows.map((row) => ({
        name: row.templateCode,
        title: row.templateName,
        state: row.serviceStatus,
        modifiedAt: row.modifiedAt ?? '',
      })),
      unreadable: answer.unreadable.map(({ templateCode, problem }) =>
        templateCode === undefined ? { problem } : { name: templateCode, problem },
      ),
      total: answer.totalCount,
      pages: answer.totalPage,
    };
  },
  read,
};
