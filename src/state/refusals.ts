import { Exit } from '../core/exit.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import type { StateDocument } from './document.ts';
import type { Holder, Lock, StateStore } from './store.ts';

/** The seconds that a lock in PostgreSQL lasts when its holder is silent, by the clock of the database (assumption 186). */
export const LEASE_SECONDS = 150;

/** What becomes of a lock that was left behind, if nobody breaks it. */
export const NEXT_HOLDER: Readonly<Record<StateStore['kind'], string>> = {
  file: 'The next run on this machine takes the lock over.',
  git: 'The next run of the same user on this machine takes the lock over.',
  postgres: `The lock expires within ${LEASE_SECONDS} seconds.`,
};

/** What every store says in the same words. */

/** The way out for a person: `` break its lock with `notiform …` ``. */
export function unlocking(subject: string): string {
  const [environment, profile] = subject.split('/');
  return `break its lock with \`notiform -e ${environment} state unlock ${profile}\``;
}

/**
 * @param subject what is locked: `production/shop`
 * @param help what a person does with a lock that nobody holds any more
 */
export function lockHeld(subject: string, lock: Lock | undefined, help = unlocking(subject)): NotiformError {
  const holder = lock?.holder;
  const see = holder?.run === undefined ? '' : `See ${holder.run}. `;
  return new NotiformError(
    {
      code: 'lock-held',
      severity: 'error',
      message: `The state of ${subject} is locked ${holder ? `by ${nameOf(holder)} since ${lock?.since}` : 'by a run that has not said who it is'}`,
      hint: `${see}Wait for that run to end. If it cannot be running any more, ${help}.`,
    },
    Exit.stale,
  );
}

export function lockTakenOver(subject: string, { holder, since }: Lock): Problem {
  const who = holder ? `${nameOf(holder)}, since ${since}` : 'a run that has not said who it is';
  return {
    code: 'lock-taken-over',
    severity: 'warning',
    message: `The lock of ${subject} was left behind by ${who}, which is dead, and was taken over`,
    hint: 'No work was lost. This run continues where the last one stopped.',
  };
}

/** `` `apply` of ann on build-7 (process 42) `` */
export function nameOf({ command, user, host, pid }: Holder): string {
  return `\`${command}\`${user === undefined ? '' : ` of ${user}`} on ${host} (process ${pid})`;
}

export function lockLost(subject: string): NotiformError {
  return new NotiformError({
    code: 'lock-lost',
    severity: 'error',
    message: `The lock of the state of ${subject} is not ours any more`,
    hint: 'Somebody broke it, or took it over. Make sure that no other run is under way, then run the command again.',
  });
}

/** Throws where a document cannot follow the stored one. */
export function requireNext(next: StateDocument, stored: number): void {
  if (next.serial === stored + 1) return;
  throw new NotiformError({
    code: 'state-moved',
    severity: 'error',
    message: `The state of ${next.environment}/${next.profile} stands at serial ${stored}; serial ${next.serial} cannot follow it`,
    hint: 'Another run wrote it in the meantime: plan again.',
  });
}
