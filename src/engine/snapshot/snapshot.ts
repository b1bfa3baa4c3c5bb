import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { groupBy, groupOf, keyIn } from '../../core/grouping.ts';
import type { Row } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Unmanaged } from '../../core/plan.ts';
import { asWarning, compareText, NotiformError, type Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StateDocuments } from '../../state/document.ts';
import { type Calls, callsOf, endOf } from '../observe/calls.ts';
import { liveIn, withLive } from '../observe/live.ts';
import { isListed, observe, type Sought, type View } from '../observe/observe.ts';
import { versionNames } from '../subject/members.ts';
import { ownerOf, withoutRekeyedEntries } from '../subject/owner.ts';
import { findSubjects, profileOf } from '../subject/ownership.ts';
import { type Subject, sortSubjects } from '../subject/subject.ts';
import type { PredictInput } from '../types.ts';
import { repeatedIn, withUploads } from '../uploads/found.ts';
import { boundsIn, type UploadTables, withSharedHandles } from '../uploads/uploads.ts';
import { chooseVersions } from '../versions/choice.ts';
import { profilesOf } from './shard.ts';

interface LookInput<S> extends PredictInput<S>, Pick<Sought<S>, 'storedDetails' | 'listsOnly'> {
  /** Globs over addresses: nothing else is read. Empty for everything, unmanaged resources included. */
  asked?: readonly string[];
  /** True if unmanaged resources are not reported. A list that can contain nothing else is not read. */
  oursOnly?: boolean;
  /**
   * Returns the names to read without a list, by the requested subjects of a kind and profile; undefined if it takes the list.
   */
  direct?: (own: readonly Subject<S>[]) => readonly string[] | undefined;
  /** Globs of uploads that are made again. */
  reupload?: readonly string[];
}

/** The state as it was read, with a subject for each address that a manifest declares or the state knows. */
type StateRead<S> = Pick<Looked<S>, 'documents' | 'uploads' | 'subjects'>;

/** The state and the subjects, with the live resources beside them. */
interface Looked<S> {
  documents: StateDocuments;
  uploads: UploadTables;
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
    const problems = readResults.flatMap((one) => (one.is === 'unread' ? one.problem : []));
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
  // A list without resources of ours is read to report its rows.
  const isEach = !input.asked?.length && !input.oursOnly;
  const pairs = kinds
    .filter(isListed)
    .flatMap((kind) => profiles.map((profile) => ({ kind, profile })))
    .filter((pair) => isEach || groups.has(keyIn(pair)));
  return Promise.all(
    pairs.map(({ kind, profile }) => {
      const own = groupOf(groups, keyIn({ kind, profile }));
      const { direct, storedDetails } = input;
      const lagMs = documents.get(profile.alias)?.lagMs;
      const access = { kind, profile, input, calls, bound: boundIn(profile.alias) };
      return observe(access, { own, direct: direct?.(own), listsOnly, storedDetails, lagMs });
    }),
  );
}

/**
 * Adds the versions that only the list shows: their names belong to no address, and their texts match the declared one, except for
 * images that are not known yet. A version that could not be read is added as well.
 */
function withFoundVersions<S>(subjects: readonly Subject<S>[], views: readonly View<S>[]): Subject<S>[] {
  const groups = groupBy(
    subjects.filter(({ kind }) => kind.versions),
    keyIn,
  );
  const found = views.flatMap((view) => {
    const { kind, listing, readResults } = view;
    if (!kind.versions) return [];
    const own = groupOf(groups, keyIn(view));
    const taken = new Set(own.flatMap(({ boundName, want }) => [boundName, want.name]));
    const versionOf = versionNames(view, own);
    return [...listing.rows.keys()].flatMap((name) => {
      const result = taken.has(name) ? undefined : readResults.get(name);
      const live = liveIn(result);
      const member = result && versionOf(name, live);
      return member && (!live || member.version.rules.mayBe(live, member.want)) ? [member] : [];
    });
  });
  return found.length === 0 ? [...subjects] : sortSubjects([...subjects, ...found]);
}

/** True if an address is selected, or is a version of a selected one. The current version is chosen among all versions. */
function isAsked({ asked = [] }: { asked?: readonly string[] }, address: Address): boolean {
  return asked.length === 0 || asked.some((glob) => matchesGlob(splitVersion(address).of, splitVersion(glob).of));
}

/** Manifests, state and live resources, side by side. Taking it writes nothing. */
export interface Snapshot<S> {
  /** Every address, selected or not. */
  addresses: readonly Address[];
  /** The addresses that were asked for, with their other versions. Sorted by address. */
  subjects: readonly Subject<S>[];
  views: readonly View<S>[];
  documents: StateDocuments;
  unmanaged: readonly Unmanaged[];
  problems: readonly Problem[];
  /** False if something could not be read. */
  complete: boolean;
  /** The uploads that the command works with, with `recognized`. */
  uploads: UploadTables;
  /** The uploads that the state does not know, and that were recognized by the bytes of what a live resource shows. */
  recognized: UploadTables;
}

/**
 * Takes the snapshot that every command starts from. It reads manifests, state and live resources, recognizes uploads that live
 * resources show, and chooses the current version of each manifest. Throws a NotiformError if a profile is missing, the state
 * cannot be read, or the service cannot be asked.
 */
export async function takeSnapshot<S>(input: LookInput<S>): Promise<Snapshot<S>> {
  try {
    const calls = callsOf(input);
    const looked = await look(input, calls);
    const { index, uploads, recognized, ...known } = await withUploads(
      input,
      calls,
      looked.subjects,
      looked.views,
      looked.uploads,
    );
    const asked = known.subjects.filter(({ want }) => isAsked(input, want.address));
    const repeated = repeatedIn(known.subjects, index, input.reupload ?? []);
    const each = asked.map((one) => (repeated.has(one.want.address) ? one : withLive(one, index)));
    const views = [...index.views.values()];
    const subjects = await withLikelyRefusals(input, chooseVersions(each, views, input.ports.clock.now()));
    const addresses = [...known.subjects, ...subjects].map(({ want }) => want.address);
    return {
      addresses: [...new Set(addresses)],
      subjects,
      views,
      documents: looked.documents,
      unmanaged: input.asked?.length
        ? []
        : unmanagedRows(views, subjects).map(({ view: { kind, profile }, row: { name, title, state } }) => {
            return { kind: kind.name, profile: profile.alias, name, title, state };
          }),
      problems: [...looked.problems, ...views.flatMap((view) => view.problems), ...known.warnings],
      complete: views.every(({ listing }) => listing.complete) && subjects.every(({ unread }) => !unread),
      uploads,
      recognized,
    };
  } catch (error) {
    throw endOf(error);
  }
}

/** Adds to each declared subject the warning that the service will likely refuse its content. */
async function withLikelyRefusals<S>({ likelyRefusals, resources, ...input }: LookInput<S>, subjects: Subject<S>[]) {
  const found = await likelyRefusals?.(resources.filter(({ address }) => isAsked(input, address)));
  if (!found?.size) return subjects;
  return subjects.map((one) => ({ ...one, likelyRefusal: found.get(splitVersion(one.want.address).of) }));
}

/** Returns the rows of live resources that are neither declared nor bound, by name. */
export function unmanagedRows<S>(
  views: readonly View<S>[],
  subjects: readonly Subject<S>[],
): { view: View<S>; row: Row }[] {
  const own = groupBy(subjects, keyIn);
  return views.flatMap((view) => {
    const names = new Set(groupOf(own, keyIn(view)).map((one) => one.live?.name ?? one.boundName ?? one.want.name));
    const rows = [...view.listing.rows.values()].filter(({ name }) => !names.has(name));
    return rows.sort((a, b) => compareText(a.name, b.name)).map((row) => ({ view, row }));
  });
}
