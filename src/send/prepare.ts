import { sameContent } from '../core/content.ts';
import type { JsonObject } from '../core/json.ts';
import type { Clock, Random } from '../core/ports.ts';
import { hasErrors, isProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { length } from '../core/variables.ts';
import { SENDABLE } from '../kinds/notification-template/sendable.ts';
import { about } from './about.ts';
import { type Expectation, readExpectation } from './expectation.ts';
import type { SendRequest } from './message.ts';
import { chooseProfile, chooseRecipients, chooseSender, type Parties, type Party } from './parties.ts';
import { buildPayload } from './payload.ts';
import { type ApprovedTemplate, proveMessage } from './proof.ts';
import { readSchedule, sendtimeOf } from './schedule.ts';
import { readTemplate, type TemplateParts, variablesOf } from './template.ts';
import { chooseValues } from './values.ts';

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
}

/** One message to one recipient, ready to be sent. Holds numbers and keys in clear: show `describeSend` of it. */
export interface PreparedSend {
  test: TestSend;
  template: Resource;
  code: string;
  from: Party;
  to: Party;
  payload: SendRequest;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
  expected: Expectation;
  /** Why it may not be sent; empty where it may. */
  proof: ProofFailure[];
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
  const { test, template, approved, environment } = preparation;
  if (!approved) return { sends: [], problems: [notThere(test, template)] };
  // Equal texts may differ in their line breaks: the message has those that the service compares it with.
  const content = sameContent(template.content, approved.content) ? approved.content : template.content;
  const parts = readTemplate(content, approved.notice);
  const { values, problems: valueProblems } = chooseValues(test, template, variablesOf(parts));
  const from = chooseSender(test, environment, preparation.defaultSender);
  const recipients = chooseRecipients(test, environment, preparation.maxRecipients);
  const profile = chooseProfile(test, template, environment);
  const expected = readExpectation(test);
  const at = readSchedule(test, preparation.clock.now());
  const problems = [
    ...valueProblems,
    ...[from, ...recipients, profile, expected, at].filter(isProblem),
    ...strayButtons(test, parts),
    ...unsupported(test),
  ];
  if (hasErrors(problems) || isProblem(from) || isProblem(profile) || isProblem(expected) || isProblem(at)) {
    return { sends: [], problems };
  }
  const make = (to: Party): PreparedSend =>
    makeSend(preparation, approved, { parts, values, from, to, profile, expected, at });
  const sends = recipients.filter((party): party is Party => !isProblem(party)).map(make);
  return { sends, problems: [...problems, ...longBody(test, template, sends[0])] };
}

interface Choices {
  parts: TemplateParts;
  values: ReadonlyMap<string, string>;
  from: Party;
  to: Party;
  profile: ProfileRef;
  expected: Expectation;
  at: number | undefined;
}

function makeSend({ test, template, random }: Preparation, approved: ApprovedTemplate, choices: Choices): PreparedSend {
  const { parts, values, from, to, profile, expected, at } = choices;
  const payload = buildPayload({
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
    values,
    buttons: test.buttons,
  });
  const risks: SendRisk[] = approved.state === 'RDY' ? ['locks-text'] : [];
  return {
    test,
    template,
    code: approved.code,
    from,
    to,
    payload,
    at,
    expected,
    proof: proveMessage(asJson(payload), approved, values),
    risks,
    toConfirm: risks.filter((risk) => !test.allow.includes(risk)),
  };
}

/** 32 bytes, the most that a refkey may have; the first two tell ours from others (message API 2.4). */
function makeRefkey(random: Random): string {
  return `nf${random.hex(15)}`;
}

/** A payload as plain JSON: the same members, without the type's names. */
export function asJson(payload: SendRequest): JsonObject {
  return { ...payload };
}

function notThere(test: TestSend, template: Resource): Problem {
  return {
    code: 'send-template',
    severity: 'error',
    message: `The service has no template for ${template.address}`,
    hint: 'Apply it, and send it when it is approved',
    ...about(test),
    path: 'template',
  };
}

/** Values for a button that the template does not have would silently go nowhere. */
function strayButtons(test: TestSend, parts: TemplateParts): Problem[] {
  const names = [...parts.buttons, ...parts.quickReplies].map(({ name }) => name);
  return Object.keys(test.buttons)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'send-button-value',
      severity: 'error',
      message: `The template has no button \`${name}\``,
      hint: names.length > 0 ? `It has: ${names.join(', ')}` : 'It has no buttons',
      ...about(test),
      path: `buttons.${name}`,
    }));
}

/** What would silently be left out: better refused than thought to have been tested. */
function unsupported(test: TestSend): Problem[] {
  const asked = [test.brand ? 'brand' : '', test.fallback ? 'fallback' : ''].filter((member) => member !== '');
  return asked.map((member) => ({
    code: 'send-unsupported',
    severity: 'error',
    message: `A test send of a notification template has no \`${member}\``,
    hint: 'Leave it out',
    ...about(test),
    path: member,
  }));
}

function longBody(test: TestSend, template: Resource, send: PreparedSend | undefined): Problem[] {
  const count = length(send ? bodyOf(send) : '');
  if (count <= SENDABLE.recommendedBody || count > SENDABLE.body) return [];
  return [
    {
      code: 'send-long-body',
      severity: 'warning',
      message: `The body of ${template.address} has ${count} characters with these values, and ${SENDABLE.recommendedBody} are recommended`,
      hint: `The service takes ${SENDABLE.body}, its manual advises ${SENDABLE.recommendedBody}`,
      ...about(test),
    },
  ];
}

/** The body that goes out. */
export function bodyOf({ payload }: PreparedSend): string {
  const content = payload.content[payload.type];
  return typeof content === 'object' && content !== null && 'message' in content ? String(content['message']) : '';
}
