import type { Address } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Bound, Kind, Row } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { compareText, NotiformError } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { type Entries, emptyDocument, type StateDocument, type StateEntry } from '../../state/document.ts';
import type { Holder } from '../../state/store.ts';
import { appliedDigest } from '../memory/claim.ts';
import { type Locking, lockAll, movedProblem, releaseAll } from '../memory/leases.ts';
import { type Edit, openLedger } from '../memory/ledger.ts';
import { contentDigest } from '../memory/remembered.ts';
import { foreignProblems } from '../plan/guard.ts';
import { boundIn, keysOf } from '../subject/bound.ts';
import { foreignIn, ownerOf } from '../subject/owner.ts';
import type { EngineEnvironment, EngineInput } from '../types.ts';

/** What a profile's entries become. */
export type Edits = ReadonlyMap<string, Edit>;

export interface BindInput<S> extends EngineInput<S> {
  holder: Holder;
  documents: EditInput['documents'];
  profiles: EditInput['profiles'];
  /** The account or the key is another one than the state was written for, and that is meant. */
  acceptAccount: boolean;
}

/**
 * Does a piece of work under the lock of some profiles' state, and writes each document once with what came of it. Throws a
 * NotiformError before the work begins: where the state belongs to another account or key (exit 7), a lock is held or the state was
 * written since it was read (exit 6).
 */
export async function bindUnderLock<S>(input: BindInput<S>, work: () => Promise<Edits>): Promise<void> {
  const { environment } = input;
  await editUnderLock(input, environment, async (documents) => {
    if (!input.acceptAccount) requireOwn(documents, environment);
    return work();
  });
}

/** Throws a NotiformError (exit 7) where state was written for another account or key. */
export function requireOwn(documents: Iterable<StateDocument | undefined>, environment: EngineEnvironment): void {
  const foreign = foreignProblems(foreignIn(documents, environment));
  if (foreign.length > 0) throw new NotiformError(foreign, Exit.refused);
}

export interface EditInput extends Locking {
  /** The documents as they were when everything was read. */
  documents: ReadonlyMap<string, StateDocument | undefined>;
  /** The profiles whose state is written. */
  profiles: readonly string[];
}

/**
 * Writes what a piece of work makes of some profiles' entries, under their lock. Throws a NotiformError where a lock is held or
 * the state was written since it was read (exit 6).
 * @param owners whom the bindings belong to from then on; whoever they belonged to where left out
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
    for (const profile of profiles) documents.set(profile, await unmoved(input, profile, owners));
    const edits = await work([...documents.values()]);
    for (const [profile, lease] of leases) {
      const document = documents.get(profile);
      const edit = edits.get(profile);
      if (document && edit) await openLedger(document, owners && ownerOf(owners, profile), lease).change(edit);
    }
  } finally {
    await releaseAll(input, leases);
  }
}

async function unmoved(
  { environment, store, documents }: EditInput,
  profile: string,
  owners: EngineEnvironment | undefined,
): Promise<StateDocument> {
  const account = owners?.account ?? '';
  const now = (await store.read(profile)) ?? emptyDocument(environment.name, profile, account);
  if (now.serial === (documents.get(profile)?.serial ?? 0)) return now;
  throw new NotiformError(movedProblem(environment.name, profile, 'everything was read'), Exit.stale);
}

/**
 * The entry of a live resource that is taken over as it is.
 * @param uploads the uploads that the next plan knows: it reads those as files, and so they are in the digest of the content
 */
export function entryOf<S>(
  kind: Kind<S>,
  want: Resource,
  live: Live,
  row: Row | undefined,
  uploads: Pick<Bound, 'fileOf'>,
): StateEntry {
  return {
    binding: kind.bindingOf(live),
    protect: want.protect,
    applied: appliedDigest(want),
    left: contentDigest(withKnownFiles(live.content, uploads)),
    row: row ? { name: row.name, title: row.title, state: row.state, modifiedAt: row.modifiedAt } : null,
  };
}

/** The entry of an upload that is there under a URL; undefined for kinds that upload nothing. */
export function uploadEntryOf<S>(kind: Kind<S>, want: Resource, url: string): StateEntry | undefined {
  const used = kind.upload?.of(want.content);
  const live = used && kind.upload?.at?.(used, url);
  return live && { binding: kind.bindingOf(live), protect: false, applied: appliedDigest(want), row: null };
}

/** Uploads that the state knows after these entries are added to the entries of each profile. */
export function uploadsAfter(
  documents: EditInput['documents'],
  added: ReadonlyMap<string, ReadonlyMap<Address, StateEntry>>,
  environment: EngineEnvironment,
): (alias: string) => Bound {
  const keys = keysOf(environment.profiles);
  const after = new Map<string, Entries>(
    Array.from(added, ([alias, entries]) => [
      alias,
      { ...documents.get(alias)?.entries, ...Object.fromEntries(entries) },
    ]),
  );
  return (alias) => boundIn(after, alias, keys);
}

/** Puts some entries into their places, and takes some away. */
export function editOf(added: ReadonlyMap<Address, StateEntry>, removed: Iterable<Address> = []): Edit {
  return () => new Map([...Array.from(removed, (address) => [address, undefined] as const), ...added]);
}
