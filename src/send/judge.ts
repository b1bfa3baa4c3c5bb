import type { Random } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { MAX_RECIPIENTS } from '../core/test-send.ts';
import type { Bindings } from './channel.ts';
import type { Parties, SendSubject } from './parties.ts';
import { type Preparation, type Prepared, prepareSends } from './prepare.ts';

type Judging = Pick<Preparation, 'test' | 'subjects' | 'environment' | 'defaultSender' | 'clock' | 'locate'>;

/** Returns every problem of a test send, as `prepareOffline` finds them. */
export function judgeSend(judging: Judging): Problem[] {
  const { sends, problems } = prepareOffline(judging);
  // The message is the same for every recipient.
  return [...problems, ...(sends[0]?.faults ?? [])];
}

/**
 * Prepares a test send as `prepareSends` does, as if the service had approved the template as its manifest says. Needs no
 * service and no secret. A mistake that a flag or a later date may correct is a warning.
 */
export function prepareOffline({ subjects, environment, ...rest }: Judging): Prepared {
  return prepareSends({
    ...rest,
    subjects: subjects.map(asApproved),
    environment: withoutSecrets(environment),
    maxRecipients: MAX_RECIPIENTS,
    random: NO_RANDOM,
    bindings: ALL_APPLIED,
    lenient: true,
  });
}

function asApproved(subject: SendSubject): SendSubject {
  if (!('template' in subject)) return subject;
  const { name, id, content } = subject.template;
  return { ...subject, approved: { code: name ?? id, content, state: subject.channel.templates.active } };
}

/** Stands for a state in which everything is applied. The address has the form of an image's and of a video's. */
const ALL_APPLIED: Bindings = { urlOf: () => 'https://registered.invalid/v/0', nameOf: () => '0' };

const NO_RANDOM: Random = { next: () => 0, hex: (bytes) => '0'.repeat(bytes * 2) };

/** Returns the environment's names. A number or key of a variable that is not set is replaced by a placeholder. */
function withoutSecrets({ profile, sender, recipient, ...names }: Parties): Parties {
  return {
    ...names,
    profile: (alias) =>
      orElse(() => profile(alias), { alias, key: '0'.repeat(40), type: names.profiles.get(alias)?.type ?? 'S' }),
    sender: (alias) => orElse(() => sender(alias), '0'),
    recipient: (alias) => orElse(() => recipient(alias), '0'),
  };
}

/** Returns a number or key of the environment, or another value if its variable is not set. */
export function orElse<T>(resolve: () => T, instead: T): T {
  try {
    return resolve();
  } catch (error) {
    const isUnresolved =
      error instanceof NotiformError && error.problems.every(({ code }) => code === 'config-unresolved');
    if (!isUnresolved) throw error;
    return instead;
  }
}
