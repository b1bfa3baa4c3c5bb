import type { Address } from './address.ts';
import type { Json, JsonObject } from './json.ts';
import type { Risk } from './kind.ts';
import type { Problem } from './problem.ts';
import type { Comment, Sample } from './resource.ts';

export type Action = 'create' | 'update' | 'version' | 'lifecycle' | 'delete' | 'adopt' | 'move' | 'forget';

/** The sides that changed since the last finished apply; it may be both. Empty before the first one. */
export type Moved =
  | 'drifted' // the live resource changed outside notiform
  | 'edited' // its manifest is not the applied one
  | 'vanished'; // it was deleted outside notiform

/** Why there is a change: a closed list, so that every reader can rely on it. */
export type Reason =
  | Moved
  | 'not-there' // not on the service yet
  | 'content-differs'
  | 'state-differs' // the same text, in another state than the declared one
  | 'in-use' // the text that is in use cannot be edited: a version follows it
  | 'superseded' // an older version, and as many newer ones as are kept have been in use for long enough
  | 'abandoned' // a version under way whose text is no longer declared
  | 'resubmitted' // a rejected text goes in again, as `--resubmit` says
  | 'removed-from-manifests' // managed by notiform, and no manifest declares it any more
  | 'not-bound' // it exists under this name and is adopted
  | 'unfinished' // an earlier apply started to create it and did not finish
  | 'renamed' // `renamedFrom`
  | 'same-file' // its file is uploaded already, under an address that no manifest declares any more
  | 'gone'; // managed, removed from the manifests, and no longer on the service

/** How a live resource differs from its manifest. */
export type ManifestDifference = Extract<Reason, 'content-differs' | 'state-differs' | 'superseded' | 'abandoned'>;

/** A point of a route: the word that a person reads and the digest that a machine compares (`basis`). */
export interface Point {
  state: string;
  basis: string;
}

/** An operation in a plan. Data, never a closure. */
export interface Step {
  operation: string;
  title: string;
  from: Point;
  /** Every point that may follow; more than one only in a route's last step. */
  to: Point[];
  /** The changes that are done before this step, beside those before the whole change. Left out if there are none. */
  after?: Address[];
}

/** How a field's difference is best drawn. */
export type FieldFormat = 'value' | 'text' | 'file' | 'list';

export interface FieldChange {
  /** `buttons[0].link.mobile` */
  path: string;
  /** Null if absent. */
  before: Json;
  after: Json;
  format: FieldFormat;
}

export interface Change {
  address: Address;
  /** The address that it had before. Left out if it is the same. */
  movedFrom?: Address;
  kind: string;
  source: { file: string; line: number } | null;
  action: Action;
  reasons: Reason[];
  risks: Risk[];
  /** The live status, empty if there is no live resource. */
  live: JsonObject;
  before: JsonObject | null;
  after: JsonObject | null;
  fields: FieldChange[];
  steps: Step[];
  dependsOn: Address[];
  samples: readonly Sample[];
  /** The comments of the live resource, newest last. Left out if there are none, or if its content is not sent. */
  comments?: Comment[];
  /** The comment of the manifest that a request for inspection sends. Left out if there is none. */
  comment?: string;
  basis: string;
  digest: string;
}

/** A resource that waits for an external decision, or a change that needs one. */
export interface Waiting {
  address: Address;
  state: string;
  /** Its name in its content. Left out if it has none. */
  title?: string;
  /** `verdict`, `encoding`, `approval` */
  waitsFor: string;
  since: string | null;
  /** Set if a change waits for another address: that address, and the change. */
  held?: { by: Address; change: Change };
}

/** A way to allow a blocked change: everything to do, or the flags of `notiform plan`. */
export type Way = { todo: string[] } | { flags: string[] };

/** A resource without an allowed route to its declared state. */
export interface Blocked {
  address: Address;
  source: { file: string; line: number } | null;
  state: string;
  reason: string;
  /** The ways to allow it, as one sentence (`opensOf`); null if there is none. */
  opens: string | null;
  ways: Way[];
  /** The first risk in the way, if nothing but risks is in the way. */
  risk?: Risk;
  /** True if the change that is blocked deletes the resource. */
  deletes?: true;
  /** True if the service has the declared content and rejected it. It waits for its author, and does not differ. */
  rejected?: true;
  fields: FieldChange[];
  before: JsonObject | null;
  after: JsonObject | null;
  /** The inspector's comments, newest last. */
  comments: Comment[];
  /** A new comment of the manifest for the inspection of a rejected text that did not change. Left out if there is none. */
  comment?: string;
  moved: Moved[];
}

/** A live resource that notiform does not manage: reported, never touched. */
export interface Unmanaged {
  kind: string;
  profile: string;
  name: string;
  title: string;
  state: string;
}

/** The protection of an address that has no change: the state keeps it, also after its manifest is gone. */
export interface Remembers {
  address: Address;
  protect: boolean;
}

/** How many changes of each action a plan has, and how many addresses of each other list. */
export type PlanCounts = Record<Action | 'unchanged' | 'waiting' | 'blocked' | 'unmanaged', number>;

/** The policy of a plan: what it may do that a route would otherwise avoid. */
export interface Policy {
  allow: Risk[];
  resubmit: string[];
  reupload: string[];
  /** A count of changes, or a share of the existing resources in percent (from ten existing on; 0 is none); null if not limited. */
  maxDeletes: Limit | null;
  maxUpdates: Limit | null;
  allowEmpty: boolean;
  acceptAccount: boolean;
  unprotect: Address[];
}

/** A part of an environment's profiles: the `index`-th of `of`, from 1 on. */
export interface Shard {
  index: number;
  of: number;
}

/** A policy as a plan records it, with the selection (`--target`, `--exclude`; empty: everything). */
export interface RecordedPolicy extends Policy {
  targets: string[];
  excludes: string[];
  /** `--shard`; all profiles if left out. */
  shard?: Shard | undefined;
}

export type Limit = { count: number } | { percent: number };

/** The plan as `plan --json` shows it in its member `plan` (docs/cli.md). */
export interface Plan {
  formatVersion: '1';
  tool: string;
  environment: string;
  /** A digest of the account's id. It distinguishes accounts without naming one. */
  account: string;
  /** By alias, a digest of the key of each profile or group in the plan. It distinguishes channels without naming one. */
  profiles: Record<string, string>;
  policy: RecordedPolicy;
  /** The profiles whose state was written for another account or key and is taken over; left out if there are none. */
  accepts?: string[];
  createdAt: string;
  git: string | null;
  /** False if something could not be read: the plan may lack changes. */
  complete: boolean;
  /** True if an apply would do something. */
  applyable: boolean;
  changes: Change[];
  waiting: Waiting[];
  blocked: Blocked[];
  unmanaged: Unmanaged[];
  /** The protections that the state gets or loses at addresses without a change. */
  remembers: Remembers[];
  problems: Problem[];
  counts: PlanCounts;
  /** The digest of all other members except `createdAt`, `git` and the places of manifests (`planDigest`). */
  digest: string;
}

/**
 * Describes the ways to allow a change in one sentence; null if there is none.
 * @param command draws the flags
 */
export function opensOf(ways: readonly Way[], command = (flags: string[]) => flags.join(' ')): string | null {
  if (ways.length === 0) return null;
  return ways.map((way) => ('flags' in way ? command(way.flags) : way.todo.join('; and '))).join(', or ');
}

/** The command with the flags that allow a change, to be copied from a hint. */
export function planCommand(flags: readonly string[]): string {
  return `\`notiform plan ${flags.join(' ')}\``;
}
