import type { Problem } from '../core/problem.ts';
import type { Holder, Lease, StateStore } from '../state/store.ts';
import type { EngineEvent } from './types.ts';

/** What a lock is taken with. */
export interface Locking {
  environment: { name: string };
  store: StateStore;
  holder: Holder;
  onEvent?: ((event: EngineEvent) => void) | undefined;
}

export type Leases = ReadonlyMap<string, Lease>;

/** Locks in the order of names, so that two runs cannot wait for each other; all or none. */
export async function lockAll(input: Locking, profiles: readonly string[]): Promise<Leases> {
  const leases = new Map<string, Lease>();
  try {
    for (const profile of profiles) {
      const lease = await input.store.lock(profile, input.holder);
      leases.set(profile, lease);
      if (lease.warning) input.onEvent?.({ type: 'warning', problem: lease.warning });
    }
    return leases;
  } catch (error) {
    await releaseAll(input, leases);
    throw error;
  }
}

/** A lock that cannot be given back is a warning: what was done stays done. */
export async function releaseAll(input: Locking, leases: Leases): Promise<void> {
  for (const [profile, lease] of leases) {
    try {
      await lease.release();
    } catch (error) {
      const message = `The lock of ${input.environment.name}/${profile} could not be removed: ${String(error)}`;
      input.onEvent?.({ type: 'warning', problem: { code: 'lock-lost', severity: 'warning', message } });
    }
  }
}

/** @param since what the state was read for: `the plan was made` */
export function movedProblem(environment: string, profile: string, since: string): Problem {
  return {
    code: 'state-moved',
    severity: 'error',
    message: `The state of ${environment}/${profile} was written since ${since}`,
    hint: 'Another run was faster, and nothing was done here. Run the command again.',
  };
}
