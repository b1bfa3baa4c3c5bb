import type { Address } from './address.ts';
import type { ManifestDifference, Moved, Unmanaged } from './plan.ts';
import type { Problem } from './problem.ts';
import type { Comment } from './resource.ts';

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
  /** What the service calls it: a template's code. Null where there is none. */
  name: string | null;
  /** For a person: the template's name. */
  title: string | null;
  /** The wanted state, as the manifest says it; null for an orphan. */
  goal: string | null;
  /** The live state's word (`REQ`, `present`); `absent` where there is none, null where it is unread. */
  state: string | null;
  verdict: StatusVerdict;
  /** It is the one of several versions that is used now, or is to be; left out elsewhere. */
  current?: true;
  /** `verdict`, `encoding`, `approval`; null where it does not wait. */
  waitsFor: string | null;
  /** How it differs from its manifest, with the verdict `differs`. Left out if it is unknown which live resource is meant. */
  difference?: ManifestDifference;
  /** Why no plan would make it as wanted, where that is known without another call. */
  reason?: string;
  /** Why it differs, or is missing: who moved since the last apply. */
  moved: Moved[];
  /** The inspector's and our words, newest last. */
  comments: Comment[];
  /** As the service writes it; null where unknown. */
  modifiedAt: string | null;
}

/** What `status` shows of an environment. */
export interface StatusReport {
  environment: string;
  /** False where something could not be read. */
  complete: boolean;
  rows: StatusRow[];
  unmanaged: Unmanaged[];
  problems: Problem[];
}
