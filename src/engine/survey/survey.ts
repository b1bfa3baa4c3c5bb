import { type Address, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Bound, Kind } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Unmanaged } from '../../core/plan.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import type { Entries, StateDocument } from '../../state/document.ts';
import { findSubjects, profileOf, type Subject } from '../memory/ownership.ts';
import { recall, rememberedSubjects } from '../memory/remembered.ts';
import {
  type Calls,
  callsOf,
  endOf,
  isListed,
  observe,
  type Sought,
  unmanagedOf,
  type View,
} from '../observe/observe.ts';
import { groundOf, keyIn, liveIn, type Sighted, seenOf, sightingOf } from '../observe/sightings.ts';
import { boundIn, type Keys, keysOf } from '../subject/bound.ts';
import { groupBy, groupOf } from '../subject/grouping.ts';
import { believedDocuments } from '../subject/owner.ts';
import type { EngineInput } from '../types.ts';
import { withAdoptedUploads } from '../uploads/adopted.ts';
import { withMovedUploads } from '../uploads/moved.ts';
import { forcedOf } from '../uploads/uploads.ts';
import { chooseVersions } from '../versions/choice.ts';
import { versionNames, withFoundVersions } from '../versions/rows.ts';
import { profilesOf } from './shard.ts';

export type { Sighted } from '../observe/sightings.ts';

/** Manifests, state and live resources, put side by side. Nothing was written for it. */
export interface Survey<S> {
  /** Every address, whether it was asked for or not. */
  addresses: readonly Address[];
  /** Those that were asked for, with their other versions, by address. */
  sighted: readonly Sighted<S>[];
  views: readonly View<S>[];
  documents: ReadonlyMap<string, StateDocument | undefined>;
  unmanaged: readonly Unmanaged[];
  problems: readonly Problem[];
  complete: boolean;
  /** The entries of each profile as they are taken: without bindings that are not believed, with those that were found. */
  believed: ReadonlyMap<string, Entries>;
}

export interface SurveyInput<S> extends EngineInput<S> {
  resources: readonly Resource[];
  /** Globs of uploads whose binding is not believed. */
  reupload: readonly string[];
  /** Whose detail is not read where the state remembers it: what is as wanted, or what waits too; nobody's where left out. */
  recalls?: 'done' | 'waiting' | undefined;
  /** Globs over addresses: nothing is read of any other. Empty for everything, and what is not ours. */
  asked?: readonly string[];
  /** Nobody asks for what is not ours: a list that could hold nothing else is not read. */
  oursAlone?: boolean;
  /** Checks the addresses that manifests and state know, before anything is read from the service. It throws to end the survey. */
  check?: (addresses: readonly Address[]) => void;
}

/**
 * Looks at everything that a plan or a status needs. Throws a NotiformError where a profile is missing, the state cannot
 * be read, or the service cannot be asked.
 */
export async function survey<S>(input: SurveyInput<S>): Promise<Survey<S>> {
  try {
    return await look(input);
  } catch (error) {
    throw endOf(error);
  }
}

async function look<S>(input: SurveyInput<S>): Promise<Survey<S>> {
  const calls = callsOf(input);
  const all = profilesOf(input.environment);
  const documents = believedDocuments(await input.store.readAll(all.map(({ alias }) => alias)), input.environment);
  const keys = keysOf(input.environment.profiles);
  const entries = new Map(all.map(({ alias }) => [alias, documents.get(alias)?.entries ?? {}]));
  const known = new Map(all.map((profile) => [profile.alias, profile]));
  const resources = input.resources.map((resource) => ({
    ...resource,
    content: withKnownFiles(resource.content, boundIn(entries, profileOf(resource), keys)),
  }));
  const stated = findSubjects({ kinds: input.kinds, profiles: known, resources, entries });
  input.check?.(stated.map(({ want }) => want.address));
  // A profile that the service lacks has no subjects: it ends the survey where it has any.
  const { profiles, problems } = await presentProfiles(input, calls, all, documents);
  const forced = forcedOf(stated, input.reupload);
  const believed = new Map<string, Entries>(
    Array.from(entries, ([alias, each]) => [alias, without(each, forced)] as const),
  );

  const asked = stated.filter((one) => isAsked(input, one));
  const views = await observeAll(input, calls, profiles, asked, believed, documents, keys);
  const found = withFoundVersions(stated, views);
  const before = groundOf(found, views);
  const subjects = withMovedUploads(found, forced, (one) => liveIn(sightingOf(one, before)));
  const moved = { subjects, ground: subjects === found ? before : groundOf(subjects, views), believed };
  const adopted = await withAdoptedUploads(input, calls, moved, forced, keys);
  const each = subjects
    .filter((one) => isAsked(input, one))
    .map((subject) => {
      const seen = seenOf(subject, adopted.ground, adopted.believed, adopted.adopted);
      if (forced.size === 0 || !seen.live) return { subject, seen };
      const recorded = withKnownFiles(seen.live.content, boundIn(entries, subject.profile.alias, keys));
      return { subject, seen: { ...seen, recorded } };
    });
  const seenViews = [...adopted.ground.views.values()];
  const sighted = chooseVersions(each, seenViews, input.ports.clock.now());
  const odd = views.flatMap((view) => view.problems);
  const addresses = [...subjects, ...sighted.map(({ subject }) => subject)].map(({ want }) => want.address);
  return {
    addresses: [...new Set(addresses)],
    sighted,
    views: seenViews,
    documents,
    unmanaged: input.asked?.length ? [] : unmanagedIn(views, sighted),
    problems: [...problems, ...odd, ...adopted.warnings],
    complete: odd.length === 0 && sighted.every(({ seen }) => !seen.unread),
    believed: adopted.believed,
  };
}

/** The profiles that the service has. A missing one ends the errand where anything of it is declared or ours. */
export async function presentProfiles<S>(
  input: EngineInput<S> & { resources: readonly Resource[] },
  calls: Calls,
  all: readonly ProfileRef[],
  documents: ReadonlyMap<string, StateDocument | undefined>,
): Promise<{ profiles: ProfileRef[]; problems: Problem[] }> {
  const missing = await calls(() => input.remote.missingProfiles(all, input.signal));
  const used = new Set(input.resources.map(profileOf));
  const isUsed = (alias: string): boolean =>
    used.has(alias) || Object.keys(documents.get(alias)?.entries ?? {}).length > 0;
  const fatal = all.flatMap(({ alias }) => (isUsed(alias) ? (missing.get(alias) ?? []) : []));
  if (fatal.length > 0) throw new NotiformError(fatal, Exit.problems);
  const problems = Array.from(missing.values(), (problem) => ({ ...problem, severity: 'warning' as const }));
  return { profiles: all.filter(({ alias }) => !missing.has(alias)), problems };
}

function without<S>(entries: Entries, forced: ReadonlySet<Subject<S>>): Entries {
  const addresses = new Set([...forced].map(({ want, movedFrom }) => movedFrom ?? want.address));
  return Object.fromEntries(Object.entries(entries).filter(([address]) => !addresses.has(address)));
}

/** What has to be read of a kind in a profile: by name what is bound or named by a manifest, by title the rest. */
function soughtOf<S>(
  kind: Kind<S>,
  profile: ProfileRef,
  own: readonly Subject<S>[],
  bound: Bound,
  recalls: SurveyInput<S>['recalls'],
): Omit<Sought, 'lagMs'> {
  const boundNames = own.flatMap(({ boundName }) => boundName ?? []);
  const names = [...boundNames, ...own.flatMap(({ want }) => want.name ?? [])];
  const titles = own
    .filter(({ declared }) => declared)
    .map(({ want }) => kind.recognition?.titleOf(want.content) ?? []);
  const versionOf = versionNames({ kind, profile }, own);
  const known = recalls ? rememberedSubjects(own) : new Map<string, Subject<S>>();
  return {
    names: new Set(names),
    boundNames: new Set(boundNames),
    titles: new Set(titles.flat()),
    mayBeVersion: (name) => versionOf(name) !== undefined,
    recall: (row) => {
      const subject = known.get(row.name);
      return subject && recall(subject, row, bound, recalls === 'waiting');
    },
  };
}

function unmanagedIn<S>(views: readonly View<S>[], sighted: readonly Sighted<S>[]): Unmanaged[] {
  const own = groupBy(sighted, ({ subject }) => keyIn(subject));
  return views.flatMap((view) => unmanagedOf(view, namesOf(own.get(keyIn(view)) ?? [])));
}

/** The names that are ours or declared: what is adopted has its name from there. */
function namesOf<S>(own: readonly Sighted<S>[]): Set<string> {
  return new Set(
    own.flatMap(({ subject, seen }) =>
      [subject.boundName ?? [], subject.want.name ?? [], seen.live?.name ?? []].flat(),
    ),
  );
}

function observeAll<S>(
  input: SurveyInput<S>,
  calls: Calls,
  profiles: readonly ProfileRef[],
  subjects: readonly Subject<S>[],
  believed: ReadonlyMap<string, Entries>,
  documents: Survey<S>['documents'],
  keys: Keys,
): Promise<View<S>[]> {
  const groups = groupBy(subjects, keyIn);
  const pairs = input.kinds.filter(isListed).flatMap((kind) => profiles.map((profile) => ({ kind, profile })));
  return Promise.all(
    pairs
      .filter((pair) => groups.has(keyIn(pair)) || isWanted(input, pair.kind))
      .map((pair) => {
        const { kind, profile } = pair;
        const bound = boundIn(believed, profile.alias, keys);
        const { lagMs } = documents.get(profile.alias) ?? {};
        const sought = { ...soughtOf(kind, profile, groupOf(groups, keyIn(pair)), bound, input.recalls), lagMs };
        return observe(input, calls, kind, profile, sought, bound);
      }),
  );
}

/** Whether an address is asked for, or is a version of one that is: one is chosen among all of them. */
function isAsked<S>({ asked = [] }: SurveyInput<S>, { want }: Subject<S>): boolean {
  const { of } = splitVersion(want.address);
  return asked.length === 0 || asked.some((glob) => matchesGlob(of, splitVersion(glob).of));
}

/** Whether a list is read that holds nothing of ours: what it holds is reported, or may name what is to be deleted. */
function isWanted<S>({ asked = [], oursAlone }: SurveyInput<S>, { refersTo }: Kind<S>): boolean {
  return asked.length === 0 && (!oursAlone || refersTo !== undefined);
}
