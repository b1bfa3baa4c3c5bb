import { type Address, parseAddress } from '../../core/address.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Change, Plan } from '../../core/plan.ts';
import { sha256 } from '../../core/ports.ts';
import type { StateEntry } from '../../state/document.ts';
import type { StateStore } from '../../state/store.ts';
import { fileIn } from '../subject/bound.ts';

/** What an upload that is made again takes the place of, by digest: so a plan can tell whether that was done. */
export function replacedBy(entry: StateEntry | undefined): JsonObject {
  const known = entry && fileIn(entry.binding);
  return known ? { replaces: sha256(known.handle) } : {};
}

/**
 * The uploads that an approved plan makes again and that were not made since: their binding is the one that it saw. Without
 * this every run of the plan would make them once more. Throws where the state cannot be read.
 * @param changes of the plan, with those that are held back
 */
export async function pendingUploads(
  store: StateStore,
  { policy }: Plan,
  changes: readonly Change[],
): Promise<Address[]> {
  if (policy.reupload.length === 0) return [];
  const pending = changes.map(async ({ address, live }) => {
    const profile = parseAddress(address)?.profile;
    if (live['replaces'] === undefined || profile === undefined) return [];
    const entry = (await store.read(profile))?.entries[address];
    return replacedBy(entry)['replaces'] === live['replaces'] ? [address] : [];
  });
  return (await Promise.all(pending)).flat();
}
