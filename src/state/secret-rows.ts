import type { Redaction } from '../core/redaction.ts';
import type { StateDocument, StateEntry, StoredRow } from './document.ts';
import type { StateStore } from './store.ts';

/**
 * Returns a store that writes no list row with a secret. The service may echo a secret in a title. An entry without its row
 * costs one detail request at the next plan.
 */
export function withoutSecretRows(store: StateStore, redaction: Pick<Redaction, 'within'>): StateStore {
  const clean = new WeakMap<StoredRow, boolean>();
  const isClean = (row: StoredRow): boolean => {
    const known = clean.get(row);
    if (known !== undefined) return known;
    const found = redaction.within(row) === row;
    clean.set(row, found);
    return found;
  };
  const cleaned = (document: StateDocument): StateDocument => {
    const { entries } = document;
    const secret = Object.entries(entries).filter(([, { row }]) => row !== null && !isClean(row));
    if (secret.length === 0) return document;
    const without = secret.map(([address, entry]): [string, StateEntry] => [address, { ...entry, row: null }]);
    return { ...document, entries: { ...entries, ...Object.fromEntries(without) } };
  };
  return {
    ...store,
    lock: async (profile, holder) => {
      const lease = await store.lock(profile, holder);
      return { ...lease, write: (document) => lease.write(cleaned(document)) };
    },
  };
}
