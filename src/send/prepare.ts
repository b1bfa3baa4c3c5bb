import type { ProblemCode } from '../core/codes.ts';
import { sameContent } from '../core/content.ts';
import type { JsonObject } from '../core/json.ts';
import type { Clock, Random } from '../core/ports.ts';
import { hasErrors, isProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { length } from '../core/variables.ts';
import { SENDABLE } from '../kinds/notification-template/sendable.ts';
import { type Locate, problemOf, type SendMistake } from './about.ts';
import { type Expectation, readExpectation } from './expectation.ts';
import type { SendRequest } from './message.ts';
import { type Made, originOf } from './origin.ts';
import {
  chooseProfile,
  chooseRecipients,
  chooseSender,
  type Parties,
  type Party,
  tooManyRecipients,
} from './parties.ts';
import { buildPayload, type MessageInput } from './payload.ts';
import { type ApprovedTemplate, proveMessage } from './proof.ts';
import { checkSchedule, readSchedule, sendtimeOf } from './schedule.ts';
import { readTemplate, type TemplateParts, variablesOf } from './template.ts';
import { type ChosenValues, chooseValues } from './values.ts';

/** `locks-text`: the first send of an approved template makes it active, and its text final. */
export type SendRisk = 'locks-text';

/** What a test send is prepared from. */
export interface Preparation {
  /** The command line's words already in it (`withOverrides`). */
  test: TestSend;
  /** What the manifests say: the message is made of this. */
  template: Resource;
  /** What the service has: the message is proved against this. Undefined where it has none. */
  approved: ApprovedTemplate | undefined;
  environment: Parties;
  /** `defaults.sender` */
  defaultSender?: string | undefined;
  maxRecipients: number;
  clock: Clock;
  random: Random;
  /** Finds the places of fields in the manifests. */
  locate?: Locate | undefined;
  /** Warns of what a flag or another day may put right, in place of refusing it. */
  lenient?: boolean;
}

/** One message to one recipient, ready to be sent. Holds numbers and keys in clear: show `describeSend` of it. */
export interface PreparedSend {
  test: TestSend;
  template: Resource;
  code: string;
  /** The name of the sample whose values are used. */
  sample: string | undefined;
  from: Party;
  to: Party;
  payload: SendRequest;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
  expected: Expectation;
  /** Why it may not be sent; empty where it may. */
  proof: ProofFailure[];
  /** What of the proof the manifests decide, whatever the service has: the same failures as problems with their places. */
  faults: Problem[];
  risks: SendRisk[];
  /** Risks that neither the test send nor the command line allows: a person must say yes. */
  toConfirm: SendRisk[];
}

export interface Prepared {
  sends: PreparedSend[];
  /** Errors leave `sends` empty; warnings do not. */
  problems: Problem[];
}

/**
 * Makes the messages of a test send, one for each recipient, and proves each against the live template. Nothing is
 * sent. The refkey is made here, 32 bytes.
 */
export function prepareSends(preparation: Preparation): Prepared {
  const { test, template, approved, environment, lenient = false, locate } = preparation;
  const placed = (mistakes: readonly SendMistake[]): Problem[] =>
    mistakes.map((mistake) =>
      problemOf(lenient && mistake.later ? { ...mistake, severity: 'warning' } : mistake, test, { template, locate }),
    );
  if (!approved) return { sends: [], problems: placed([notThere(template)]) };
  // Equal texts may differ in their line breaks: the message has those that the service compares it with.
  const content = sameContent(template.content, approved.content) ? approved.content : template.content;
  const parts = readTemplate(content, approved.notice);
  const chosen = chooseValues(test, template, variablesOf(parts));
  const sender = chooseSender(test, environment, preparation.defaultSender);
  const recipients = chooseRecipients(test, environment);
  const profile = chooseProfile(test, template, environment);
  const expected = readExpectation(test);
  const at = readSchedule(test);
  const problems = placed([
    ...chosen.mistakes,
    ...[sender, ...recipients, profile, expected, at].filter((one) => isProblem(one)),
    ...tooManyRecipients(test, preparation.maxRecipients),
    ...(isProblem(at) ? [] : checkSchedule(test, at, preparation.clock.now())),
    ...strayButtons(test, parts),
    ...unsupported(test),
  ]);
  if (hasErrors(problems) || isProblem(profile) || isProblem(expected) || isProblem(at)) return { sends: [], problems };
  const [from = UNNAMED] = [sender].filter(isParty);
  const named = recipients.filter(isParty);
  const sends = (named.length === 0 ? [UNNAMED] : named).map((to) =>
    makeSend(preparation, approved, { parts, chosen, from, to, profile, expected, at }),
  );
  return { sends, problems: [...problems, ...placed(longBody(template, sends[0]))] };
}

/** Stands in for somebody whom the command line is to name. */
const UNNAMED: Party = { name: '', number: '0' };

interface Choices {
  parts: TemplateParts;
  chosen: ChosenValues;
  from: Party;
  to: Party;
  profile: ProfileRef;
  expected: Expectation;
  at: number | undefined;
}

function makeSend(preparation: Preparation, approved: ApprovedTemplate, choices: Choices): PreparedSend {
  const { test, template, random } = preparation;
  const { parts, chosen, from, to, profile, expected, at } = choices;
  const message: MessageInput = {
    envelope: {
      from: from.number,
      to: to.number,
      refkey: makeRefkey(random),
      ...(test.country === undefined ? {} : { country: test.country }),
      ...(test.userinfo === undefined ? {} : { userinfo: test.userinfo }),
      ...(test.resellercode === undefined ? {} : { resellercode: test.resellercode }),
      ...(at === undefined ? {} : { sendtime: sendtimeOf(at) }),
    },
    senderKey: profile.key,
    templateCode: approved.code,
    parts,
    values: chosen.values,
    buttons: test.buttons,
  };
  const payload = buildPayload(message);
  const risks: SendRisk[] = approved.state === 'RDY' ? ['locks-text'] : [];
  const made = { bare: buildPayload({ ...message, values: new Map() }), parts, chosen };
  const judged = proveMessage(asJson(payload), approved, chosen.values).map((failure) => ({
    failure,
    fault: faultOf(failure, made, preparation),
  }));
  return {
    test,
    template,
    code: approved.code,
    sample: chosen.sample,
    from,
    to,
    payload,
    at,
    expected,
    proof: judged.map(({ failure, fault }) => (fault?.place ? { ...failure, place: fault.place } : failure)),
    faults: judged.flatMap(({ fault }) => fault ?? []),
    risks,
    toConfirm: risks.filter((risk) => !test.allow.includes(risk)),
  };
}

/** A failure as a problem of the field that makes the message so; undefined for a difference to the approved template. */
function faultOf(
  { code, path, message, hint }: ProofFailure,
  made: Made,
  { test, template, locate }: Preparation,
): Problem | undefined {
  if (!OF_MANIFESTS.has(code)) return undefined;
  const words = message.startsWith('It ') ? ` ${message.slice('It '.length)}` : `: ${message}`;
  return problemOf(
    {
      code,
      severity: 'error',
      message: `\`${path}\` of the message${words}`,
      ...(hint === undefined ? {} : { hint }),
      ...originOf(path, made),
    },
    test,
    { template, locate },
  );
}

/** Failures that a proof finds in the message alone, whatever the service has. */
const OF_MANIFESTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'send-button-value',
  'send-leftover',
  'send-limit',
  'send-value',
]);

/** 32 bytes, the most that a refkey may have; the first two tell ours from others (message API 2.4). */
function makeRefkey(random: Random): string {
  return `nf${random.hex(15)}`;
}

/** A payload as plain JSON: the same members, without the type's names. */
export function asJson(payload: SendRequest): JsonObject {
  return { ...payload };
}

function notThere(template: Resource): SendMistake {
  return {
    code: 'send-template',
    severity: 'error',
    message: `The service has no template for ${template.address}`,
    hint: 'Apply it, and send it when it is approved',
    at: ['template'],
  };
}

/** Values for a button that the template does not have would silently go nowhere. */
function strayButtons(test: TestSend, parts: TemplateParts): SendMistake[] {
  const names = [...parts.buttons, ...parts.quickReplies].map(({ name }) => name);
  return Object.keys(test.buttons)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'send-button-value',
      severity: 'error',
      message: `The template has no button \`${name}\``,
      hint: names.length > 0 ? `It has: ${names.join(', ')}` : 'It has no buttons',
      at: ['buttons', name],
      on: 'key',
    }));
}

/** What would silently be left out: better refused than thought to have been tested. */
function unsupported(test: TestSend): SendMistake[] {
  const asked = [test.brand ? 'brand' : '', test.fallback ? 'fallback' : ''].filter((member) => member !== '');
  return asked.map((member) => ({
    code: 'send-unsupported',
    severity: 'error',
    message: `A test send of a notification template has no \`${member}\``,
    hint: 'Leave it out',
    at: [member],
    on: 'key',
  }));
}

function longBody(template: Resource, send: PreparedSend | undefined): SendMistake[] {
  const count = length(send ? bodyOf(send) : '');
  if (count <= SENDABLE.recommendedBody || count > SENDABLE.body) return [];
  return [
    {
      code: 'send-long-body',
      severity: 'warning',
      message: `The body of ${template.address} has ${count} characters with these values, and ${SENDABLE.recommendedBody} are recommended`,
      hint: `The service takes ${SENDABLE.body}, its manual advises ${SENDABLE.recommendedBody}`,
      at: ['variables'],
      on: 'key',
    },
  ];
}

/** The body that goes out. */
export function bodyOf({ payload }: PreparedSend): string {
  const content = payload.content[payload.type];
  return typeof content === 'object' && content !== null && 'message' in content ? String(content['message']) : '';
}

function isParty(found: Party | SendMistake): found is Party {
  return !isProblem(found);
}
