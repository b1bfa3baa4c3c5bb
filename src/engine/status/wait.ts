import type { Address } from '../../core/address.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import { slept } from '../../core/ports.ts';
import { interruptedProblem, NotiformError } from '../../core/problem.ts';
import { callsOf, endOf } from '../observe/calls.ts';
import type { Listing } from '../observe/listing.ts';
import { type Access, isListed, listOf, readByName } from '../observe/observe.ts';
import { isRejected } from '../route/route.ts';
import { takeSnapshot } from '../snapshot/snapshot.ts';
import { asManaged, type Subject } from '../subject/subject.ts';
import type { Waited, WaitInput } from '../types.ts';
import { boundsIn } from '../uploads/uploads.ts';
import { askedSubjects, reportOf, verdictOf } from './status.ts';

/** The default intervals of `wait` (CLI contract). */
const INTERVALS = { firstMs: 30_000, longestMs: 300_000 };

/** A resource that waits for an external decision, and the state of its list row at the last look. */
interface WaitingFor<S> {
  subject: Subject<S>;
  access: Access<S>;
  name: string;
  waitsFor: string;
  state: string;
}

interface WaitRun<S> {
  input: WaitInput<S>;
  startedAt: number;
  outstanding: Map<Address, WaitingFor<S>>;
  rejected: Set<Address>;
}

/**
 * Waits until nothing waits for an external decision. Sleeps between two looks, longer each time. A look reads only list pages,
 * and a detail of what left its waiting state. A look without a connection is an event, and the next one follows. Throws a
 * NotiformError as `observeStatus` does, and if it was interrupted (exit 130).
 */
export async function waitForVerdicts<S>(input: WaitInput<S>): Promise<Waited> {
  const startedAt = input.ports.clock.now();
  const looking = { ...input, storedDetails: 'done' as const, asked: input.addresses };
  const first = await takeSnapshot(looking);
  const asked = askedSubjects(input, first);
  const calls = callsOf(input);
  const boundIn = boundsIn(first.uploads, input.environment.profiles);
  const waiting = asked.flatMap((subject): WaitingFor<S>[] => {
    const { kind, profile, live, row } = subject;
    const { waitsFor } = verdictOf(subject);
    if (!live || !isListed(kind) || waitsFor === null) return [];
    const access = { kind, profile, input, calls, bound: boundIn(profile.alias) };
    return [{ subject, access, name: live.name, waitsFor, state: row?.state ?? '' }];
  });
  const watch: WaitRun<S> = {
    input,
    startedAt,
    outstanding: new Map(waiting.map((one) => [one.subject.want.address, one])),
    rejected: new Set(asked.filter((subject) => isRejected(subject, subject.live)).map(({ want }) => want.address)),
  };
  if (watch.outstanding.size === 0) return ended(watch, reportOf(input, first));
  await lookUntilOver(watch);
  return ended(watch, reportOf(input, await takeSnapshot(looking)));
}

async function lookUntilOver<S>(watch: WaitRun<S>): Promise<void> {
  const { input, startedAt } = watch;
  const { clock } = input.ports;
  const { firstMs, longestMs } = input.intervals ?? INTERVALS;
  const deadline = startedAt + input.timeoutMs;
  const enough = input.until === 'first' ? watch.outstanding.size - 1 : 0;
  for (let interval = firstMs; watch.outstanding.size > enough; interval = Math.min(interval * 2, longestMs)) {
    const left = deadline - clock.now();
    if (left <= 0) return;
    const nextLookMs = Math.min(interval, left);
    const outstanding = Array.from(watch.outstanding, ([address, { waitsFor }]) => ({ address, waitsFor }));
    input.onEvent?.({
      type: 'waiting',
      outstanding,
      nextLookMs,
      elapsedMs: clock.now() - startedAt,
      limitMs: input.timeoutMs,
    });
    if (!(await slept(clock, nextLookMs, input.signal))) throw new NotiformError(interruptedProblem(), 130);
    try {
      await look(watch);
    } catch (error) {
      // A lost connection does not end a wait of hours.
      const isPassing = error instanceof ServiceFailure && (error.kind === 'unreachable' || error.mayBeDone);
      if (!isPassing) throw endOf(error);
      input.onEvent?.({ type: 'look-failed', problem: error.problem });
    }
  }
}

async function look<S>(watch: WaitRun<S>): Promise<void> {
  const lists = groupBy(watch.outstanding.values(), ({ access }) => keyIn(access));
  const lookAtList = async (waiting: readonly WaitingFor<S>[], { access }: WaitingFor<S>): Promise<void> => {
    const listing = await listOf(access);
    // Without a list there is no row, and every one is read.
    const moved = waiting.filter(({ name, state }) => listing.rows.get(name)?.state !== state);
    await Promise.all(moved.map((one) => judge(watch, one, listing)));
  };
  await Promise.all(Array.from(lists.values(), (waiting) => waiting[0] && lookAtList(waiting, waiting[0])));
}

/** Reads a resource that left its waiting state, and ends its wait if it has its verdict. */
async function judge<S>({ input, outstanding, rejected }: WaitRun<S>, one: WaitingFor<S>, listing: Listing) {
  const { subject, access, name } = one;
  const { kind, want, entry } = subject;
  const read = await readByName(access, listing, name);
  // A refused detail does not prove that it is gone. The next look will show it.
  if (read.is === 'unread') return;
  const live = read.is === 'live' ? asManaged(subject, read.live, entry?.binding) : undefined;
  const verdict = kind.meets(live, want);
  if (verdict.meets === 'waiting') {
    outstanding.set(want.address, { ...one, waitsFor: verdict.waitsFor, state: listing.rows.get(name)?.state ?? '' });
    return;
  }
  outstanding.delete(want.address);
  const isRejectedNow = verdict.meets === 'no';
  if (isRejectedNow) rejected.add(want.address);
  input.onEvent?.({
    type: 'verdict',
    address: want.address,
    state: live?.status.state ?? 'absent',
    verdict: isRejectedNow ? 'rejected' : 'done',
    live,
  });
}

function ended<S>({ outstanding, rejected }: WaitRun<S>, status: Waited['status']): Waited {
  const end = rejected.size > 0 ? 'rejected' : outstanding.size > 0 ? 'time-out' : 'settled';
  return { end, outstanding: [...outstanding.keys()], rejected: [...rejected].sort(), status };
}
