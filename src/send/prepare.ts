import { canonical, digest, type JsonObject } from '../core/json.ts';
import type { Clock, Random } from '../core/ports.ts';
import { asWarning, hasErrors, isProblem, type Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { type Locate, problemOf, type SendMistake } from './about.ts';
import type { Bindings, Draft, SendRisk } from './channel.ts';
import { type FilledSend, faultOf } from './faults.ts';
import { checkHours, checkSchedule, readSchedule, sendtimeOf } from './hours.ts';
import {
  type ApprovedSubject,
  chooseRecipients,
  chooseSender,
  draftOf,
  type OfApproved,
  type OfWritten,
  type Parties,
  type Party,
  tooManyRecipients,
} from './parties.ts';
import { proveMessage } from './proof.ts';
import { againstOf, draftFallbacks, fillFallback, payloadOf, sharedVariables } from './recontent.ts';
import { type Expectation, readExpectation, type SendRequest } from './report.ts';
import { chooseValues, exactValues } from './values.ts';

export type Preparation = Preparing & (OfApproved | OfWritten);

interface Preparing {
  /** With the options of the command line (`withOverrides`). */
  test: TestSend;
  /** What the fallbacks of the test send are, in their order. Left out if it has none. */
  fallbacks?: readonly ApprovedSubject[];
  environment: Parties;
  /** `defaults.sender` */
  defaultSender?: string | undefined;
  maxRecipients: number;
  clock: Pick<Clock, 'now'>;
  random: Random;
  /** Left out if nothing is applied. */
  bindings?: Bindings;
  /** Finds the places of fields in the manifests. */
  locate?: Locate | undefined;
  /** Warns of mistakes that an option or a later date may correct, instead of refusing them. */
  lenient?: boolean;
  /** True if nothing is sent: warns of a message that cannot be delivered at this hour. */
  dryRun?: boolean;
  /** True if the time of delivery is checked at the call only: a message that was sent before is skipped then. */
  timedAtCall?: boolean;
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
  /** Identifies the content: equal for the same message to another recipient (`contentDigest`). It is stored only with a key. */
  digest: string;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
  expected: Expectation;
  /** Why it must not be sent; empty if it may be sent. */
  proof: ProofFailure[];
  /** The failures of the proof that the manifests cause, as problems with their places. */
  faults: Problem[];
  /** Rules that follow from an assumption, and that the message does not keep. */
  warnings: Problem[];
  risks: readonly SendRisk[];
  /** The templates that this send, or one of its fallbacks, may make active. */
  locks: readonly string[];
  /** The messages of other channels that are sent if this one fails. */
  fallbacks: readonly PreparedFallback[];
  /** Risks that neither the test send nor the command line allows: a person must confirm them. */
  toConfirm: readonly SendRisk[];
  /** Uploads the files of the message, as `Draft` does. */
  upload?: Draft['upload'];
}

/** A fallback of a message that is ready to be sent. Its body is in the payload. */
interface PreparedFallback {
  type: string;
  template: Resource | undefined;
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
  const { test, environment, lenient = false, locate, timedAtCall = false } = preparation;
  const template = 'template' in preparation ? preparation.template : undefined;
  const source = 'template' in preparation ? preparation.template : preparation.source;
  const placed = (mistakes: readonly SendMistake[], of = source): Problem[] =>
    mistakes.map((mistake) =>
      problemOf(lenient && mistake.later ? { ...mistake, severity: 'warning' } : mistake, test, {
        locate,
        ...(of ? { template: of } : {}),
      }),
    );
  const drafted = draftOf(test, preparation, preparation);
  const { drafts, wrong } = draftFallbacks(test, preparation.fallbacks ?? [], preparation);
  if (isProblem(drafted)) return { sends: [], problems: placed([drafted, ...wrong]) };
  const { draft, profile } = drafted;
  const named = source ?? { address: `TestSend/${test.id}`, samples: [] };
  const chosen = chooseValues(test, named, draft, sharedVariables(drafts));
  const fallbacks = drafts.map((one) => fillFallback(one, chosen));
  const sender = chooseSender(test, environment, preparation.defaultSender);
  const recipients = chooseRecipients(test, environment);
  const expected = readExpectation(test);
  const at = drafted.channel.isSentAtOnce ? undefined : readSchedule(test);
  const ofSend = placed([
    ...chosen.mistakes,
    ...[sender, ...recipients, profile, expected, at].filter((one) => isProblem(one)),
    ...tooManyRecipients(test, preparation.maxRecipients),
    ...(isProblem(at) || timedAtCall ? [] : checkSchedule(test, at, preparation.clock.now())),
    ...draft.mistakes,
    ...wrong,
  ]);
  const problems = [...ofSend, ...fallbacks.flatMap((one) => placed(one.mistakes, one.source))];
  if (hasErrors(problems) || isProblem(profile) || isProblem(expected) || isProblem(at)) return { sends: [], problems };
  const content = draft.fill(profile?.key ?? '', chosen.values);
  const from = isProblem(sender) ? UNNAMED : sender;
  const parties = recipients.filter((one): one is Party => !isProblem(one));
  const sends = (parties.length === 0 ? [UNNAMED] : parties).map((to) =>
    makeSend(preparation, { ...drafted, content, chosen, fallbacks, from, to, expected, at }),
  );
  // The message is the same for every recipient. Without a template, only the manifest can be wrong; so it is with fallbacks.
  const faults = (sends[0]?.faults ?? []).filter(({ path }) => !template || path?.startsWith('fallback'));
  const warnings = sends[0]?.warnings ?? [];
  if (faults.length > 0) return { sends: [], problems: [...problems, ...faults, ...warnings] };
  const closed = timedAtCall ? [] : placed(sends.slice(0, 1).flatMap((send) => missedHours(send, preparation)));
  if (hasErrors(closed)) return { sends: [], problems: [...problems, ...closed] };
  return { sends, problems: [...problems, ...closed, ...warnings] };
}

function missedHours(send: PreparedSend, { test, clock, lenient, dryRun }: Preparing): SendMistake[] {
  // A dry run sends nothing now. Only a declared time is wrong then.
  const severity = dryRun && test.at === undefined ? 'warning' : 'error';
  return checkHours(send, lenient ? undefined : clock.now()).map((mistake) =>
    mistake.severity === 'warning' ? mistake : { ...mistake, severity },
  );
}

/** A placeholder for a sender or recipient that the command line has yet to name. */
const UNNAMED: Party = { name: '', number: '0' };

interface Choices extends FilledSend {
  content: JsonObject;
  from: Party;
  to: Party;
  expected: Expectation;
  at: number | undefined;
}

function makeSend(preparation: Preparation, choices: Choices): PreparedSend {
  const { test, random } = preparation;
  const { channel, draft, template, approved, content, chosen, fallbacks, from, to, expected, at } = choices;
  const payload: SendRequest = {
    from: from.number,
    to: to.number,
    // 32 bytes, the most that the service allows (message API 2.4).
    refkey: `nf${random.hex(15)}`,
    ...(test.country === undefined ? {} : { country: test.country }),
    ...(test.userinfo === undefined ? {} : { userinfo: test.userinfo }),
    ...(test.resellercode === undefined ? {} : { resellercode: test.resellercode }),
    ...(at === undefined ? {} : { sendtime: sendtimeOf(at) }),
    type: draft.type,
    content: { [draft.type]: content },
    ...payloadOf(fallbacks),
  };
  const against = approved ? { approved, values: exactValues(draft, chosen) } : {};
  const failures = proveMessage(payload, channel, against, againstOf(fallbacks)).map((failure) => ({
    failure,
    fault: faultOf(failure, choices, preparation),
  }));
  const judged = failures.filter(({ failure }) => failure.severity === undefined);
  const warned = failures.filter(({ failure }) => failure.severity === 'warning');
  const risky = [choices, ...fallbacks].filter((one) => one.draft.risks.length > 0);
  const risks = [...new Set(risky.flatMap((one) => one.draft.risks))];
  return {
    test,
    template,
    code: approved?.code,
    sample: chosen.sample,
    from,
    to,
    payload,
    digest: contentDigest(test, payload),
    at,
    expected,
    proof: judged.map(({ failure, fault }) => (fault?.place ? { ...failure, place: fault.place } : failure)),
    faults: judged.flatMap(({ fault }) => fault ?? []),
    warnings: warned.flatMap(({ fault }) => (fault ? asWarning(fault) : [])),
    risks,
    locks: risky.flatMap((one) => one.template?.address ?? []),
    fallbacks: fallbacks.map(({ type, template: of, draft: { upload } }) => {
      return { type, template: of, ...(upload ? { upload } : {}) };
    }),
    toConfirm: risks.filter((risk) => !test.allow.includes(risk)),
    ...(draft.upload ? { upload: draft.upload } : {}),
  };
}

/**
 * Identifies the content of a message before its files are uploaded. It does not depend on the sender, the recipient, the
 * refkey and the time of delivery, so the same test send has the same digest in every run. A phone number in a value can be
 * found from it by trying, so only a digest of it with a key is stored (assumption 341).
 */
function contentDigest({ message, fallback = [] }: TestSend, payload: SendRequest): string {
  const { type, content, resend = {}, recontent = {} } = payload;
  const files = [message, ...fallback].flatMap((one) => one?.files ?? []).map(({ sha256 }) => sha256);
  return digest({ text: canonical({ type, content, resend, recontent }), files });
}
