import type { Environment } from '../config/environment.ts';
import type { Path } from '../core/path.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { hasNumber, isNumber } from '../text/mask.ts';
import { isGiven, problemIn, type SendMistake, sendMistake, subjectWords } from './about.ts';
import type { ApprovedTemplate, TemplateChannel, WrittenChannel } from './channel.ts';

/** A name of the environment with its number. The number of a recipient is private. */
export interface Party {
  name: string;
  number: string;
}

export type Parties = Pick<Environment, 'name' | 'profiles' | 'profile' | 'sender' | 'recipient'> &
  Partial<Pick<Environment, 'senders' | 'recipients'>>;

/** Returns the sender that the test send names, else the default one. */
export function chooseSender(test: TestSend, environment: Parties, fallback: string | undefined): Party | SendMistake {
  const name = test.from ?? fallback;
  if (name === undefined) {
    const hint = 'Name one in `from`, with `--from`, or as `defaults.sender` of notiform.yaml';
    return sendMistake(['from'], 'send-no-sender', `${subjectWords(test)} names no sender`, { hint, later });
  }
  return partyOf(['from'], name, environment, environment.sender);
}

/** Returns the recipients that the test send names, each once, in its order. */
export function chooseRecipients(test: TestSend, environment: Parties): (Party | SendMistake)[] {
  const names = [...new Set(test.to)];
  if (names.length === 0) {
    const hint = 'Name a recipient of the environment in `to`, or with `--to`';
    return [sendMistake(['to'], 'send-no-recipient', `${subjectWords(test)} names no recipient`, { hint, later })];
  }
  return names.map((name) => partyOf(['to', test.to.indexOf(name)], name, environment, environment.recipient));
}

/** Reports more recipients than one send may have. */
export function tooManyRecipients(test: TestSend, max: number): SendMistake[] {
  const { size } = new Set(test.to);
  if (size <= max) return [];
  const message = `${subjectWords(test)} has ${size} recipients, ${max} are allowed`;
  return [
    sendMistake(['to'], 'send-too-many', message, { hint: `Allow them with \`--max-recipients ${size}\``, later }),
  ];
}

/**
 * Returns the profile that sends: the template's own. For a template of a group it is the profile of type S that the test send
 * names (message API 2.9, senderkey). A message without a template is sent by the profile that the test send names.
 */
export function chooseProfile(
  test: TestSend,
  template: Resource | undefined,
  environment: Parties,
): ProfileRef | SendMistake {
  const wrong = (message: string, hint: string): SendMistake =>
    sendMistake(['profile'], 'send-profile', message, { hint });
  const typeOf = (alias = ''): string | undefined => environment.profiles.get(alias)?.type;
  const { profile } = test;
  const owner = template?.profile ?? '';
  if (template && typeOf(owner) !== 'G') {
    if (profile === undefined || profile === owner) return resolve(['profile'], () => environment.profile(owner));
    const message = `${template.address} belongs to the profile ${owner}, and ${profile} cannot send it`;
    return wrong(message, `Leave \`${isGiven(test, ['profile']) ? '--profile' : 'profile'}\` out`);
  }
  const able = [...environment.profiles.keys()].filter((alias) => typeOf(alias) === 'S').join(', ');
  const which = template ? ' of the group' : '';
  const hint = able ? `Name one${which} in \`profile\`: ${able}` : 'The environment has no profile of type S';
  const ofGroup = template ? `, and ${template.address} belongs to a group` : '';
  if (profile === undefined) return wrong(`${subjectWords(test)} names no profile${ofGroup}`, hint);
  if (typeOf(profile) === 'G') return wrong(`${profile} is a group, and a group cannot send`, hint);
  return resolve(['profile'], () => environment.profile(profile));
}

/** Looks a name up in the environment. Returns its problem if it has no value for the name. */
function resolve<T>(at: Path, find: () => T): T | SendMistake {
  try {
    return find();
  } catch (error) {
    const { address: _, ...found } = problemIn(error);
    return { ...found, at };
  }
}

/** Finds the number of a name. Reports a number in place of a name without the number. */
function partyOf(at: Path, name: string, environment: Parties, find: (name: string) => string): Party | SendMistake {
  const found = isNumber(name) ? undefined : resolve(at, () => ({ name, number: find(name) }));
  const isUnknown = found && 'code' in found && found.code === 'config-unknown-name';
  // Without any numbers in the environment, the test sends are for other environments.
  const isForOthers = environment.senders?.size === 0 && environment.recipients?.size === 0;
  if (found && !(isUnknown && hasNumber(name))) return isUnknown && isForOthers ? { ...found, later } : found;
  const [one, all] = at[0] === 'to' ? ['recipient', 'recipients'] : ['sender', 'senders'];
  const message = `A phone number is given instead of the name of a ${one}`;
  const hint = `Give it a name under \`${all}\` of the environment, and pass the name`;
  return sendMistake(at, 'send-number', message, { hint });
}

/** The command line can supply it. */
const later = true;

/** What a test send or a fallback sends. A fallback is a test send of its own. */
interface SentTest {
  test: TestSend;
  /** The place of its fields in the manifest of the test send: `['fallback', 0]`, or none for the main message. */
  base: Path;
}

/** A message of a declared template. */
export interface OfTemplate extends SentTest {
  channel: TemplateChannel;
  template: Resource;
  /** The message is proved against it. Undefined until it is read, and if the service has no such template. */
  approved?: ApprovedTemplate | undefined;
}

/** A message that the test send writes itself. */
export interface OfWritten extends SentTest {
  channel: WrittenChannel;
  /** The declared template whose content and samples the message has, without naming it. */
  source?: Resource;
}

/** What a test send or a fallback sends, or the mistake in its name. */
export type SendSubject = OfTemplate | OfWritten | SendMistake;
