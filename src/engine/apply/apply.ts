import pLimit from 'p-limit';
import type { Address } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { compareText, NotiformError } from '../../core/problem.ts';
import { type ChangeReceipt, isDone, type Receipt } from '../../core/receipt.ts';
import { moved } from '../../state/refusals.ts';
import type { Lease } from '../../state/store.ts';
import { commitsToRecord, confirmations } from '../plan/confirmed.ts';
import { commitsNotIn } from '../plan/older.ts';
import { sortByOrder } from '../plan/order.ts';
import { dependencyProblem } from '../problems.ts';
import { readUnmoved, wholeCommits } from '../stored-state/edit-under-lock.ts';
import { type Leases, lockAll, releaseAll, watchLease } from '../stored-state/leases.ts';
import { amendEntry, openLedger, uploadsEdit } from '../stored-state/ledger.ts';
import { ownerOf } from '../subject/owner.ts';
import { aliasOf } from '../subject/ownership.ts';
import type { ApplyInput, Planned, Work } from '../types.ts';
import { keysOf } from '../uploads/uploads.ts';
import { carryOut } from './carry-out.ts';
import { changeReceipt, countOutcomes, type Ending, leftBeside } from './receipt.ts';
import { isStopped, type LockedState, openTurns, type Run } from './run.ts';

/**
 * Carries out a plan of this process, or the rest of one that was approved (`planApproved`). Changes run in their order,
 * independent ones at the same time, under the lock of each state document that they write. A failure stops only the changes that
 * depend on it. The receipt contains everything, also a bug of notiform (code `bug`). Throws a NotiformError before anything is
 * done: if a guard refuses (exit 7), another run has a lock or the state was written since the plan (exit 6), or the state cannot
 * be read or written at all.
 */
export async function applyPlan<S>(planned: Planned<S>, input: ApplyInput<S>): Promise<Receipt> {
  if (planned.guards.length > 0) throw new NotiformError(planned.guards, Exit.refused);
  const startedAt = input.ports.clock.now();
  const profiles = [
    ...planned.work.map(({ profile }) => profile.alias),
    ...planned.protections.map(({ profile }) => profile),
    ...planned.accepted,
  ];
  const leases = await lockAll(input, [...new Set(profiles)].sort());
  try {
    const calls = { haveBegun: false };
    const run: Run<S> = {
      input,
      opened: await openAll(planned, input, leases, startedAt, () => !calls.haveBegun),
      turns: openTurns(input.environment.limits.inFlight),
      keys: keysOf(input.environment.profiles),
      listings: new Map(),
      readLate: readLateIn(planned.work),
      ...uploadsOf(planned),
      abort: input.abort ?? new AbortController().signal,
      calls,
      halted: undefined,
    };
    await storeAll(run, planned);
    input.onEvent?.({ type: 'applying', changes: planned.work.length });
    const ran = await runAll(run, planned.work);
    await Promise.all([pruneUploads(run, ran), recordCommits(run, planned, ran)]);
    return receiptOf(planned, input, startedAt, ran);
  } finally {
    await releaseAll(input, leases);
  }
}

/** Returns the handles of the uploads that the plan found. */
function uploadsOf<S>({ decisions }: Planned<S>): Pick<Run<S>, 'handles' | 'shown'> {
  const handles = new Map<Address, string>();
  const shown = new Map<Address, readonly string[]>();
  for (const { kind, boundName, want, live, readProblem, handles: known } of decisions) {
    if (!kind.upload && !readProblem) shown.set(want.address, known);
    if (kind.upload && live && boundName !== undefined) handles.set(want.address, boundName);
  }
  return { handles, shown };
}

/** From how many changes on a run reads late. Of fewer, the next plan reads the details, and nobody waits. */
const MANY = 10;

/** Returns the changes of a long run that leave a resource, and that no other change needs. */
function readLateIn<S>(work: readonly Work<S>[]): Set<Address> {
  const needed = new Set(work.flatMap(({ change }) => change.dependsOn));
  const last = work.filter(({ change, states }) => states.at(-1) && !needed.has(change.address));
  return new Set(last.length < MANY ? [] : last.map(({ change }) => change.address));
}

/** Opens the current documents. They have to be those that the plan saw, and no other profile may have a newer apply of everything. */
async function openAll<S>(
  planned: Planned<S>,
  input: ApplyInput<S>,
  leases: Leases,
  lockedAt: number,
  canGiveUp: () => boolean,
): Promise<Run<S>['opened']> {
  const { environment, ports } = input;
  const opened = new Map<string, LockedState>();
  for (const [profile, lease] of leases) {
    const read = { ...input, documents: planned.documents };
    const document = await readUnmoved(read, profile, environment.account, 'the plan was made');
    const watch = watchLease(lease, ports.clock, lockedAt);
    const writing: Pick<Lease, 'write'> = { write: (change) => watch.write(change, canGiveUp) };
    const ledger = openLedger(document, ownerOf(environment, profile), writing);
    opened.set(profile, { watch, ledger });
  }
  const others = [...planned.documents.keys()].filter((profile) => !opened.has(profile));
  if (!input.history || opened.size === 0 || others.length === 0) return opened;
  const known = wholeCommits(planned.documents);
  const now = wholeCommits(await input.store.readAll(others));
  const news = now.filter((commit) => !known.includes(commit));
  const { size } = await commitsNotIn(input.history, news);
  if (size > 0) throw moved(environment.name, 'has a newer apply of everything since the plan was made');
  return opened;
}

async function storeAll<S>(run: Run<S>, planned: Planned<S>): Promise<void> {
  const begun = await commitsToRecord(planned, run.input.history, 'begunIn');
  for (const [alias, { ledger }] of run.opened) ledger.begins(begun.get(alias));
  const { protections, accepted, work } = planned;
  const edits = protections.map(({ profile, address, protect }) =>
    run.opened.get(profile)?.ledger.change(amendEntry(address, { protect })),
  );
  const confirming = Array.from(await confirmations(planned, run.input.history), ([profile, edit]) =>
    run.opened.get(profile)?.ledger.change(edit),
  );
  const accepting = accepted.map((profile) => run.opened.get(profile)?.ledger.change());
  // The stop of their manifest is over, whatever text it declares when a later apply goes on with a release that failed.
  const releasing = work
    .filter((one) => one.entry?.paused && !one.paused)
    .map(({ profile, change }) =>
      run.opened.get(profile.alias)?.ledger.change(amendEntry(change.address, { paused: true })),
    );
  await Promise.all([...edits, ...confirming, ...accepting, ...releasing]);
}

/** How many changes are under way or wait for their turn at once. Each takes memory. */
const AT_ONCE = 1000;

/**
 * Runs every change as soon as those that it needs are done. At most `limits.inFlight` call the service at once. A change begins
 * after those before it in the order, so it never waits for one that has no place.
 */
async function runAll<S>(run: Run<S>, work: readonly Work<S>[]): Promise<ChangeReceipt[]> {
  const begun = new Map<Address, Promise<ChangeReceipt>>();
  const byAddress = new Map(work.map((one) => [one.change.address, one]));
  const order = sortByOrder(new Map(work.map(({ change }) => [change.address, new Set(change.dependsOn)])));
  const sorted = order.flatMap((address) => byAddress.get(address) ?? []);
  const all = await pLimit(AT_ONCE).map(sorted, (one) => {
    const { address, dependsOn } = one.change;
    const needs = dependsOn.flatMap((other) => begun.get(other) ?? []);
    const change = runAfter(run, one, needs);
    begun.set(address, change);
    return change;
  });
  if (run.input.signal.aborted) run.input.onEvent?.({ type: 'interrupted' });
  return all;
}

async function runAfter<S>(
  run: Run<S>,
  work: Work<S>,
  needs: readonly Promise<ChangeReceipt>[],
): Promise<ChangeReceipt> {
  const before = await Promise.all(needs);
  const failed = before.find((receipt) => !isDone(receipt));
  const carried = failed ? changeReceipt(work, [], leftOut(failed)) : run.turns.take(() => carryOut(run, work));
  const receipt = await carried;
  run.input.onEvent?.({ type: 'change-ended', address: work.change.address, receipt });
  return receipt;
}

function leftOut(failed: ChangeReceipt): Ending {
  if (failed.outcome === 'not-run') return { outcome: 'not-run' };
  return { outcome: 'skipped', problem: dependencyProblem(failed.address, failed.outcome) };
}

function receiptOf<S>(
  { approval, left }: Planned<S>,
  input: ApplyInput<S>,
  startedAt: number,
  ran: readonly ChangeReceipt[],
): Receipt {
  const changes = [...ran, ...(approval?.ended ?? [])].sort((a, b) => compareText(a.address, b.address));
  return {
    environment: input.environment.name,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date(input.ports.clock.now()).toISOString(),
    interrupted: input.signal.aborted,
    changes,
    counts: countOutcomes(changes),
    ...leftBeside(changes, left),
    ...(approval ? { unapproved: approval.unapproved } : {}),
  };
}

/** Records the commit of an apply that did everything. An older checkout then changes nothing more. */
async function recordCommits<S>(run: Run<S>, planned: Planned<S>, ran: readonly ChangeReceipt[]): Promise<void> {
  if (isStopped(run) || !ran.every(isDone)) return;
  const commits = await commitsToRecord(planned, run.input.history);
  await Promise.all(Array.from(run.opened, ([alias, { ledger }]) => ledger.covers(commits.get(alias))));
}

/**
 * Removes the uploads from the state that no live resource shows and no manifest declares. Leaves a profile as it is if a change
 * did not end well, or if a resource of its state was not read: it may show any of them.
 */
async function pruneUploads<S>(run: Run<S>, ran: readonly ChangeReceipt[]): Promise<void> {
  if (isStopped(run)) return;
  const unsure = new Set(ran.filter((receipt) => !isDone(receipt)).map(({ address }) => aliasOf(address)));
  const declared = new Set(run.handles.values());
  await Promise.all(
    Array.from(run.opened, async ([alias, { ledger }]) => {
      const shown = [...ledger.entries.keys()].map((address) => run.shown.get(address));
      if (unsure.has(alias) || shown.includes(undefined)) return;
      const kept = new Set([...declared, ...shown.flatMap((handles) => handles ?? [])]);
      const gone = Object.keys(ledger.uploads()).filter((handle) => !kept.has(handle));
      if (gone.length > 0) await ledger.change(uploadsEdit(Object.fromEntries(gone.map((handle) => [handle, null]))));
    }),
  );
}
