import { ServiceFailure } from '../core/failure.ts';
import type { Point } from '../core/plan.ts';
import type { Problem } from '../core/problem.ts';
import { basis, type Live } from '../core/resource.ts';
import type { StateEntry } from '../state/document.ts';
import { provesAbsence, takeList } from './listing.ts';
import { absenceUnproved } from './observe.ts';
import { boundFor, ledgerOf, type Run } from './run.ts';
import type { Work } from './types.ts';

/** What a look at one resource found. */
export type Look = { found: Live | undefined } | { unproved: Problem };

/** The names that a resource may stand under on its way, the given ones first. */
function namesOf<S>(work: Work<S>, first: readonly (string | undefined)[]): string[] {
  const all = [...first, ...work.standings.map((standing) => standing?.name), work.want.name];
  return [...new Set(all.filter((name) => name !== undefined))];
}

/**
 * Reads a resource by its detail, under the first of its names that has one. For kinds without a list it is what the
 * binding tells. Throws ServiceFailure.
 */
export async function readWork<S>(
  run: Run<S>,
  work: Work<S>,
  first: readonly (string | undefined)[] = [],
  binding?: StateEntry['binding'],
): Promise<Live | undefined> {
  const { discovery } = work.kind;
  if (discovery.by === 'binding') {
    const known = binding ?? ledgerOf(run, work).entries()[work.change.address]?.binding;
    return known && discovery.recall(known);
  }
  for (const name of namesOf(work, first)) {
    const live = await discovery.read(run.input.service, work.profile, name, boundFor(run, work), run.abort);
    if (live) return live;
  }
  return undefined;
}

/** As `readWork`; that there is none is proved by a full list. Throws ServiceFailure. */
export async function proveWork<S>(
  run: Run<S>,
  work: Work<S>,
  first: readonly (string | undefined)[] = [],
  binding?: StateEntry['binding'],
): Promise<Look> {
  const live = await readWork(run, work, first, binding);
  const { discovery } = work.kind;
  if (live || discovery.by === 'binding') return { found: live };
  const listing = await takeList((page) => discovery.page(run.input.service, work.profile, page, run.abort));
  const [doubtful] = namesOf(work, first).filter((name) => !provesAbsence(listing, name));
  return doubtful === undefined
    ? { found: undefined }
    : { unproved: absenceUnproved(work.kind, work.profile, listing, doubtful) };
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
export function standsAt(points: readonly Point[], live: Live | undefined): boolean {
  const here = basis(live);
  return points.some((point) => point.basis === here);
}

/**
 * Which step is next for a resource: 0 at the plan's basis, one more than the last step whose outcome it shows;
 * undefined where it stands on no point of the route.
 */
export function nextStep<S>({ change, kind, want }: Work<S>, live: Live | undefined): number | undefined {
  if (basis(live) === change.basis) return 0;
  const last = change.steps.findLastIndex((step) => standsAt(step.to, live));
  if (last !== -1) return last + 1;
  return arrived({ kind, want }, live) ? change.steps.length : undefined;
}

/** Whether a resource is as wanted, or waits for somebody else's word: no step of a plan is left to be run. */
export function arrived<S>({ kind, want }: Pick<Work<S>, 'kind' | 'want'>, live: Live | undefined): boolean {
  return kind.meets(live, want).meets !== 'no';
}
