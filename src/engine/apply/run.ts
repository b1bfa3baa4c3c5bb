import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Address, kindOf } from '../../core/address.ts';
import type { Bound, ProjectFile } from '../../core/kind.ts';
import { slept } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { ResourceState } from '../../core/resource.ts';
import type { Wording } from '../../core/sentence.ts';
import { fileFailure } from '../../files/file-failure.ts';
import type { StateEntry } from '../../state/document.ts';
import { WAITS } from '../../state/waits.ts';
import type { Listing } from '../observe/listing.ts';
import { say } from '../sentences.ts';
import type { Watch } from '../stored-state/leases.ts';
import { type Edit, type Ledger, uploadsEdit } from '../stored-state/ledger.ts';
import type { ApplyInput, Work } from '../types.ts';
import { boundOf, type Keys, uploadOf } from '../uploads/uploads.ts';

/** One apply: what all its changes share. */
export interface Run<S> {
  input: ApplyInput<S>;
  /** The locked state of each profile. */
  opened: ReadonlyMap<string, LockedState>;
  turns: Turns;
  keys: Keys;
  /** The lists that the run read before it created anything, by kind and profile. */
  listings: Map<string, Promise<Listing>>;
  /** The handle of each declared upload that exists. */
  handles: Map<Address, string>;
  /** The changes whose last step is read late, so that its list row is proved too. */
  readLate: ReadonlySet<Address>;
  /** The handles of the uploads that each resource shows, as it was seen last. */
  shown: Map<Address, readonly string[]>;
  /** Ends calls under way. The first interruption does not; it only keeps new ones from starting. */
  abort: AbortSignal;
  /** True as soon as a call was begun that changes something. */
  calls: { haveBegun: boolean };
  /** Set if the run cannot go on: the state cannot be written, or its lock is lost. */
  halted: Problem | undefined;
}

/** The locked state of a profile. */
export interface LockedState {
  ledger: Ledger;
  watch: Watch;
}

/** A change under way, with its run and the state of its profile. */
export interface Task<S> extends Work<S>, LockedState {
  run: Run<S>;
}

export function taskOf<S>(run: Run<S>, work: Work<S>): Task<S> {
  const { alias } = work.profile;
  const opened = run.opened.get(alias);
  if (!opened)
    throw new NotiformError({ code: 'bug', severity: 'error', message: `The state of ${alias} is not open` });
  return { ...work, ...opened, run };
}

/** True if no new step may begin. */
export function isStopped<S>(run: Run<S>): boolean {
  return run.input.signal.aborted || run.halted !== undefined;
}

/** True if the interrupted run did not wait for the state. */
export function isInterruption(error: unknown): boolean {
  return error instanceof NotiformError && error.problems.every(({ code }) => code === 'interrupted');
}

/** Returns the commit of the manifests that are applied. */
export function commitOf<S>({ run }: Task<S>): string | undefined {
  return run.input.history?.commit ?? undefined;
}

/** Records the commit of this apply, which deletes, forgets or renames an address. */
export function recordDeletion<S>(task: Task<S>, address = task.change.address): void {
  const commit = commitOf(task);
  if (commit) task.ledger.deletes(address, commit);
}

/**
 * Confirms the lock before a call that changes something. Halts the run if the lock is lost; the first change that finds it gets
 * the problem. Every call begins within `WAITS.lockCheck` of a time in the state, and other runs wait for that time: an announcement
 * that is too old is repeated. That write also confirms the lock, and fails as a write does.
 */
export async function haltIfLost<S>({ run, ledger, watch, change }: Task<S>): Promise<Problem | undefined> {
  try {
    const since = ledger.announcedAt(change.address);
    const now = run.input.ports.clock.now();
    if (since !== undefined && now - Date.parse(since) >= WAITS.lockCheck)
      await run.turns.lend(ledger.announce(change.address, new Date(now).toISOString()));
    await watch.confirm();
    return undefined;
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    if (run.halted || isInterruption(error)) return undefined;
    run.halted = error.problems[0];
    return run.halted;
  }
}

/** Resolves when the edits are stored. The turn at the service is lent meanwhile. */
export async function store<S>({ run, ledger }: Task<S>, ...edits: Edit[]): Promise<void> {
  const stored = ledger.change(...edits);
  if (stored !== undefined) await run.turns.lend(stored);
}

/**
 * Announces, before the first call, a create whose name only the service will give: the next run learns of it only from that. A
 * resource with a known name is claimed instead. Returns how to withdraw the announcement; undefined if there is none.
 */
export async function announceCreate<S>(
  { run, ledger, kind, want, change }: Task<S>,
  live: ResourceState,
): Promise<(() => Promise<void>) | undefined> {
  if (!kind.recognition || live || want.goal === 'removed') return undefined;
  const announce = (since?: string) => run.turns.lend(ledger.announce(change.address, since));
  await announce(new Date(run.input.ports.clock.now()).toISOString());
  return () => announce();
}

/**
 * Waits until every create that killed or stopped runs announced for this kind and profile is over, so that a look afterwards proves
 * its outcome: the service may still be working on it, and its address may have changed since. Ends early if the run is stopped.
 */
export async function waitForEarlierCreates<S>({ run, ledger, kind, states, change }: Task<S>): Promise<void> {
  const [first] = change.steps;
  if (!kind.recognition || states[0] || !first) return;
  const earlier = ledger.leftUnderWay().filter(([other]) => kindOf(other) === kind.name);
  if (earlier.length === 0) return;
  const { clock } = run.input.ports;
  const longest = run.input.environment.limits.timeoutMs + WAITS.lockCheck;
  const now = clock.now();
  // The clock of the other machine may differ: never wait more than the longest time.
  const left = Math.min(Math.max(...earlier.map(([, since]) => Date.parse(since))) + longest - now, longest);
  if (left > 0) {
    const { operation, title } = first;
    run.input.onEvent?.({ type: 'step-resolving', address: change.address, operation, title, until: now + left });
    // Nothing was begun here: the first interruption ends it.
    const stopped = AbortSignal.any([run.input.signal, run.abort]);
    if (!(await run.turns.lend(slept(clock, left, stopped)))) return;
  }
  ledger.forgetUnderWay(earlier.map(([other]) => other));
}

/**
 * Makes the lookup of uploads for a change.
 * @param binding what a call just returned, and the state does not have yet
 */
export function boundFor<S>({ run, ledger, kind, want }: Task<S>, binding?: StateEntry['binding']): Bound {
  const own = want.dependsOn.flatMap((address) => run.handles.get(address) ?? []);
  const bound = boundOf(() => ledger.uploads(), run.keys, own);
  const given = binding && kind.upload && kind.nameOf(binding);
  const fileOf: Bound['fileOf'] = (handle) =>
    handle === given ? kind.upload?.of(want.content)?.file : bound.fileOf(handle);
  return { ...bound, fileOf };
}

/** Stores the handle of an upload before anything uses it, in place of the one that it has. */
export async function storeHandle<S>(task: Task<S>, handle: string): Promise<void> {
  const { run, boundName, change, kind, want } = task;
  const used = kind.upload?.of(want.content);
  const former = boundName === undefined ? {} : { [boundName]: null };
  if (used) await store(task, uploadsEdit({ ...former, [handle]: uploadOf(used) }));
  run.handles.set(change.address, handle);
}

/** Reads a file of the project. Throws if its bytes changed since the plan. */
export async function readProjectFile<S>(run: Run<S>, path: string, expected: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await openProjectFile(run, path, expected)).read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Opens a file of the project to read it piece by piece. Changed bytes are detected after the last piece. */
export async function openProjectFile<S>({ input }: Run<S>, path: string, expected: string): Promise<ProjectFile> {
  const { files } = input.ports;
  const absolute = join(input.root, path);
  const bytes = await files.size(absolute).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (bytes === undefined) throw fileChanged(say('file-gone', { file: path }));
  return { bytes, read: () => unchanged(files.stream(absolute), path, expected) };
}

async function* unchanged(pieces: AsyncIterable<Uint8Array>, path: string, expected: string) {
  const digester = createHash('sha256');
  try {
    for await (const piece of pieces) {
      digester.update(piece);
      yield piece;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
  if (digester.digest('hex') !== expected) throw fileChanged(say('file-changed', { file: path }));
}

/** Converts a file system error to a problem's error. Returns any other error unchanged. */
function unreadable(error: unknown, path: string): unknown {
  const failure = fileFailure(error, 'read', path);
  return failure ? fileChanged(`${path} cannot be read (${failure.code})`) : error;
}

function fileChanged(message: Wording): NotiformError {
  return new NotiformError(errorProblem('file-changed', message, say('plan-again')));
}

/** Turns at the service: a limited number of changes have one at the same time. */
export interface Turns {
  /** Does a piece of work as soon as a turn is free. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Waits, in a turn, for something other than the service. Another change has the turn meanwhile. A change that comes back goes
   * before new work.
   */
  lend<T>(waiting: Promise<T>): Promise<T>;
}

/** @param most how many at once */
export function openTurns(most: number): Turns {
  let free = most;
  const back: (() => void)[] = [];
  const fresh: (() => void)[] = [];
  const enter = async (queue: (() => void)[]): Promise<void> => {
    if (free === 0) return new Promise((resolve) => queue.push(resolve));
    free -= 1;
  };
  const leave = (): void => {
    const next = back.shift() ?? fresh.shift();
    if (next) next();
    else free += 1;
  };
  return {
    take: async (work) => {
      await enter(fresh);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    lend: async (waiting) => {
      leave();
      try {
        return await waiting;
      } finally {
        await enter(back);
      }
    },
  };
}
