import type { Address } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Kind } from '../../core/kind.ts';
import { NotiformError } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { Holder } from '../../files/lock-content.ts';
import type { StateDocument, StateDocuments, StateEntry, StoredRow, UploadTable } from '../../state/document.ts';
import { foreignProblems } from '../plan/guard.ts';
import { type Edits, editUnderLock } from '../stored-state/edit-under-lock.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { type Edit, uploadsEdit } from '../stored-state/ledger.ts';
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
  await editUnderLock(input, environment, async (documents) => {
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
 * Makes the entry of an imported resource. Of an entry that the state has, only the manifest changes.
 * @param row the list row, if one was read
 */
export function importedEntry<S>(
  { kind, live, row }: { kind: Kind<S>; live: Live; row?: StoredRow | null | undefined },
  want: Resource,
  known: StateEntry | undefined,
): StateEntry {
  const imported = appliedDigest(want);
  const before = new Set([...(known?.importedBefore ?? []), known?.imported ?? imported]);
  before.delete(imported);
  return {
    binding: kind.bindingOf(live),
    protect: want.protect,
    applied: null,
    row: row ? { name: row.name, title: row.title, state: row.state, modifiedAt: row.modifiedAt } : null,
    ...known,
    imported,
    ...(before.size > 0 && { importedBefore: [...before] }),
    importedAs: want.source.file,
  };
}

/** Makes the edit that adds some entries and uploads, and removes other entries. */
export function editOf(
  added: ReadonlyMap<Address, StateEntry>,
  removed: Iterable<Address> = [],
  uploads?: UploadTable,
): Edit {
  const gone = Array.from(removed, (address) => [address, undefined] as const);
  return uploadsEdit(uploads, () => new Map([...gone, ...added]));
}
