import type { Address } from './address.ts';
import type { Blocked, ManifestDifference, Moved, Unmanaged, Way } from './plan.ts';
import type { Problem } from './problem.ts';
import type { Comment } from './resource.ts';
import type { Sentence } from './sentence.ts';

/**
 * How an address compares to its manifest:
 * - `done`: up to date
 * - `waiting`: waiting for an external decision; notiform has done its part
 * - `differs`: a plan would change it, or be blocked
 * - `missing`: not on the service yet
 * - `kept`: a version that stays as it is beside the current one
 * - `orphan`: managed by notiform, and no longer declared by a manifest
 * - `unread`: the service's answer could not be read; `problems` says why
 */
export type StatusVerdict = 'done' | 'waiting' | 'differs' | 'missing' | 'kept' | 'orphan' | 'unread';

/** One address as `status` shows it. Plain data. */
export interface StatusRow {
  address: Address;
  kind: string;
  /** The manifest that declares it. Left out if there is none. */
  source?: { file: string; line: number };
  /** The service's name for it: a template's code. Null if there is none. */
  name: string | null;
  /** For a person: the template's name, as the service has it, else as the manifest declares it. */
  title: string | null;
  /** The declared state; null for an orphan. */
  goal: string | null;
  /** The live state's word (`REQ`, `present`); `absent` if there is none, null if it is unread. */
  state: string | null;
  verdict: StatusVerdict;
  /** Set for the current version if there are others. */
  current?: true;
  /** `verdict`, `encoding`, `approval`; null if it does not wait. */
  waitsFor: string | null;
  /** How it differs from its manifest, with the verdict `differs`. Left out if several live resources match. */
  difference?: ManifestDifference;
  /**
   * The decision that it waits for, if the manifest has other content, or another `lifecycle` than approved. `wait` does not wait
   * for it.
   */
  otherWaitsFor?: string;
  /** Why no plan would bring it to the declared state, if that is known without another call. */
  reason?: string;
  /** The reason as data. */
  said?: Sentence;
  /** What would allow it. Left out if nothing would. */
  ways?: Way[];
  /** The steps whose risks are in the way, as a plan has them. */
  riskySteps?: Blocked['riskySteps'];
  /** The side that changed since the last apply, if it differs or is missing. */
  moved: Moved[];
  /** The inspector's comments and ours, newest last. */
  comments: Comment[];
  /** As the service writes it; null if unknown. */
  modifiedAt: string | null;
  /** When it becomes dormant unless it is used, ISO 8601. Left out if unknown. */
  dormantAt?: string;
}

/** A sender profile that is blocked, dormant, deactivated or deleted. A member that the service does not answer is null. */
export interface StoppedProfile {
  /** Its alias. */
  profile: string;
  /** `blocked`, `dormant`. */
  state: string;
  /** The address at which its release is requested. */
  clearBlockUrl: string | null;
  spamLevel: string | null;
  messageSpamLevel: string | null;
}

export interface StatusReport {
  environment: string;
  /** False if something could not be read. */
  complete: boolean;
  rows: StatusRow[];
  unmanaged: Unmanaged[];
  /** Profiles of the environment with which nothing can be sent. Left out if they were not read. */
  profiles?: StoppedProfile[];
  problems: Problem[];
}
