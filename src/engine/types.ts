import type { Address } from '../core/address.ts';
import type { Kind, Risk } from '../core/kind.ts';
import type { Action, Change, Plan, Policy, Shard } from '../core/plan.ts';
import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { ChangeReceipt, StepReceipt, Unapproved } from '../core/receipt.ts';
import type { Live, ProfileRef, Resource, ResourceState } from '../core/resource.ts';
import type { StatusReport } from '../core/status.ts';
import type { Entries, StateEntry, StoredRow } from '../state/document.ts';
import type { Holder, StateStore } from '../state/store.ts';

/** What the engine knows of an environment. */
export interface EngineEnvironment {
  name: string;
  /** Digest of the account's id (`accountDigest`): it tells accounts apart and names none. */
  account: string;
  /** Every profile and group of the environment, by alias. */
  profiles: ReadonlyMap<string, ProfileRef>;
  /** The aliases of those that are looked at (`--shard`): of the others no list, no document and no lock is touched. All where left out. */
  shard?: ReadonlySet<string> | undefined;
  limits: { inFlight: number; timeoutMs: number };
}

/** What the engine asks of the service beside what kinds do. */
export interface Remote {
  /** Why the service does not have a profile or group, by alias; those that it has are left out. Throws ServiceFailure. */
  missingProfiles(profiles: readonly ProfileRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Problem>>;
  /** The time by the service's clock, in milliseconds since the epoch; undefined until it told its time. At most a second ahead. */
  now(): number | undefined;
  /** The bytes behind an image's URL. Throws ServiceFailure. */
  fetchImage(url: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** What every errand of the engine needs. `S` is the service's client; only kinds look into it. */
export interface EngineInput<S> {
  environment: EngineEnvironment;
  kinds: readonly Kind<S>[];
  service: S;
  remote: Remote;
  store: StateStore;
  ports: Ports;
  /** Planning, status and waiting stop at once. Applying starts no new step, and settles what is in flight. */
  signal: AbortSignal;
  onEvent?: ((event: EngineEvent) => void) | undefined;
}

/** What a command that predicts a plan needs. */
export interface PredictInput<S> extends EngineInput<S> {
  resources: readonly Resource[];
  /**
   * Returns the warnings about contents that the service will likely refuse. It is called once, after the service was read, with
   * the resources that the command is about. No content is doubted if left out.
   */
  doubts?: ((resources: readonly Resource[]) => Promise<Doubts>) | undefined;
}

export interface PlanInput<S> extends PredictInput<S> {
  policy: Policy;
  /** Globs over addresses (`matchesGlob`). Empty lists select everything. */
  targets: readonly string[];
  excludes: readonly string[];
  /** The part that the environment was cut to, as the plan records it. */
  shard?: Shard | undefined;
  /** How many resources the whole project declares, where `resources` are those of a shard. */
  declared?: number | undefined;
  /** It was planned with these flags before: one that meets no address any more is no slip. */
  again?: boolean | undefined;
  /** `full` reads every detail; `index`, which is meant where nothing is said, only what the state does not remember. */
  refresh?: 'full' | 'index' | undefined;
  /** Name and version of the program, as `notiform 0.1.0`. */
  tool: string;
  /** Commit of the manifests, if known. */
  git: string | null;
}

/** Warnings about contents that the service will likely refuse, by the address of the manifest. */
export type Doubts = ReadonlyMap<Address, Doubt>;
/** A warning of a lint rule, which a manifest may silence. */
export type Doubt = Problem & { rule: string; hint: string };

/** A plan with what applying it needs beside what people see. */
export interface Planned<S> {
  plan: Plan;
  /** The guards that refuse an apply; they are in `plan.problems` too. Empty where none does. */
  guards: readonly Problem[];
  /** The doubts about contents that this plan does not write: they are not in `plan.problems`. */
  doubts: readonly Problem[];
  /** One for each of `plan.changes`, in the same order. */
  work: readonly Work<S>[];
  /** The serial of each profile's state document; 0 where there is none. */
  serials: ReadonlyMap<string, number>;
  /** The entries of each profile as the plan took them: without bindings that it did not believe, with those it found. */
  believed: ReadonlyMap<string, Entries>;
  /** What applying writes into the state although no change says so: `protect` of what stands as wanted. */
  protections: readonly { profile: string; address: Address; protect: boolean }[];
  /** What is blocked and what waits now, among what the run is about. */
  left: Pick<Plan, 'blocked' | 'waiting'>;
  /** The profiles whose state was written for another account or key, where that is meant: applying makes it this one's. */
  accepted: readonly string[];
  /** What is as wanted already. */
  confirmed: readonly Confirmed[];
  /** Of a plan that was approved before: what is not carried out of it, and what it does not hold. */
  approval?: { ended: readonly ChangeReceipt[]; unapproved: readonly Unapproved[] };
}

/** What a plan found to be as wanted: an apply writes down that it was, and the row that it was seen by. */
export interface Confirmed {
  profile: string;
  address: Address;
  want: Resource;
  entry: StateEntry;
  row: StoredRow | null;
  /** Whether the run is about it. Of what it is not, no more is written down than the row: no apply was through with it. */
  isMeant: boolean;
}

/** A change and what is needed to carry it out. */
export interface Work<S> {
  change: Change;
  kind: Kind<S>;
  profile: ProfileRef;
  want: Resource;
  /** The entry that it stands on: its own, or that of the address it was renamed from. */
  entry: StateEntry | undefined;
  /** The entry that it leaves behind says so. */
  protect: boolean;
  /** The list row that was seen, for what is not changed but remembered. */
  row: StateEntry['row'];
  /** Where that entry stands, if not under the change's own address. */
  movedFrom: Address | undefined;
  /** Where it stands before the first step, and after each (the first of what may follow). */
  states: readonly ResourceState[];
  /** The address that takes it over: only our memory of it goes. */
  takenOverBy: Address | undefined;
  /** The binding of what is adopted. */
  adopts: StateEntry['binding'] | undefined;
  /** How it makes way for another change; undefined for almost all. */
  detour?: Detour;
}

/** How a change makes way: its resource has an interim title while the other changes of a circle take theirs. */
export interface Detour {
  /** What is wanted first: the content under the interim title. */
  want: Resource;
  /** How many steps of the change lead there. */
  steps: number;
  /** The change that takes the former title. It begins when these steps are done. */
  taker: Address;
  /** The change that frees the title that is wanted. The other steps come after it. */
  giver: Address;
}

export interface ApplyInput<S> extends EngineInput<S> {
  /** The project's root, absolute: paths of `FileNode`s are relative to it. */
  root: string;
  holder: Holder;
  /** Ends calls that are under way too (a second SIGINT). Their fate is then unknown. */
  abort?: AbortSignal | undefined;
}

export interface StatusInput<S> extends PredictInput<S> {
  /** Globs over addresses; empty for all, and only then are unmanaged resources reported. */
  addresses: readonly string[];
  /** Tells the comments of what is as wanted too, which takes a detail of each; those of all else are told anyway. */
  comments?: boolean | undefined;
  /** What an apply may do: a row then has the reason also where only the policy blocks it. */
  policy?: Policy | undefined;
}

export interface WaitInput<S> extends StatusInput<S> {
  /** Milliseconds. */
  timeoutMs: number;
  /** What ends it: nothing is outstanding any more (where left out), or something less is. */
  until?: 'all' | 'first';
  /** Time between two looks: it doubles from the first to the longest. 30 s to 5 min where left out. */
  intervals?: { firstMs: number; longestMs: number } | undefined;
}

/** What is waited for: an address, and the word that its kind has for it (`verdict`, `encoding`, `approval`). */
export interface Outstanding {
  address: Address;
  waitsFor: string;
}

/** How waiting ended. */
export interface Waited {
  /** `settled`: nothing is outstanding and nothing that was waited for was turned down. */
  end: 'settled' | 'rejected' | 'time-out';
  /** Addresses that still wait for somebody else's word. */
  outstanding: Address[];
  /** Addresses that came out otherwise than wanted. */
  rejected: Address[];
  /** As last seen. */
  status: StatusReport;
}

/** Progress, as plain data. */
export type EngineEvent =
  | { type: 'observing'; kind: string; profile: string }
  | { type: 'listed'; kind: string; profile: string; rows: number; pages: number }
  | { type: 'reading'; kind: string; profile: string; details: number }
  /** How many rows of a list, or how many details of a kind in a profile, have been read, and of how many. */
  | { type: 'page-read'; kind: string; profile: string; done: number; of: number }
  | { type: 'detail-read'; kind: string; profile: string; done: number; of: number }
  /** Images are fetched from the addresses that live resources show. */
  | { type: 'fetching'; images: number }
  | { type: 'warning'; problem: Problem }
  /** The changes of a plan are about to be carried out. */
  | { type: 'applying'; changes: number }
  | { type: 'change-started'; address: Address; action: Action; steps: number }
  | { type: 'step-started'; address: Address; operation: string; title: string; step: number; of: number }
  /** A call's fate is unclear; it is looked for until it is known, at the longest until `until` (epoch ms). */
  | { type: 'step-resolving'; address: Address; operation: string; title: string; until: number }
  | { type: 'step-ended'; address: Address; step: number; of: number; receipt: StepReceipt }
  | { type: 'change-ended'; address: Address; receipt: ChangeReceipt }
  | { type: 'interrupted' }
  | { type: 'waiting'; outstanding: Outstanding[]; nextLookMs: number; elapsedMs: number; limitMs: number }
  | { type: 'look-failed'; problem: Problem }
  | { type: 'verdict'; address: Address; state: string; verdict: 'done' | 'rejected'; live: Live | undefined };

/** The flags and settings that a policy is made of. */
export interface PolicyFlags {
  allow?: readonly Risk[];
  resubmit?: readonly string[];
  reupload?: readonly string[];
  maxDeletes?: Policy['maxDeletes'];
  maxUpdates?: Policy['maxUpdates'];
  allowEmpty?: boolean;
  acceptAccount?: boolean;
  unprotect?: readonly Address[];
}
