import type { BrandTemplateApi } from './api.ts';
import { of, type ResourceCall } from './resource-call.ts';
import { brandTemplateEndpoints as at } from './resource-endpoints.ts';
import { readRows } from './rows.ts';
import { brandTemplateRow, brandTemplateVersion } from './shape/brand.ts';

/** Resource API 4.7. */
export function brandTemplateApi(call: ResourceCall): BrandTemplateApi {
  return {
    add: async (profile, template, signal) => (await call.json(at.add, { ...of(profile), ...template }, signal)).data,
    detail: async (profile, templateCode, signal) =>
      (await call.json(at.detail, { ...of(profile), templateCode }, signal)).data,
    update: async (profile, template, signal) =>
      (await call.json(at.update, { ...of(profile), ...template }, signal)).data,
    delete: async (profile, templateCode, signal) => {
      await call.json(at.delete, { ...of(profile), templateCode }, signal);
    },
    list: async (profile, query, signal) => {
      const { answer, date } = await call.dated(at.list, { ...of(profile), ...inWords(query) }, signal);
      const { totalCount, totalPage, currentPage } = answer;
      return {
        ...readRows(brandTemplateRow, answer.data?.list ?? [], ['data', 'list'], at.list.name),
        totalCount,
        totalPage,
        currentPage,
        date,
      };
    },
    history: async (profile, templateCode, paging, signal) => {
      const page = await call.json(at.history, { ...of(profile), templateCode, ...inWords(paging) }, signal);
      const { rows, unreadable } = readRows(brandTemplateVersion, page.data, ['data'], at.history.name);
      return { versions: rows, unreadable, hasNext: page.hasNext };
    },
  };
}

/** These two endpoints want page and count as texts (resource API 4.7). */
function inWords<Q extends { page?: number; count?: number }>({ page, count, ...rest }: Q) {
  return {
    ...rest,
    ...(page === undefined ? {} : { page: String(page) }),
    ...(count === undefined ? {} : { count: String(count) }),
  };
}
