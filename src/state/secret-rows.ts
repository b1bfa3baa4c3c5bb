import type { Address } from '../core/address.ts';
import type { Redaction } from '../text/redaction.ts';
import type { StateEntry, StoredRow } from './document.ts';
import type { StateStore } from './store.ts';

/**
 * Returns a store that writes no list row with a secret. The service may echo a secret in a title. An entry without its row
 * costs one detail request at the next plan.
 */
export function withoutSecretRows(store: StateStore, redaction: Pick<Redaction, 'within'>): StateStore {
  const isClean = (row: StoredRow): boolean => redaction.within(row) === row;
  const cleaned = (entries: Readonly<Record<Address, StateEntry | null>>): Record<Address, StateEntry> =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([address, entry]) =>
        entry?.row && !isClean(entry.row) ? [[address, { ...entry, row: null }]] : [],
      ),
    );
  return {
    ...store,
    lock: async (profile, holder) => {
      const lease = await store.lock(profile, holder);
      let isFirst = true;
      return {
        ...lease,
        write: async (change, canGiveUp) => {
          const { entries = {} } = change;
          // The value of a secret may be newer than the stored rows. A write that may not be given up needs this read too.
          const before = isFirst ? await store.read(profile, canGiveUp ?? (() => false)) : undefined;
          const stored = cleaned(before?.entries ?? {});
          isFirst = false;
          await lease.write({ ...change, entries: { ...stored, ...entries, ...cleaned(entries) } }, canGiveUp);
        },
      };
    },
  };
}
