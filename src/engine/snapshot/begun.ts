import { kindOf } from '../../core/address.ts';
import { keyIn } from '../../core/grouping.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StateDocument, StoredRow } from '../../state/document.ts';
import { callsOf } from '../observe/calls.ts';
import type { Listing } from '../observe/listing.ts';
import { isListed, type Listed, listOf } from '../observe/observe.ts';
import type { BegunReads, EngineInput } from '../types.ts';
import { profilesOf } from './shard.ts';

/**
 * Begins the reads of a plan that need no manifest: the state, then the profiles, then every list. The snapshot takes their results
 * in the same order, and with the same failures, as if it had begun them.
 */
export function beginReads<S>(input: EngineInput<S>): BegunReads {
  const calls = callsOf(input);
  const all = profilesOf(input.environment);
  const documents = input.store.readAll(all.map(({ alias }) => alias));
  const missing = documents.then(() => calls(() => input.remote.missingProfiles(all, input.signal)));
  const listings = new Map<string, Promise<Listing | undefined>>();
  const read = async (kind: Listed<S>, profile: ProfileRef): Promise<Listing | undefined> => {
    if ((await missing).has(profile.alias)) return undefined;
    const known = knownRows((await documents).get(profile.alias), kind);
    return listOf({ ...input, onEvent: undefined }, calls, kind, profile, known);
  };
  for (const kind of input.kinds.filter(isListed))
    for (const profile of all) listings.set(keyIn({ kind, profile }), read(kind, profile));
  // A plan that ends before it asks for a result does not fail for it.
  for (const promise of [documents, missing, ...listings.values()]) promise.catch(() => undefined);
  return {
    calls,
    documents,
    missing,
    takeListing: async (key) => {
      const listing = listings.get(key);
      listings.delete(key);
      return listing;
    },
  };
}

/** Returns a lookup of the rows of a kind that the state of a profile has. Its table is made when a name is first asked for. */
export function knownRows<S>(
  document: StateDocument | undefined,
  kind: Listed<S>,
): (name: string) => StoredRow | undefined {
  let rows: ReadonlyMap<string, StoredRow> | undefined;
  return (name) => {
    rows ??= rowsIn(document, kind);
    return rows.get(name);
  };
}

function rowsIn<S>(document: StateDocument | undefined, { name: kind }: Listed<S>): Map<string, StoredRow> {
  const own = Object.entries(document?.entries ?? {}).filter(([address]) => kindOf(address) === kind);
  return new Map(own.flatMap(([, { row }]) => (row ? [[row.name, row] as const] : [])));
}
