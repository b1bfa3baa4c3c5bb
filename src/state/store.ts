import type { Machine } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { StateDocument } from './document.ts';

/** Who holds a lock, as it is written into the lock and shown to others. */
export interface Holder extends Machine {
  pid: number;
  host: string;
  /** The command that runs, for a person: `apply`. */
  command: string;
  /** The account on that host, where it is known. */
  user?: string;
  /** The page of the run, where CI gives one. */
  run?: string;
}

/** A lock as others see it. */
export interface Lock {
  /** Undefined where the lock does not say: its writing was broken off. */
  holder: Holder | undefined;
  /** ISO 8601; undefined as above. */
  since: string | undefined;
  /** Tells this lock from every other one; empty as above. */
  token: string;
  /**
   * The fencing number: one that is broken or taken over is followed by a higher one, and what its former holder writes is
   * refused.
   */
  fence: number;
  /** The tokens of those from whom it was taken one after the other, where something of theirs may be left. */
  after?: readonly string[];
}

/** A lock that is held. */
export interface Lease {
  /** What a person should know of how the lock was got: it was taken over from a dead process. */
  warning?: Problem;
  /** The fencing number of the lock. */
  fence: number;
  /**
   * Writes the document. Compare and swap: it is refused unless its serial is one more than the stored document's
   * (1 where there is none: `state-moved`), and unless the lock is still ours (`lock-lost`). When it resolves, the document
   * outlives this process and its machine as far as the store can promise.
   */
  write(document: StateDocument): Promise<void>;
  /** Asks the store whether the lock is still ours, and fails (`lock-lost`) where it is not. Writes no document. */
  confirm(): Promise<void>;
  /** Gives the lock back. Giving it back twice does nothing. */
  release(): Promise<void>;
}

/** Where the state documents of one environment are kept: one for each profile. */
export interface StateStore {
  readonly kind: 'file' | 'git' | 'postgres';
  /**
   * The document of a profile; undefined where nothing was ever applied. Throws a NotiformError where it is damaged, of
   * a newer format, or another profile's, and where the store cannot be asked.
   */
  read(profile: string): Promise<StateDocument | undefined>;
  /** As `read`, for many at the price of one. */
  readAll(profiles: readonly string[]): Promise<Map<string, StateDocument | undefined>>;
  /** Locks the document. Throws a NotiformError (exit 6) naming the holder where somebody has it. */
  lock(profile: string, holder: Holder): Promise<Lease>;
  /** The lock of a profile; undefined where nobody holds it. */
  lockOf(profile: string): Promise<Lock | undefined>;
  /**
   * Takes the lock away from whoever holds it, who can write no more from then on. Gives what was broken; undefined where
   * there was none. Throws a NotiformError (`lock-held`, exit 6) where another one than `expected` is found.
   * @param breaker who does it: stands in the lock while that is under way
   */
  breakLock(profile: string, breaker: Holder, expected?: Lock): Promise<Lock | undefined>;
  /** Gives back what the store holds open. Locks are not. */
  close(): Promise<void>;
}
