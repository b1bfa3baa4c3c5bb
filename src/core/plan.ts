import type { Address } from './address.ts';
import type { Json, JsonObject } from './json.ts';
import type { Risk } from './kind.ts';
import type { Problem } from './problem.ts';
import type { Comment, Sample } from './resource.ts';

/** What a change does to its address. */
export type Action = 'create' | 'update' | 'version' | 'lifecycle' | 'delete' | 'adopt' | 'move' | 'forget';

/** Who moved since the last apply; both may have. Nothing is told of what no apply was through with. */
export type Moved =
  | 'drifted' // somebody else changed the live resource
  | 'edited' // its manifest wants something else than was applied
  | 'vanished'; // it was there, and somebody else removed it

/** Why there is a change: a closed list, so that every reader can rely on it. */
export type Reason =
  | Moved
  | 'not-there' // not on the service yet
  | 'content-differs'
  | 'state-differs' // the same text in another state than wanted
  | 'in-use' // the text that is in use cannot be edited: a version follows it
  | 'superseded' // an older version, and as many newer ones as are kept have been in use for long enough
  | 'abandoned' // a version under way whose text no manifest wants any more
  | 'resubmitted' // a rejected text goes in again, as `--resubmit` says
  | 'removed-from-manifests' // managed by notiform, and no manifest declares it any more
  | 'not-bound' // it exists under this name and becomes ours
  | 'unfinished' // an earlier apply started to create it and did not finish
  | 'renamed' // `renamedFrom`
  | 'same-file' // its file is uploaded already, under an address that no manifest declares any more
  | 'gone'; // ours, removed from the manifests, and not there any more

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
  /** Null where absent. */
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
  /** The live status, empty where there is no live resource. */
  live: JsonObject;
  before: JsonObject | null;
  after: JsonObject | null;
  fields: FieldChange[];
  steps: Step[];
  dependsOn: Address[];
  samples: Sample[];
  basis: string;
  digest: string;
}

/** A resource that is as wanted as far as we can bring it, or one that needs such a one. */
export interface Waiting {
  address: Address;
  state: string;
  /** `verdict`, `encoding`, `approval` */
  waitsFor: string;
  since: string | null;
  /** Where another address has to be through first: which one, and what is done here then. */
  held?: { by: Address; change: Change };
}

/** A resource that no allowed route leads to what is wanted. */
export interface Blocked {
  address: Address;
  source: { file: string; line: number } | null;
  state: string;
  reason: string;
  /** What would open a way; null where nothing would. */
  opens: string | null;
  fields: FieldChange[];
  before: JsonObject | null;
  after: JsonObject | null;
  /** The inspector's words, newest last. */
  comments: Comment[];
  moved: Moved[];
}

/** Live, but never ours: reported, never touched. */
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

export interface PlanCounts {
  create: number;
  update: number;
  version: number;
  lifecycle: number;
  delete: number;
  adopt: number;
  move: number;
  forget: number;
  unchanged: number;
  waiting: number;
  blocked: number;
  unmanaged: number;
}

/** The policy a plan was made with: what may be done that a route would else avoid. */
export interface Policy {
  allow: Risk[];
  resubmit: string[];
  reupload: string[];
  /** A count of changes, or a share of the existing resources in percent (from ten existing on; 0 is none); null where not limited. */
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

/** A policy as a plan records it, with what of the project was planned (`--target`, `--exclude`; empty: everything). */
export interface RecordedPolicy extends Policy {
  targets: string[];
  excludes: string[];
  /** `--shard`; all profiles where left out. */
  shard?: Shard | undefined;
}

export type Limit = { count: number } | { percent: number };

/** The plan as `plan --json` shows it in its member `plan` (docs/cli.md). */
export interface Plan {
  formatVersion: '1';
  tool: string;
  environment: string;
  /** A digest of the account's id: it tells accounts apart and names none. */
  account: string;
  /** Of each profile or group that it speaks of, by alias, a digest of its key: it tells channels apart and names none. */
  profiles: Record<string, string>;
  policy: RecordedPolicy;
  /** The profiles whose state was written for another account or key and is taken over; left out if there are none. */
  accepts?: string[];
  createdAt: string;
  git: string | null;
  /** False where something could not be read, so that the plan may lack changes. */
  complete: boolean;
  /** Whether an apply would do something. */
  applyable: boolean;
  changes: Change[];
  waiting: Waiting[];
  blocked: Blocked[];
  unmanaged: Unmanaged[];
  /** What the state is to remember of what stands as wanted. */
  remembers: Remembers[];
  problems: Problem[];
  counts: PlanCounts;
  /** Of everything else in it but `createdAt`, `git` and the places of manifests (`planDigest`). */
  digest: string;
}
