import pLimit from 'p-limit';
import type { Clock } from '../../core/ports.ts';
import { asWarning, errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { Holder } from '../../files/lock-content.ts';
import { NEXT_HOLDER } from '../../state/refusals.ts';
import type { Lease, StateStore } from '../../state/store.ts';
import { WAITS } from '../../state/waits.ts';
import type { EngineEvent } from '../types.ts';

/** Dependencies of taking a lock. */
export interface Locking {
  environment: { name: string };
  store: StateStore;
  holder: Holder;
  onEvent?: ((event: EngineEvent) => void) | undefined;
}

export type Leases = ReadonlyMap<string, Lease>;

/** How many profiles are locked, written or released at once: files are not opened by the thousand. */
const AT_ONCE = 64;

/**
 * Locks all profiles or none. The first lock is taken before the others: of two runs that want it, one gets it and the other one
 * nothing. A run does not wait for a lock, so two runs cannot wait for each other.
 */
export async function lockAll(input: Locking, profiles: readonly string[]): Promise<Leases> {
  const leases = new Map<string, Lease>();
  const take = async (profile: string): Promise<void> => {
    const lease = await input.store.lock(profile, input.holder);
    leases.set(profile, lease);
    if (lease.warning) input.onEvent?.({ type: 'warning', problem: lease.warning });
  };
  try {
    await eachAtOnce(profiles.slice(0, 1), take);
    await eachAtOnce(profiles.slice(1), take);
    return leases;
  } catch (error) {
    await releaseAll(input, leases);
    throw error;
  }
}

/** A lock of this run, with checks that it is still ours. */
export interface Watch extends Pick<Lease, 'write'> {
  /** Resolves when the lock is confirmed; undefined if that was a moment ago. Fails as `Lease.confirm`. */
  confirm(): Promise<void> | undefined;
}

/**
 * Watches a lock. A run that slept, or whose call did, confirms the lock before it changes anything more. A write confirms it
 * too. Looks at the same time are shared.
 * @param takenAt a time before the lock was taken, in ms
 */
export function watchLease(lease: Pick<Lease, 'write' | 'confirm'>, clock: Clock, takenAt: number): Watch {
  let seenAt = takenAt;
  let looking: Promise<void> | undefined;
  // The time before the request counts: the process may sleep before it gets the answer.
  const seeing = async (ask: () => Promise<void>): Promise<void> => {
    const askedAt = clock.now();
    try {
      await ask();
      seenAt = Math.max(seenAt, askedAt);
    } catch (error) {
      seenAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  const look = async (): Promise<void> => {
    try {
      await seeing(() => lease.confirm());
    } finally {
      looking = undefined;
    }
  };
  return {
    write: (change, canGiveUp) => seeing(() => lease.write(change, canGiveUp)),
    confirm: () => {
      if (clock.now() - seenAt < WAITS.lockCheck) return undefined;
      looking ??= look();
      return looking;
    },
  };
}

/** Releases locks. A failure is only a warning, because the work is done. */
export async function releaseAll(input: Locking, leases: Leases): Promise<void> {
  await eachAtOnce([...leases], async ([profile, lease]) => {
    try {
      await lease.release();
    } catch (error) {
      input.onEvent?.({ type: 'warning', problem: lockLeft(input, profile, error) });
    }
  });
}

function lockLeft({ environment: { name }, store }: Locking, profile: string, error: unknown): Problem {
  const why = error instanceof NotiformError ? error.problems.map(({ message }) => message).join('; ') : String(error);
  const message = `The lock of ${name}/${profile} could not be released: ${why}`;
  const hint = `${NEXT_HOLDER[store.kind]} This run has ended. Other runs exit with 6 until you run \`notiform -e ${name} state unlock ${profile}\`.`;
  return asWarning(errorProblem('lock-left', message, hint));
}

/** Does something with many items at once, and fails with the first failure after all have ended. A store may join their writes. */
export async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const ended = await Promise.allSettled(all.map((one) => limit(work, one)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
