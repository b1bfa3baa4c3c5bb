import pLimit from 'p-limit';
import type { Problem } from '../core/problem.ts';
import type { Holder, Lock } from '../files/lock-content.ts';
import type { StateChange, StateDocument } from './document.ts';

/** A lock that this run has. */
export interface Lease {
  /** Set if the lock was taken over from a dead process. */
  warning?: Problem;
  fence: number;
  /**
   * Changes the document by compare-and-swap. Refuses the change (`state-moved`) unless its serial is one more than the stored
   * document's, or 1 if there is none. Refuses it (`lock-lost`) unless the lock is still ours. When it resolves, the change is
   * durable, within the guarantees of the store. The cost depends on the change, not on the document.
   * @param canGiveUp returns true while the run has done nothing that the change records. An interrupted run then does not wait
   * for a store that hangs. False if left out
   */
  write(change: StateChange, canGiveUp?: () => boolean): Promise<void>;
  /** Checks at the store that the lock is still ours. Throws a NotiformError (`lock-lost`) otherwise. Writes no document. */
  confirm(): Promise<void>;
  /** Releases the lock. A second release does nothing. */
  release(): Promise<void>;
}

export type DocumentEdit = (stored: StateDocument | undefined) => StateDocument | undefined;

/** Stores the state documents of one environment, one for each profile. */
export interface StateStore {
  readonly kind: 'file' | 'git' | 'postgres';
  /**
   * Reads the document of a profile. Returns undefined if nothing was ever applied. Throws a NotiformError if the document is
   * damaged, has a newer format or belongs to another profile, or if the store cannot be reached.
   * @param canGiveUp as for `Lease.write`, but true if left out
   */
  read(profile: string, canGiveUp?: () => boolean): Promise<StateDocument | undefined>;
  /** Like `read`, for many profiles at the cost of one. */
  readAll(profiles: readonly string[]): Promise<Map<string, StateDocument | undefined>>;
  /** Returns the profiles that have a document, also those that the environment no longer has. */
  profiles(): Promise<string[]>;
  /** Locks the document. Throws a NotiformError (exit 6) with the holder's name if another run has the lock. */
  lock(profile: string, holder: Holder): Promise<Lease>;
  /** Returns the lock of a profile, or undefined if no run has it. */
  lockOf(profile: string): Promise<Lock | undefined>;
  /**
   * Breaks the lock: its holder can no longer write. Returns the broken lock, or undefined if there was none. Throws a
   * NotiformError (`lock-held`, exit 6) if the lock is not the `expected` one.
   * @param breaker the run that breaks the lock. The lock names it meanwhile
   */
  breakLock(profile: string, breaker: Holder, expected?: Lock): Promise<Lock | undefined>;
  /**
   * Edits a document that no lock protects, by compare-and-swap: if another run was faster, reads the document again and repeats
   * the edit. An edit may find its own change, because the outcome of an earlier try may be unknown. Returns when the result is
   * durable. Throws a NotiformError if the store cannot be reached, or if other runs keep writing.
   * @param edit returns the document with the next serial, or undefined to leave it unchanged
   * @param canGiveUp as for `Lease.write`
   */
  edit(name: string, editor: Holder, edit: DocumentEdit, canGiveUp?: () => boolean): Promise<void>;
  /**
   * Throws a NotiformError if a lock or a document of the profile could not be written. Writes nothing. Left out by a store that
   * only shows this when it is written.
   */
  requireWritable?(profile: string): Promise<void>;
  /**
   * Returns the problem of a remote that lets this user read the state and not write it. Writes nothing. Left out by a store without
   * a remote.
   */
  refusedPush?(): Promise<Problem | undefined>;
  /** Closes connections. Does not release locks. */
  close(): Promise<void>;
}

/** Makes the edits of one run one after another, so that they do not compete with each other. */
export function inTurn(edit: StateStore['edit']): StateStore['edit'] {
  const turn = pLimit(1);
  return (...one) => turn(() => edit(...one));
}
