import type { FileNode } from '../../core/content.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { Upload } from '../../wire/outgoing.ts';
import { sender } from '../sender.ts';
import { templateEndpoints } from './endpoints.ts';
import { attachmentsOf, commentOf, hasAttachments, lacksComment } from './inputs.ts';
import { codeStays, inspectionIs, needs, notBlocked, noVersionWanted, onlyWhile, statusIs } from './requirements.ts';
import { after, callAbout, codeAt, type TemplateContext, type TemplateOperation } from './row.ts';
import { moved } from './standing.ts';

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
