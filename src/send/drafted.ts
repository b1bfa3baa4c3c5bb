import { isProblem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { type SendMistake, sendMistake } from './about.ts';
import type { ApprovedTemplate, Bindings, Draft, TemplateChannel, WrittenChannel } from './channel.ts';
import { chooseProfile, type Parties } from './parties.ts';

/** A test send of a template, as the manifests declare it. The message is made of this. */
export interface OfTemplate {
  channel: TemplateChannel;
  template: Resource;
}

/** A test send with a message of its own. */
export interface OfWritten {
  channel: WrittenChannel;
  /** The declared template whose content and samples the message has, without naming it. */
  source?: Resource;
}

/** A test send of a template that was read from the service. The message is proved against the approved template. */
export interface OfApproved extends OfTemplate {
  /** Undefined if the service has no such template. */
  approved: ApprovedTemplate | undefined;
}

/** What a test send or a fallback sends, or the mistake in its name. */
export type SendSubject = OfTemplate | OfWritten | SendMistake;

/** What a test send or a fallback sends, after templates were read. */
export type ApprovedSubject = OfApproved | OfWritten | SendMistake;

/** The message of a test send, and the template that it is proved against. */
export interface Drafted {
  channel: TemplateChannel | WrittenChannel;
  draft: Draft;
  /** The template that has the samples: also that of a message which has its content without naming it. */
  source?: Resource;
  /** Both are undefined for a message without a template. */
  template?: Resource;
  approved?: ApprovedTemplate;
  /** The profile that sends; undefined for a message that needs none. */
  profile: ProfileRef | SendMistake | undefined;
}

/** The names that a message may need of the environment and of the state. */
export interface DraftNames {
  environment: Parties;
  /** Left out if nothing is applied. */
  bindings?: Bindings;
}

const NO_BINDINGS: Bindings = { urlOf: () => undefined, nameOf: () => undefined };

/** Makes the message of a test send, or of a fallback. */
export function draftOf(
  test: TestSend,
  subject: ApprovedSubject,
  { environment, bindings = NO_BINDINGS }: DraftNames,
): Drafted | SendMistake {
  if (isProblem(subject)) return subject;
  if (!('template' in subject)) {
    const { channel, source } = subject;
    // Only messages of the messenger have a sender profile.
    const profile = channel.templates ? chooseProfile(test, source, environment) : undefined;
    const draft = channel.draft(test, { source, bindings: boundFor(profile, bindings) });
    return { channel, draft, profile, ...(source ? { source } : {}) };
  }
  const { channel, template, approved } = subject;
  if (!approved) return notThere(template);
  const draft = channel.templates.draft(test, template, approved, bindings);
  return { channel, draft, template, source: template, approved, profile: chooseProfile(test, template, environment) };
}

/** The bindings of a message without a template: an upload of the profile that sends comes first. */
function boundFor(profile: Drafted['profile'], bindings: Bindings): Bindings {
  if (profile === undefined || isProblem(profile)) return bindings;
  return { ...bindings, urlOf: (use, file, of = { profile: profile.alias }) => bindings.urlOf(use, file, of) };
}

function notThere(template: Resource): SendMistake {
  const message = `The service has no template for ${template.address}`;
  return sendMistake(['template'], 'send-template', message, { hint: 'Apply it, and send it when it is approved' });
}
