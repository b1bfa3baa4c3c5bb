import type { QueryResultRow } from 'pg';
import type { Clock } from '../core/ports.ts';
import { WAITS } from './waits.ts';

/** A lock of this run, as in its row. */
export interface OwnLock {
  profile: string;
  token: string;
  fence: number;
}

/** Renews the locks of this run, all with one statement. */
export interface Renewals {
  /** Renews the lock every 30 seconds from now on. */
  add(lock: OwnLock): void;
  remove(lock: OwnLock): void;
  /** Renews all locks. Resolves to true if this lock is still ours. */
  confirm(lock: OwnLock): Promise<boolean>;
}

/** @param renew the statement: returns the tokens of the locks that are still ours */
export function openRenewals(clock: Clock, renew: (locks: readonly OwnLock[]) => Promise<QueryResultRow[]>): Renewals {
  const own = new Map<string, OwnLock>();
  let ended = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<ReadonlySet<string>> | undefined;
  // Two statements over the same rows could wait for each other, so they run one after another. Calls during one share the
  // next one: the running one may have read the rows before the call.
  const renewAll = (): Promise<ReadonlySet<string>> => {
    next ??= last.then(async () => {
      next = undefined;
      const rows = own.size === 0 ? [] : await renew([...own.values()]);
      return new Set(rows.map((row) => String(row['token'])));
    });
    last = next.catch(() => undefined);
    return next;
  };
  // A failed renewal is not reported: the next one may succeed before the locks expire, and each write checks its lock.
  const keep = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock
        .sleep(WAITS.leaseRenewal, signal)
        .then(renewAll)
        .catch(() => undefined);
    }
  };
  return {
    add: (lock) => {
      own.set(lock.token, lock);
      if (own.size > 1) return;
      ended = new AbortController();
      void keep(ended.signal);
    },
    remove: ({ token }) => {
      own.delete(token);
      if (own.size === 0) ended.abort();
    },
    confirm: async ({ token }) => (await renewAll()).has(token),
  };
}
