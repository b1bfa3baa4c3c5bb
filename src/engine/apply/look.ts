import { ServiceFailure } from '../../core/failure.ts';
import type { Discovery, Kind } from '../../core/kind.ts';
import type { Point } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import type { StateEntry } from '../../state/document.ts';
import { ambiguousProblem, type Listing, provesAbsence, unsteadyProblem } from '../observe/listing.ts';
import { absenceUnproved, listOf } from '../observe/observe.ts';
import { asManaged, basisOf, isOtherOccasion, occasionOf } from '../subject/live.ts';
import type { Work } from '../types.ts';
import { boundFor, ledgerOf, type Run } from './run.ts';

/** What a look at one resource found. */
export type Look = { found: Live | undefined } | { unproved: Problem };

/** The names that a resource may stand under on its way, the given ones first. */
function namesOf<S>(work: Work<S>, first: readonly (string | undefined)[]): string[] {
  const all = [...first, ...work.states.map((state) => state?.name), work.want.name];
  return [...new Set(all.filter((name) => name !== undefined && name !== ''))].map(String);
}

/**
 * Reads a resource by its detail, under the first of its names that has one. For kinds that the service keeps nothing of
 * it is what the binding tells. Throws ServiceFailure.
 */
export async function readWork<S>(
  run: Run<S>,
  work: Work<S>,
  first: readonly (string | undefined)[] = [],
  binding?: StateEntry['binding'],
): Promise<Live | undefined> {
  const { discovery } = work.kind;
  const known = binding ?? ledgerOf(run, work).entries()[work.change.address]?.binding;
  if (discovery.by === 'binding') return known && discovery.recall(known);
  const live = await readFirst(run, work, discovery, namesOf(work, first), binding);
  return live && asManaged(work, live, known);
}

async function readFirst<S>(
  run: Run<S>,
  work: Work<S>,
  { read }: Askable<S>,
  names: readonly string[],
  binding?: StateEntry['binding'],
): Promise<Live | undefined> {
  const bound = boundFor(run, work, binding);
  for (const name of names) {
    const live = await read(run.input.service, work.profile, name, bound, run.abort);
    if (live) return live;
  }
  return undefined;
}

/**
 * As `readWork`; that there is none is proved by a full list. What the service names itself is looked for in that list,
 * by its title. Throws ServiceFailure.
 */
export async function proveWork<S>(
  run: Run<S>,
  work: Work<S>,
  first: readonly (string | undefined)[] = [],
  binding?: StateEntry['binding'],
): Promise<Look> {
  const live = await readWork(run, work, first, binding);
  const { discovery } = work.kind;
  if (live || discovery.by === 'binding') return { found: live };
  const listing = await listNow(run, work, discovery);
  const [doubtful] = namesOf(work, first).filter((name) => !provesAbsence(listing, name));
  if (doubtful !== undefined) return { unproved: absenceUnproved(work.kind, work.profile, listing, doubtful) };
  return findTitled(run, work, discovery, listing);
}

/**
 * What stands there already before something is made: under the name that it will have, or, where the service gives the
 * names, under its title, as a run that was killed may have left it. The list for that is taken once in a run.
 */
export async function readBefore<S>(run: Run<S>, work: Work<S>): Promise<Look> {
  const { kind, profile } = work;
  const { discovery } = kind;
  if (!kind.recognition || discovery.by !== 'list') return { found: await readWork(run, work) };
  const key = JSON.stringify([kind.name, profile.alias]);
  const listing = run.listings.get(key) ?? listNow(run, work, discovery);
  run.listings.set(key, listing);
  return findTitled(run, work, discovery, await listing);
}

type Askable<S> = Extract<Discovery<S>, { by: 'list' | 'name' }>;

/** The list of the work's kind and profile, as it is now. */
function listNow<S>(run: Run<S>, work: Work<S>, discovery: Askable<S>): Promise<Listing> {
  const { kind, profile } = work;
  const input = { service: run.input.service, signal: run.abort };
  return listOf(input, (call) => call(), { name: kind.name, discovery }, profile, boundFor(run, work));
}

/** The one that bears the wanted title and is bound to no address; that there is none only where the list is whole. */
async function findTitled<S>(run: Run<S>, work: Work<S>, discovery: Askable<S>, listing: Listing): Promise<Look> {
  const { kind, profile, want } = work;
  const { recognition } = kind;
  if (!recognition || work.states[0] || want.goal === 'removed') return { found: undefined };
  if (!listing.complete || listing.unreadable.length > 0) {
    return { unproved: listing.unreadable[0]?.problem ?? unsteadyProblem(kind.name, profile.alias) };
  }
  const title = recognition.titleOf(want.content);
  const titled = [...listing.rows.values()].filter((row) => row.title === title);
  if (titled.length === 0) return { found: undefined };
  const bound = new Set(Object.values(ledgerOf(run, work).entries()).map(({ binding }) => kind.nameOf(binding)));
  const rows = titled.filter((row) => !bound.has(row.name));
  const lives = await Promise.all(rows.map((row) => row.live ?? readFirst(run, work, discovery, [row.name])));
  const found = lives.filter((live): live is Live => live !== undefined && recognition.isMeant(live, want));
  return found.length > 1 ? { unproved: ambiguousProblem(work, found) } : { found: found[0] };
}

/** A look whose failure is a finding too. */
export async function attemptLook(look: () => Promise<Look>): Promise<Look> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ServiceFailure) return { unproved: error.problem };
    throw error;
  }
}

/** Whether something stands at one of the points of a route. */
export function standsAt<S>(kind: Kind<S>, points: readonly Point[], live: Live | undefined): boolean {
  const here = basisOf(kind, live);
  return points.some((point) => point.basis === here);
}

/**
 * Which step is next for a resource: 0 at the plan's basis, one more than the last step whose outcome it shows;
 * undefined where it stands on no point of the route.
 */
export function nextStep<S>({ change, kind, want }: Work<S>, live: Live | undefined): number | undefined {
  if (basisOf(kind, live) === change.basis && !(live && isOtherOccasion(change, occasionOf(live)))) return 0;
  const last = change.steps.findLastIndex((step) => standsAt(kind, step.to, live));
  if (last !== -1) return last + 1;
  return arrived({ kind, want }, live) ? change.steps.length : undefined;
}

/** Whether a resource is as wanted, or waits for somebody else's word: no step of a plan is left to be run. */
export function arrived<S>({ kind, want }: Pick<Work<S>, 'kind' | 'want'>, live: Live | undefined): boolean {
  return kind.meets(live, want).meets !== 'no';
}
