import { type Address, matchesGlob, parseAddress } from '../../core/address.ts';
import { groupByAll } from '../../core/grouping.ts';
import { type JsonObject, sha256 } from '../../core/json.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { StateEntry } from '../../state/document.ts';
import type { StateStore } from '../../state/store.ts';
import { fileIn } from '../subject/bound.ts';
import type { Subject } from '../subject/subject.ts';

/** Makes the key of a known upload: its profile, use and bytes. */
export function keyOfUpload<S>({ profile, entry }: Pick<Subject<S>, 'profile' | 'entry'>): string {
  return JSON.stringify([profile.alias, entry?.binding['use'], entry?.binding['sha256']]);
}

/** Returns the keys of the uploads that a content shows, each once. */
export function shownIn<S>(
  { kind, profile }: Pick<Subject<S>, 'kind' | 'profile'>,
  content: JsonObject | null,
): Set<string> {
  const images = content ? (kind.images?.(content) ?? []) : [];
  return new Set(images.map(({ use, sha256: bytes }) => JSON.stringify([profile.alias, use, bytes])));
}

/** True for an upload that is no longer declared. It is forgotten as soon as no live resource shows it. */
export function isLeftUpload<S>({ declared, kind }: Pick<Subject<S>, 'declared' | 'kind'>): boolean {
  return !declared && kind.upload !== undefined;
}

/** Returns the declared subjects that depend on each address. */
export function usersOf<S>(subjects: readonly Subject<S>[]): (upload: Subject<S>) => readonly Subject<S>[] {
  const users = groupByAll(subjects, ({ want }) => new Set(want.dependsOn));
  return ({ want }) => users.get(want.address) ?? [];
}

/** Returns the uploads that `--reupload` names, directly or by a resource that shows them. */
export function forcedOf<S>(subjects: readonly Subject<S>[], globs: readonly string[]): Set<Subject<S>> {
  if (globs.length === 0) return new Set();
  const users = usersOf(subjects);
  const isNamed = ({ want }: Subject<S>): boolean => globs.some((glob) => matchesGlob(want.address, glob));
  return new Set(subjects.filter((one) => one.declared && one.kind.upload && [one, ...users(one)].some(isNamed)));
}

/**
 * Returns the digest of the handle that a repeated upload replaces. A later run compares it with the state to see if the upload
 * was done.
 */
export function replacedBy(entry: StateEntry | undefined): JsonObject {
  const known = entry && fileIn(entry.binding);
  return known ? { replaces: sha256(known.handle) } : {};
}

/**
 * Returns the repeated uploads of an approved plan that are still to do: the state has the binding that the plan saw. Without
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
    .filter(({ address, profile, replaces }) => {
      const entry = documents.get(profile)?.entries[address];
      return replacedBy(entry)['replaces'] === replaces;
    })
    .map(({ address }) => address);
}
