import type { Environment } from '../config/environment.ts';
import { maskNumber } from '../core/mask.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { about } from './about.ts';

/** A name of the environment with its number. The number of a receiver is private. */
export interface Party {
  name: string;
  number: string;
}

export type Parties = Pick<Environment, 'name' | 'profiles' | 'profile' | 'sender' | 'recipient'>;

/** The sender that the test send names, else the default one. */
export function chooseSender(test: TestSend, environment: Parties, fallback: string | undefined): Party | Problem {
  const name = test.from ?? fallback;
  if (name === undefined) {
    const hint = 'Name one in `from`, with `--from`, or as `defaults.sender` of notiform.yaml';
    return { ...at(test, 'from'), code: 'send-no-sender', message: `The test send ${test.id} names no sender`, hint };
  }
  return isNumber(name)
    ? numberGiven(test, 'from', name)
    : resolve(test, 'from', () => ({ name, number: environment.sender(name) }));
}

/** The receivers that the test send names, each once, in its order. */
export function chooseRecipients(test: TestSend, environment: Parties, max: number): (Party | Problem)[] {
  const names = [...new Set(test.to)];
  if (names.length === 0) {
    const hint = 'Name one in `to`, or with `--to`';
    return [
      { ...at(test, 'to'), code: 'send-no-recipient', message: `The test send ${test.id} names no recipient`, hint },
    ];
  }
  if (names.length > max) {
    return [
      {
        ...at(test, 'to'),
        code: 'send-too-many',
        message: `The test send ${test.id} has ${names.length} recipients, ${max} are allowed`,
        hint: `Allow them with \`--max-recipients ${names.length}\``,
      },
    ];
  }
  return names.map((name) =>
    isNumber(name)
      ? numberGiven(test, 'to', name)
      : resolve(test, 'to', () => ({ name, number: environment.recipient(name) })),
  );
}

/**
 * The profile that sends: the template's own, or for a template of a group the profile of type S that the test send
 * names (message API 2.9, senderkey).
 */
export function chooseProfile(test: TestSend, template: Resource, environment: Parties): ProfileRef | Problem {
  const owner = template.profile ?? '';
  const grouped = environment.profiles.get(owner)?.type === 'G';
  const wrong = (message: string, hint: string): Problem => ({
    ...at(test, 'profile'),
    code: 'send-profile',
    message,
    hint,
  });
  if (!grouped) {
    if (test.profile !== undefined && test.profile !== owner) {
      return wrong(
        `${template.address} belongs to the profile ${owner}, and ${test.profile} cannot send it`,
        'Leave `profile` out',
      );
    }
    return resolve(test, 'profile', () => environment.profile(owner));
  }
  if (test.profile === undefined) {
    return wrong(
      `${template.address} belongs to a group, and the test send ${test.id} names no profile`,
      profilesHint(environment),
    );
  }
  const profile = test.profile;
  const found = resolve(test, 'profile', () => environment.profile(profile));
  return 'type' in found && found.type === 'G'
    ? wrong(`${profile} is a group, and a group cannot send`, profilesHint(environment))
    : found;
}

function profilesHint(environment: Parties): string {
  const able = [...environment.profiles].filter(([, { type }]) => type === 'S').map(([alias]) => alias);
  return able.length > 0
    ? `Name one of the group in \`profile\`: ${able.join(', ')}`
    : 'The environment has no profile of type S';
}

/** What the environment has under a name; its own problem where it has none or cannot resolve it. */
function resolve<T>(test: TestSend, path: string, find: () => T): T | Problem {
  try {
    return find();
  } catch (error) {
    const problem = error instanceof NotiformError ? error.problems[0] : undefined;
    if (!problem) throw error;
    return { ...about(test), path, ...problem };
  }
}

/** A telephone number where a name belongs; it must not be repeated in clear. */
function isNumber(name: string): boolean {
  return /^\+?[\d\s-]{7,}$/.test(name);
}

function numberGiven(test: TestSend, path: string, number: string): Problem {
  return {
    ...at(test, path),
    code: 'send-number',
    message: `\`${path}\` holds a number (${maskNumber(number)}), and names are wanted`,
    hint: `Give it a name under \`${path === 'to' ? 'recipients' : 'senders'}\` of the environment`,
  };
}

function at(test: TestSend, path: string): Pick<Problem, 'severity' | 'place' | 'path'> {
  return { severity: 'error', ...about(test), path };
}
