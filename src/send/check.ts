import type { ProblemCode } from '../core/codes.ts';
import type { JsonObject } from '../core/json.ts';
import { isObject } from '../core/json.ts';
import { maskNumber } from '../core/mask.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure, SendResult } from '../core/send-result.ts';
import { maskPayload } from './masked.ts';
import { textAt } from './members.ts';
import { type ApprovedTemplate, proveMessage } from './proof.ts';

/** What a payload has to be, for one that has another shape. */
export const BODY_OF_A_SEND = 'It is the body of POST /v3/message, as one JSON object';

/** What a payload says of the template that it was made from. */
export interface TemplateClaim {
  type: string;
  senderKey: string | undefined;
  templateCode: string;
}

/** Reads what a payload that another program built names; a problem where it names no template. */
export function claimOf(payload: JsonObject): TemplateClaim | Problem {
  const type = textAt(payload, 'type') ?? '';
  const outer = payload['content'];
  const inner = isObject(outer) ? outer[type] : undefined;
  const templateCode = isObject(inner) ? textAt(inner, 'templatecode') : undefined;
  if (!isObject(inner) || templateCode === undefined) {
    return {
      code: 'send-value',
      severity: 'error',
      message: 'The payload names no template: it has no `content.at.templatecode` or `content.ai.templatecode`',
      hint: BODY_OF_A_SEND,
      path: 'content',
    };
  }
  return { type, senderKey: textAt(inner, 'senderkey'), templateCode };
}

/**
 * The declared template that a payload was made from: by its code, and by the sender key where several profiles have that
 * code. A problem where there is none.
 */
export function claimedTemplate(
  claim: TemplateClaim,
  resources: readonly Resource[],
  profileOf: (alias: string) => ProfileRef,
): { template: Resource; profile: ProfileRef } | Problem {
  const coded = resources
    .filter(({ name, profile }) => name === claim.templateCode && profile !== undefined)
    .map((template) => ({ template, profile: profileOf(template.profile ?? '') }));
  const found = coded.find(({ profile }) => profile.key === claim.senderKey) ?? coded[0];
  if (found) return found;
  return {
    code: 'send-template',
    severity: 'error',
    message: `No manifest declares a template with the code ${claim.templateCode}`,
    path: `content.${claim.type}.templatecode`,
  };
}

/** Only a state is put right at the template; everything else in the payload, which no manifest makes. */
function forPayload(failure: ProofFailure): ProofFailure {
  if (failure.code === 'send-state') return failure;
  const correct = `Correct \`${failure.path}\` in the payload`;
  const isOfManifest = failure.hint === undefined || failure.code === 'send-button-value';
  return { ...failure, hint: isOfManifest ? `${correct}${AS[failure.code] ?? ''}` : `${correct}. ${failure.hint}` };
}

const AS: Partial<Record<ProblemCode, string>> = {
  'send-differs': ': write it as the approved template has it, every character and line break',
  'send-leftover': ': write the value of the variable in its place',
  'send-limit': ': shorten it',
  'send-parts': ': the approved template decides which parts a message has',
};

/** A payload held against the approved template, as a send's result that was never sent. */
export function checkPayload(
  file: string,
  payload: JsonObject,
  claim: TemplateClaim,
  template: Resource,
  approved: ApprovedTemplate,
): SendResult {
  const proof = proveMessage(payload, approved).map(forPayload);
  const content = payload['content'];
  const inner = isObject(content) ? content[claim.type] : undefined;
  return {
    send: file,
    source: null,
    template: template.address,
    templateCode: claim.templateCode,
    sample: null,
    type: claim.type,
    from: { name: 'the payload', number: textAt(payload, 'from') ?? '' },
    to: { name: 'the payload', number: maskNumber(textAt(payload, 'to') ?? '') },
    text: (isObject(inner) ? textAt(inner, 'message') : undefined) ?? '',
    at: null,
    payload: maskPayload(payload),
    outcome: proof.length === 0 ? 'proved' : 'unproved',
    expect: 'delivered',
    asExpected: null,
    acceptance: null,
    delivery: null,
    proof,
    risks: [],
    problem: null,
  };
}
