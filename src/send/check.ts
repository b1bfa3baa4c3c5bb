import { type JsonObject, mapObject } from '../core/json.ts';
import { formatPath } from '../core/path.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure, SendResult } from '../core/send-result.ts';
import { didYouMean } from '../text/suggest.ts';
import type { Client } from '../wire/client.ts';
import type { Channel, ChannelTemplates } from './channel.ts';
import { channelOfType } from './channels/registry.ts';
import { type DescribedSend, describeProof } from './describe.ts';
import { type FallbackBody, fallbacksOf } from './fallback.ts';
import { checkReservedHours } from './hours.ts';
import { orElse } from './judge.ts';
import { objectAt, textAt } from './members.ts';
import type { Parties, Party } from './parties.ts';
import { type Against, checkForeign, MEMBERS, proveMessage } from './proof.ts';
import { sentenceAbout, shape, text, type UnknownMember, unknownIn } from './shape.ts';

interface ForeignPayload {
  /** The name of its file. */
  file: string;
  content: JsonObject;
}

interface Checking {
  resources: readonly Resource[];
  /** True for the code of another version of a template: `order_paid_v2` of `order_paid`. */
  isVersionOf(template: Resource, code: string): boolean;
  environment: Pick<Parties, 'profiles' | 'profile'>;
  /** Opens the service. A payload without a template does not need it. */
  service(): Promise<Client>;
  /** Returns the keys of the groups that a profile is in; undefined if the service has no profile with this key. */
  groupsOf(senderKey: string): Promise<readonly string[] | undefined>;
  /** The time of the service, in milliseconds since the epoch. */
  now(): number;
  signal: AbortSignal;
  /** Takes a warning about a payload that the service accepts. */
  warn(problem: Problem): void;
}

/**
 * Proves a payload of another program, and its fallbacks, against the approved templates that they name. Returns the result of a
 * send that was not sent.
 */
export async function checkPayload(payload: ForeignPayload, checking: Checking): Promise<SendResult> {
  const { content: whole } = payload;
  const body = bodyOf(whole);
  const main = await claimOf(body, checking);
  const failures = [...main.failures];
  const ofFallbacks: Record<string, Against> = {};
  for (const fallback of fallbacksOf(whole)) {
    const claim = await claimOf(fallback, checking);
    failures.push(...claim.failures);
    if (claim.against) ofFallbacks[fallback.type] = claim.against;
  }
  failures.push(...proveMessage(whole, channelOfType(body.type) ?? NO_CHANNEL, main.against, ofFallbacks));
  const all = [...failures, ...checkForeign(whole, checking.now()), ...checkReservedHours(whole, checking.now())];
  for (const one of all.filter(({ severity }) => severity === 'warning')) checking.warn(warningOf(one));
  const wrong = all.filter(({ severity }) => severity === undefined);
  return resultOf(payload, body, wrong, main.template);
}

/** Makes the warning of a rule that follows from an assumption. */
function warningOf({ code, path, message, hint }: ProofFailure): Problem {
  const sentence = sentenceAbout(`\`${path}\``, message);
  return { code, severity: 'warning', message: sentence, path, ...(hint !== undefined && { hint }) };
}

/** The channel of a payload with an unknown type, which fails the proof. */
const NO_CHANNEL: Channel = { types: [], check: () => [] };

/** A content that may name a template: the one of the message, or that of a fallback. */
type PayloadBody = Omit<FallbackBody, 'named'>;

function bodyOf(payload: JsonObject): PayloadBody {
  const type = textAt(payload, 'type') ?? '';
  return { type, content: objectAt(objectAt(payload, 'content'), type), path: `content.${type}` };
}

/** A declared template that a payload may have been made from, and its owner. */
interface TemplateCandidate {
  template: Resource;
  owner: ProfileRef;
}

interface TemplateClaim {
  template?: Resource;
  /** Undefined if there is nothing to compare the content with. */
  against?: Against;
  /** Set if there is no such template, or the sender key cannot send it. */
  failures: ProofFailure[];
}

async function claimOf({ type, content, path }: PayloadBody, checking: Checking): Promise<TemplateClaim> {
  const { templates } = channelOfType(type) ?? NO_CHANNEL;
  const [code, key] = [textAt(content, 'templatecode'), textAt(content, 'senderkey')];
  const wrongKey = (message: string, hint: string): ProofFailure[] => [
    { code: 'send-profile', path: `${path}.senderkey`, message, hint },
  ];
  const wrongCode = (message: string, hint: string): ProofFailure[] => [
    { code: 'send-template', path: `${path}.templatecode`, message, hint },
  ];
  if (!templates?.isNamedBy(content)) {
    const isKnown = !templates || key === undefined || (await isSender(key, checking));
    return { failures: isKnown ? [] : wrongKey('It is not the key of a sender profile', 'Use the key of a profile') };
  }
  // The shape reports a code or a key that is missing.
  if (code === undefined) return { failures: [] };
  const candidates = candidatesFor(templates, code, checking);
  const [first] = candidates;
  if (!first) {
    const hint = `Correct \`${path}.templatecode\` in the payload, or declare the template in a manifest`;
    return { failures: wrongCode(`No manifest declares a template with the code ${code}`, hint) };
  }
  const chosen = key === undefined ? first : await chosenBy(key, candidates, checking);
  const { template, owner } = chosen ?? first;
  const able = owner.type === 'G' ? `a profile of the group ${owner.alias}` : `the profile ${owner.alias}`;
  const foreign = `It is not the key of ${able}, and only that can send this template`;
  const failures = chosen ? [] : wrongKey(foreign, `Use the key of ${able}`);
  const approved = await templates.read(await checking.service(), owner, code, checking.signal);
  if (approved) return { template, against: { approved }, failures };
  const missing = `The service has no template for ${template.address}`;
  return { template, failures: [...failures, ...wrongCode(missing, 'Apply it, and check again when it is approved')] };
}

/** True for the key of a profile of the environment, or of any other. A key of the environment that is not set is another. */
async function isSender(key: string, { environment, groupsOf }: Checking): Promise<boolean> {
  const { profiles, profile } = environment;
  const isOwn = [...profiles].some(
    ([alias, { type }]) => type === 'S' && orElse(() => profile(alias).key, undefined) === key,
  );
  return isOwn || (await groupsOf(key)) !== undefined;
}

function candidatesFor(
  { kind }: ChannelTemplates,
  code: string,
  { resources, environment, isVersionOf }: Checking,
): TemplateCandidate[] {
  const templates = resources.filter((template) => template.kind === kind);
  // The same code can be the current version in one profile, and another version in the next.
  const exact = templates.filter(({ name }) => name === code);
  const named = [...exact, ...templates.filter((one) => !exact.includes(one) && isVersionOf(one, code))];
  return named.flatMap((template) =>
    template.profile === undefined ? [] : [{ template, owner: environment.profile(template.profile) }],
  );
}

/** Returns the template that a sender key may send: one of its own profile, or one of a group that has this profile. */
async function chosenBy(
  key: string,
  candidates: readonly TemplateCandidate[],
  { groupsOf }: Checking,
): Promise<TemplateCandidate | undefined> {
  const own = candidates.find(({ owner }) => owner.type === 'S' && owner.key === key);
  if (own || candidates.every(({ owner }) => owner.type !== 'G')) return own;
  const groups = (await groupsOf(key)) ?? [];
  return candidates.find(({ owner }) => owner.type === 'G' && groups.includes(owner.key));
}

/** Returns a failure with a hint for the payload. Only a template and its state are corrected elsewhere. */
function forPayload(failure: ProofFailure): ProofFailure {
  const { code, path, hint } = failure;
  if (code === 'send-state' || code === 'send-template') return failure;
  const correct = `Correct \`${path}\` in the payload`;
  return { ...failure, hint: hint === undefined || code === 'send-button-value' ? correct : `${correct}. ${hint}` };
}

function resultOf(
  { file, content: payload }: ForeignPayload,
  { content }: PayloadBody,
  failures: readonly ProofFailure[],
  template?: Resource,
): SendResult {
  // A part that the approved template has is missing: the shape of the message may require it too.
  const parts = new Set(failures.flatMap(({ code, path }) => (code === 'send-parts' ? [path] : [])));
  const kept = failures.filter(({ code, path }) => code !== 'send-value' || !parts.has(path));
  const party = (member: string): Party => ({ name: 'the payload', number: textAt(payload, member) ?? '' });
  const send: DescribedSend = {
    test: { id: file, source: { file, line: 1, column: 1 }, to: [], expect: 'delivered', buttons: {}, allow: [] },
    template,
    code: textAt(content, 'templatecode'),
    sample: undefined,
    from: party('from'),
    to: party('to'),
    payload: withoutUnknown(payload),
    at: undefined,
    fallbacks: fallbacksOf(payload).map(({ type }) => ({ type, template: undefined })),
    proof: kept.map(forPayload),
    risks: [],
  };
  // The file is no manifest.
  return { ...describeProof(send), source: null };
}

/** Hides the values of members that a message does not have: one of them may be a misspelled `to`. */
function withoutUnknown(payload: JsonObject): JsonObject {
  const unknown = new Set(unknownOf(payload).map(({ path }) => path));
  return mapObject(payload, (_, at) => (unknown.has(formatPath(at)) ? '****' : undefined));
}

const RESEND = shape({ first: text(), second: text() });

/** Returns a warning for each member that a message, its content or a fallback does not have, at every depth. */
export function unknownMembers(payload: JsonObject): Problem[] {
  return unknownOf(payload).map(({ name, path, known }) => ({
    code: 'send-value',
    severity: 'warning',
    message: `\`${path}\` is not a member of the message, so the service may ignore it`,
    hint: didYouMean(name, known, 'Remove it, or correct its name'),
  }));
}

function unknownOf(payload: JsonObject): UnknownMember[] {
  const within = [bodyOf(payload), ...fallbacksOf(payload)].flatMap(({ type, content, path }) => {
    const documented = channelOfType(type)?.shapeOf?.(type);
    return documented ? unknownIn(content, documented, path) : [];
  });
  const others = Object.keys(payload).filter((name) => !MEMBERS.includes(name));
  const around = others.map((name) => ({ name, path: name, known: MEMBERS }));
  return [...around, ...within, ...unknownIn(objectAt(payload, 'resend'), RESEND, 'resend')];
}
