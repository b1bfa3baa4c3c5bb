import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import type { Holder, Lock } from '../files/lock-content.ts';
import type { StateStore } from './store.ts';
import { WAITS } from './waits.ts';

/** The end of a lock that a run left behind, if nobody breaks it. */
export const NEXT_HOLDER: Readonly<Record<StateStore['kind'], string>> = {
  file: 'The next run on this machine takes the lock over.',
  git: 'The next run of the same user on this machine takes the lock over.',
  postgres: `The lock expires within ${WAITS.lease / 1000} seconds.`,
};

/** The advice about a lock: `` break its lock with `notiform …` ``. */
export function unlocking(subject: string): string {
  const [environment, profile] = subject.split('/');
  return `break its lock with \`notiform -e ${environment} state unlock ${profile}\``;
}

/**
 * The refusal of a lock that another run has.
 * @param subject what is locked: `production/shop`
 * @param help what a person can do about the lock of a run that has ended
 */
export function alreadyLocked(subject: string, lock: Lock | undefined, help = unlocking(subject)): NotiformError {
  const holder = lock?.holder;
  const see = holder?.run === undefined ? '' : `See ${holder.run}. `;
  return new NotiformError(
    errorProblem(
      'lock-held',
      `The state of ${subject} is locked ${holder ? `by ${nameOf(holder)} since ${lock?.since}` : 'by an unknown run'}`,
      `${see}Wait until that run ends: the commands that write the state wait with \`--lock-timeout 5m\`. If it no longer runs, ${help}.`,
    ),
    Exit.stale,
  );
}

export function lockTakenOver(subject: string, { holder, since }: Lock): Problem {
  const who = holder ? `${nameOf(holder)}, since ${since}` : 'an unknown run';
  return {
    code: 'lock-taken-over',
    severity: 'warning',
    message: `The lock of ${subject} was left behind by ${who}, which no longer runs. This run took the lock over`,
    hint: 'No work was lost. This run continues where the last one stopped.',
  };
}

/** `` `apply` of ann on build-7 (process 42) `` */
export function nameOf({ command, user, host, pid }: Holder): string {
  return `\`${command}\`${user === undefined ? '' : ` of ${user}`} on ${host} (process ${pid})`;
}

export function lockLost(subject: string): NotiformError {
  return new NotiformError(
    errorProblem(
      'lock-lost',
      `The lock of the state of ${subject} no longer belongs to this run`,
      'Another run or a person broke the lock. Check that no other run is active, then run the command again.',
    ),
  );
}

/** Throws a NotiformError (`state-moved`) unless a serial follows the stored one. */
export function requireNext(subject: string, serial: number, stored: number): void {
  if (serial !== stored + 1) throw moved(subject, `is at serial ${stored}; serial ${serial} cannot follow it`);
}

/** @param how the state is, as a part of a sentence */
export function moved(subject: string, how: string): NotiformError {
  return new NotiformError(
    errorProblem(
      'state-moved',
      `The state of ${subject} ${how}`,
      'Another run wrote the state. Run the command again.',
    ),
    Exit.stale,
  );
}

/** The problem of an edit that was repeated too often. @param where the place, as messages name it */
export function contended(where: string): Problem {
  return errorProblem(
    'state-contended',
    `Other runs kept writing to ${where}, faster than this run could`,
    'Run the command again when fewer runs are active.',
  );
}
