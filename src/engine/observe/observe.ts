import { ServiceFailure } from '../../core/failure.ts';
import type { KindInProfile } from '../../core/grouping.ts';
import type { Bound, Discovery, Kind } from '../../core/kind.ts';
import { asWarning, compareText, type Problem } from '../../core/problem.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import { type ReadLive, recordUploads, storedDetail, storedRow } from '../stored-state/stored-row.ts';
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
  unreadableRows,
  unsteadyProblem,
} from './listing.ts';

/** The result of looking up one name. */
export type ReadResult =
  | ReadLive
  | { is: 'absent' }
  /** It could not be read. It blocks only its own address. */
  | { is: 'unread'; problem: Problem }
  /** Several live resources match, and each was read. */
  | { is: 'ambiguous'; problem: Problem };

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

/** The way to the resources of a kind in a profile. */
export interface Access<S> extends KindInProfile<S> {
  kind: Listed<S>;
  input: Pick<EngineInput<S>, 'service' | 'signal' | 'onEvent'>;
  calls: Calls;
  bound: Bound;
}

/** Reads all pages of a kind's list in a profile. A kind without a list has an empty one. Throws a ServiceFailure. */
export async function listOf<S>({
  kind: { discovery, name },
  profile,
  input,
  calls,
}: Omit<Access<S>, 'bound' | 'calls'> & { calls: Call }): Promise<Listing> {
  if (discovery.by === 'name') return noList;
  const { service, signal } = input;
  const where = { kind: name, profile: profile.alias };
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
export async function observe<S>(access: Access<S>, sought: Sought<S>): Promise<View<S>> {
  const { kind, profile, input } = access;
  input.onEvent?.({ type: 'observing', kind: kind.name, profile: profile.alias });
  const list = sought.direct ? noList : await listOf(access);
  const listing = { ...list, lagMs: sought.lagMs };
  const named = sought.listsOnly ? [] : sought.own;
  const names = namesIn(access, listing, named, sought);
  const readResults = await readEach(access, listing, names, knownOf(access, listing, named, sought));
  // Nobody looks for these. A row that may be a resource which is looked for blocks that one.
  const problems = listing.unreadable
    .filter((row) => row.name === undefined || !readResults.has(row.name))
    .map((row) => asWarning(row.problem));
  if (!listing.complete) problems.push(unsteadyProblem(kind.name, profile.alias));
  return { kind, profile, listing, readResults, problems };
}

/** Reads each name that is not known, and reports each detail that was read. The order is kept. */
export async function readEach<S>(
  access: Access<S>,
  listing: Listing,
  names: readonly string[],
  known: (name: string) => ReadResult | undefined = () => undefined,
): Promise<Map<string, ReadResult>> {
  const { kind, profile, input, calls } = access;
  const results = new Map(names.map((name) => [name, known(name)]));
  const unknown = names.filter((name) => !results.get(name));
  const details = unknown.filter((name) => !listing.rows.get(name)?.live);
  const where = { kind: kind.name, profile: profile.alias, of: details.length };
  let done = 0;
  await calls.each(unknown, async (name) => {
    results.set(name, await readByName(access, listing, name));
    if (listing.rows.get(name)?.live) return;
    done += 1;
    input.onEvent?.({ type: 'detail-read', ...where, done });
  });
  return new Map(Array.from(results).flatMap(([name, result]) => (result ? [[name, result] as const] : [])));
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

/**
 * Returns what is known of a name without its detail: its row has not changed since it was stored, or the list proves that it does
 * not exist. A list may lag behind a create, so the detail of a name that the state knows is requested although the list lacks it
 * (assumption 280).
 */
function knownOf<S>(
  { kind: { discovery }, bound }: Access<S>,
  listing: Listing,
  named: readonly Subject<S>[],
  { direct, storedDetails }: Sought<S>,
): (name: string) => ReadResult | undefined {
  const isProof = discovery.by === 'list' && discovery.provesAbsence === true && !direct;
  const boundNames = new Set(named.map(({ boundName }) => boundName));
  const declared = new Map(named.flatMap((one) => (one.declared ? [[one.boundName, one] as const] : [])));
  return (name) => {
    const row = listing.rows.get(name);
    const one = declared.get(name);
    const stored = row && one && storedDetails && storedDetail(one, row, bound, storedDetails === 'waiting');
    const isAbsent = isProof && !boundNames.has(name) && provesAbsence(listing, name);
    return stored ?? (isAbsent ? { is: 'absent' } : undefined);
  };
}

/** Reads one name: its row if that is complete, else its detail, checked against the list. */
export async function readByName<S>(access: Access<S>, listing: Listing, name: string): Promise<ReadResult> {
  const { kind, profile, input, calls } = access;
  const row = listing.rows.get(name);
  const { bound, uploads } = recordUploads(access.bound);
  const asRead = (live: Live): ReadResult => ({
    is: 'live',
    live,
    row: row ? storedRow(kind, row, live, uploads, listing) : null,
    handles: Object.keys(uploads),
  });
  if (row?.live) return asRead(row.live);
  try {
    const live = await calls(() => kind.discovery.read(input.service, profile, name, bound, input.signal));
    if (live) return asRead(live);
    if (provesAbsence(listing, name)) return { is: 'absent' };
    return { is: 'unread', problem: absenceUnproved(access, listing, name) };
  } catch (error) {
    if (error instanceof ServiceFailure && error.kind === 'unfit') return { is: 'unread', problem: error.problem };
    throw error;
  }
}

export function absenceUnproved<S>({ kind, profile }: KindInProfile<S>, listing: Listing, name: string): Problem {
  if (!listing.complete) return unsteadyProblem(kind.name, profile.alias);
  const [unreadable] = unreadableRows(listing, name);
  if (unreadable && !listing.rows.has(name)) return unreadable.problem;
  return detailRefused(profile, name);
}
