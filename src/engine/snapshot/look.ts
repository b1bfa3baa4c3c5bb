import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { groupBy, groupOf, type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { Bound } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { asWarning, NotiformError, type Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StateDocuments } from '../../state/document.ts';
import { type Calls, callsOf } from '../observe/calls.ts';
import { noList, titleIn } from '../observe/listing.ts';
import { endOf, isListed, listOf, observe, type Sought, type View } from '../observe/observe.ts';
import { storedDetail } from '../stored-state/stored-row.ts';
import { ownerOf, withoutRekeyedEntries } from '../subject/owner.ts';
import { findSubjects, profileOf } from '../subject/ownership.ts';
import type { Subject } from '../subject/subject.ts';
import type { PredictInput } from '../types.ts';
import { boundsIn, type UploadTables, withSharedHandles } from '../uploads/uploads.ts';
import { versionNames, withFoundVersions } from '../versions/rows.ts';
import { profilesOf } from './shard.ts';

export interface LookInput<S> extends PredictInput<S> {
  /** The details to take from the state: of resources that are up to date, or of waiting ones too. None if left out. */
  storedDetails?: 'done' | 'waiting' | undefined;
  /** Globs over addresses: nothing else is read. Empty for everything, unmanaged resources included. */
  asked?: readonly string[];
  /** The profiles whose resources are read; all of them if left out. */
  profiles?: ReadonlySet<string>;
  /** True if unmanaged resources are not reported. A list that can contain nothing else is not read. */
  oursOnly?: boolean;
  /** True if only lists are read, and the details that show which manifest a version belongs to. */
  listsOnly?: boolean;
  /**
   * Returns the names to read without a list, by the requested subjects of a kind and profile; undefined if it takes the list.
   */
  direct?: (own: readonly Subject<S>[]) => readonly string[] | undefined;
}

/** The state as it was read, with a subject for each address. */
interface StateRead<S> {
  documents: StateDocuments;
  uploads: UploadTables;
  /** Every address that a manifest declares or the state knows. */
  subjects: readonly Subject<S>[];
}

/** The state and the subjects, with the live resources beside them. */
export interface Looked<S> extends StateRead<S> {
  /** The subjects, with the versions that only a list shows. */
  subjects: readonly Subject<S>[];
  views: readonly View<S>[];
  /** Warnings about profiles that the service does not have and nothing uses. */
  problems: readonly Problem[];
}

/**
 * Reads the state and the live resources, and puts the manifests beside them. Throws a NotiformError if a profile is missing or
 * the state cannot be read, and a ServiceFailure if the service cannot be asked.
 */
export async function look<S>(input: LookInput<S>, calls: Calls): Promise<Looked<S>> {
  const all = profilesOf(input.environment);
  const known = await readState(input, all);
  const { profiles, problems } = input.direct
    ? { profiles: all, problems: [] }
    : await presentProfiles(input, calls, all, known.subjects);
  const views = await observeAll(input, calls, profiles, known);
  const subjects = withFoundVersions(known.subjects, views);
  return { ...known, subjects, views, problems };
}

/**
 * Looks at addresses of one profile with as few calls as possible: reads only the state of the profile, and does not check the
 * profile. Throws a NotiformError if the service cannot be asked, or if something could not be read.
 */
export async function lookAt<S>(
  input: LookInput<S> & Required<Pick<LookInput<S>, 'direct'>>,
  addresses: readonly Address[],
  profile: string,
): Promise<Looked<S>> {
  const environment = { ...input.environment, shard: new Set([profile]) };
  try {
    const looked = await look({ ...input, environment, asked: addresses, onEvent: undefined }, callsOf(input));
    const readResults = looked.views.flatMap((view) => [...view.readResults.values()]);
    const problems = readResults.flatMap((one) => (one.seen === 'unread' ? one.problem : []));
    if (problems.length > 0) throw new NotiformError(problems);
    return looked;
  } catch (error) {
    throw endOf(error);
  }
}

async function readState<S>(input: LookInput<S>, all: readonly ProfileRef[]): Promise<StateRead<S>> {
  const { environment, kinds, store } = input;
  const stored = await store.readAll(all.map(({ alias }) => alias));
  const documents = new Map(
    Array.from(stored, ([alias, one]) => [alias, one && withoutRekeyedEntries(one, ownerOf(environment, one.profile))]),
  );
  const entries = new Map(all.map(({ alias }) => [alias, documents.get(alias)?.entries ?? {}]));
  const uploads: UploadTables = new Map(
    Array.from(documents).flatMap(([alias, one]) => (one?.uploads ? [[alias, one.uploads]] : [])),
  );
  const boundIn = boundsIn(uploads, environment.profiles);
  const resources = input.resources.map((resource) => {
    // Without uploads in the state, no content shows one of them.
    if (!uploads.has(profileOf(resource))) return resource;
    const content = withKnownFiles(resource.content, boundIn(profileOf(resource)));
    return content === resource.content ? resource : { ...resource, content };
  });
  const profiles = new Map(all.map((profile) => [profile.alias, profile]));
  const subjects = withSharedHandles(findSubjects({ kinds, profiles, resources, entries }), uploads);
  return { documents, uploads, subjects };
}

/** Returns the profiles that the service has. Throws if a profile is missing that a manifest or the state uses. */
async function presentProfiles<S>(
  input: LookInput<S>,
  calls: Calls,
  all: readonly ProfileRef[],
  subjects: StateRead<S>['subjects'],
): Promise<{ profiles: ProfileRef[]; problems: Problem[] }> {
  const missing = await calls(() => input.remote.missingProfiles(all, input.signal));
  const used = new Set([...input.resources.map(profileOf), ...subjects.map(({ profile }) => profile.alias)]);
  const fatal = all.flatMap(({ alias }) => (used.has(alias) ? (missing.get(alias) ?? []) : []));
  if (fatal.length > 0) throw new NotiformError(fatal, Exit.problems);
  const problems = Array.from(missing.values(), asWarning);
  return { profiles: all.filter(({ alias }) => !missing.has(alias)), problems };
}

function observeAll<S>(
  input: LookInput<S>,
  calls: Calls,
  profiles: readonly ProfileRef[],
  { subjects, uploads, documents }: StateRead<S>,
): Promise<View<S>[]> {
  const { environment, kinds, listsOnly } = input;
  // If only lists are read, uploads are shown as the service names them, not as files of the project.
  const boundIn = boundsIn(listsOnly ? new Map() : uploads, environment.profiles);
  const groups = groupBy(
    subjects.filter(({ want }) => isAsked(input, want.address)),
    keyIn,
  );
  const pairs = kinds
    .filter(isListed)
    .flatMap((kind) => profiles.map((profile) => ({ kind, profile })))
    .filter(({ profile }) => input.profiles?.has(profile.alias) ?? true)
    .filter((pair) => groups.has(keyIn(pair)) || isWanted(input));
  return Promise.all(
    pairs.map((pair) => {
      const { kind, profile } = pair;
      const own = groupOf(groups, keyIn(pair));
      const bound = boundIn(profile.alias);
      const names = input.direct?.(own);
      const document = documents.get(profile.alias);
      const list = async () => (names ? noList : listOf(input, calls, kind, profile));
      const sought = { ...soughtOf(pair, own, names, bound, input), lagMs: document?.lagMs };
      return observe(input, calls, kind, profile, list, sought, bound);
    }),
  );
}

/**
 * Returns what to look for of a kind in a profile: bound and declared names, and the titles of declared resources. If only lists are
 * read, only versions that the state does not know.
 * @param names all names to read, if no list is read
 */
function soughtOf<S>(
  pair: KindInProfile<S>,
  own: readonly Subject<S>[],
  names: readonly string[] | undefined,
  bound: Bound,
  { storedDetails, listsOnly = false }: LookInput<S>,
): Omit<Sought, 'lagMs'> {
  const { recognition } = pair.kind;
  const named = listsOnly ? [] : own;
  const boundNames = named.flatMap(({ boundName }) => boundName ?? []);
  const declared = named.filter((one) => one.declared);
  const versionOf = versionNames(pair, own);
  const known = new Map(declared.map((one) => [one.boundName, one]));
  const unbound = named.filter(({ boundName }) => boundName === undefined);
  const titles = new Map(unbound.map(({ kind, want }) => [want.name, titleIn(kind, want)]));
  return {
    names: new Set(names ?? [...boundNames, ...named.flatMap(({ want }) => want.name ?? [])]),
    boundNames: new Set(names ?? boundNames),
    titles: new Set(declared.flatMap(({ want }) => recognition?.titleOf(want.content) ?? [])),
    mayBeVersion: (name) => versionOf(name) !== undefined,
    listsOnly,
    storedDetail: (row) => {
      const subject = storedDetails && known.get(row.name);
      return subject && storedDetail(subject, row, bound, storedDetails === 'waiting');
    },
    // The console may have renamed a bound resource.
    titleOf: (name) => titles.get(name),
  };
}

/** True if an address is selected, or is a version of a selected one. The current version is chosen among all versions. */
export function isAsked({ asked = [] }: { asked?: readonly string[] }, address: Address): boolean {
  return asked.length === 0 || asked.some((glob) => matchesGlob(splitVersion(address).of, splitVersion(glob).of));
}

/** True if a list is read although it has none of our resources: its rows are reported. */
function isWanted<S>({ asked = [], oursOnly }: LookInput<S>): boolean {
  return asked.length === 0 && !oursOnly;
}
