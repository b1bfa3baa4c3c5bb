import { parseAddress } from '../../core/address.ts';
import { type ChangeReceipt, isDone } from '../../core/receipt.ts';
import { profileOf } from '../subject/ownership.ts';
import { isStopped, type Run } from './run.ts';

/**
 * Removes the uploads from the state that no live resource shows and no manifest declares. Leaves a profile as it is if a change
 * did not end well, or if a resource of its state was not read: it may show any of them.
 */
export async function pruneUploads<S>(run: Run<S>, ran: readonly ChangeReceipt[]): Promise<void> {
  if (isStopped(run)) return;
  const unsure = new Set(ran.filter((receipt) => !isDone(receipt)).map(({ address }) => aliasIn(address)));
  const declared = new Set(run.handles.values());
  await Promise.all(
    Array.from(run.opened, async ([alias, { ledger }]) => {
      const shown = [...ledger.entries.keys()].map((address) => run.shown.get(address));
      if (unsure.has(alias) || shown.includes(undefined)) return;
      const kept = new Set([...declared, ...shown.flatMap((handles) => handles ?? [])]);
      const gone = Object.keys(ledger.uploads()).filter((handle) => !kept.has(handle));
      await ledger.changeUploads(Object.fromEntries(gone.map((handle) => [handle, null])));
    }),
  );
}

function aliasIn(address: string): string | undefined {
  const parts = parseAddress(address);
  return parts && profileOf(parts);
}
