import type { Address } from '../../core/address.ts';
import type { FileNode } from '../../core/content.ts';
import type { Json } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { Entries, StateEntry } from '../../state/document.ts';

/** The uploads among some bindings, found both ways. */
interface Known {
  handles: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, FileNode>;
}

export type Keys = Pick<Bound, 'keyOf' | 'aliasOf'>;

/** The keys of an environment's profiles. */
export function keysOf(profiles: ReadonlyMap<string, ProfileRef>): Keys {
  const aliases = new Map(Array.from(profiles.values(), ({ alias, key }) => [key, alias]));
  return { keyOf: (alias) => profiles.get(alias)?.key, aliasOf: (key) => aliases.get(key) };
}

/**
 * Makes the lookup of a profile's uploads: the bindings with a URL or another handle, a use and the digest of the bytes
 * (assumption 63).
 * @param entries called for each question, because an apply adds entries
 * @param own the addresses whose uploads come before those of others
 */
export function boundOf(entries: () => Entries, keys: Keys, own: readonly Address[] = []): Bound {
  const ownOf = (all: Entries): StateEntry[] => own.flatMap((address) => all[address] ?? []);
  const ask = <T>(answer: (known: Known) => T | undefined): T | undefined => {
    const all = entries();
    return answer(indexOf(ownOf(all))) ?? answer(knownIn(all));
  };
  return {
    handleOf: (use, sha256) => ask(({ handles }) => handles.get(keyOf(use, sha256))),
    fileOf: (handle) => ask(({ files }) => files.get(handle)),
    ...keys,
  };
}

/** Entries are never edited, only replaced: they are indexed once, however many resources ask. */
const KNOWN = new WeakMap<Entries, Known>();

function knownIn(entries: Entries): Known {
  const known = KNOWN.get(entries) ?? indexOf(Object.values(entries));
  KNOWN.set(entries, known);
  return known;
}

function keyOf(use: Json | undefined, sha256: string): string {
  return JSON.stringify([use, sha256]);
}

/** Indexes uploads. Of two equal ones the first counts. */
function indexOf(entries: readonly StateEntry[]): Known {
  const handles = new Map<string, string>();
  const files = new Map<string, FileNode>();
  for (const { binding, replaced = [] } of entries) {
    for (const each of [binding, ...replaced]) {
      const known = fileIn(each);
      if (!known) continue;
      const { handle, file } = known;
      const key = keyOf(each['use'], file.sha256);
      // The handle of an earlier file is not used any more.
      if (each === binding && !handles.has(key)) handles.set(key, handle);
      if (!files.has(handle)) files.set(handle, file);
    }
  }
  return { handles, files };
}

/** Returns an upload's handle and file; undefined if the binding is of no upload. */
export function fileIn(binding: StateEntry['binding']): { handle: string; file: FileNode } | undefined {
  const { handle = binding['url'], sha256, path } = binding;
  if (typeof handle !== 'string' || typeof sha256 !== 'string') return undefined;
  return { handle, file: { path: String(path ?? ''), sha256 } };
}

/** True if an entry is of an upload, now or earlier. */
export function hasUpload(entry: StateEntry | undefined): boolean {
  return entry !== undefined && [entry.binding, ...(entry.replaced ?? [])].some((each) => fileIn(each) !== undefined);
}

/** Makes the lookup of uploads for each profile, by alias. */
export function boundsIn(
  entries: ReadonlyMap<string, Entries>,
  profiles: ReadonlyMap<string, ProfileRef>,
): (alias: string) => Bound {
  const keys = keysOf(profiles);
  return (alias) => boundOf(() => entries.get(alias) ?? {}, keys);
}
