import { type Address, matchesGlob, parseAddress } from '../../core/address.ts';
import { groupBy, groupByAll } from '../../core/grouping.ts';
import { type JsonObject, own, sha256 } from '../../core/json.ts';
import type { Bound, UploadedFile } from '../../core/kind.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StoredUpload, UploadTable } from '../../state/document.ts';
import type { StateStore } from '../../state/store.ts';
import type { Subject } from '../subject/subject.ts';

/** Returns the file of a declared upload; undefined for any other subject. */
export function uploadIn<S>({ kind, declared, want }: Subject<S>): UploadedFile | undefined {
  return declared ? kind.upload?.of(want.content) : undefined;
}

/** Returns the uploads of a use and bytes that the state has for the profile of a subject. */
export function knownHandles<S>(tables: UploadTables, { profile }: Subject<S>, used: UploadedFile): readonly string[] {
  return handlesOf(tables.get(profile.alias) ?? {}, { use: used.use, sha256: used.file.sha256 });
}

/** Gives each upload that serves a whole profile its handle. Which one another upload has is seen in the live resources. */
export function withSharedHandles<S>(subjects: readonly Subject<S>[], tables: UploadTables): readonly Subject<S>[] {
  if (tables.size === 0) return subjects;
  return subjects.map((one) => {
    const used = uploadIn(one);
    const [boundName] = used?.shared ? knownHandles(tables, one, used) : [];
    return boundName === undefined ? one : { ...one, boundName };
  });
}

/** Returns the declared subjects that depend on each address. */
export function usersOf<S>(subjects: readonly Subject<S>[]): (upload: Subject<S>) => readonly Subject<S>[] {
  const users = groupByAll(subjects, ({ want }) => new Set(want.dependsOn));
  return ({ want }) => users.get(want.address) ?? [];
}

/** Returns the uploads that `--reupload` names, directly or by a resource that shows them. */
export function forcedOf<S>(subjects: readonly Subject<S>[], globs: readonly string[]): Set<Address> {
  if (globs.length === 0) return new Set();
  const users = usersOf(subjects);
  const isNamed = ({ want }: Subject<S>): boolean => globs.some((glob) => matchesGlob(want.address, glob));
  const uploads = subjects.filter((one) => one.declared && one.kind.upload && [one, ...users(one)].some(isNamed));
  return new Set(uploads.map(({ want }) => want.address));
}

/**
 * Returns the digest of the handle that a repeated upload replaces. A later run compares it with the state to see if the upload
 * was done.
 */
export function replacedBy({ boundName }: Pick<Subject<unknown>, 'boundName'>): JsonObject {
  return boundName === undefined ? {} : { replaces: sha256(boundName) };
}

/** Returns the handles of an upload that are replaced, and those that are replaced now (`isOwn`). */
export function formerHandles(
  table: UploadTable = {},
  used: UploadedFile,
  isOwn: (handle: string) => boolean,
): string[] {
  return Object.entries(table).flatMap(([handle, { use, sha256: bytes, replaced }]) =>
    use === used.use && bytes === used.file.sha256 && (replaced || isOwn(handle)) ? handle : [],
  );
}

/**
 * Returns the change of the table that stores a new upload. What it replaces stays known while a live resource shows it: its bytes
 * are the same.
 */
export function storedUpload(
  table: UploadTable,
  handle: string,
  used: UploadedFile,
  { live: { replaces } }: Pick<Change, 'live'>,
): Record<string, StoredUpload> {
  const former = formerHandles(table, used, (one) => used.shared || sha256(one) === replaces);
  const replaced = former.map((one): [string, StoredUpload] => [one, { ...uploadOf(used), replaced: true }]);
  return { ...Object.fromEntries(replaced), [handle]: uploadOf(used) };
}

/** Returns an upload as the table has it. */
export function uploadOf({ use, file: { path, sha256: bytes } }: UploadedFile): StoredUpload {
  return { use, sha256: bytes, path };
}

/**
 * Returns the repeated uploads of an approved plan that are still to do: the state has the handle that the plan saw. Without
 * this check every run of the plan would upload them again. Throws if the state cannot be read.
 * @param changes of the plan, deferred ones included
 */
export async function pendingUploads(
  store: StateStore,
  { policy }: Plan,
  changes: readonly Change[],
): Promise<Address[]> {
  if (policy.reupload.length === 0) return [];
  const repeated = changes.flatMap(({ address, live: { replaces } }) => {
    const profile = parseAddress(address)?.profile;
    return replaces === undefined || profile === undefined ? [] : [{ address, profile, replaces }];
  });
  const documents = await store.readAll([...new Set(repeated.map(({ profile }) => profile))]);
  return repeated
    .filter(({ profile, replaces }) =>
      Object.entries(documents.get(profile)?.uploads ?? {}).some(
        ([handle, { replaced }]) => !replaced && sha256(handle) === replaces,
      ),
    )
    .map(({ address }) => address);
}

/** The uploads of each profile, by alias. */
export type UploadTables = ReadonlyMap<string, UploadTable>;

export type Keys = Pick<Bound, 'keyOf' | 'aliasOf'>;

/** The keys of an environment's profiles. */
export function keysOf(profiles: ReadonlyMap<string, ProfileRef>): Keys {
  const aliases = new Map(Array.from(profiles.values(), ({ alias, key }) => [key, alias]));
  return { keyOf: (alias) => profiles.get(alias)?.key, aliasOf: (key) => aliases.get(key) };
}

/**
 * Makes the lookup of a profile's uploads (assumption 63).
 * @param table called for each question, because an apply adds uploads
 * @param first the handles that come before others of the same use and bytes
 */
export function boundOf(table: () => UploadTable, keys: Keys, first: readonly string[] = []): Bound {
  return {
    handleOf: (use, sha256) => {
      const all = table();
      const isOf = (upload: StoredUpload | undefined): boolean => upload?.use === use && upload.sha256 === sha256;
      return first.find((handle) => isOf(own(all, handle))) ?? handlesOf(all, { use, sha256 })[0];
    },
    fileOf: (handle) => {
      const upload = own(table(), handle);
      return upload && { path: upload.path, sha256: upload.sha256 };
    },
    ...keys,
  };
}

/** Tables are never edited, only replaced: each is indexed once, however many resources ask. */
const HANDLES = new WeakMap<UploadTable, ReadonlyMap<string, string[]>>();

/** Returns the handles of the uploads of a use and bytes that are not replaced. */
export function handlesOf(table: UploadTable, of: Pick<StoredUpload, 'use' | 'sha256'>): readonly string[] {
  const current = (handle: string): StoredUpload | undefined => {
    const upload = own(table, handle);
    return upload?.replaced ? undefined : upload;
  };
  const known = HANDLES.get(table) ?? groupBy(Object.keys(table), (handle) => keyOf(current(handle)));
  HANDLES.set(table, known);
  return known.get(keyOf(of)) ?? [];
}

function keyOf(of: Pick<StoredUpload, 'use' | 'sha256'> | undefined): string {
  return `${of?.use} ${of?.sha256}`;
}

/** Makes the lookup of uploads for each profile, by alias. */
export function boundsIn(tables: UploadTables, profiles: ReadonlyMap<string, ProfileRef>): (alias: string) => Bound {
  const keys = keysOf(profiles);
  return (alias) => boundOf(() => tables.get(alias) ?? {}, keys);
}
