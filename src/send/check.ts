import type { ProblemCode } from '../core/codes.ts';
import type { JsonObject } from '../core/json.ts';
import { maskNumber } from '../core/mask.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure, SendResult } from '../core/send-result.ts';
import type { ApprovedTemplate, Channel, TemplateChannel } from './channel.ts';
import { channelOfTemplate, channelOfType, channels } from './channels/registry.ts';
import { maskPayload } from './describe.ts';
import { checkForeign } from './envelope.ts';
import { checkReservedHours } from './hours.ts';
import { objectAt, textAt } from './members.ts';
import type { Parties } from './parties.ts';
import { proveMessage } from './proof.ts';

/** The hint for a payload of another shape. */
export const BODY_OF_A_SEND = 'It is the body of POST /v3/message, as one JSON object';

/** The template that a payload names. */
export interface TemplateClaim {
  type: string;
  senderKey: string | undefined;
  templateCode: string;
}

/** A payload that needs no template. */
export interface WrittenClaim {
  type: string;
  channel: Channel;
}

/** Reads which template a payload of another program names. Returns a problem if it should name one and does not. */
export function claimOf(payload: JsonObject): TemplateClaim | WrittenClaim | Problem {
  const type = textAt(payload, 'type') ?? '';
  const inner = objectAt(objectAt(payload, 'content'), type);
  const wrong = { code: 'send-value', severity: 'error', hint: BODY_OF_A_SEND, path: 'content' } as const;
  const channel = channelOfType(type);
  if (!channel) {
    const given = type === '' ? 'no `type`' : `the type \`${type}\``;
    const known = listed(channels.flatMap((one) => one.types));
    const hint = 'Send payloads of other types to the emulator, which checks them';
    const message = `The payload has ${given}, and only payloads of the types ${known} can be checked`;
    return { ...wrong, message, hint };
  }
  if (!channel.templates?.isNamedBy(inner)) return { type, channel };
  const templateCode = textAt(inner, 'templatecode');
  if (templateCode === undefined) {
    return { ...wrong, message: `The payload names no template: it has no \`content.${type}.templatecode\`` };
  }
  return { type, senderKey: textAt(inner, 'senderkey'), templateCode };
}

/** `a`, `b` and `c` */
function listed(types: readonly string[]): string {
  const quoted = types.map((one) => `\`${one}\``);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** A declared template that a payload may have been made from. */
export interface ClaimedTemplate {
  template: Resource;
  channel: TemplateChannel;
  profile: ProfileRef;
}

/** Finds the declared templates that have the code of a payload. Returns a problem if there is none. */
export function claimedTemplates(
  claim: TemplateClaim,
  resources: readonly Resource[],
  profileOf: (alias: string) => ProfileRef,
): readonly [ClaimedTemplate, ...ClaimedTemplate[]] | Problem {
  const [first, ...others] = resources.flatMap((template) => {
    const channel = channelOfTemplate(template.address);
    if (!channel || template.name !== claim.templateCode || template.profile === undefined) return [];
    return [{ template, channel, profile: profileOf(template.profile) }];
  });
  if (first) return [first, ...others];
  const path = `content.${claim.type}.templatecode`;
  return {
    code: 'send-template',
    severity: 'error',
    message: `No manifest declares a template with the code ${claim.templateCode}`,
    hint: `Correct \`${path}\` in the payload, or declare the template in a manifest`,
    path,
  };
}

/**
 * Chooses the template that the sender key of a payload may send: one of its own profile, or one of a group that has this
 * profile. If the key may send none of them, returns the first with the failure.
 * @param groupsOf the keys of the groups that a profile is in
 */
export async function chooseTemplate(
  claim: TemplateClaim,
  candidates: readonly [ClaimedTemplate, ...ClaimedTemplate[]],
  environment: Parties,
  groupsOf: (sender: ProfileRef) => Promise<string[]>,
): Promise<{ chosen: ClaimedTemplate; failures: ProofFailure[] }> {
  const [first] = candidates;
  // A payload without a key fails the proof of its members.
  if (claim.senderKey === undefined) return { chosen: first, failures: [] };
  const own = candidates.find(({ profile }) => profile.type === 'S' && profile.key === claim.senderKey);
  if (own) return { chosen: own, failures: [] };
  const grouped = candidates.filter(({ profile }) => profile.type === 'G');
  const sender = grouped.length > 0 ? profileWith(claim.senderKey, environment) : undefined;
  const groups = sender ? await groupsOf(sender) : [];
  const shared = grouped.find(({ profile }) => groups.includes(profile.key));
  return shared ? { chosen: shared, failures: [] } : { chosen: first, failures: [foreignKey(claim, first.profile)] };
}

/** Returns the sender profile of the environment that has this key. A group cannot send. */
function profileWith(key: string, { profiles, profile }: Parties): ProfileRef | undefined {
  return [...profiles]
    .filter(([, { type }]) => type === 'S')
    .map(([alias]) => profile(alias))
    .find((one) => one.key === key);
}

function foreignKey({ type }: TemplateClaim, { alias, type: owner }: ProfileRef): ProofFailure {
  const able = owner === 'G' ? `a profile of the group ${alias}` : `the profile ${alias}`;
  return {
    code: 'send-profile',
    path: `content.${type}.senderkey`,
    message: `It is not the key of ${able}, and only that can send this template`,
    hint: `Use the key of ${able}`,
  };
}

/** Returns a failure with a hint for the payload. Only a state is corrected elsewhere, at the template. */
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

/** A payload of another program. */
export interface ForeignPayload {
  /** The name of its file. */
  file: string;
  content: JsonObject;
}

/**
 * Proves a payload against the approved template. Returns the result of a send that was not sent.
 * @param now the time of the check, in milliseconds since the epoch
 */
export function checkPayload(
  payload: ForeignPayload,
  { type, templateCode }: TemplateClaim,
  { template, channel }: Pick<ClaimedTemplate, 'template' | 'channel'>,
  approved: ApprovedTemplate,
  now: number,
  ofSender: readonly ProofFailure[] = [],
): SendResult {
  const proof = [...ofSender, ...proveMessage(payload.content, channel, { approved })];
  return resultOf(payload, type, proof, now, { template: template.address, templateCode });
}

/** Proves a payload that needs no template. Returns the result of a send that was not sent. */
export function checkWritten(payload: ForeignPayload, { type, channel }: WrittenClaim, now: number): SendResult {
  return resultOf(payload, type, proveMessage(payload.content, channel), now, { template: null, templateCode: null });
}

function resultOf(
  { file, content: payload }: ForeignPayload,
  type: string,
  failures: readonly ProofFailure[],
  now: number,
  template: Pick<SendResult, 'template' | 'templateCode'>,
): SendResult {
  const proof = [...failures, ...checkForeign(payload, now), ...checkReservedHours(payload, now)].map(forPayload);
  return {
    send: file,
    source: null,
    ...template,
    sample: null,
    type,
    from: { name: 'the payload', number: textAt(payload, 'from') ?? '' },
    to: { name: 'the payload', number: maskNumber(textAt(payload, 'to') ?? '') },
    text: textAt(objectAt(objectAt(payload, 'content'), type), 'message') ?? '',
    at: null,
    payload: maskPayload(payload),
    outcome: proof.length === 0 ? 'proved' : 'unproved',
    expect: 'delivered',
    asExpected: null,
    acceptance: null,
    delivery: null,
    tookMs: null,
    earlier: null,
    proof,
    risks: [],
    problem: null,
  };
}
