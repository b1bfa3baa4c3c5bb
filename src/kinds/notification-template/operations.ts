import { type FileNode, isFileNode } from '../../core/content.ts';
import { elementsOf } from '../../core/json.ts';
import type { Past, Risk, RunContext } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import { encode } from '../fields.ts';
import {
  after,
  bug,
  calling,
  DELETING,
  isNew,
  isRemoved,
  type KindOperation,
  needs,
  refuseUnless,
  uploadOf,
} from '../operations.ts';
import { liveTemplate } from './codec.ts';
import { templateEndpoints } from './endpoints.ts';
import { templateFields } from './fields.ts';
import { withChannel } from './notice.ts';
import {
  codeStays,
  convertible,
  dormant,
  editable,
  inspectionIs,
  notBlocked,
  noVersionWanted,
  refusesTell,
  stateIs,
  statusIs,
  undeletable,
} from './requirements.ts';
import { say } from './sentences.ts';
import { codeOf, factsOf, keepsCode, moved, registered, sameText, wasRejected } from './states.ts';

/** The operation table of a notification template (resource API 3), in the order of a template's life. */
export const templateOperations: readonly KindOperation[] = [
  {
    name: 'template.add',
    title: 'register',
    korean: '등록',
    cites: '3, 4.1 /add',
    requires: (at, want) => isNew(at, want) ?? refusesTell(at, want),
    predicts: (_, want) => [registered(want)],
    run: calling(
      templateEndpoints.add,
      ({ profile, desired, bound }) => ({
        ...sender(profile),
        ...encode(templateFields, desired.content, bound),
        templateCode: codeOf(desired),
      }),
      ({ templateCode }) => ({ code: templateCode }),
      liveTemplate,
    ),
  },
  {
    name: 'template.update',
    title: 'update',
    korean: '수정',
    cites: '3, 4.1 /update, assumptions 1, 56, 57',
    requires: needs(refusesTell, editable, notBlocked),
    risk: (at, want, { isUnchanged }) => {
      if (!at || want.goal !== 'approved') return undefined;
      const isRejected = factsOf(at).inspectionStatus === 'REJ' && sameText(at, want);
      // A person corrected the rejected text in the console. The manifest still has the rejected one.
      return isRejected || (isUnchanged && wasRejected(at)) ? 'resubmits' : undefined;
    },
    note: (at, want) => (at && !keepsCode(at, want) ? say('template-new-code', { code: codeOf(want) }) : undefined),
    predicts: after((template, want) => [registered(want, template)]),
    run: calling(
      templateEndpoints.update,
      (context) => {
        const { profile, desired, bound } = context;
        const [from, to] = [codeAt(context), codeOf(desired)];
        const fields = { ...sender(profile), ...encode(templateFields, desired.content, bound), templateCode: from };
        return from === to ? fields : { ...fields, newTemplateCode: to };
      },
      (_, { desired }) => ({ code: codeOf(desired) }),
      liveTemplate,
    ),
  },
  {
    name: 'template.request',
    title: 'request inspection',
    korean: '검수 요청',
    cites: '3, 4.1 /request, assumptions 4, 50',
    requires: needs(
      notBlocked,
      (_, want) => refuseUnless(!hasAttachments(want), say('template-with-files')),
      inspectionIs('REG'),
      statusIs('R'),
    ),
    // A person withdrew the request.
    risk: ifByPerson,
    predicts: after((template) => [moved(template, { inspectionStatus: 'REQ', status: 'R' })]),
    run: calling(templateEndpoints.request, (context) => ({
      ...templateAt(context),
      comment: commentOf(context.desired),
    })),
  },
  {
    name: 'template.request_with_file',
    title: 'request inspection with attachments',
    korean: '첨부 파일과 함께 검수 요청',
    cites: '3, 4.1 /request_with_file, assumptions 4, 50',
    requires: (at, want) =>
      refuseUnless(hasAttachments(want), say('template-without-files')) ??
      refuseUnless(!lacksComment(want), say('template-files-comment')) ??
      needs(notBlocked, inspectionIs('REG'), statusIs('R'))(at, want),
    risk: ifByPerson,
    predicts: after((template) => [moved(template, { inspectionStatus: 'REQ', status: 'R' })]),
    run: async (context) => {
      const { service, desired, signal } = context;
      if (lacksComment(desired)) throw bug(`${desired.address} has attachments for the inspection and no comment`);
      const files = await Promise.all(attachmentsOf(desired).map((file) => uploadOf(file, context)));
      const fields = { ...templateAt(context), comment: commentOf(desired) };
      await service.upload(templateEndpoints.requestWithFile, fields, 'attachment', files, signal);
      return undefined;
    },
  },
  {
    name: 'template.cancel_request',
    title: 'cancel the inspection request',
    korean: '검수 요청 취소',
    cites: '3, 4.1 /cancel_request, assumptions 5, 50, 56',
    requires: needs(notBlocked, codeStays, inspectionIs('REQ'), statusIs('R')),
    risk: (at, want, past) => ifByPerson(at, want, past) ?? 'queues-again',
    predicts: after((template) => [moved(template, { inspectionStatus: 'REG', status: 'R' })]),
    run: calling(templateEndpoints.cancelRequest, templateAt),
  },
  {
    name: 'template.cancel_approval',
    title: 'cancel the approval',
    korean: '승인 취소',
    cites: '3, 4.1 /cancel_approval, assumptions 9, 50, 52, 56',
    requires: needs(
      notBlocked,
      codeStays,
      noVersionWanted,
      (_, want) => refuseUnless(want.goal !== 'stopped', say('template-keeps-approval')),
      stateIs('RDY', 'template-approval-state'),
    ),
    risk: () => 'loses-approval',
    predicts: after((template) => [moved(template, { inspectionStatus: 'REG', status: 'R' })]),
    run: calling(templateEndpoints.cancelApproval, templateAt),
  },
  {
    name: 'template.convertAddCh',
    title: 'convert to channel add',
    korean: '채널 추가형으로 전환',
    cites: '3, 4.1 /convertAddCh, assumptions 10, 50, 51, 59',
    requires: needs(notBlocked, stateIs('ACT', 'template-convert-state'), ...convertible),
    predicts: after((template) => [moved(template, {}, withChannel(template.content))]),
    // The only call without a senderKeyType.
    run: calling(templateEndpoints.convertAddCh, (context) => ({
      senderKey: context.profile.key,
      templateCode: codeAt(context),
    })),
  },
  {
    name: 'template.reuse',
    title: 'release the stop',
    korean: '중지 해제',
    cites: '3, 4.1 /reuse, assumptions 2, 50',
    requires: needs(notBlocked, inspectionIs('APR'), statusIs('S')),
    risk: ifByPerson,
    predicts: after((template) => ['R', 'A'].map((status) => moved(template, { status }))),
    run: calling(templateEndpoints.reuse, templateAt),
  },
  {
    name: 'template.release',
    title: 'release the dormancy',
    korean: '휴면 해제',
    cites: '3, 4.1 /release, assumptions 7, 50, 53',
    requires: needs(notBlocked, dormant),
    // Only the service makes a template dormant. A stop is a person's.
    risk: (at, want, past) => (at && factsOf(at).status === 'S' ? ifByPerson(at, want, past) : undefined),
    predicts: after((template) => {
      const { status } = factsOf(template);
      return (status === 'S' ? ['S'] : ['R', 'A']).map((next) => moved(template, { dormant: false, status: next }));
    }),
    // The service reports neither the release nor the last use.
    run: calling(templateEndpoints.release, templateAt, (_, context) => ({
      code: codeAt(context),
      releasedAt: new Date(context.clock.now()).toISOString(),
    })),
  },
  {
    name: 'template.stop',
    title: 'stop',
    korean: '사용 중지',
    cites: '3, 4.1 /stop, assumptions 6, 50, 56',
    requires: needs(
      (_, want) => refuseUnless(['stopped', 'removed'].includes(want.goal), say('template-not-stopped')),
      (template, want) => (want.goal === 'removed' ? undeletable(template, want) : notBlocked(template, want)),
      codeStays,
      inspectionIs('APR'),
      statusIs('R', 'A'),
    ),
    risk: () => 'interrupts-sending',
    note: (at, want) => {
      if (want.goal !== 'removed') return undefined;
      if (at && factsOf(at).status === 'A') return say('template-sent');
      return say('template-approved');
    },
    predicts: after((template) => {
      const dormancies = factsOf(template).dormant ? [false, true] : [false];
      return dormancies.map((isDormant) => moved(template, { status: 'S', dormant: isDormant }));
    }),
    run: calling(templateEndpoints.stop, templateAt),
  },
  {
    name: 'template.delete',
    ...DELETING,
    cites: '3, 4.1 /delete, assumption 50',
    requires: needs(isRemoved, inspectionIs('REG', 'REJ'), statusIs('R'), notBlocked),
    run: calling(templateEndpoints.delete, templateAt),
  },
];

/** The risk of an operation that undoes what made the state. */
function ifByPerson(_at: ResourceState, _want: Resource, { madeBy }: Past): Risk | undefined {
  return madeBy === 'person' ? 'reverses' : undefined;
}

function codeAt({ live, desired }: RunContext<Client>): string {
  return live?.name ?? codeOf(desired);
}

function templateAt(context: RunContext<Client>) {
  return { ...sender(context.profile), templateCode: codeAt(context) };
}

// A comment and attachments are inputs of a request for inspection (4.1), never a difference.

function commentOf({ inputs }: Resource): string | undefined {
  return typeof inputs['comment'] === 'string' && inputs['comment'] !== '' ? inputs['comment'] : undefined;
}

function attachmentsOf({ inputs }: Resource): FileNode[] {
  return elementsOf(inputs['attachments']).filter(isFileNode);
}

/** True if the inspection is requested with request_with_file. */
export function hasAttachments(want: Resource): boolean {
  return attachmentsOf(want).length > 0;
}

/** True if the comment that request_with_file requires is missing. */
export function lacksComment(want: Resource): boolean {
  return hasAttachments(want) && commentOf(want) === undefined;
}
