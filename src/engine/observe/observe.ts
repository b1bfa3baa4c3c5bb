import { ServiceFailure } from '../../core/failure.ts';
import type { Bound, Discovery, Kind, Row } from '../../core/kind.ts';
import type { Unmanaged } from '../../core/plan.ts';
import { asWarning, compareText, NotiformError, type Problem } from '../../core/problem.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import { recordUploads, type SeenLive, type StoredLive, storedRow } from '../stored-state/stored-row.ts';
import type { EngineInput } from '../types.ts';
import type { Call, Calls } from './calls.ts';
import {
  detailRefused,
  type Listing,
  noList,
  provesAbsence,
  takeList,
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

/** The names to look up, and the titles of resources without a known name. */
export interface Sought {
  names: ReadonlySet<string>;
  /** The names that the state binds an address to. */
  boundNames: ReadonlySet<string>;
  titles: ReadonlySet<string>;
  /** True if a name may be that of a version which the state does not know. */
  mayBeVersion(name: string): boolean;
  /** The lag of the profile's dates, from its state. */
  lagMs: number | undefined;
  /** True if only lists are read, and no details but those of possible versions. */
  listsOnly?: boolean;
  /** Returns what a detail would show for a row that did not change; undefined if the detail has to be read. */
  storedDetail(row: Row): StoredLive | undefined;
  /** Returns the title that a declared resource without a binding has if it exists; undefined if that is not known. */
  titleOf(name: string): string | undefined;
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
    ...where,
    page: (number) => calls(() => discovery.page(service, profile, number, signal)),
    signal,
    onPage: (done, of) => input.onEvent?.({ type: 'page-read', ...where, done, of }),
  });
}

/**
 * Reads the live resources of a kind in a profile: the complete list, then a detail for each sought name that is not known yet.
 * If list and detail disagree, the detail wins. Throws failures that are no answer about one resource.
 * @param list reads the list
 */
export async function observe<S>(
  input: EngineInput<S>,
  calls: Calls,
  kind: Listed<S>,
  profile: ProfileRef,
  list: () => Promise<Listing>,
  sought: Sought,
  bound: Bound,
): Promise<View<S>> {
  const where = { kind: kind.name, profile: profile.alias };
  input.onEvent?.({ type: 'observing', ...where });
  const listing = { ...(await list()), lagMs: sought.lagMs };
  const names = namesIn(listing, sought);
  const known: Map<string, ReadResult> = knownOf(kind, listing, names, sought);
  const readOne = readingOf(input, where, names.size - known.size);
  const sorted = [...names].sort(compareText);
  const unknown = sorted.filter((name) => !known.has(name));
  await calls.each(unknown, async (name) => {
    const title = sought.titleOf(name);
    known.set(name, await readOne(readByName(input, calls, kind, profile, listing, name, bound, title)));
  });
  const readResults = new Map(sorted.map((name) => [name, known.get(name) as ReadResult]));
  // Nobody looks for these. A row that may be a resource which is looked for blocks that one.
  const problems = listing.unreadable
    .filter((row) => row.name === undefined || !names.has(row.name))
    .map((row) => asWarning(row.problem));
  if (!listing.complete) problems.push(unsteadyProblem(kind.name, profile.alias));
  return { kind, profile, listing, readResults, problems };
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

function namesIn({ rows }: Listing, { names, titles, mayBeVersion }: Sought): Set<string> {
  const found = [...rows.values()].filter(({ name, title }) => titles.has(title) || mayBeVersion(name));
  return new Set([...names, ...found.map(({ name }) => name)]);
}

/**
 * Returns the names that need no detail: their rows have not changed since they were stored, or the list proves that they do not
 * exist. A list may lag behind a create, so the detail of a name that the state knows is requested although the list lacks it
 * (assumption 280).
 */
function knownOf<S>(
  { discovery }: Listed<S>,
  listing: Listing,
  names: ReadonlySet<string>,
  { boundNames, storedDetail, titleOf }: Sought,
): Map<string, ReadResult> {
  const isProof = discovery.by === 'list' && discovery.provesAbsence === true;
  const known = new Map<string, ReadResult>();
  for (const name of names) {
    const row = listing.rows.get(name);
    const result = row && storedDetail(row);
    if (result) known.set(name, result);
    else if (isProof && !boundNames.has(name) && provesAbsence(listing, name, titleOf(name)))
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

/** Converts a failed read to the command's error: the service's problem, or the interruption. */
export function endOf(error: unknown): unknown {
  return error instanceof ServiceFailure
    ? new NotiformError(error.problem, error.kind === 'interrupted' ? 130 : 1)
    : error;
}
