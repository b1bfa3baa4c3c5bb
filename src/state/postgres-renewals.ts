import type { QueryResultRow } from 'pg';
import type { Clock } from '../core/ports.ts';

/** A lock of this run, as its row has it. */
export interface OwnLock {
  profile: string;
  token: string;
  fence: number;
}

/** The locks that this run holds. All of them are renewed by one statement, however many they are. */
export interface Renewals {
  /** Renews it from now on, every 30 seconds. */
  add(lock: OwnLock): void;
  remove(lock: OwnLock): void;
  /** Renews all of them, and returns whether this lock is still ours. */
  confirm(lock: OwnLock): Promise<boolean>;
}

/** A lock is renewed so often (assumption 186). */
const RENEWAL_MS = 30_000;

/** @param renew the statement: returns the tokens of the locks that are still ours */
export function openRenewals(clock: Clock, renew: (locks: readonly OwnLock[]) => Promise<QueryResultRow[]>): Renewals {
  const held = new Map<string, OwnLock>();
  let ended = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<ReadonlySet<string>> | undefined;
  // Two statements over the same rows could wait for each other, so one begins when the other has ended. Whoever asks
  // meanwhile shares the next one: the one under way may have looked before they asked.
  const renewAll = (): Promise<ReadonlySet<string>> => {
    next ??= last.then(async () => {
      next = undefined;
      const rows = held.size === 0 ? [] : await renew([...held.values()]);
      return new Set(rows.map((row) => String(row['token'])));
    });
    last = next.catch(() => undefined);
    return next;
  };
  // Whether they could be renewed is seen by the next look or write: until the locks expire the next try may do.
  const keep = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock
        .sleep(RENEWAL_MS, signal)
        .then(renewAll)
        .catch(() => undefined);
    }
  };
  return {
    add: (lock) => {
      held.set(lock.token, lock);
      if (held.size > 1) return;
      ended = new AbortController();
      void keep(ended.signal);
    },
    remove: ({ token }) => {
      held.delete(token);
      if (held.size === 0) ended.abort();
    },
    confirm: async ({ token }) => (await renewAll()).has(token),
  };
}
