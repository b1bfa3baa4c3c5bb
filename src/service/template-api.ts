import type { Redaction } from '../core/redaction.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { TemplateApi } from './api.ts';
import { of, type ResourceCall } from './resource-call.ts';
import { templateEndpoints as at } from './resource-endpoints.ts';
import { readRows } from './rows.ts';
import { publicTemplateRow, type TemplateDetail, templateRow } from './shape/template.ts';
import type { Endpoint } from './transport/endpoint.ts';

/** Resource API 4.1. */
export function templateApi(call: ResourceCall, redaction: Redaction): TemplateApi {
  const about =
    (endpoint: Endpoint<unknown>) => async (profile: ProfileRef, templateCode: string, signal: AbortSignal) => {
      await call.json(endpoint, { ...of(profile), templateCode }, signal);
    };
  return {
    add: async (profile, template, signal) => (await call.json(at.add, { ...of(profile), ...template }, signal)).data,
    codeCheck: about(at.codeCheck),
    list: async (profile, query, signal) => {
      const { answer, date } = await call.dated(at.list, { ...of(profile), ...query }, signal);
      const { totalCount, totalPage, currentPage } = answer;
      return {
        ...readRows(templateRow, answer.data?.list ?? [], ['data', 'list'], at.list.name),
        totalCount,
        totalPage,
        currentPage,
        date,
      };
    },
    detail: async (profile, templateCode, signal) =>
      spoken((await call.json(at.detail, { ...of(profile), templateCode }, signal)).data, redaction),
    update: async (profile, template, signal) =>
      (await call.json(at.update, { ...of(profile), ...template }, signal)).data,
    delete: about(at.delete),
    categories: async (signal) => (await call.json(at.categories, {}, signal)).data,
    category: async (categoryCode, signal) => (await call.json(at.category, { categoryCode }, signal)).data,
    request: async (profile, templateCode, comment, signal) => {
      await call.json(at.request, { ...of(profile), templateCode, comment }, signal);
    },
    requestWithFile: async (profile, templateCode, comment, attachments, signal) => {
      await call.upload(
        at.requestWithFile,
        { ...of(profile), templateCode, comment },
        'attachment',
        attachments,
        signal,
      );
    },
    cancelRequest: about(at.cancelRequest),
    stop: about(at.stop),
    reuse: about(at.reuse),
    cancelApproval: about(at.cancelApproval),
    release: about(at.release),
    // the one call that has no senderKeyType
    convertAddCh: async (profile, templateCode, signal) => {
      await call.json(at.convertAddCh, { senderKey: profile.key, templateCode }, signal);
    },
    publicList: async (query, signal) => {
      const page = await call.json(at.publicList, query, signal);
      return { ...readRows(publicTemplateRow, page.data, ['data'], at.publicList.name), hasNext: page.hasNext };
    },
  };
}

/** A detail whose comments can be shown: people wrote them, and what they quote is masked before anything is made of it. */
function spoken(detail: TemplateDetail, redaction: Redaction): TemplateDetail {
  const clean = (text: string | null | undefined) => text && redaction.clean(text);
  if (!detail.comments) return detail;
  return {
    ...detail,
    comments: detail.comments.map((one) => ({ ...one, content: clean(one.content), userName: clean(one.userName) })),
  };
}
