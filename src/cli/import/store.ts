import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/grouping.ts';
import { editOf, requireOwn } from '../../engine/binding/binding.ts';
import type { Edits } from '../../engine/stored-state/edit-under-lock.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { Holder } from '../../files/lock-content.ts';
import type { ShownUpload } from '../../manifest/import/uploads.ts';
import type { StateEntry, StoredUpload } from '../../state/document.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../project.ts';

export interface Importing {
  input: EngineInput<Client>;
  project: LoadedProject;
  /** Reads the manifests again. */
  reload(): Promise<LoadedProject>;
  /** The folder of the manifests, relative to the project's root. */
  folder: string;
  holder: Holder;
  /** True if the user confirmed that the account differs from the one in the state. */
  acceptAccount: boolean;
}

/**
 * Throws a NotiformError (exit 7) if the state belongs to another account or key. Such a state says nothing about the live resources,
 * so this is checked before any question, even if nothing would be written.
 * @param profiles the selected profiles; empty for all
 */
export async function requireOwnState({ input, acceptAccount }: Importing, profiles: readonly string[]): Promise<void> {
  if (acceptAccount) return;
  const { environment, store } = input;
  const documents = await store.readAll(profiles.length > 0 ? profiles : [...environment.profiles.keys()]);
  requireOwn(documents.values(), environment);
}

/** A resource whose manifest an import wrote. */
export interface StoredImport {
  profile: string;
  address: Address;
  /** Its new state entry; undefined if the entry stays as it is. */
  entry: StateEntry | undefined;
  /** The uploads that the manifest shows now. */
  uploads: readonly ShownUpload[];
}

/** Returns the edit of each profile's state after an import. */
export function editsOf(stored: readonly StoredImport[]): Edits {
  const byProfile = groupBy(stored, ({ profile }) => profile);
  return new Map(
    Array.from(byProfile, ([profile, own]) => {
      const entries = own.flatMap(({ address, entry }) => (entry ? [[address, entry] as const] : []));
      const uploads = own.flatMap((one) =>
        one.uploads.map(({ url, use, file: { sha256, path } }): [string, StoredUpload] => [url, { use, sha256, path }]),
      );
      return [profile, editOf(new Map(entries), [], Object.fromEntries(uploads))] as const;
    }),
  );
}
