import { groupBy, groupByAll } from '../../core/grouping.ts';
import { own } from '../../core/json.ts';
import type { Bound, UploadedFile } from '../../core/kind.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StoredUpload, UploadTable } from '../../state/document.ts';
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

/** Returns an upload as the table has it. */
export function uploadOf({ use, file: { path, sha256: bytes } }: UploadedFile): StoredUpload {
  return { use, sha256: bytes, path };
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

/** Returns the handles of the uploads of a use and bytes. */
export function handlesOf(table: UploadTable, of: Pick<StoredUpload, 'use' | 'sha256'>): readonly string[] {
  const known = HANDLES.get(table) ?? groupBy(Object.keys(table), (handle) => keyOf(own(table, handle)));
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
