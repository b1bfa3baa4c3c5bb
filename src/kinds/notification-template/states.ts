import { sameContent } from '../../core/content.ts';
import { type JsonObject, own } from '../../core/json.ts';
import type { Resource, Status } from '../../core/resource.ts';
import type { States, Waits } from '../../core/states.ts';
import type { Present } from '../operations.ts';

/** Service states of a notification template (resource API 3). */
export const templateStates: States = {
  REG: { word: { en: 'registered, no inspection requested', ko: '등록됨, 검수 요청 전' }, tone: 'yellow' },
  REQ: { word: { en: 'in inspection', ko: '검수 중' }, tone: 'yellow', waitsFor: 'verdict' },
  REJ: { word: { en: 'rejected', ko: '반려' }, tone: 'red' },
  RDY: { word: { en: 'approved and never sent', ko: '승인, 발송 이력 없음' }, tone: 'green' },
  ACT: { word: { en: 'approved and in use', ko: '승인, 사용 중' }, tone: 'green' },
  STP: { word: { en: 'stopped', ko: '중지' }, tone: 'red' },
  DMT: { word: { en: 'dormant', ko: '휴면' }, tone: 'red' },
  BLK: { word: { en: 'blocked by the service', ko: '서비스에서 차단' }, tone: 'red' },
};

export const templateWaits: Waits = {
  verdict: { word: { en: 'a verdict', ko: '검수 결과' }, one: 'verdict', many: 'verdicts' },
};

/** The service's own facts about a template's state (resource API 2.2), as the detail returns them. */
export interface TemplateFacts {
  /** REG, REQ, REJ, APR; open. */
  inspectionStatus: string;
  /** S stopped, A normal, R waiting; open. */
  status: string;
  block: boolean;
  dormant: boolean;
}

/**
 * The service status, which the detail does not return: BLK, DMT, STP, REG, REQ, REJ, RDY or ACT (assumption 3). A word
 * that the documents do not know is shown as it is.
 */
export function serviceState({ inspectionStatus, status, block, dormant }: TemplateFacts): string {
  if (block) return 'BLK';
  if (dormant) return 'DMT';
  if (status === 'S') return 'STP';
  if (inspectionStatus !== 'APR') return inspectionStatus;
  return own(SENDABLE, status) ?? status;
}

const SENDABLE: Readonly<Record<string, string>> = { R: 'RDY', A: 'ACT' };

/** The live status as plans show and digest it. */
export function statusOf(facts: TemplateFacts): Status {
  const { inspectionStatus, status, block, dormant } = facts;
  return { state: serviceState(facts), inspectionStatus, status, block, dormant };
}

/** A released template becomes dormant again after 30 days without use (resource API 3). */
const DORMANT_AFTER_MS = 30 * 86_400_000;

/** When a template that notiform released becomes dormant again, if nothing is sent with it (assumption 378). */
export function dormantAt(
  { status: { state } }: Pick<Present, 'status'>,
  { releasedAt }: JsonObject,
): number | undefined {
  if (typeof releasedAt !== 'string' || !Object.values(SENDABLE).includes(state)) return undefined;
  return Date.parse(releasedAt) + DORMANT_AFTER_MS;
}

/** The facts of a status that `statusOf` made. */
export function factsOf(template: Present): TemplateFacts {
  const { inspectionStatus, status, block, dormant } = template.status;
  return {
    inspectionStatus: String(inspectionStatus),
    status: String(status),
    block: block === true,
    dormant: dormant === true,
  };
}

/** The template after a change of some facts, with new content if the operation writes some. */
export function moved(
  template: Present,
  change: Partial<TemplateFacts>,
  content: JsonObject = template.content,
): Present {
  const { name, comments } = template;
  return { name, content, status: statusOf({ ...factsOf(template), ...change }), ...(comments && { comments }) };
}

/** True if the last verdict was a rejection. */
export function wasRejected({ comments = [] }: Present): boolean {
  return comments.findLast(({ status }) => status === 'APR' || status === 'REJ')?.status === 'REJ';
}

/** The template after `add` or `update` (assumption 1). */
export function registered(want: Resource, before?: Present): Present {
  const facts = before ? factsOf(before) : { block: false, dormant: false };
  return {
    name: codeOf(want),
    content: want.content,
    status: statusOf({ ...facts, inspectionStatus: 'REG', status: 'R' }),
  };
}

/** The code that is wanted (assumption: an id with - as _ where the manifest writes none, docs/manifests.md). */
export function codeOf(want: Pick<Resource, 'id' | 'name'>): string {
  return want.name ?? want.id.replaceAll('-', '_');
}

/** True if the template has the wanted code. A removal ignores the code. */
export function keepsCode(template: Present, want: Resource): boolean {
  return want.goal === 'removed' || template.name === codeOf(want);
}

/** True if everything but the code is as wanted. */
export function sameText(template: Present, want: Resource): boolean {
  if (template.content === want.content) return true;
  const { code: _live, ...live } = template.content;
  const { code: _wanted, ...wanted } = want.content;
  return sameContent(live, wanted);
}

/** True if the template is as wanted, with its code. */
export function same(template: Present, want: Resource): boolean {
  return keepsCode(template, want) && sameText(template, want);
}
