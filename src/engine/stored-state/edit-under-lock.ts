import type { Address } from '../../core/address.ts';
import { compareText } from '../../core/problem.ts';
import { emptyDocument, type StateDocument, type StateDocuments } from '../../state/document.ts';
import { moved } from '../../state/refusals.ts';
import type { Lease } from '../../state/store.ts';
import { ownerOf } from '../subject/owner.ts';
import type { EngineEnvironment } from '../types.ts';
import { eachAtOnce, type Locking, lockAll, releaseAll } from './leases.ts';
import { type Edit, openLedger } from './ledger.ts';

/** The edit of each profile's entries. */
export type Edits = ReadonlyMap<string, Edit>;

export interface EditInput extends Locking {
  /** The documents as they were read. */
  documents: StateDocuments;
  /** The profiles whose state is written. */
  profiles: readonly string[];
  /** The commits to record of an apply of everything, by profile: that it begins, and that it did everything. */
  begun?: ReadonlyMap<string, string> | undefined;
  commits?: ReadonlyMap<string, string> | undefined;
}

/** Returns all commits of the last applies of everything. */
export function wholeCommits(documents: StateDocuments): string[] {
  const all = [...documents.values()].flatMap((one) => [one?.commit ?? [], one?.begunIn ?? []].flat());
  return [...new Set(all)].sort();
}

/** Returns the commit of the last apply or delete of each address, and of the last apply of each whole profile, as the state records it. */
export function lastCommits(documents: StateDocuments): Record<Address, string> {
  const applied = (one: StateDocument): [Address, string][] =>
    Object.entries(one.entries).flatMap(([address, { commit }]) => (commit ? [[address, commit]] : []));
  const whole = [...documents].flatMap(([profile, one]): [string, string][] =>
    one?.commit === undefined ? [] : [[profile, one.commit]],
  );
  const all = [...documents.values()].flatMap((one) => one ?? []);
  return Object.fromEntries([
    ...whole,
    ...all.flatMap((one) => [...Object.entries(one.deletedIn ?? {}), ...applied(one)]),
  ]);
}

/**
 * Locks the state of some profiles, asks `work` for the edits of their entries, and writes each document once. Throws a
 * NotiformError if another run has a lock or the state was written since it was read (exit 6).
 * @param owners the environment that the bindings belong to from then on; their former one if left out
 */
export async function editUnderLock(
  input: EditInput,
  owners: EngineEnvironment | undefined,
  work: (documents: readonly StateDocument[]) => Promise<Edits>,
): Promise<void> {
  const profiles = [...new Set(input.profiles)].sort(compareText);
  const leases = await lockAll(input, profiles);
  try {
    const documents = new Map<string, StateDocument>();
    for (const profile of profiles)
      documents.set(profile, await readUnmoved(input, profile, owners?.account ?? '', 'everything was read'));
    const edits = await work([...documents.values()]);
    await eachAtOnce([...leases], async ([profile, lease]) => {
      const document = documents.get(profile);
      const edit = edits.get(profile);
      const writing: Pick<Lease, 'write'> = { write: (change) => lease.write(change, () => true) };
      if (!document || !edit) return;
      const ledger = openLedger(document, owners && ownerOf(owners, profile), writing);
      ledger.begins(input.begun?.get(profile));
      await Promise.all([ledger.change(edit), ledger.covers(input.commits?.get(profile))]);
    });
  } finally {
    await releaseAll(input, leases);
  }
}

/**
 * Reads the document of a locked profile; an empty one if there is none. Throws a NotiformError if it was written since (exit 6).
 * @param since what the state was read for, as the problem reports it
 */
export async function readUnmoved(
  { environment, store, documents }: Pick<EditInput, 'environment' | 'store' | 'documents'>,
  profile: string,
  account: string,
  since: string,
): Promise<StateDocument> {
  const now = (await store.read(profile)) ?? emptyDocument(environment.name, profile, account);
  if (now.serial === (documents.get(profile)?.serial ?? 0)) return now;
  throw moved(`${environment.name}/${profile}`, `was written since ${since}`);
}
