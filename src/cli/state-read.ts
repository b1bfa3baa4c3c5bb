import type { Environment } from '../config/environment.ts';
import { compareText } from '../core/problem.ts';
import type { StateDocuments } from '../engine/stored-state/edit-under-lock.ts';
import type { StateStore } from '../state/store.ts';
import type { Invocation } from './invocation.ts';
import { waitForLocks } from './lock-wait.ts';
import { openConfig } from './project.ts';
import { openStore } from './store.ts';

/** The state of an environment, read without calling the service. */
export interface OpenState {
  environment: Pick<Environment, 'name' | 'protected' | 'profiles' | 'profile'>;
  store: StateStore;
  /** By profile, in the order of their names. */
  documents: StateDocuments;
}

/**
 * Opens the state of the environment and reads the document of each of its profiles.
 * @param lockTimeout how long a command that writes the state waits for the lock of another run, in milliseconds
 * @param takesOver as for `openStore`
 */
export async function readState(invocation: Invocation, lockTimeout?: number, takesOver?: boolean): Promise<OpenState> {
  const { config, environment } = await openConfig(invocation);
  const store = await openStore(invocation, { config, environment }, takesOver);
  await waitForLocks(invocation, environment.name, { store, profiles: environment.profiles }, lockTimeout);
  const documents = await store.readAll([...environment.profiles.keys()].sort(compareText));
  return { environment, store, documents };
}
