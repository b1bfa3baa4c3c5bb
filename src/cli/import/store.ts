import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/grouping.ts';
import { bindUnderLock, editOf } from '../../engine/binding/binding.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { Holder } from '../../files/lock-content.ts';
import type { ImageFiles } from '../../manifest/import/image-files.ts';
import type { ShownUpload } from '../../manifest/import/uploads.ts';
import type { StateDocuments, StateEntry, StoredUpload } from '../../state/document.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../project.ts';

export interface Importing {
  input: EngineInput<Client>;
  project: LoadedProject;
  /** Reads the manifests again. */
  reload(): Promise<LoadedProject>;
  /** The folder of the manifests, relative to the project's root. */
  folder: string;
  images: ImageFiles;
  holder: Holder;
  /** True if the user confirmed that the account differs from the one in the state. */
  acceptAccount: boolean;
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

/**
 * Writes manifests and then their entries, under the lock. So every bound resource has a manifest, whenever the run ends.
 * @param documents the state as it was read
 * @param write writes the manifests, all or none
 */
export async function storeUnderLock(
  { input, images, holder, acceptAccount }: Importing,
  documents: StateDocuments,
  profiles: readonly string[],
  write: () => Promise<StoredImport[]>,
): Promise<void> {
  await bindUnderLock({ ...input, holder, documents, profiles, acceptAccount }, async () => {
    input.signal.throwIfAborted();
    const stored = await write();
    // The files stay, even if the state cannot be written.
    images.keepAll();
    return new Map(
      Array.from(
        groupBy(stored, ({ profile }) => profile),
        ([profile, own]) => {
          const entries = own.flatMap(({ address, entry }) => (entry ? [[address, entry] as const] : []));
          const uploads = own.flatMap((one) => one.uploads.map(storedUpload));
          return [profile, editOf(new Map(entries), [], Object.fromEntries(uploads))];
        },
      ),
    );
  });
}

function storedUpload({ url, use, file: { sha256, path } }: ShownUpload): [string, StoredUpload] {
  return [url, { use, sha256, path }];
}
