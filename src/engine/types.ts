import type { Address } from '../core/address.ts';
import type { Kind } from '../core/kind.ts';
import type { Blocked, Change, Plan, Policy, Shard, Waiting } from '../core/plan.ts';
import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { ChangeReceipt, StepReceipt, Unapproved } from '../core/receipt.ts';
import type { Live, ProfileRef, Resource, ResourceState } from '../core/resource.ts';
import type { StatusReport } from '../core/status.ts';
import type { Holder } from '../files/lock-content.ts';
import type { StateDocuments, StateEntry } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { LikelyRefusals, Subject } from './subject/subject.ts';
import type { UploadTables } from './uploads/uploads.ts';

/** The environment, as the engine sees it. */
export interface EngineEnvironment {
  name: string;
  /** Digest of the account's id (`accountDigest`). It distinguishes accounts without naming one. */
  account: string;
  /** The address of the resource API. Left out with an emulator. */
  resourceUrl?: string | undefined;
  /** Every profile and group of the environment, by alias. */
  profiles: ReadonlyMap<string, ProfileRef>;
  /**
   * The aliases of the shard's profiles (`--shard`); all profiles if left out. Lists, documents and locks of other profiles are
   * not touched.
   */
  shard?: ReadonlySet<string> | undefined;
  limits: { inFlight: number; timeoutMs: number };
}

/** Requests to the service that belong to no kind. */
export interface Remote {
  /** Returns, by alias, the problem of each profile or group that the service does not have. Throws ServiceFailure. */
  missingProfiles(profiles: readonly ProfileRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Problem>>;
  /** Returns the most that the service's time may be, in milliseconds since the epoch. Undefined until an answer had a date. */
  now(): number | undefined;
  /** Returns the least that it may be. */
  leastNow(): number | undefined;
  /** Returns the bytes behind an image's URL. Throws ServiceFailure. */
  fetchImage(url: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** Dependencies of every engine command. `S` is the service's client; only kinds use it. */
export interface EngineInput<S> {
  environment: EngineEnvironment;
  kinds: readonly Kind<S>[];
  service: S;
  remote: Remote;
  store: StateStore;
  ports: Ports;
  /** Stops planning, status and waiting at once. An apply starts no new step and resolves the calls under way. */
  signal: AbortSignal;
  onEvent?: ((event: EngineEvent) => void) | undefined;
}

/**
 * Returns whether HEAD contains a commit. `behind` if the commit contains HEAD, `missing` if a whole clone does not have it,
 * `unknown` without git, and in a clone that lacks a part of the history.
 */
export type Contains = (commit: string) => Promise<'yes' | 'behind' | 'no' | 'missing' | 'unknown'>;

/** The git history of the manifests. */
export interface History {
  /** The commit of the manifests, with `-dirty` if they have uncommitted changes. Null if git knows none. */
  commit: string | null;
  contains: Contains;
  /** The manifests of HEAD that git does not keep in the working tree (sparse checkout), or was told not to look at. */
  hidden?: readonly string[];
}

/** Input of a command that predicts a plan. */
export interface PredictInput<S> extends EngineInput<S> {
  resources: readonly Resource[];
  /** Replaces the place of a problem, which is its manifest, by the place of the field that the problem names. */
  locate?: ((problem: Problem) => Problem) | undefined;
  /**
   * Returns a warning for each content that the service will likely refuse. It is called once, after the service was read, with
   * the resources that the command is about.
   */
  likelyRefusals?: ((resources: readonly Resource[]) => Promise<LikelyRefusals>) | undefined;
}

export interface PlanInput<S> extends PredictInput<S> {
  policy: Policy;
  /** Globs over addresses (`matchesGlob`). Empty lists select everything. */
  targets: readonly string[];
  excludes: readonly string[];
  /** The shard that the environment was cut to, as the plan records it. */
  shard?: Shard | undefined;
  /** The number of resources that the whole project declares, if `resources` are those of a shard. */
  declared?: number | undefined;
  /** The files of manifests that declare nothing. While there is one, nothing is deleted. */
  emptyFiles?: readonly string[] | undefined;
  /** The manifests of HEAD that the working tree lacks. While there is one, nothing is deleted. */
  lackedFiles?: readonly string[] | undefined;
  /** True if this run planned the project with these flags before. A flag that matches no address is then not an error. */
  again?: boolean | undefined;
  /** The whole applies that the approved plan knew (`Plan.recorded`). HEAD has to contain a later one. */
  since?: readonly string[] | undefined;
  /** `full` reads every detail. `index`, the default, reads only details that the state cannot replace. */
  refresh?: 'full' | 'index' | undefined;
  /** Name and version of the program, as `notiform 0.1.0`. */
  tool: string;
  /** `project` of notiform.yaml. */
  project?: string | undefined;
  /** Changes that are older than the last apply are blocked. Left out if nothing is known of commits. */
  history?: History | undefined;
}

/** A plan with the data that an apply needs and a reader does not. */
export interface Planned<S> {
  plan: Plan;
  /** The guards that refuse an apply. They are also in `plan.problems`. */
  guards: readonly Problem[];
  /** The likely refusals of contents that this plan does not write. They are not in `plan.problems`. */
  likelyRefusals: readonly Problem[];
  /** One for each of `plan.changes`, in the same order. */
  work: readonly Work<S>[];
  /** The state of each profile as the plan read it. */
  documents: StateDocuments;
  /** The uploads that the state does not know yet (`Snapshot.recognized`). */
  recognized: UploadTables;
  /** Values of `protect` that an apply writes into the state of addresses without a change. */
  protections: readonly { profile: string; address: Address; protect: boolean }[];
  /** The blocked and the waiting resources, among the selected addresses. */
  left: Pick<Plan, 'blocked' | 'waiting'>;
  /** The profiles whose state was written for another account or key, if `--accept-account` allows that. Apply takes it over. */
  accepted: readonly string[];
  /** All decisions, without those about foreign state that is not taken over: an apply writes what is up to date into the state. */
  decisions: readonly Decision<S>[];
  /** True for an address that was selected. Of any other address, apply writes only the list row. */
  isSelected(address: Address): boolean;
  /** For a plan that was approved before: the changes that ended without a run, and the changes that it does not contain. */
  approval?: { ended: readonly ChangeReceipt[]; unapproved: readonly Unapproved[] };
}

/** A subject, with what a plan does about it. */
export type Decision<S> =
  | Work<S>
  | (InPlan<S> & ({ is: 'waiting'; waiting: Waiting } | { is: 'blocked'; blocked: Blocked } | { is: 'unchanged' }));

interface InPlan<S> extends Subject<S> {
  /** What the resource waits for. A change without steps does not end that. */
  waiting?: Waiting | undefined;
  /** Why it is blocked. With an adoption, why the change that would follow it is. */
  blocked?: Blocked | undefined;
  /** A problem or a warning for the reader of the plan. */
  reports?: Problem | undefined;
}

/** The decision to change a resource, with everything that carrying it out needs. */
export interface Work<S> extends InPlan<S> {
  is: 'change';
  change: Change;
  /** The value of `protect` that the change leaves in the state. */
  protect: boolean;
  /** The state before the first step and after each step. Of several possible outcomes the first. */
  states: readonly ResourceState[];
  /** Set if the manifest's stop takes this version out of use, or did so before. */
  paused: StateEntry['paused'];
  /** What the resource will wait for after the change. */
  willWait: string | undefined;
}

export interface ApplyInput<S> extends EngineInput<S> {
  /** The project's root, absolute. Paths of `FileNode`s are relative to it. */
  root: string;
  holder: Holder;
  /** Its commit is stored with what is applied. */
  history?: History | undefined;
  /** Ends calls that are under way too (a second SIGINT). Their outcome is then unknown. */
  abort?: AbortSignal | undefined;
}

export interface StatusInput<S> extends PredictInput<S> {
  /** Globs over addresses. Unmanaged resources are reported only if it is empty, which means all. */
  addresses: readonly string[];
  /** Reports the comments of resources that are up to date too, which takes a detail of each. */
  comments?: boolean | undefined;
  /** The policy of an apply. A row then also has the reason if only the policy blocks it. */
  policy?: Policy | undefined;
}

export interface WaitInput<S> extends StatusInput<S> {
  /** Milliseconds. */
  timeoutMs: number;
  /** Ends when nothing is outstanding (the default), or when the first resource has its verdict. */
  until?: 'all' | 'first';
  /** The time between two looks, which doubles from the first to the longest. 30 s to 5 min if left out. */
  intervals?: { firstMs: number; longestMs: number } | undefined;
}

/** An address that waits, and its kind's word for what it waits for (`verdict`, `encoding`, `approval`). */
interface Outstanding {
  address: Address;
  waitsFor: string;
}

/** How waiting ended. */
export interface Waited {
  /** `settled`: nothing is outstanding, and nothing was rejected. */
  end: 'settled' | 'rejected' | 'time-out';
  /** Addresses that still wait for an external decision. */
  outstanding: Address[];
  /** Addresses that ended in another state than the declared one. */
  rejected: Address[];
  /** As last seen. */
  status: StatusReport;
}

/** Progress, as plain data. */
export type EngineEvent =
  | { type: 'observing'; kind: string; profile: string }
  /** The rows of a list, or the details of a kind in a profile, that have been read, and their total. */
  | { type: 'page-read'; kind: string; profile: string; done: number; of: number }
  | { type: 'detail-read'; kind: string; profile: string; done: number; of: number }
  | { type: 'warning'; problem: Problem }
  /** The changes of a plan are about to be carried out. */
  | { type: 'applying'; changes: number }
  | { type: 'step-started'; address: Address; operation: string; title: string; step: number; of: number }
  /** A call's outcome is unclear. The run looks for it until it is known, at most until `until` (epoch ms). */
  | { type: 'step-resolving'; address: Address; operation: string; title: string; until: number }
  | { type: 'step-ended'; address: Address; step: number; of: number; receipt: StepReceipt }
  | { type: 'change-ended'; address: Address; receipt: ChangeReceipt }
  | { type: 'interrupted' }
  | { type: 'waiting'; outstanding: Outstanding[]; nextLookMs: number; elapsedMs: number; limitMs: number }
  | { type: 'look-failed'; problem: Problem }
  | { type: 'verdict'; address: Address; state: string; verdict: 'done' | 'rejected'; live: Live | undefined };

/** The flags and settings that a policy is made of. */
export type PolicyFlags = { readonly [Member in keyof Policy]?: Readonly<Policy[Member]> };
