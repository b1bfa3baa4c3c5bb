import type { JsonObject } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { isProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { TestSend, WrittenMessage } from '../core/test-send.ts';
import { type SendMistake, sendMistake } from './about.ts';
import type { ApprovedTemplate, Bindings, Draft, TemplateChannel, WrittenChannel } from './channel.ts';
import { PLACES } from './fallback.ts';
import { type ApprovedSubject, chooseProfile, type Parties } from './parties.ts';
import type { Against } from './proof.ts';
import { type ChosenValues, chooseValues, exactValues } from './values.ts';

/** One message of a send: the main one, or a fallback. */
export interface SendPart {
  /** A fallback is a test send of its own. Its texts have the values of the main message. */
  test: TestSend;
  /** The place of its fields in the manifest of the test send: `['fallback', 0]`, or none for the main message. */
  base: Path;
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
  subjects: readonly ApprovedSubject[],
  naming: MessageNames,
  placed: Placing,
): { parts: SendPart[]; problems: Problem[] } {
  const { test } = naming;
  const made = [test, ...fallbackSends(test)].map((own, index) => {
    const subject = subjects[index];
    if (!subject) throw new Error('a fallback was not looked up'); // it would be left out in silence
    return draftOf({ test: own, base: index === 0 ? [] : ['fallback', index - 1] }, subject, naming);
  });
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

/** Returns each fallback of a test send as a test send of its own. */
export function fallbackSends(test: TestSend): TestSend[] {
  const { id, source, to, expect, allow } = test;
  return (test.fallback ?? []).map(({ type, template, subject, text, files, content, ...own }) => {
    const whole = { id, source, to, expect, allow, buttons: {}, ...own };
    if (template !== undefined) return { ...whole, template };
    if (own.brand?.body) return whole;
    const written = {
      ...(subject && { subject }),
      ...(text && { text }),
      ...(files && { files }),
      ...(content && { content }),
    };
    // Without a template, the schema allows only these types.
    return { ...whole, message: { type: type as WrittenMessage['type'], ...written } };
  });
}

/** A message before it has values. */
type Drafted = Omit<SendPart, 'chosen' | 'content'> & {
  /** The profile that sends; undefined for a message that needs none. */
  profile: ProfileRef | SendMistake | undefined;
};

function draftOf(
  own: Pick<SendPart, 'test' | 'base'>,
  subject: ApprovedSubject,
  { environment, bindings = NO_BINDINGS }: MessageNames,
): Drafted | SendMistake {
  const { test, base } = own;
  if (isProblem(subject)) return within(base, subject);
  if (!('template' in subject)) {
    const { channel, source } = subject;
    // Only messages of the messenger have a sender profile.
    const profile = channel.templates ? chooseProfile(test, source, environment) : undefined;
    const draft = channel.draft(test, { source, bindings: boundFor(profile, bindings) });
    return { ...own, channel, draft, profile, ...(source ? { source } : {}) };
  }
  const { channel, template, approved } = subject;
  if (!approved) {
    const message = `The service has no template for ${template.address}`;
    const hint = 'Apply it, and send it when it is approved';
    return within(base, sendMistake(['template'], 'send-template', message, { hint }));
  }
  const draft = channel.templates.draft(test, template, approved, bindings);
  const profile = chooseProfile(test, template, environment);
  return { ...own, channel, draft, template, source: template, approved, profile };
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

/** Converts a mistake of a message to one of the whole test send: `message.text` of a fallback is `fallback[0].text`. */
export function within<T extends Pick<SendMistake, 'at' | 'of'>>(base: Path, mistake: T): T {
  if (base.length === 0 || mistake.of === 'template') return mistake;
  const { at } = mistake;
  return { ...mistake, at: [...base, ...(at[0] === 'message' ? at.slice(1) : at)] };
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
  return approved && { approved, values: exactValues(draft, chosen) };
}
