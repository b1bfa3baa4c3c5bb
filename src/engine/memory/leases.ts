import pLimit from 'p-limit';
import type { Clock } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { NEXT_HOLDER } from '../../state/refusals.ts';
import type { Holder, Lease, StateStore } from '../../state/store.ts';
import type { EngineEvent } from '../types.ts';

/** What a lock is taken with. */
export interface Locking {
  environment: { name: string };
  store: StateStore;
  holder: Holder;
  onEvent?: ((event: EngineEvent) => void) | undefined;
}

export type Leases = ReadonlyMap<string, Lease>;

/** How many locks are taken or given back at once: a store may do them in one go, and files are not opened by thousands. */
const AT_ONCE = 64;

/**
 * Locks all or none. The first by itself: of two runs that want the same one gets it, and the other one nothing. What a run
 * does not get at once it does not wait for, so that two cannot wait for each other.
 */
export async function lockAll(input: Locking, profiles: readonly string[]): Promise<Leases> {
  const leases = new Map<string, Lease>();
  const take = async (profile: string): Promise<void> => {
    const lease = await input.store.lock(profile, input.holder);
    leases.set(profile, lease);
    if (lease.warning) input.onEvent?.({ type: 'warning', problem: lease.warning });
  };
  try {
    await together(profiles.slice(0, 1), take);
    await together(profiles.slice(1), take);
    return leases;
  } catch (error) {
    await releaseAll(input, leases);
    throw error;
  }
}

/** A lock that is held, as a run sees it that calls the service under it. */
export interface Watch extends Pick<Lease, 'write'> {
  /** Resolves when the lock is seen to be ours; undefined where it was a moment ago. Fails as `Lease.confirm`. */
  confirm(): Promise<void> | undefined;
}

/**
 * For how long a lock that was ours is taken to be so. Longer than two pushes of the git store one after the other, so that
 * who writes all the time never looks; shorter than another run takes to be started on a lock that somebody broke.
 */
export const SEEN_MS = 5_000;

/**
 * Watches a lock: a run that slept, or had a call that did, looks before it changes anything more. What is written is a look
 * too; those that would look at the same time share one.
 * @param takenAt when it was not taken yet, in ms
 */
export function watchLease(lease: Pick<Lease, 'write' | 'confirm'>, clock: Clock, takenAt: number): Watch {
  let seenAt = takenAt;
  let looking: Promise<void> | undefined;
  // It counts from when the store was asked: the answer may have come to a process that slept.
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
    write: (document) => seeing(() => lease.write(document)),
    confirm: () => {
      if (clock.now() - seenAt < SEEN_MS) return undefined;
      looking ??= look();
      return looking;
    },
  };
}

/** A lock that cannot be given back is a warning: what was done stays done. */
export async function releaseAll(input: Locking, leases: Leases): Promise<void> {
  await together([...leases], async ([profile, lease]) => {
    try {
      await lease.release();
    } catch (error) {
      input.onEvent?.({ type: 'warning', problem: lockLeft(input, profile, error) });
    }
  });
}

function lockLeft({ environment: { name }, store }: Locking, profile: string, error: unknown): Problem {
  const why = error instanceof NotiformError ? error.problems.map(({ message }) => message).join('; ') : String(error);
  return {
    code: 'lock-left',
    severity: 'warning',
    message: `The lock of ${name}/${profile} could not be given back: ${why}`,
    hint: `${NEXT_HOLDER[store.kind]} Any other run ends with exit code 6 until you run \`notiform -e ${name} state unlock ${profile}\`: this run is over.`,
  };
}

/** Does something with each, and fails with the first failure when all have come to their end. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const ended = await Promise.allSettled(all.map((one) => limit(work, one)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** @param since what the state was read for: `the plan was made` */
export function movedProblem(environment: string, profile: string, since: string): Problem {
  return errorProblem(
    'state-moved',
    `The state of ${environment}/${profile} was written since ${since}`,
    'Another run was faster, and nothing was done here. Run the command again.',
  );
}
