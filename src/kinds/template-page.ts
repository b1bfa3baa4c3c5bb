import type { RowPage } from '../core/kind.ts';
import type { BrandTemplatePage, TemplatePage } from '../service/api.ts';

/** Rows that one page of templates is asked for: the documents name no maximum (4.1 /list; assumption 127). */
export const ROWS_A_PAGE = 100;

/** A page of templates of either kind, as a list of live resources. */
export function pageOfTemplates({
  rows,
  unreadable,
  totalCount,
  totalPage,
  date,
}: TemplatePage | BrandTemplatePage): RowPage {
  return {
    rows: rows.map(({ templateCode, templateName, serviceStatus, modifiedAt }) => ({
      name: templateCode,
      title: templateName,
      state: serviceStatus,
      modifiedAt: modifiedAt ?? '',
    })),
    unreadable: unreadable.map(({ templateCode, problem }) =>
      templateCode === undefined ? { problem } : { name: templateCode, problem },
    ),
    total: totalCount,
    pages: totalPage,
    ...(date !== undefined && { date }),
  };
}
