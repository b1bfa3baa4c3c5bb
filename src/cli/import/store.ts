import { join, posix } from 'node:path';
import type { Address } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { errorProblem, hasErrors, NotiformError, type Problem } from '../../core/problem.ts';
import { bindUnderLock, editOf, importedEntry, requireOwn } from '../../engine/binding/binding.ts';
import type { Inventory } from '../../engine/snapshot/inventory.ts';
import type { Edits } from '../../engine/stored-state/edit-under-lock.ts';
import type { UploadTables } from '../../engine/subject/bound.ts';
import { removeLeftovers } from '../../files/temporary-files.ts';
import { isProcessAlive } from '../../files/this-machine.ts';
import type { Composed } from '../../manifest/import/import.ts';
import type { ShownUpload } from '../../manifest/import/uploads.ts';
import type { StateEntry, StoredUpload } from '../../state/document.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../session.ts';
import { openWriter, takenAway } from '../undo.ts';
import { requireFree, writeAll } from './files.ts';
import { unreadAt } from './place.ts';
import type { Queue } from './queue.ts';
import type { Importing } from './run.ts';

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

/** The manifests of an import that are written. */
export interface Storing {
  profiles: readonly string[];
  /** The paths that a manifest may get. */
  paths: readonly string[];
  /** The state as it was when the resources were listed. */
  documents: Inventory<Client>['documents'];
  /** The manifests. It may have some before the others are made. */
  queue: Queue<Composed>;
  /** Is called when the files stay, even if the state cannot be written. */
  onWritten(): void;
}

/**
 * Writes the manifests of a queue and then the bindings, under the lock. So every bound resource has a manifest, whenever the run
 * ends. If the queue fails, all files are removed and nothing is bound.
 */
export async function storeAll(
  importing: Importing,
  { profiles, paths, documents, queue, onWritten }: Storing,
): Promise<void> {
  const { input, project, holder, acceptAccount } = importing;
  const { root } = project.config;
  const { files } = input.ports;
  await bindUnderLock({ ...input, holder, documents, profiles, acceptAccount }, async () => {
    input.signal.throwIfAborted();
    await requireFree(root, paths, files);
    for (const path of foldersOf(importing, paths)) await removeLeftovers(path, isProcessAlive);
    const writer = openWriter(root, files);
    try {
      const composed = await writeAll(writer, queue);
      const now = await importing.reload();
      requireReadable(now, new Set(composed.map(({ file }) => file)));
      requireRead(composed, now);
      const edits = editsOf(documents, composed, now);
      onWritten();
      return edits;
    } catch (error) {
      throw takenAway(error, await writer.undo());
    }
  });
}

/** The folders that an import writes to. Absolute. A killed import leaves temporary files there. */
function foldersOf({ project, folder }: Importing, paths: readonly string[]): string[] {
  const folders = new Set([posix.join(folder, 'images'), ...paths.map((path) => posix.dirname(path))]);
  return Array.from(folders, (one) => join(project.config.root, one));
}

/** Throws if one of these files has errors in the project that was read again. */
export function requireReadable({ problems, sources }: LoadedProject, paths: ReadonlySet<string>): void {
  const own = problems.filter(({ place }) => place && paths.has(place.file));
  if (!hasErrors(own)) return;
  const unlike: Problem = errorProblem(
    'import-unlike',
    'The written manifests do not read back correctly and were removed',
    'The other problems show what is wrong. Import the remaining resources by name, and report this',
  );
  throw new NotiformError([unlike, ...own], Exit.bug, sources);
}

/** Throws if the project does not read a manifest that was written: the next plan would delete the resource. */
function requireRead(composed: readonly Composed[], { resources, sources }: LoadedProject): void {
  const read = new Set(resources.map(({ address }) => address));
  const unread = composed.filter(({ of }) => !read.has(of.address));
  if (unread.length === 0) return;
  throw new NotiformError(
    unread.map(({ of, file }): Problem => ({ ...unreadAt(file), address: of.address })),
    Exit.problems,
    sources,
  );
}

function editsOf(
  documents: Inventory<Client>['documents'],
  composed: readonly Composed[],
  { resources }: LoadedProject,
): Edits {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const added = new Map<string, Map<Address, StateEntry>>();
  const uploads = tablesOf(composed.map((one) => ({ profile: one.of.profile, uploads: one.uploads })));
  for (const { of } of composed) {
    const want = byAddress.get(of.address);
    if (!want) continue;
    const entries = added.get(of.profile) ?? new Map<Address, StateEntry>();
    added.set(of.profile, entries);
    entries.set(of.address, importedEntry(of, want, documents.get(of.profile)?.entries[of.address]));
  }
  return new Map(
    Array.from(added, ([profile, entries]) => [profile, editOf(entries, [], uploads.get(profile))] as const),
  );
}

/** Returns the uploads of each profile that manifests show now. */
export function tablesOf(shown: readonly { profile: string; uploads: readonly ShownUpload[] }[]): UploadTables {
  const tables = new Map<string, Record<string, StoredUpload>>();
  for (const { profile, uploads } of shown) {
    const table = tables.get(profile) ?? {};
    for (const { url, use, file } of uploads) table[url] = { use, sha256: file.sha256, path: file.path };
    tables.set(profile, table);
  }
  return tables;
}
