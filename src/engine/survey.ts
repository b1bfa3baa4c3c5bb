import { Exit } from '../core/exit.ts';
import type { Bound, Kind } from '../core/kind.ts';
import { withKnownFiles } from '../core/known-files.ts';
import type { Unmanaged } from '../core/plan.ts';
import { compareText, NotiformError, type Problem } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { Entries, StateDocument } from '../state/document.ts';
import { adoptImages } from './adoption.ts';
import { boundIn, type Keys, keysOf } from './bound.ts';
import { forcedOf } from './images.ts';
import { type Calls, callsOf, endOf, isListed, observe, type Sought, unmanagedOf, type View } from './observe.ts';
import { findSubjects, profileOf, type Subject } from './ownership.ts';
import { recall, rememberedSubjects } from './remembered.ts';
import { groundOf, type Sighted, seenOf } from './sightings.ts';
import type { EngineInput } from './types.ts';
import { chooseVersions } from './version-choice.ts';
import { versionNames, withFoundVersions } from './version-rows.ts';

export type { Sighted } from './sightings.ts';

/** Manifests, state and live resources, put side by side. Nothing was written for it. */
export interface Survey<S> {
  /** By address. */
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
  const all = [...input.environment.profiles.values()].sort((a, b) => compareText(a.alias, b.alias));
  const documents = await input.store.readAll(all.map(({ alias }) => alias));
  const { profiles, problems } = await presentProfiles(input, calls, all, documents);

  const keys = keysOf(input.environment.profiles);
  const entries = new Map(profiles.map(({ alias }) => [alias, documents.get(alias)?.entries ?? {}]));
  const known = new Map(profiles.map((profile) => [profile.alias, profile]));
  const resources = input.resources.map((resource) => ({
    ...resource,
    content: withKnownFiles(resource.content, boundIn(entries, profileOf(resource), keys)),
  }));
  const stated = findSubjects({ kinds: input.kinds, profiles: known, resources, entries });
  const forced = forcedOf(stated, input.reupload);
  const believed = new Map<string, Entries>(
    Array.from(entries, ([alias, each]) => [alias, without(each, forced)] as const),
  );

  const views = await observeAll(input, calls, profiles, stated, believed, keys);
  const subjects = withFoundVersions(stated, views);
  const ground = groundOf(subjects, views);
  const images = await adoptImages(input, calls, subjects, forced, ground, believed, keys);
  const each = subjects.map((subject) => ({
    subject,
    seen: seenOf(subject, ground, believed, images.adopted),
  }));
  const sighted = chooseVersions(each, views, input.ports.clock.now());
  const odd = views.flatMap((view) => view.problems);
  return {
    sighted,
    views,
    documents,
    unmanaged: views.flatMap((view) => unmanagedOf(view, knownTo(view, sighted))),
    problems: [...problems, ...odd, ...images.warnings],
    complete: odd.length === 0 && sighted.every(({ seen }) => !seen.unread),
    believed,
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
  const addresses = new Set([...forced].map(({ want }) => want.address));
  return Object.fromEntries(Object.entries(entries).filter(([address]) => !addresses.has(address)));
}

/** What has to be read of a kind in a profile: by name what is bound or named by a manifest, by title the rest. */
function soughtOf<S>(
  kind: Kind<S>,
  profile: ProfileRef,
  subjects: readonly Subject<S>[],
  bound: Bound,
  recalls: SurveyInput<S>['recalls'],
): Sought {
  const own = subjects.filter((one) => one.kind === kind && one.profile === profile);
  const names = own.flatMap(({ boundName, want }) => [boundName ?? [], want.name ?? []].flat());
  const titles = own
    .filter(({ declared }) => declared)
    .map(({ want }) => kind.recognition?.titleOf(want.content) ?? []);
  const versionOf = versionNames({ kind, profile }, own);
  const known = recalls ? rememberedSubjects(own) : new Map<string, Subject<S>>();
  return {
    names: new Set(names),
    titles: new Set(titles.flat()),
    mayBeVersion: (name) => versionOf(name) !== undefined,
    recall: (row) => {
      const subject = known.get(row.name);
      return subject && recall(subject, row, bound, recalls === 'waiting');
    },
  };
}

/** The names in a view that are ours or declared: what is adopted has its name from there. */
function knownTo<S>({ kind, profile }: View<S>, sighted: readonly Sighted<S>[]): Set<string> {
  const own = sighted.filter(({ subject }) => subject.kind === kind && subject.profile === profile);
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
  keys: Keys,
): Promise<View<S>[]> {
  const listed = input.kinds.filter(isListed);
  return Promise.all(
    listed.flatMap((kind) =>
      profiles.map((profile) => {
        const bound = boundIn(believed, profile.alias, keys);
        return observe(input, calls, kind, profile, soughtOf(kind, profile, subjects, bound, input.recalls), bound);
      }),
    ),
  );
}
