import type { Address } from '../../core/address.ts';
import { contentDigest } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import type { Bound, Kind, Row } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { NotiformError } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { Entries, StateDocument, StateEntry } from '../../state/document.ts';
import type { Holder } from '../../state/store.ts';
import { foreignProblems } from '../plan/guard.ts';
import { type Edits, editUnderLock, type StateDocuments, serialsOf } from '../stored-state/edit-under-lock.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import type { Edit } from '../stored-state/ledger.ts';
import { sharing } from '../stored-state/stored-row.ts';
import { boundsIn } from '../subject/bound.ts';
import { foreignIn } from '../subject/owner.ts';
import type { EngineEnvironment, EngineInput } from '../types.ts';

export interface BindInput<S> extends EngineInput<S> {
  holder: Holder;
  /** The documents as they were when everything was read. */
  documents: StateDocuments;
  /** The profiles whose state is written. */
  profiles: readonly string[];
  /** True if state of another account or key may be taken over. */
  acceptAccount: boolean;
}

/**
 * Does a piece of work under the lock of some profiles, and writes its edits into each document once. Throws a NotiformError
 * before the work begins if the state belongs to another account or key (exit 7), another run has a lock, or the state was
 * written since it was read (exit 6).
 */
export async function bindUnderLock<S>(input: BindInput<S>, work: () => Promise<Edits>): Promise<void> {
  const { environment } = input;
  await editUnderLock({ ...input, serials: serialsOf(input.documents) }, environment, async (documents) => {
    if (!input.acceptAccount) requireOwn(documents, environment);
    return work();
  });
}

/** Throws a NotiformError (exit 7) if state was written for another account or key. */
export function requireOwn(documents: Iterable<StateDocument | undefined>, environment: EngineEnvironment): void {
  const foreign = foreignProblems(foreignIn(documents, environment));
  if (foreign.length > 0) throw new NotiformError(foreign, Exit.refused);
}

/**
 * Makes the entry of a live resource that is adopted as it is.
 * @param uploads the uploads that the next plan knows: it reads those as files, and they are part of the digest of the content
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
    // Nearly always the declared content, whose text is known by now.
    left: contentDigest(sharing(want.content, { ...live, content: withKnownFiles(live.content, uploads) }).content),
    row: row ? { name: row.name, title: row.title, state: row.state, modifiedAt: row.modifiedAt } : null,
  };
}

/** Makes the entry of an upload behind a URL; undefined for kinds without uploads. */
export function uploadEntryOf<S>(kind: Kind<S>, want: Resource, url: string): StateEntry | undefined {
  const used = kind.upload?.of(want.content);
  const live = used && kind.upload?.at?.(used, url);
  return live && { binding: kind.bindingOf(live), protect: false, applied: appliedDigest(want), row: null };
}

/** Returns the uploads that the state knows after these entries are added. */
export function uploadsAfter(
  documents: StateDocuments,
  added: ReadonlyMap<string, ReadonlyMap<Address, StateEntry>>,
  environment: EngineEnvironment,
): (alias: string) => Bound {
  const after = new Map<string, Entries>(
    Array.from(added, ([alias, entries]) => [
      alias,
      { ...documents.get(alias)?.entries, ...Object.fromEntries(entries) },
    ]),
  );
  return boundsIn(after, environment.profiles);
}

/** Makes the edit that adds some entries and removes others. */
export function editOf(added: ReadonlyMap<Address, StateEntry>, removed: Iterable<Address> = []): Edit {
  return () => new Map([...Array.from(removed, (address) => [address, undefined] as const), ...added]);
}
