import type { Problem } from '../core/problem.ts';
import type { StateDocument } from './document.ts';

/** Who holds a lock, as it is written into the lock and shown to others. */
export interface Holder {
  pid: number;
  host: string;
  /** The command that runs, for a person: `apply`. */
  command: string;
}

/** A lock that is held. */
export interface Lease {
  /** What a person should know of how the lock was got: it was taken over from a dead process. */
  warning?: Problem;
  /**
   * Writes the document. Compare and swap: it is refused unless its serial is one more than the stored document's
   * (1 where there is none), and unless the lock is still ours.
   */
  write(document: StateDocument): Promise<void>;
  /** Gives the lock back. Giving it back twice does nothing. */
  release(): Promise<void>;
}

/** Where the state documents of one environment are kept: one for each profile. */
export interface StateStore {
  /**
   * The document of a profile; undefined where nothing was ever applied. Throws a NotiformError where it is damaged, of
   * a newer format, or another profile's.
   */
  read(profile: string): Promise<StateDocument | undefined>;
  /** Locks the document. Throws a NotiformError (exit 6) naming the holder where somebody has it. */
  lock(profile: string, holder: Holder): Promise<Lease>;
}
