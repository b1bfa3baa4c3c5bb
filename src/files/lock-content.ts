import * as z from 'zod';
import { parsedJson } from '../core/json.ts';
import type { IsAlive, MachineProcess } from './this-machine.ts';

/** The run that has a lock, as the lock records it. */
export interface Holder extends MachineProcess {
  /** The command that runs, for a person: `apply`. */
  command: string;
  /** The account on that host, if known. */
  user?: string;
  /** The page of the run, if CI names one. */
  run?: string;
}

/** A lock as other runs see it. */
export interface Lock {
  /** Undefined if writing the lock was interrupted. */
  holder: Holder | undefined;
  /** ISO 8601. Undefined if writing the lock was interrupted. */
  since: string | undefined;
  /** Identifies the lock. Empty if writing the lock was interrupted. */
  token: string;
  /**
   * The fencing number. After a lock is broken or taken over, the next one has a higher number, and writes of the former holder
   * are refused.
   */
  fence: number;
  /** True if the next run takes the lock, because it has expired. */
  isExpired?: boolean;
  /** The tokens of the former holders whose files may remain, in the order in which the lock was taken from them. */
  after?: readonly string[];
}

/** The stored form of a lock: one line of JSON. */
const lockShape = z.object({
  pid: z.int(),
  host: z.string(),
  command: z.string(),
  user: z.string().exactOptional(),
  run: z.string().exactOptional(),
  boot: z.string().exactOptional(),
  pidNamespace: z.string().exactOptional(),
  started: z.string().exactOptional(),
  startedAt: z.string(),
  token: z.string(),
  fence: z.int().min(0).default(0),
  after: z.array(z.string()).exactOptional(),
});

/** @param at milliseconds since the epoch */
export function newLock(holder: Holder, at: number, token: string, fence: number): Lock & { holder: Holder } {
  return { holder, since: new Date(at).toISOString(), token, fence };
}

export function serializeLock({ holder, since, token, fence, after }: Lock): string {
  return `${JSON.stringify({ ...holder, startedAt: since, token, fence, after })}\n`;
}

/** Parses a lock. A text without a holder is a lock too. */
export function parseLock(text: string): Lock {
  const { data } = lockShape.safeParse(parsedJson(text));
  if (!data) return { holder: undefined, since: undefined, token: '', fence: 0 };
  const { startedAt: since, token, fence, after, ...holder } = data;
  return { holder, since, token, fence, ...(after && { after }) };
}

/**
 * True if the holder of a lock is a process of this machine, and dead. The id of a process is unique within one boot of one
 * machine and one pid namespace: containers often share a host name, or see each other's locks in a shared folder. A lock that
 * an earlier notiform wrote on Linux names neither and is never judged dead. Runs of CI take over only from their own run
 * (assumption 185).
 */
export function isDeadHere({ holder: theirs }: Lock, ours: Holder, isAlive: IsAlive): boolean {
  if (!theirs) return false;
  const isSame = (['host', 'boot', 'pidNamespace', 'run'] as const).every((member) => theirs[member] === ours[member]);
  // The jobs of one run are on many machines, which may all have the same name.
  const isKnown = theirs.run === undefined || (theirs.boot !== undefined && theirs.pidNamespace !== undefined);
  return isSame && isKnown && !isAlive(theirs.pid, theirs.started);
}

/** The stored lock, or the number of the last one if there is no lock. The next lock has a higher number. */
interface Slot {
  fence: number;
  lock: Lock | undefined;
}

export function serializeFree(fence: number): string {
  return `${JSON.stringify({ fence })}\n`;
}

/** @param text of a lock or of a released one. Undefined if there never was a lock */
export function parseSlot(text: string | undefined): Slot {
  if (text === undefined) return { fence: 0, lock: undefined };
  const lock = parseLock(text);
  if (lock.token !== '') return { fence: lock.fence, lock };
  const free = freeShape.safeParse(parsedJson(text));
  return free.success ? { fence: free.data.fence, lock: undefined } : { fence: 0, lock };
}

const freeShape = z.strictObject({ fence: z.int() });
