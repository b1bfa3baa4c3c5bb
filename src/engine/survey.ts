import type { Address } from '../core/address.ts';
import { Exit } from '../core/exit.ts';
import type { Bound, Kind } from '../core/kind.ts';
import type { Unmanaged } from '../core/plan.ts';
import { compareText, NotiformError, type Problem } from '../core/problem.ts';
import type { Live, ProfileRef, Resource } from '../core/resource.ts';
import type { Entries, StateDocument, StateEntry } from '../state/document.ts';
import { boundOf } from './bound.ts';
import { candidatesOf, isForced, matchImage } from './images.ts';
import {
  type Calls,
  callsOf,
  endOf,
  isListed,
  observe,
  type Sighting,
  sight,
  unmanagedOf,
  type View,
} from './observe.ts';
import { findSubjects, profileOf, type Subject } from './ownership.ts';
import type { EngineInput } from './types.ts';

/** Where a subject stands, as far as that could be learned. */
export interface Seen {
  live: Live | undefined;
  row: StateEntry['row'];
  /** Set where it could not be learned. */
  problem: Problem | undefined;
  /** It is found under another name than the binding's, or by its bytes: the binding has to be written. */
  adopts: StateEntry['binding'] | undefined;
}

/** Manifests, state and live resources, put side by side. Nothing was written for it. */
export interface Survey<S> {
  subjects: readonly Subject<S>[];
  seen: ReadonlyMap<Address, Seen>;
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
  const documents = new Map<string, StateDocument | undefined>();
  for (const { alias } of all) documents.set(alias, await input.store.read(alias));
  const { profiles, problems } = await presentProfiles(input, calls, all, documents);

  const entries = new Map(profiles.map(({ alias }) => [alias, documents.get(alias)?.entries ?? {}]));
  const known = new Map(profiles.map((profile) => [profile.alias, profile]));
  const subjects = findSubjects({ kinds: input.kinds, profiles: known, resources: input.resources, entries });
  const forced = new Set(subjects.filter((one) => isForced(one, subjects, input.reupload)));
  const believed = new Map<string, Entries>(
    Array.from(entries, ([alias, each]) => [alias, without(each, forced)] as const),
  );

  const views = await observeAll(input, calls, profiles, subjects, believed);
  const images = await adoptImages(input, calls, subjects, forced, views, believed);
  const seen = new Map(
    subjects.map((subject) => [subject.want.address, seenOf(subject, subjects, views, believed, images.adopted)]),
  );
  const unread = [...seen.values()].flatMap(({ problem }) => problem ?? []);
  const odd = views.flatMap((view) => view.problems);
  return {
    subjects,
    seen,
    documents,
    unmanaged: views.flatMap((view) => unmanagedOf(view, namesOf(view.kind, view.profile, subjects))),
    problems: [...problems, ...odd, ...images.warnings],
    complete: unread.length === 0 && odd.length === 0,
    believed,
  };
}

/** The profiles that the service has. A missing one ends the errand where anything of it is declared or ours. */
async function presentProfiles<S>(
  input: SurveyInput<S>,
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

function namesOf<S>(kind: Kind<S>, profile: ProfileRef, subjects: readonly Subject<S>[]): Set<string> {
  const own = subjects.filter((one) => one.kind === kind && one.profile === profile);
  return new Set(own.flatMap((one) => [one.boundName ?? [], one.want.name ?? []].flat()));
}

/** What a survey's entries know of the images of a profile. */
export function boundIn(believed: ReadonlyMap<string, Entries>, alias: string): Bound {
  return boundOf(() => believed.get(alias) ?? {});
}

function observeAll<S>(
  input: SurveyInput<S>,
  calls: Calls,
  profiles: readonly ProfileRef[],
  subjects: readonly Subject<S>[],
  believed: ReadonlyMap<string, Entries>,
): Promise<View<S>[]> {
  const listed = input.kinds.filter(isListed);
  return Promise.all(
    listed.flatMap((kind) =>
      profiles.map((profile) =>
        observe(input, calls, kind, profile, namesOf(kind, profile, subjects), boundIn(believed, profile.alias)),
      ),
    ),
  );
}

/**
 * Binds uploads that live resources show already, and reads those again: what was an unknown URL is now a file.
 * `believed` and the views' sightings are completed in place.
 */
async function adoptImages<S>(
  input: SurveyInput<S>,
  calls: Calls,
  subjects: readonly Subject<S>[],
  forced: ReadonlySet<Subject<S>>,
  views: View<S>[],
  believed: Map<string, Entries>,
): Promise<{ adopted: Map<Subject<S>, Live>; warnings: Problem[] }> {
  const adopted = new Map<Subject<S>, Live>();
  const warnings: Problem[] = [];
  const isOpen = (one: Subject<S>): boolean => one.entry === undefined && !forced.has(one);
  const liveOf = (one: Subject<S>): Live | undefined => liveIn(sightingOf(one, subjects, views));
  for (const candidate of candidatesOf(subjects, isOpen, liveOf)) {
    const { image } = candidate;
    const match = await matchImage(candidate, (url) => calls(() => input.remote.fetchImage(url, input.signal)));
    const bound = boundIn(believed, image.profile.alias);
    const made = image.kind.operations[0]?.predicts(undefined, image.want)[0];
    if (!match || !made || bound.imageOf(match.url)) continue;
    const live = { ...made, url: match.url };
    adopted.set(image, live);
    if (match.warning) warnings.push(match.warning);
    const entry: StateEntry = { binding: image.kind.bindingOf(live), protect: false, applied: null, row: null };
    const alias = image.profile.alias;
    believed.set(alias, { ...believed.get(alias), [image.want.address]: entry });
    for (const { by } of candidate.shown) await readAgain(input, calls, by, subjects, views, believed);
  }
  return { adopted, warnings };
}

async function readAgain<S>(
  input: SurveyInput<S>,
  calls: Calls,
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
  views: View<S>[],
  believed: ReadonlyMap<string, Entries>,
): Promise<void> {
  const name = liveIn(sightingOf(subject, subjects, views))?.name;
  const index = views.findIndex((view) => view.kind === subject.kind && view.profile === subject.profile);
  const view = views[index];
  if (!view || name === undefined || !isListed(view.kind)) return;
  const bound = boundIn(believed, view.profile.alias);
  const sighting = await sight(input, calls, view.kind, view.profile, view.listing, name, bound);
  views[index] = { ...view, sightings: new Map(view.sightings).set(name, sighting) };
}

function liveIn(sighting: Sighting | undefined): Live | undefined {
  return sighting?.seen === 'live' ? sighting.live : undefined;
}

/** What was seen of a listed subject: under the name it is bound to, else under the one that it wants and nobody has. */
function sightingOf<S>(
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
  views: readonly View<S>[],
): Sighting | undefined {
  const view = views.find((one) => one.kind === subject.kind && one.profile === subject.profile);
  const { boundName, want } = subject;
  const bound = boundName === undefined ? undefined : view?.sightings.get(boundName);
  if (bound && bound.seen !== 'absent') return bound;
  if (want.name === undefined || holderOf(want.name, subject, subjects)) return bound;
  return view?.sightings.get(want.name) ?? bound;
}

/** Another address of ours that holds a name and does not give it up. */
export function holderOf<S>(
  name: string,
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
): Subject<S> | undefined {
  return subjects.find(
    (other) =>
      other !== subject &&
      other.kind === subject.kind &&
      other.profile === subject.profile &&
      other.boundName === name &&
      !other.givenUp,
  );
}

function seenOf<S>(
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
  views: readonly View<S>[],
  believed: ReadonlyMap<string, Entries>,
  adopted: ReadonlyMap<Subject<S>, Live>,
): Seen {
  const nothing: Seen = { live: undefined, row: null, problem: undefined, adopts: undefined };
  const { kind, entry } = subject;
  if (kind.discovery.by === 'binding') {
    const live = adopted.get(subject);
    if (live) return { ...nothing, live, adopts: kind.bindingOf(live) };
    const source = subject.movedFrom ?? subject.want.address;
    const trusted = entry && believed.get(subject.profile.alias)?.[source];
    return { ...nothing, live: trusted && kind.discovery.recall(trusted.binding) };
  }
  const sighting = sightingOf(subject, subjects, views);
  if (sighting?.seen === 'unread')
    return { ...nothing, problem: { ...sighting.problem, address: subject.want.address } };
  if (sighting?.seen !== 'live') return nothing;
  const { live, row = null } = sighting;
  const rebinds = live.name !== subject.boundName;
  return { ...nothing, live, row, adopts: rebinds ? kind.bindingOf(live) : undefined };
}
