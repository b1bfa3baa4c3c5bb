import { canonical, digest } from '../core/json.ts';
import type { Clock, Random } from '../core/ports.ts';
import { asWarning, hasErrors, isProblem, type Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { type Locate, problemOf, type SendMistake } from './about.ts';
import type { Bindings, Draft, SendRisk } from './channel.ts';
import type { SendRequest } from './endpoints.ts';
import { faultOf } from './faults.ts';
import { checkHours, checkSchedule, readSchedule, sendtimeOf } from './hours.ts';
import {
  chooseRecipients,
  chooseSender,
  type Parties,
  type Party,
  type SendSubject,
  tooManyRecipients,
} from './parties.ts';
import { againstOf, bodiesOf, partsOf, type SendPart } from './parts.ts';
import { proveMessage } from './proof.ts';
import { checkExpectation } from './report.ts';

export interface Preparation {
  /** With the options of the command line (`withOverrides`). */
  test: TestSend;
  /** What it and its fallbacks send (`subjectsOf`). */
  subjects: readonly SendSubject[];
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

/** A message that is ready to be sent: the main one, or a fallback as a test send of its own. Its body is in the payload. */
export interface PreparedPart {
  test: TestSend;
  type: string;
  /** Undefined for a message without a template. */
  template: Resource | undefined;
  /** The template that has the samples: also that of a message which has its content without naming it. */
  source: Resource | undefined;
  /** The name of the sample whose values are used. */
  sample: string | undefined;
  /** Uploads the files of the message, as `Draft` does. */
  upload: Draft['upload'];
}

/** One message to one recipient, ready to be sent. Holds numbers and keys in clear: show `describeSend` of it. */
export interface PreparedSend extends PreparedPart {
  /** Undefined for a message without a template. */
  code: string | undefined;
  from: Party;
  to: Party;
  payload: SendRequest;
  /** Identifies the content: equal for the same message to another recipient (`contentDigest`). It is stored only with a key. */
  digest: string;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
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
  fallbacks: readonly PreparedPart[];
  /** Risks that neither the test send nor the command line allows: a person must confirm them. */
  toConfirm: readonly SendRisk[];
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
  const { test, subjects, environment, lenient = false, locate, clock, timedAtCall = false } = preparation;
  const placed = (mistakes: readonly SendMistake[], template: Resource | undefined): Problem[] =>
    mistakes.map((mistake) => {
      const judged: SendMistake = lenient && mistake.later ? { ...mistake, severity: 'warning' } : mistake;
      return problemOf(judged, test, { locate, ...(template ? { template } : {}) });
    });
  const { parts, problems: ofParts } = partsOf(subjects, preparation, placed);
  const [main] = parts;
  if (!main) return { sends: [], problems: ofParts };
  const sender = chooseSender(test, environment, preparation.defaultSender);
  const recipients = chooseRecipients(test, environment);
  const at = main.channel.isSentAtOnce ? undefined : readSchedule(test);
  const ofSend = [
    ...[sender, ...recipients, at].filter((one) => isProblem(one)),
    ...checkExpectation(test),
    ...tooManyRecipients(test, preparation.maxRecipients),
    ...(isProblem(at) || timedAtCall ? [] : checkSchedule(test, at, clock.now())),
  ];
  const problems = [...placed(ofSend, main.source), ...ofParts];
  if (hasErrors(problems) || isProblem(at)) return { sends: [], problems };
  const from = isProblem(sender) ? UNNAMED : sender;
  const parties = recipients.filter((one): one is Party => !isProblem(one));
  const sends = (parties.length === 0 ? [UNNAMED] : parties).map((to) =>
    makeSend(preparation, main, parts, { from, to, at }),
  );
  // The message is the same for every recipient. Without a template, only the manifest can be wrong; so it is with fallbacks.
  const faults = (sends[0]?.faults ?? []).filter(({ path }) => !main.template || path?.startsWith('fallback'));
  const warnings = sends[0]?.warnings ?? [];
  if (faults.length > 0) return { sends: [], problems: [...problems, ...faults, ...warnings] };
  const missed = timedAtCall ? [] : sends.slice(0, 1).flatMap((send) => missedHours(send, preparation));
  const all = [...problems, ...placed(missed, main.source)];
  return hasErrors(all) ? { sends: [], problems: all } : { sends, problems: [...all, ...warnings] };
}

function missedHours(send: PreparedSend, { test, clock, lenient, dryRun }: Preparation): SendMistake[] {
  // A dry run sends nothing now. Only a declared time is wrong then.
  const severity = dryRun && test.at === undefined ? 'warning' : 'error';
  return checkHours(send, lenient ? undefined : clock.now()).map((mistake) =>
    mistake.severity === 'warning' ? mistake : { ...mistake, severity },
  );
}

/** A placeholder for a sender or recipient that the command line has yet to name. */
const UNNAMED: Party = { name: '', number: '0' };

function makeSend(
  preparation: Preparation,
  main: SendPart,
  parts: readonly SendPart[],
  { from, to, at }: Pick<PreparedSend, 'from' | 'to' | 'at'>,
): PreparedSend {
  const { test, random } = preparation;
  const payload: SendRequest = {
    from: from.number,
    to: to.number,
    // 32 bytes, the most that the service allows (message API 2.4).
    refkey: `nf${random.hex(15)}`,
    ...(test.country === undefined ? {} : { country: test.country }),
    ...(test.userinfo === undefined ? {} : { userinfo: test.userinfo }),
    ...(test.resellercode === undefined ? {} : { resellercode: test.resellercode }),
    ...(at === undefined ? {} : { sendtime: sendtimeOf(at) }),
    type: main.draft.type,
    ...bodiesOf(parts),
  };
  const ofFallbacks = parts.slice(1).map((part) => [part.draft.type, againstOf(part)] as const);
  const failures = proveMessage(payload, main.channel, againstOf(main), Object.fromEntries(ofFallbacks)).map(
    (failure) => ({
      failure,
      fault: faultOf(failure, parts, preparation),
    }),
  );
  const judged = failures.filter(({ failure }) => failure.severity === undefined);
  const warned = failures.filter(({ failure }) => failure.severity === 'warning');
  const risky = parts.filter(({ draft }) => draft.risks.length > 0);
  const risks = [...new Set(risky.flatMap(({ draft }) => draft.risks))];
  return {
    ...preparedPart(main),
    code: main.approved?.code,
    from,
    to,
    payload,
    digest: contentDigest(test, payload),
    at,
    proof: judged.map(({ failure, fault }) => (fault?.place ? { ...failure, place: fault.place } : failure)),
    faults: judged.flatMap(({ fault }) => fault ?? []),
    warnings: warned.flatMap(({ fault }) => (fault ? asWarning(fault) : [])),
    risks,
    locks: risky.flatMap(({ template }) => template?.address ?? []),
    fallbacks: parts.slice(1).map(preparedPart),
    toConfirm: risks.filter((risk) => !test.allow.includes(risk)),
  };
}

function preparedPart({ test, draft, source, template, chosen }: SendPart): PreparedPart {
  return { test, type: draft.type, template, source, sample: chosen.sample, upload: draft.upload };
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
