import { splitVersion } from '../../core/address.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { keyIn } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import type { Point } from '../../core/plan.ts';
import { slept } from '../../core/ports.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import type { StateEntry, StoredRow } from '../../state/document.ts';
import {
  ambiguousProblem,
  detailRefused,
  type Listing,
  provesAbsence,
  titleIn,
  unreadableRows,
  unsteadyProblem,
} from '../observe/listing.ts';
import { absenceUnproved, isListed, type Listed, listOf } from '../observe/observe.ts';
import { fileDigest, recordUploads, safeAgeMs, storedRow } from '../stored-state/stored-row.ts';
import { asManaged, basisOf, isOtherOccasion, occasionOf } from '../subject/subject.ts';
import type { Work } from '../types.ts';
import { boundFor, type Task } from './run.ts';

/** The result of looking for one resource. */
export type Look = { found: Live | undefined } | { unproved: Problem };

/** What a look knows beside the plan: names to try first, and what a call just returned. */
interface Known {
  names?: readonly (string | undefined)[];
  binding?: StateEntry['binding'] | undefined;
}

function namesOf<S>({ states, want }: Task<S>, first: Known['names'] = []): string[] {
  const all = [...first, ...states.map((state) => state?.name), want.name];
  return [...new Set(all.filter((name) => name !== undefined && name !== ''))].map(String);
}

/**
 * Reads a resource by its detail, under the first of its names that has one. An upload that the service cannot be asked for
 * comes from its handle. Throws ServiceFailure.
 */
async function readTask<S>(task: Task<S>, { names, binding }: Known = {}): Promise<Live | undefined> {
  const { run, ledger, kind, want, change } = task;
  const { discovery, upload } = kind;
  if (discovery.by === 'state') {
    const handle = binding ? kind.nameOf(binding) : run.handles.get(change.address);
    const used = upload?.of(want.content);
    return used && handle !== undefined ? upload?.at?.(used, handle) : undefined;
  }
  const known = binding ?? ledger.entries.get(change.address)?.binding;
  const live = await readFirst(task, namesOf(task, names), binding);
  return live && asManaged(task, live, known);
}

async function readFirst<S>(
  task: Task<S>,
  names: readonly string[],
  binding?: StateEntry['binding'],
): Promise<Live | undefined> {
  const { run, kind, profile, change } = task;
  if (!isListed(kind)) return undefined;
  const { bound, uploads } = recordUploads(boundFor(task, binding));
  for (const name of names) {
    const live = await kind.discovery.read(run.input.service, profile, name, bound, run.abort);
    run.shown.set(change.address, Object.keys(uploads));
    if (live) return live;
  }
  return undefined;
}

/**
 * Does the same as `readTask`, and proves by a complete list that there is none. A resource whose name the service gives is
 * looked for by its title in that list. Throws ServiceFailure.
 */
export async function prove<S>(task: Task<S>, known: Known = {}): Promise<Look> {
  const { kind } = task;
  const live = await readTask(task, known);
  if (live || !isListed(kind)) return { found: live };
  const listing = await listNow(task, kind);
  const doubtful = namesOf(task, known.names).find((name) => !provesAbsence(listing, name));
  if (doubtful !== undefined) return { unproved: absenceUnproved(task, listing, doubtful) };
  return findTitled(task, listing);
}

/**
 * Looks for a resource before it is created: under its future name, or under its title if the service gives the names. A killed
 * run may have left it. The list for that is read once in a run.
 */
export async function readBefore<S>(task: Task<S>): Promise<Look> {
  const { kind } = task;
  if (!kind.recognition || !isListed(kind) || kind.discovery.by !== 'list') return { found: await readTask(task) };
  return findTitled(task, await listOnce(task, kind, keyIn(task)));
}

/**
 * Reads a resource before its change. If the change only writes the state, and the list contains whole resources, the list is read
 * once for all of them, in place of thousands of details.
 */
export async function readPlanned<S>(task: Task<S>, name: string): Promise<Live | undefined> {
  const { kind, change } = task;
  if (change.steps.length === 0 && isListed(kind) && kind.discovery.by === 'list' && kind.discovery.hasWholeRows) {
    const listing = await listOnce(task, kind, keyIn(task, 'adopted'));
    const live = listing.rows.get(name)?.live;
    if (live) return live;
  }
  return readTask(task, { names: [name] });
}

/** True if newer versions were to replace this one, and none of them is in use any more: nothing would be left in use. */
export async function isUnreplaced<S>(task: Task<S>): Promise<boolean> {
  const { run, ledger, version, kind, profile } = task;
  if (version?.role !== 'retired' || version.of.goal !== version.rules.goals.used || !isListed(kind)) return false;
  const newer = [...ledger.entries].flatMap(([address, { binding }]) => {
    const { of, version: number } = splitVersion(address);
    return of === version.of.address && number > version.number ? [String(kind.nameOf(binding))] : [];
  });
  const bound = boundFor(task);
  const read = (name: string) => kind.discovery.read(run.input.service, profile, name, bound, run.abort);
  const lives = await Promise.all(newer.map(read));
  return newer.length > 0 && !lives.some((live) => live && version.rules.usageOf(live) === 'usable');
}

/** Reads a list once in a run. After a failure, the next change tries again. */
function listOnce<S>(task: Task<S>, kind: Listed<S>, key: string): Promise<Listing> {
  const { listings } = task.run;
  const listing = listings.get(key) ?? listNow(task, kind);
  listings.set(key, listing);
  listing.catch(() => listings.delete(key));
  return listing;
}

function listNow<S>({ run, profile }: Task<S>, kind: Listed<S>): Promise<Listing> {
  const input = { service: run.input.service, signal: run.abort };
  return listOf({ kind, profile, input, calls: (call) => call() });
}

/**
 * Returns the resource that the address is bound to, if it is listed. Else the one with the declared title that is bound to no
 * address. Only a complete list proves that there is none.
 */
async function findTitled<S>(task: Task<S>, listing: Listing): Promise<Look> {
  const { kind, profile, want, ledger, movedFrom } = task;
  const { recognition } = kind;
  if (!recognition || task.states[0] || want.goal === 'removed') return { found: undefined };
  if (!listing.complete) return { unproved: unsteadyProblem(kind.name, profile.alias) };
  const { entries } = ledger;
  const own = entries.get(task.change.address) ?? (movedFrom && entries.get(movedFrom));
  const ownName = own && kind.nameOf(own.binding);
  const ownRow = listing.rows.get(ownName ?? '');
  if (ownRow) {
    const live = ownRow.live ?? (await readFirst(task, [ownRow.name]));
    return live ? { found: live } : { unproved: detailRefused(profile, ownRow.name) };
  }
  const title = recognition.titleOf(want.content);
  const bound = new Set(Array.from(entries.values(), ({ binding }) => kind.nameOf(binding)));
  const mayBe = unreadableRows(listing, ownName, own ? undefined : title);
  const hidden = mayBe.find(({ name }) => name === ownName || !bound.has(name));
  if (hidden) return { unproved: hidden.problem };
  const rows = [...listing.rows.values()].filter((row) => row.title === title && !bound.has(row.name));
  const lives = await Promise.all(rows.map((row) => row.live ?? readFirst(task, [row.name])));
  const found = lives.filter((live): live is Live => live !== undefined && recognition.matches(live, want));
  return found.length > 1 ? { unproved: ambiguousProblem(task, found) } : { found: found[0] };
}

/** Does the same as `prove`, and returns a service failure as a result. */
export async function attemptLook<S>(...asked: Parameters<typeof prove<S>>): Promise<Look> {
  try {
    return await prove(...asked);
  } catch (error) {
    if (error instanceof ServiceFailure) return { unproved: error.problem };
    throw error;
  }
}

/** The longest time that a late read waits for. */
const LONGEST_MS = 5000;

/**
 * Waits, beside the other changes, until the read of a last step also proves the list row to the next plan, which then reads no
 * detail. Returns the service's least time afterwards; undefined if there was no such wait, or an interruption ended it. The row then
 * stays unproved.
 */
export async function untilOld<S>({ run, ledger, kind, change }: Task<S>): Promise<number | undefined> {
  const { discovery, managed } = kind;
  const isProvable = discovery.by === 'list' && !discovery.hasWholeRows && !managed;
  const { remote, ports, signal } = run.input;
  const ageMs = safeAgeMs(ledger.lagMs());
  const unsureMs = Number(remote.now()) - Number(remote.leastNow());
  if (!isProvable || !run.readLate.has(change.address) || !(ageMs + unsureMs <= LONGEST_MS)) return undefined;
  const waiting = slept(ports.clock, ageMs + unsureMs, AbortSignal.any([signal, run.abort]));
  return (await run.turns.lend(waiting)) ? remote.leastNow() : undefined;
}

/** Returns the list row of a resource that was read, with its detail if it is old enough. The next plan compares it with the real one. */
export function provedRow<S>(task: Task<S>, live: Live, readAt: number): StoredRow | undefined {
  const { run, ledger, kind, change } = task;
  const { name, modifiedAt, status } = live;
  const title = titleIn(kind, live);
  if (modifiedAt === undefined || title === undefined) return undefined;
  const bound = boundFor(task);
  const handles = run.shown.get(change.address) ?? [];
  const uploads = Object.fromEntries(handles.map((handle) => [handle, fileDigest(bound, handle)]));
  // If a clock was set meanwhile, the answer shows it. NaN if the time is unknown: no row is old enough then.
  const date = Math.min(readAt, Number(run.input.remote.leastNow()));
  return storedRow(kind, { name, title, state: status.state, modifiedAt }, live, uploads, {
    date,
    lagMs: ledger.lagMs(),
  });
}

/** True if a resource is at one of the points of a route. */
export function isAt<S>(kind: Kind<S>, points: readonly Point[], live: Live | undefined): boolean {
  const here = basisOf(kind, live);
  return points.some((point) => point.basis === here);
}

/**
 * Returns the next step of a resource: 0 at the plan's basis, one more than the last step whose outcome it has; undefined if it
 * is on no point of the route.
 */
export function nextStep<S>({ change, kind, want }: Work<S>, live: Live | undefined): number | undefined {
  if (basisOf(kind, live) === change.basis && !(live && isOtherOccasion(change, occasionOf(live)))) return 0;
  const last = change.steps.findLastIndex((step) => isAt(kind, step.to, live));
  if (last !== -1) return last + 1;
  return hasNoStepLeft({ kind, want }, live) ? change.steps.length : undefined;
}

/** True if a resource is up to date, or waits for an external decision: no step of a plan is left. */
export function hasNoStepLeft<S>({ kind, want }: Pick<Work<S>, 'kind' | 'want'>, live: Live | undefined): boolean {
  return kind.meets(live, want).meets !== 'no';
}
