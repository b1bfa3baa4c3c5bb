import { ServiceFailure } from '../../core/failure.ts';
import type { KindInProfile } from '../../core/grouping.ts';
import type { Bound, Discovery, Kind } from '../../core/kind.ts';
import type { Unmanaged } from '../../core/plan.ts';
import { asWarning, compareText, type Problem } from '../../core/problem.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import { recordUploads, type SeenLive, storedDetail, storedRow } from '../stored-state/stored-row.ts';
import { versionNames } from '../subject/members.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import type { Call, Calls } from './calls.ts';
import {
  detailRefused,
  type Listing,
  noList,
  provesAbsence,
  takeList,
  titleIn,
  unreadableRows,
  unsteadyProblem,
} from './listing.ts';

/** The result of looking up one name. */
export type ReadResult =
  | SeenLive
  | { seen: 'absent' }
  /** It could not be read. It blocks only its own address. */
  | { seen: 'unread'; problem: Problem }
  /** Several live resources match, and each was read. */
  | { seen: 'ambiguous'; problem: Problem };

/** The live resources of one kind in one profile. */
export interface View<S> {
  kind: Listed<S>;
  profile: ProfileRef;
  listing: Listing;
  readResults: Map<string, ReadResult>;
  problems: readonly Problem[];
}

/** A kind whose resources the service can be asked for. */
export type Listed<S> = Kind<S> & { discovery: Extract<Discovery<S>, { by: 'list' | 'name' }> };

export function isListed<S>(kind: Kind<S>): kind is Listed<S> {
  return kind.discovery.by !== 'state';
}

/** What is looked for of a kind in a profile. */
export interface Sought<S> {
  /** The declared and bound addresses. */
  own: readonly Subject<S>[];
  /** The names to read without a list. Undefined if the list is read. */
  direct?: readonly string[] | undefined;
  /** True if only lists are read, and the details that show which manifest a version belongs to. */
  listsOnly?: boolean | undefined;
  /** The details to take from the state: of resources that are up to date, or of waiting ones too. None if left out. */
  storedDetails?: 'done' | 'waiting' | undefined;
  /** The lag of the profile's dates, from its state. */
  lagMs?: number | undefined;
}

/** Reads all pages of a kind's list in a profile. A kind without a list has an empty one. Throws a ServiceFailure. */
export async function listOf<S>(
  input: Pick<EngineInput<S>, 'service' | 'signal' | 'onEvent'>,
  calls: Call,
  { name: kind, discovery }: Pick<Listed<S>, 'name' | 'discovery'>,
  profile: ProfileRef,
): Promise<Listing> {
  if (discovery.by === 'name') return noList;
  const { service, signal } = input;
  const where = { kind, profile: profile.alias };
  return takeList({
    page: (number) => calls(() => discovery.page(service, profile, number, signal)),
    signal,
    onPage: (done, of) => input.onEvent?.({ type: 'page-read', ...where, done, of }),
  });
}

/**
 * Reads the live resources of a kind in a profile: the complete list, then a detail for each sought name that is not known yet.
 * If list and detail disagree, the detail wins. Throws failures that are no answer about one resource.
 */
export async function observe<S>(
  input: EngineInput<S>,
  calls: Calls,
  kind: Listed<S>,
  profile: ProfileRef,
  sought: Sought<S>,
  bound: Bound,
): Promise<View<S>> {
  const where = { kind: kind.name, profile: profile.alias };
  input.onEvent?.({ type: 'observing', ...where });
  const list = sought.direct ? noList : await listOf(input, calls, kind, profile);
  const listing = { ...list, lagMs: sought.lagMs };
  const named = sought.listsOnly ? [] : sought.own;
  const names = namesIn({ kind, profile }, listing, named, sought);
  // The console may have renamed a bound resource: its title is not known.
  const unbound = named.filter(({ boundName }) => boundName === undefined);
  const titles = new Map(unbound.map(({ want }) => [want.name, titleIn(kind, want)]));
  const known = knownOf(kind, listing, names, named, titles, sought, bound);
  const unknown = names.filter((name) => !known.has(name));
  const readOne = readingOf(input, where, unknown.length);
  await calls.each(unknown, async (name) => {
    const reading = readByName(input, calls, kind, profile, listing, name, bound, titles.get(name));
    known.set(name, await readOne(reading));
  });
  const readResults = new Map(names.map((name) => [name, known.get(name) as ReadResult]));
  // Nobody looks for these. A row that may be a resource which is looked for blocks that one.
  const problems = listing.unreadable
    .filter((row) => row.name === undefined || !readResults.has(row.name))
    .map((row) => asWarning(row.problem));
  if (!listing.complete) problems.push(unsteadyProblem(kind.name, profile.alias));
  return { kind, profile, listing, readResults, problems };
}

/**
 * Returns the names to look for, sorted: bound and declared ones, and those in the list that have a declared title or may be of a
 * version which the state does not know.
 */
function namesIn<S>(
  where: KindInProfile<S>,
  { rows }: Listing,
  named: readonly Subject<S>[],
  { own, direct }: Sought<S>,
): string[] {
  const { recognition } = where.kind;
  const known = named.flatMap(({ boundName, want }) => [boundName ?? [], want.name ?? []].flat());
  const titles = new Set(named.flatMap((one) => (one.declared ? (recognition?.titleOf(one.want.content) ?? []) : [])));
  const versionOf = versionNames(where, own);
  const found = [...rows.values()].filter(({ name, title }) => titles.has(title) || versionOf(name));
  return [...new Set([...(direct ?? known), ...found.map(({ name }) => name)])].sort(compareText);
}

/** The names of a profile that can be asked for although the service keeps no list of them. */
export function namesWithoutList<S>({ discovery }: Kind<S>, profile: ProfileRef): string[] {
  return discovery.by === 'name' ? (discovery.names?.(profile) ?? []) : [];
}

/** Returns a function that counts each detail of a kind in a profile that was read. */
export function readingOf(
  input: Pick<EngineInput<unknown>, 'onEvent'>,
  where: { kind: string; profile: string },
  details: number,
): <T>(reading: Promise<T>) => Promise<T> {
  let done = 0;
  return async (reading) => {
    const read = await reading;
    done += 1;
    input.onEvent?.({ type: 'detail-read', ...where, done, of: details });
    return read;
  };
}

/**
 * Returns the names that need no detail: their rows have not changed since they were stored, or the list proves that they do not
 * exist. A list may lag behind a create, so the detail of a name that the state knows is requested although the list lacks it
 * (assumption 280).
 */
function knownOf<S>(
  { discovery }: Listed<S>,
  listing: Listing,
  names: readonly string[],
  named: readonly Subject<S>[],
  titles: ReadonlyMap<string | undefined, string | undefined>,
  { direct, storedDetails }: Sought<S>,
  bound: Bound,
): Map<string, ReadResult> {
  const isProof = discovery.by === 'list' && discovery.provesAbsence === true && !direct;
  const boundNames = new Set(named.map(({ boundName }) => boundName));
  const declared = new Map(named.flatMap((one) => (one.declared ? [[one.boundName, one] as const] : [])));
  const known = new Map<string, ReadResult>();
  for (const name of names) {
    const row = listing.rows.get(name);
    const one = declared.get(name);
    const stored = row && one && storedDetails && storedDetail(one, row, bound, storedDetails === 'waiting');
    if (stored) known.set(name, stored);
    else if (isProof && !boundNames.has(name) && provesAbsence(listing, name, titles.get(name)))
      known.set(name, { seen: 'absent' });
  }
  return known;
}

/**
 * Reads one name: its row if that is complete, else its detail, checked against the list.
 * @param title the title that it has if it exists; undefined if that is not known
 */
export async function readByName<S>(
  input: EngineInput<S>,
  calls: Calls,
  kind: Listed<S>,
  profile: ProfileRef,
  listing: Listing,
  name: string,
  bound: Bound,
  title?: string,
): Promise<ReadResult> {
  const row = listing.rows.get(name);
  const recorded = recordUploads(bound);
  const seen = (live: Live): ReadResult => ({
    seen: 'live',
    live,
    row: row ? storedRow(kind, row, live, recorded.uploads, listing) : null,
    handles: Object.keys(recorded.uploads),
  });
  if (row?.live) return seen(row.live);
  try {
    const live = await calls(() => kind.discovery.read(input.service, profile, name, recorded.bound, input.signal));
    if (live) return seen(live);
    if (provesAbsence(listing, name, title)) return { seen: 'absent' };
    return { seen: 'unread', problem: absenceUnproved(kind, profile, listing, name, title) };
  } catch (error) {
    if (error instanceof ServiceFailure && error.kind === 'unfit') return { seen: 'unread', problem: error.problem };
    throw error;
  }
}

export function absenceUnproved<S>(
  kind: Kind<S>,
  profile: ProfileRef,
  listing: Listing,
  name: string,
  title?: string,
): Problem {
  if (!listing.complete) return unsteadyProblem(kind.name, profile.alias);
  const [unreadable] = unreadableRows(listing, name, title);
  if (unreadable && !listing.rows.has(name)) return unreadable.problem;
  return detailRefused(profile, name);
}

/** Returns the live resources that are neither declared nor bound, by name. */
export function unmanagedOf<S>(view: View<S>, known: ReadonlySet<string | undefined>): Unmanaged[] {
  return [...view.listing.rows.values()]
    .filter((row) => !known.has(row.name))
    .sort((a, b) => compareText(a.name, b.name))
    .map((row) => ({
      kind: view.kind.name,
      profile: view.profile.alias,
      name: row.name,
      title: row.title,
      state: row.state,
    }));
}
