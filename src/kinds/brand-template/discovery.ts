import type { Bound, Discovery, Recognition } from '../../core/kind.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import type { BrandTemplateDetail } from '../../service/brand-shape.ts';
import type { Service } from '../../service/service.ts';
import { saysNothingThere } from '../nothing-there.ts';
import { decodeBrand } from './decode.ts';

/** Rows of one list page: more than this the service may not give (assumption 127). */
const ROWS_A_PAGE = 100;

/** Undefined where the service refuses the detail for any reason but the caller's own (assumptions 11, 54). */
async function read(
  service: Service,
  profile: ProfileRef,
  code: string,
  bound: Bound,
  signal: AbortSignal,
): Promise<Live | undefined> {
  try {
    return liveBrand(await service.resource.brandTemplate.detail(profile, code, signal), bound);
  } catch (error) {
    if (saysNothingThere(error)) return undefined;
    throw error;
  }
}

function liveBrand(detail: BrandTemplateDetail, bound: Bound): Live {
  const { templateCode, status, modifiedAt } = detail;
  return {
    name: templateCode,
    content: decodeBrand(detail, bound),
    status: { state: status, status },
    ...(modifiedAt && { modifiedAt }),
  };
}

/** Brand templates are found by the list's pages, and read by their detail where that is needed. */
export const brandDiscovery: Extract<Discovery<Service>, { by: 'list' }> = {
  by: 'list',
  page: async (service, profile, page, _bound, signal) => {
    const answer = await service.resource.brandTemplate.list(profile, { page, count: ROWS_A_PAGE }, signal);
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

/** The service gives the code: one that is not bound is recognised by its name and bubble. */
export const brandRecognition: Recognition = {
  titleOf: ({ name }) => String(name),
  isMeant: (live, want) => live.content['bubble'] === want.content['bubble'],
};
