import type { FileNode } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Operation, RunContext } from '../../core/kind.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { Upload } from '../../service/template-request.ts';
import { templateOf } from './content.ts';
import { encodeTemplate } from './encode.ts';
import { attachmentsOf, commentOf, hasAttachments, lacksComment } from './inputs.ts';
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
  statusIs,
  undeletable,
  wantedFor,
} from './requirements.ts';
import { codeOf, factsOf, keepsCode, moved, registered, sameText, type Template } from './standing.ts';
import { CHANNEL_BUTTON_NAME } from './words.ts';

type Row = Operation<Service>;
type Context = RunContext<Service>;

/** The code that a call names: the one it has, or the one it is to have. */
function codeAt({ live, desired }: Context): string {
  return live?.name ?? codeOf(desired);
}

/** `predicts` of a row whose `requires` has made sure that there is a template. */
function after(change: (template: Template, want: Resource) => Standing[]): Row['predicts'] {
  return (at, want) => (at ? change(at, want) : []);
}

const add: Row = {
  name: 'template.add',
  title: 'register',
  cites: '3, 4.1 /add',
  idempotence: 'observable',
  requires: (at) => (at ? { reason: `there is a template with the code ${at.name} already` } : undefined),
  predicts: (_, want) => [registered(want)],
  run: async ({ service, profile, desired, bound, signal }) => {
    const body = { ...encodeTemplate(desired.content, bound), templateCode: codeOf(desired) };
    const detail = await service.resource.template.add(profile, body, signal);
    return { code: detail.templateCode };
  },
};

const update: Row = {
  name: 'template.update',
  title: 'update',
  cites: '3, 4.1 /update, assumptions 1, 56, 57',
  idempotence: 'observable',
  requires: needs(editable, notBlocked),
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
    const body = { ...encodeTemplate(desired.content, bound), templateCode: from };
    await service.resource.template.update(profile, from === to ? body : { ...body, newTemplateCode: to }, signal);
    return { code: to };
  },
};

const remove: Row = {
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
  run: async (context) => {
    await context.service.resource.template.delete(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const request: Row = {
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
    await service.resource.template.request(profile, codeAt(context), commentOf(desired), signal);
    return undefined;
  },
};

const requestWithFile: Row = {
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
    await service.resource.template.requestWithFile(profile, codeAt(context), comment, files, signal);
    return undefined;
  },
};

const cancelRequest: Row = {
  name: 'template.cancel_request',
  title: 'cancel the inspection request',
  cites: '3, 4.1 /cancel_request, assumptions 5, 50, 56',
  idempotence: 'observable',
  requires: needs(notBlocked, codeStays, inspectionIs('REQ'), statusIs('R')),
  risk: () => 'queues-again',
  predicts: after((template) => [moved(template, { inspectionStatus: 'REG', status: 'R' })]),
  run: async (context) => {
    await context.service.resource.template.cancelRequest(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const stop: Row = {
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
  run: async (context) => {
    await context.service.resource.template.stop(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const reuse: Row = {
  name: 'template.reuse',
  title: 'release the stop',
  cites: '3, 4.1 /reuse, assumptions 2, 50',
  idempotence: 'observable',
  requires: needs(notBlocked, inspectionIs('APR'), statusIs('S')),
  predicts: after((template) => ['R', 'A'].map((status) => moved(template, { status }))),
  run: async (context) => {
    await context.service.resource.template.reuse(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const cancelApproval: Row = {
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
  run: async (context) => {
    await context.service.resource.template.cancelApproval(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const release: Row = {
  name: 'template.release',
  title: 'release the dormancy',
  cites: '3, 4.1 /release, assumptions 7, 50, 53',
  idempotence: 'observable',
  requires: needs(notBlocked, dormant),
  predicts: after((template) => {
    const { status } = factsOf(template);
    return (status === 'S' ? ['S'] : ['R', 'A']).map((next) => moved(template, { dormant: false, status: next }));
  }),
  run: async (context) => {
    await context.service.resource.template.release(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

const convertAddCh: Row = {
  name: 'template.convertAddCh',
  title: 'convert to channel add',
  cites: '3, 4.1 /convertAddCh, assumptions 10, 50, 51',
  idempotence: 'observable',
  requires: needs(notBlocked, onlyWhile('ACT', 'a template can be converted'), ...convertible),
  predicts: after((template) => [moved(template, {}, withChannel(template.content))]),
  run: async (context) => {
    await context.service.resource.template.convertAddCh(context.profile, codeAt(context), context.signal);
    return undefined;
  },
};

/** The operation table of a notification template (resource API 3), in the order of a template's life. */
export const templateOperations: readonly Row[] = [
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

/** What `convertAddCh` makes of a content (assumption 10); the notice never stands in manifest form. */
function withChannel(content: JsonObject): JsonObject {
  const { messageType, buttons = [] } = templateOf(content);
  return {
    ...content,
    messageType: messageType === 'BA' ? 'AD' : 'MI',
    buttons: [{ type: 'AC', name: CHANNEL_BUTTON_NAME }, ...buttons],
  };
}

async function read({ path, sha256 }: FileNode, { readFile }: Context): Promise<Upload> {
  return { name: path.slice(path.lastIndexOf('/') + 1), bytes: await readFile(path, sha256) };
}

/** `requires` keeps this from happening. */
function withoutComment({ address }: Resource): Problem {
  return { code: 'bug', severity: 'error', message: `${address} would go in with attachments and without a comment` };
}
