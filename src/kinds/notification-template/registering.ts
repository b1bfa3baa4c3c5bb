import { sender } from '../sender.ts';
import { encodeTemplate } from './codec.ts';
import { templateEndpoints } from './endpoints.ts';
import { editable, inspectionIs, needs, notBlocked, refusesTell, statusIs, wantedFor } from './requirements.ts';
import { after, callAbout, codeAt, type TemplateOperation } from './row.ts';
import { codeOf, factsOf, keepsCode, registered, sameText } from './standing.ts';

export const add: TemplateOperation = {
  name: 'template.add',
  title: 'register',
  cites: '3, 4.1 /add',
  idempotence: 'observable',
  requires: (at, want) =>
    at ? { reason: `there is a template with the code ${at.name} already` } : refusesTell(at, want),
  predicts: (_, want) => [registered(want)],
  run: async ({ service, profile, desired, bound, signal }) => {
    const fields = { ...sender(profile), ...encodeTemplate(desired.content, bound), templateCode: codeOf(desired) };
    const detail = await service.call(templateEndpoints.add, fields, signal);
    return { code: detail.templateCode };
  },
};

export const update: TemplateOperation = {
  name: 'template.update',
  title: 'update',
  cites: '3, 4.1 /update, assumptions 1, 56, 57',
  idempotence: 'observable',
  requires: needs(refusesTell, editable, notBlocked),
  risk: (at, want) =>
    at && factsOf(at).inspectionStatus === 'REJ' && want.goal === 'approved' && sameText(at, want)
      ? 'resubmits'
      : undefined,
  note: (at, want) => (at && !keepsCode(at, want) ? `new code ${codeOf(want)}` : undefined),
  predicts: after((template, want) => [registered(want, template)]),
  run: async (context) => {
    const { service, profile, desired, bound, signal } = context;
    const from = codeAt(context);
    const to = codeOf(desired);
    const fields = { ...sender(profile), ...encodeTemplate(desired.content, bound), templateCode: from };
    const newCode = from === to ? {} : { newTemplateCode: to };
    await service.call(templateEndpoints.update, { ...fields, ...newCode }, signal);
    return { code: to };
  },
};

export const remove: TemplateOperation = {
  name: 'template.delete',
  title: 'delete',
  cites: '3, 4.1 /delete, assumption 50',
  idempotence: 'observable',
  requires: needs(
    wantedFor('a template that is declared is never deleted', 'removed'),
    inspectionIs('REG', 'REJ'),
    statusIs('R'),
    notBlocked,
  ),
  risk: () => 'destroys',
  predicts: () => [undefined],
  run: callAbout(templateEndpoints.delete),
};
