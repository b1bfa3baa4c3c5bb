import type { JsonObject } from '../core/json.ts';
import { isProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { type SendMistake, sendMistake, within } from './about.ts';
import type { ApprovedTemplate, Bindings, Draft, TemplateChannel, WrittenChannel } from './channel.ts';
import { PLACES } from './fallback.ts';
import { chooseProfile, type OfTemplate, type Parties, type SendSubject } from './parties.ts';
import type { Against } from './proof.ts';
import { type ChosenValues, chooseValues } from './values.ts';

/** One message of a send: the main one, or a fallback. The texts of a fallback have the values of the main message. */
export interface SendPart extends Pick<OfTemplate, 'test' | 'base'> {
  channel: TemplateChannel | WrittenChannel;
  draft: Draft;
  /** The template that has the samples: also that of a message which has its content without naming it. */
  source?: Resource;
  /** Both are undefined for a message without a template. */
  template?: Resource;
  approved?: ApprovedTemplate;
  chosen: ChosenValues;
  content: JsonObject;
}

/** A test send, and the names that its messages may need of the environment and of the state. */
interface MessageNames {
  test: TestSend;
  environment: Parties;
  /** Left out if nothing is applied. */
  bindings?: Bindings;
}

const NO_BINDINGS: Bindings = { urlOf: () => undefined, nameOf: () => undefined };

/** Converts mistakes to problems. A mistake of a template is in that of the message. */
type Placing = (mistakes: readonly SendMistake[], template: Resource | undefined) => Problem[];

/**
 * Makes the messages of a send: the main one, then the fallbacks. None if the main message cannot be made.
 * @param subjects what they are, in this order
 */
export function partsOf(
  subjects: readonly SendSubject[],
  naming: MessageNames,
  placed: Placing,
): { parts: SendPart[]; problems: Problem[] } {
  const { test } = naming;
  const made = subjects.map((subject) => draftOf(subject, naming));
  const [main, ...fallbacks] = made;
  const unmade = placed(
    made.filter((one): one is SendMistake => isProblem(one)),
    undefined,
  );
  if (!main || isProblem(main)) return { parts: [], problems: unmade };
  const shared = fallbacks.flatMap((one) => (!isProblem(one) && one.test.message ? one.draft.variables : []));
  const ofMain = chooseValues(test, main.source ?? { address: `TestSend/${test.id}`, samples: [] }, main.draft, shared);
  const problems = [...unmade];
  const parts = made.flatMap((one): SendPart[] => {
    if (isProblem(one)) return [];
    const { profile, ...part } = one;
    const isText = part !== main && part.test.message !== undefined;
    const chosen = one === main || isText ? ofMain : chooseValues(part.test, part.source ?? UNNAMED, part.draft);
    const mistakes = [
      ...(one === main ? chosen.mistakes : isText ? [] : chosen.mistakes.map(withoutOption)),
      ...(profile && isProblem(profile) ? [profile] : []),
      ...wrongType(test, part),
      ...part.draft.mistakes,
    ];
    problems.push(
      ...placed(
        mistakes.map((mistake) => within(part.base, mistake)),
        part.source,
      ),
    );
    const content = part.draft.fill(profile && !isProblem(profile) ? profile.key : '', chosen.values);
    return [{ ...part, chosen, content }];
  });
  return { parts, problems };
}

/** The fallback that names no template, in messages about its values. */
const UNNAMED = { address: 'the fallback', samples: [] };

/** A message before it has values, and the profile that sends it; undefined for a message that needs none. */
type Drafted = Omit<SendPart, 'chosen' | 'content'> & { profile: ProfileRef | SendMistake | undefined };

function draftOf(subject: SendSubject, { environment, bindings = NO_BINDINGS }: MessageNames): Drafted | SendMistake {
  if (isProblem(subject)) return subject;
  const { test, base } = subject;
  if (!('template' in subject)) {
    const { channel, source } = subject;
    // Only messages of the messenger have a sender profile.
    const profile = channel.templates ? chooseProfile(test, source, environment) : undefined;
    return { ...subject, draft: channel.draft(test, { source, bindings: boundFor(profile, bindings) }), profile };
  }
  const { channel, template, approved } = subject;
  if (!approved) {
    const message = `The service has no template for ${template.address}`;
    const hint = 'Apply it, and send it when it is approved';
    return within(base, sendMistake(['template'], 'send-template', message, { hint }));
  }
  const draft = channel.templates.draft(test, template, approved, bindings);
  const profile = chooseProfile(test, template, environment);
  return { ...subject, approved, draft, source: template, profile };
}

/** The bindings of a message without a template: an upload of the profile that sends comes first. */
function boundFor(profile: Drafted['profile'], bindings: Bindings): Bindings {
  if (profile === undefined || isProblem(profile)) return bindings;
  return { ...bindings, urlOf: (use, file, of = { profile: profile.alias }) => bindings.urlOf(use, file, of) };
}

/** Reports a fallback of another type than its template is sent as. */
function wrongType({ fallback = [] }: TestSend, { base, source, draft }: Pick<SendPart, 'base' | 'source' | 'draft'>) {
  const [, index] = base;
  const type = fallback[Number(index)]?.type ?? draft.type;
  if (type === draft.type) return [];
  const message = `\`fallback[${index}].type\` is ${type}, and ${source?.address ?? 'its bubble'} is sent as ${draft.type}`;
  return [sendMistake(['type'], 'send-value', message, { hint: `Write \`type: ${draft.type}\`` })];
}

/** `--var` gives values to the main message only. */
function withoutOption(mistake: SendMistake): SendMistake {
  const hint = 'Give it one in `variables` of the fallback, or in the sample of its template';
  return mistake.hint?.includes('--var') ? { ...mistake, hint } : mistake;
}

/** Returns the members of a payload that have the bodies: of the message, and of its fallbacks (assumption 94). */
export function bodiesOf([main, ...fallbacks]: readonly SendPart[]): {
  content: JsonObject;
  resend?: JsonObject;
  recontent?: JsonObject;
} {
  const bodies = (parts: readonly (SendPart | undefined)[]): JsonObject =>
    Object.fromEntries(parts.flatMap((part) => (part ? [[part.draft.type, part.content] as const] : [])));
  if (fallbacks.length === 0) return { content: bodies([main]) };
  const resend = Object.fromEntries(fallbacks.map(({ draft }, index) => [PLACES[index] ?? '', draft.type]));
  return { content: bodies([main]), resend, recontent: bodies(fallbacks) };
}

/** Returns what a message is proved against; undefined without a template. */
export function againstOf({ approved, draft, chosen }: SendPart): Against | undefined {
  const { kept } = draft;
  // Other text may be in place of the variables that it does not keep.
  const values = kept ? new Map([...chosen.values].filter(([name]) => kept.includes(name))) : chosen.values;
  return approved && { approved, values };
}
