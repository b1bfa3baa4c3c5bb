import type { ProblemCode } from '../core/codes.ts';
import { type JsonObject, own } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';
import type { Clock, Random } from '../core/ports.ts';
import { hasErrors, isProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { length, variableNames } from '../core/variables.ts';
import { type Locate, problemOf, type SendMistake, sendMistake } from './about.ts';
import type { ApprovedTemplate, Draft, SendRisk, TemplateChannel, Values, WrittenChannel } from './channel.ts';
import { contentDigest } from './digest.ts';
import { type Expectation, readExpectation } from './expectation.ts';
import { checkHours } from './hours.ts';
import { objectAt, textAt, textsIn } from './members.ts';
import type { SendRequest } from './message.ts';
import {
  chooseProfile,
  chooseRecipients,
  chooseSender,
  type Parties,
  type Party,
  tooManyRecipients,
} from './parties.ts';
import { proveMessage } from './proof.ts';
import { checkSchedule, readSchedule, sendtimeOf } from './schedule.ts';
import { type ChosenValues, chooseValues } from './values.ts';

/** A test send of a template, as the manifests declare it. The message is made of this. */
export interface OfTemplate {
  channel: TemplateChannel;
  template: Resource;
}

/** A test send with a message of its own. */
export interface OfWritten {
  channel: WrittenChannel;
}

/** A test send of a template that was read from the service. The message is proved against the approved template. */
export interface OfApproved extends OfTemplate {
  /** Undefined if the service has no such template. */
  approved: ApprovedTemplate | undefined;
}

/** The input of preparing a test send. */
export type Preparation = Preparing & (OfApproved | OfWritten);

interface Preparing {
  /** With the options of the command line (`withOverrides`). */
  test: TestSend;
  environment: Parties;
  /** `defaults.sender` */
  defaultSender?: string | undefined;
  maxRecipients: number;
  /** The service's clock. */
  clock: Pick<Clock, 'now'>;
  random: Random;
  /** Finds the places of fields in the manifests. */
  locate?: Locate | undefined;
  /** Warns of mistakes that an option or a later date may correct, instead of refusing them. */
  lenient?: boolean;
}

/** One message to one recipient, ready to be sent. Holds numbers and keys in clear: show `describeSend` of it. */
export interface PreparedSend {
  test: TestSend;
  /** Undefined for a message without a template, which has no code either. */
  template: Resource | undefined;
  code: string | undefined;
  /** The name of the sample whose values are used. */
  sample: string | undefined;
  from: Party;
  to: Party;
  payload: SendRequest;
  /** Identifies the content: equal for the same message to another recipient (`contentDigest`). */
  digest: string;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
  expected: Expectation;
  /** Why it must not be sent; empty if it may be sent. */
  proof: ProofFailure[];
  /** The failures of the proof that the manifests cause, as problems with their places. */
  faults: Problem[];
  risks: readonly SendRisk[];
  /** Risks that neither the test send nor the command line allows: a person must confirm them. */
  toConfirm: readonly SendRisk[];
  /** Uploads the files of the message, as `Draft` does. */
  upload?: Draft['upload'];
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
  const { test, environment, lenient = false, locate } = preparation;
  const template = 'template' in preparation ? preparation.template : undefined;
  const placed = (mistakes: readonly SendMistake[]): Problem[] =>
    mistakes.map((mistake) =>
      problemOf(lenient && mistake.later ? { ...mistake, severity: 'warning' } : mistake, test, {
        locate,
        ...(template ? { template } : {}),
      }),
    );
  const drafted = draftOf(preparation);
  if (isProblem(drafted)) return { sends: [], problems: placed([drafted]) };
  const { draft, profile } = drafted;
  const chosen = chooseValues(test, template ?? { address: `TestSend/${test.id}`, samples: [] }, draft.variables);
  const sender = chooseSender(test, environment, preparation.defaultSender);
  const recipients = chooseRecipients(test, environment);
  const expected = readExpectation(test);
  const at = readSchedule(test);
  const problems = placed([
    ...chosen.mistakes,
    ...[sender, ...recipients, profile, expected, at].filter((one) => isProblem(one)),
    ...tooManyRecipients(test, preparation.maxRecipients),
    ...(isProblem(at) ? [] : checkSchedule(test, at, preparation.clock.now())),
    ...draft.mistakes,
  ]);
  if (hasErrors(problems) || isProblem(profile) || isProblem(expected) || isProblem(at)) return { sends: [], problems };
  const content = draft.fill(profile?.key ?? '', chosen.values);
  const from = isProblem(sender) ? UNNAMED : sender;
  const named = recipients.filter((one): one is Party => !isProblem(one));
  const sends = (named.length === 0 ? [UNNAMED] : named).map((to) =>
    makeSend(preparation, { ...drafted, content, chosen, from, to, expected, at }),
  );
  // The message is the same for every recipient. Without a template, only the manifest can be wrong.
  const faults = template ? [] : (sends[0]?.faults ?? []);
  if (faults.length > 0) return { sends: [], problems: [...problems, ...faults] };
  const now = lenient ? undefined : preparation.clock.now();
  const closed = placed(
    sends.slice(0, 1).flatMap((send) => checkHours({ ...send, payload: asJson(send.payload) }, test.at, now)),
  );
  if (closed.length > 0) return { sends: [], problems: [...problems, ...closed] };
  return { sends, problems: [...problems, ...placed(draft.advise(content))] };
}

/** The message of a test send, and how it is proved. */
interface Drafted {
  draft: Draft;
  code: string | undefined;
  /** The profile that sends; undefined for a message that needs none. */
  profile: ProfileRef | SendMistake | undefined;
  prove(payload: JsonObject, values: Values): ProofFailure[];
}

function draftOf(preparation: Preparation): Drafted | SendMistake {
  const { test, environment } = preparation;
  if (!('template' in preparation)) {
    const { channel } = preparation;
    const draft = channel.draft(test);
    return { draft, code: undefined, profile: undefined, prove: (payload) => proveMessage(payload, channel) };
  }
  const { channel, template, approved } = preparation;
  if (!approved) return notThere(template);
  return {
    draft: channel.templates.draft(test, template, approved),
    code: approved.code,
    profile: chooseProfile(test, template, environment),
    prove: (payload, values) => proveMessage(payload, channel, { approved, values }),
  };
}

/** A placeholder for a sender or recipient that the command line has yet to name. */
const UNNAMED: Party = { name: '', number: '0' };

interface Choices extends Omit<Drafted, 'profile'> {
  content: JsonObject;
  chosen: ChosenValues;
  from: Party;
  to: Party;
  expected: Expectation;
  at: number | undefined;
}

function makeSend(preparation: Preparation, choices: Choices): PreparedSend {
  const { test, random } = preparation;
  const { draft, code, content, chosen, from, to, expected, at } = choices;
  const payload: SendRequest = {
    from: from.number,
    to: to.number,
    refkey: makeRefkey(random),
    ...(test.country === undefined ? {} : { country: test.country }),
    ...(test.userinfo === undefined ? {} : { userinfo: test.userinfo }),
    ...(test.resellercode === undefined ? {} : { resellercode: test.resellercode }),
    ...(at === undefined ? {} : { sendtime: sendtimeOf(at) }),
    type: draft.type,
    content: { [draft.type]: content },
  };
  const judged = choices.prove(asJson(payload), chosen.values).map((failure) => ({
    failure,
    fault: faultOf(failure, choices, preparation),
  }));
  return {
    test,
    template: 'template' in preparation ? preparation.template : undefined,
    code,
    sample: chosen.sample,
    from,
    to,
    payload,
    digest: contentDigest(test, payload),
    at,
    expected,
    proof: judged.map(({ failure, fault }) => (fault?.place ? { ...failure, place: fault.place } : failure)),
    faults: judged.flatMap(({ fault }) => fault ?? []),
    risks: draft.risks,
    toConfirm: draft.risks.filter((risk) => !test.allow.includes(risk)),
    ...(draft.upload ? { upload: draft.upload } : {}),
  };
}

/** Converts a failure to a problem of the manifest's field that causes it; undefined for a difference from the approved template. */
function faultOf(
  { code, path, message, hint }: ProofFailure,
  choices: Choices,
  preparation: Preparation,
): Problem | undefined {
  if (!OF_MANIFESTS.has(code)) return undefined;
  const words = message.startsWith('It ') ? ` ${message.slice('It '.length)}` : `: ${message}`;
  const origin = originOf(path, choices);
  const name = 'template' in preparation ? `\`${path}\` of the message` : `\`${formatPath(origin.at)}\``;
  const more = { ...origin, ...(hint === undefined ? {} : { hint }) };
  const mistake = sendMistake(origin.at, code, `${name}${words}`, more);
  const { test, locate } = preparation;
  return problemOf(mistake, test, { locate, ...('template' in preparation ? { template: preparation.template } : {}) });
}

/** Failures that depend only on the message, not on the approved template. */
const OF_MANIFESTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'send-button-value',
  'send-character',
  'send-leftover',
  'send-limit',
  'send-value',
]);

/** The fields of a test send that become members of the payload's envelope. */
const ENVELOPE_FIELDS: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  country: 'country',
  userinfo: 'userinfo',
  resellercode: 'resellercode',
  sendtime: 'at',
};

/**
 * Returns the field of a manifest that decides a member of the payload: a value of the test send or of a sample, a field of the test
 * send, or the template if its own text is wrong.
 * @param path the member, as a proof names it: `button[0].url_mobile`
 */
function originOf(path: string, { draft, chosen }: Choices): Pick<SendMistake, 'at' | 'of'> {
  const field = own(ENVELOPE_FIELDS, path);
  const at: Path | undefined = field === undefined ? draft.fieldOf(path) : [field];
  if (at) return { at };
  const unfilled = textsIn(draft.fill('', new Map()), '').find((one) => one.path === path)?.text ?? '';
  const lengthOf = (name: string): number => length(chosen.values.get(name) ?? '');
  const [longest] = variableNames([unfilled]).sort((a, b) => lengthOf(b) - lengthOf(a));
  return longest === undefined ? { at: ['template'] } : chosen.originOf(longest);
}

/** Makes a refkey of 32 bytes, the most that the service allows. It begins with `nf` (message API 2.4). */
function makeRefkey(random: Random): string {
  return `nf${random.hex(15)}`;
}

/** Returns a payload as plain JSON. */
export function asJson(payload: SendRequest): JsonObject {
  return { ...payload };
}

function notThere(template: Resource): SendMistake {
  const message = `The service has no template for ${template.address}`;
  return sendMistake(['template'], 'send-template', message, { hint: 'Apply it, and send it when it is approved' });
}

/** Returns the text of the message's body. */
export function bodyOf({ payload: { type, content } }: PreparedSend): string {
  return textAt(objectAt(content, type), 'message') ?? '';
}
