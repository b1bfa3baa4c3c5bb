import { type FileNode, isFileNode } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Operation, RunContext } from '../../core/kind.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { trimEndOf } from '../../core/trim.ts';
import type { Client } from '../../wire/client.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { Upload } from '../../wire/outgoing.ts';
import { sender } from '../endpoint.ts';
import { CHANNEL_BUTTON_NAME } from '../parts.ts';
import { encodeTemplate } from './codec.ts';
import { templateEndpoints } from './endpoints.ts';
import { templateOf } from './fields.ts';
import {
  codeStays,
  convertible,
  dormant,
  editable,
  inspectionIs,
  needs,
  notBlocked,
  noVersionWanted,
  onlyWhile,
  refusesTell,
  statusIs,
  undeletable,
  wantedFor,
} from './requirements.ts';
import { codeOf, factsOf, keepsCode, moved, registered, sameText, type Template } from './states.ts';

/** A row of the operation table of templates. */
export type TemplateOperation = Operation<Client>;
export type TemplateContext = RunContext<Client>;

/** The code that a call names: the one it has, or the one it is to have. */
export function codeAt({ live, desired }: TemplateContext): string {
  return live?.name ?? codeOf(desired);
}

/** `predicts` of a row whose `requires` has made sure that there is a template. */
export function after(change: (template: Template, want: Resource) => ResourceState[]): TemplateOperation['predicts'] {
  return (at, want) => (at ? change(at, want) : []);
}

/** `run` of a row whose call names the template and nothing else. */
export function callAbout(endpoint: Endpoint<unknown>): TemplateOperation['run'] {
  return async (context) => {
    const fields = { ...sender(context.profile), templateCode: codeAt(context) };
    await context.service.call(endpoint, fields, context.signal);
    return undefined;
  };
}

/** What goes along with a request for inspection (4.1): inputs of an operation, never a difference. */

export function commentOf({ inputs }: Resource): string | undefined {
  return typeof inputs['comment'] === 'string' && inputs['comment'] !== '' ? inputs['comment'] : undefined;
}

export function attachmentsOf({ inputs }: Resource): FileNode[] {
  return Array.isArray(inputs['attachments']) ? inputs['attachments'].filter(isFileNode) : [];
}

/** Attachments go by request_with_file; without any it is a plain request. */
export function hasAttachments(want: Resource): boolean {
  return attachmentsOf(want).length > 0;
}

/** request_with_file requires the comment. */
export function lacksComment(want: Resource): boolean {
  return hasAttachments(want) && commentOf(want) === undefined;
}

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

export const request: TemplateOperation = {
  name: 'template.request',
  title: 'request inspection',
  cites: '3, 4.1 /request, assumptions 4, 50',
  idempotence: 'observable',
  requires: needs(
    notBlocked,
    (_, want) => (hasAttachments(want) ? { reason: 'attachments go with request_with_file' } : undefined),
    inspectionIs('REG'),
    statusIs('R'),
  ),
  predicts: after((template) => [moved(template, { inspectionStatus: 'REQ', status: 'R' })]),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const fields = { ...sender(profile), templateCode: codeAt(context), comment: commentOf(desired) };
    await service.call(templateEndpoints.request, fields, signal);
    return undefined;
  },
};

export const requestWithFile: TemplateOperation = {
  name: 'template.request_with_file',
  title: 'request inspection with attachments',
  cites: '3, 4.1 /request_with_file, assumptions 4, 50',
  idempotence: 'observable',
  requires: (at, want) => {
    if (!hasAttachments(want)) return { reason: 'there are no attachments' };
    if (lacksComment(want)) return { reason: 'an inspection with attachments needs a comment' };
    return needs(notBlocked, inspectionIs('REG'), statusIs('R'))(at, want);
  },
  predicts: after((template) => [moved(template, { inspectionStatus: 'REQ', status: 'R' })]),
  run: async (context) => {
    const { service, profile, desired, signal } = context;
    const comment = commentOf(desired);
    if (comment === undefined) throw new NotiformError(withoutComment(desired));
    const files = await Promise.all(attachmentsOf(desired).map((file) => read(file, context)));
    const fields = { ...sender(profile), templateCode: codeAt(context), comment };
    await service.upload(templateEndpoints.requestWithFile, fields, 'attachment', files, signal);
    return undefined;
  },
};

export const cancelRequest: TemplateOperation = {
  name: 'template.cancel_request',
  title: 'cancel the inspection request',
  cites: '3, 4.1 /cancel_request, assumptions 5, 50, 56',
  idempotence: 'observable',
  requires: needs(notBlocked, codeStays, inspectionIs('REQ'), statusIs('R')),
  risk: () => 'queues-again',
  predicts: after((template) => [moved(template, { inspectionStatus: 'REG', status: 'R' })]),
  run: callAbout(templateEndpoints.cancelRequest),
};

export const cancelApproval: TemplateOperation = {
  name: 'template.cancel_approval',
  title: 'cancel the approval',
  cites: '3, 4.1 /cancel_approval, assumptions 9, 50, 52, 56',
  idempotence: 'observable',
  requires: needs(
    notBlocked,
    codeStays,
    noVersionWanted,
    (_, want) =>
      want.goal === 'stopped' ? { reason: 'a template that is wanted stopped keeps its approval' } : undefined,
    onlyWhile('RDY', 'the approval of a template can be cancelled'),
  ),
  risk: () => 'loses-approval',
  predicts: after((template) => [moved(template, { inspectionStatus: 'REG', status: 'R' })]),
  run: callAbout(templateEndpoints.cancelApproval),
};

async function read({ path, sha256 }: FileNode, { readFile }: TemplateContext): Promise<Upload> {
  return { name: path.slice(path.lastIndexOf('/') + 1), bytes: await readFile(path, sha256) };
}

/** `requires` keeps this from happening. */
function withoutComment({ address }: Resource): Problem {
  return { code: 'bug', severity: 'error', message: `${address} would go in with attachments and without a comment` };
}

export const stop: TemplateOperation = {
  name: 'template.stop',
  title: 'stop',
  cites: '3, 4.1 /stop, assumptions 6, 50, 56',
  idempotence: 'observable',
  requires: needs(
    wantedFor('it is stopped only where it is wanted stopped or removed', 'stopped', 'removed'),
    (template, want) => (want.goal === 'removed' ? undeletable(template, want) : notBlocked(template, want)),
    codeStays,
    inspectionIs('APR'),
    statusIs('R', 'A'),
  ),
  risk: () => 'interrupts-sending',
  note: (_, want) => (want.goal === 'removed' ? 'a template that was approved cannot be deleted' : undefined),
  predicts: after((template) =>
    (factsOf(template).dormant ? [false, true] : [false]).map((still) =>
      moved(template, { status: 'S', dormant: still }),
    ),
  ),
  run: callAbout(templateEndpoints.stop),
};

export const reuse: TemplateOperation = {
  name: 'template.reuse',
  title: 'release the stop',
  cites: '3, 4.1 /reuse, assumptions 2, 50',
  idempotence: 'observable',
  requires: needs(notBlocked, inspectionIs('APR'), statusIs('S')),
  predicts: after((template) => ['R', 'A'].map((status) => moved(template, { status }))),
  run: callAbout(templateEndpoints.reuse),
};

export const release: TemplateOperation = {
  name: 'template.release',
  title: 'release the dormancy',
  cites: '3, 4.1 /release, assumptions 7, 50, 53',
  idempotence: 'observable',
  requires: needs(notBlocked, dormant),
  predicts: after((template) => {
    const { status } = factsOf(template);
    return (status === 'S' ? ['S'] : ['R', 'A']).map((next) => moved(template, { dormant: false, status: next }));
  }),
  run: callAbout(templateEndpoints.release),
};

export const convertAddCh: TemplateOperation = {
  name: 'template.convertAddCh',
  title: 'convert to channel add',
  cites: '3, 4.1 /convertAddCh, assumptions 10, 50, 51, 59',
  idempotence: 'observable',
  requires: needs(notBlocked, onlyWhile('ACT', 'a template can be converted'), ...convertible),
  predicts: after((template) => [moved(template, {}, withChannel(template.content))]),
  // The only call without a senderKeyType.
  run: async (context) => {
    const fields = { senderKey: context.profile.key, templateCode: codeAt(context) };
    await context.service.call(templateEndpoints.convertAddCh, fields, context.signal);
    return undefined;
  },
};

/**
 * What `convertAddCh` makes of a content (assumption 10); the notice never stands in manifest form, and line breaks at the
 * body's end are told as the notice's from then on (assumption 59).
 */
function withChannel(content: JsonObject): JsonObject {
  const { messageType, buttons = [], content: body } = templateOf(content);
  return {
    ...content,
    content: trimEndOf(body, '\n'),
    messageType: messageType === 'BA' ? 'AD' : 'MI',
    buttons: [{ type: 'AC', name: CHANNEL_BUTTON_NAME }, ...buttons],
  };
}

/** The operation table of a notification template (resource API 3), in the order of a template's life. */
export const templateOperations: readonly TemplateOperation[] = [
  add,
  update,
  request,
  requestWithFile,
  cancelRequest,
  cancelApproval,
  convertAddCh,
  reuse,
  release,
  stop,
  remove,
];
