import type { ProblemCode } from './codes.ts';
import type { FileNode } from './content.ts';
import type { JsonObject } from './json.ts';
import type { Clock } from './ports.ts';
import type { Problem } from './problem.ts';
import type { Live, ProfileRef, Resource, ResourceState } from './resource.ts';

/** What an operation may cost. The policy allows it or the edge does not exist. */
export type Risk = 'queues-again' | 'loses-approval' | 'interrupts-sending' | 'destroys' | 'resubmits';

/**
 * How an unclear call (did it happen?) is settled: `repeatable` is called again unless the service shows that it is done, `observable` is looked for first,
 * `once` is never called again by itself.
 */
export type Idempotence = 'repeatable' | 'observable' | 'once';

/** Why something may not be, and what would open a way (`--allow loses-approval`, `versions: true`). */
export interface Refusal {
  reason: string;
  opens?: string;
  /** If the manifest itself is wrong, whatever the state at the service: the plan reports this problem. */
  code?: ProblemCode;
}

/** What an operation has in its hands when it runs. `S` is the service's client. */
export interface RunContext<S> {
  service: S;
  profile: ProfileRef;
  desired: Resource;
  /** The resource as it was read just before this call. */
  live: Live | undefined;
  bound: Bound;
  /** Bytes of a file of the project, by its path in a `FileNode`; refused where they changed since the plan. */
  readFile(path: string, sha256: string): Promise<Uint8Array>;
  /** The same for a file that may be too large to be held. */
  openFile(path: string, sha256: string): Promise<ProjectFile>;
  clock: Clock;
  signal: AbortSignal;
}

/** A file of the project that is read piece by piece. */
export interface ProjectFile {
  bytes: number;
  /** From its begin, as often as it is asked for; fails at the end where the bytes are not those that were planned with. */
  read(): AsyncIterable<Uint8Array>;
}

/** What is known beside the resource itself: one binding for each address of the state, and the environment's keys. */
export interface Bound {
  /**
   * What the service calls an upload of these bytes for this use (an image's URL, a video's vid): the one that this
   * resource depends on, else any of the profile.
   */
  handleOf(use: string, sha256: string): string | undefined;
  /** The file that such a handle was given for: the way back. */
  fileOf(handle: string): FileNode | undefined;
  /** The key of a sender profile or group by its alias, and back. */
  keyOf(alias: string): string | undefined;
  aliasOf(key: string): string | undefined;
}

/** A row of the operation table: one API call with its precondition and its effect (DESIGN, "The one idea"). */
export interface Operation<S> {
  /** `template.request` */
  name: string;
  /** For a person: `request inspection`. */
  title: string;
  /** The sections of the spec and the assumptions that this row stands on. */
  cites: string;
  idempotence: Idempotence;
  /** Nothing of the profile can be changed before it: other changes of the profile come after. */
  opensProfile?: true;
  /** Added to a route's length; the cheapest legal route wins. Every row costs 1 where nothing is said. */
  price?: number;
  /** The risk of running it from here, if any. */
  risk?(at: ResourceState, want: Resource): Risk | undefined;
  /** What a reviewer has to know of it here (`it cannot be deleted`); stands in brackets after the title. */
  note?(at: ResourceState, want: Resource): string | undefined;
  /** Why the service would refuse it here; undefined where it would not. */
  requires(at: ResourceState, want: Resource): Refusal | undefined;
  /** Every standing that may follow. More than one ends a route. */
  predicts(at: ResourceState, want: Resource): ResourceState[];
  /** Calls the service. What it returns is kept as the resource's binding. */
  run(context: RunContext<S>): Promise<JsonObject | undefined>;
}

/** How a standing meets what is wanted. */
export type Verdict =
  | { meets: 'yes' }
  /** As wanted as far as we can bring it; somebody else has the next word (a verdict, an encoding). */
  | { meets: 'waiting'; waitsFor: string }
  | { meets: 'no' };

/** A row of a list answer: what tells that a resource exists and whether it moved. */
export interface Row {
  name: string;
  /** For a person: the template's name. */
  title: string;
  state: string;
  modifiedAt: string;
  /** The whole resource, where the list tells it: then no detail is read. */
  live?: Live;
}

export interface RowPage {
  rows: Row[];
  /** Rows whose shape did not fit, each with its problem; their `name` where it could be read. */
  unreadable: { name?: string; problem: Problem }[];
  total: number;
  pages: number;
  /** When the service answered, by its own clock (`Date`); milliseconds since the epoch. Left out where it does not say. */
  date?: number;
}

/** Undefined where the service says that there is none; every other failure is thrown. */
export type Read<S> = (
  service: S,
  profile: ProfileRef,
  name: string,
  bound: Bound,
  signal: AbortSignal,
) => Promise<Live | undefined>;

/**
 * How live resources are found: by pages of a list and a detail each; by a detail alone, where the service keeps no list
 * and its "no" has to be believed; or from the binding alone, where it keeps nothing that could be asked for.
 */
export type Discovery<S> =
  | {
      by: 'list';
      page(service: S, profile: ProfileRef, page: number, bound: Bound, signal: AbortSignal): Promise<RowPage>;
      read: Read<S>;
      /**
       * True if a name belongs to one resource, a complete list without it proves that the resource does not exist, and the service
       * refuses to create a name twice. No detail is then requested for a name that the state does not know.
       */
      provesAbsence?: boolean;
    }
  | {
      by: 'name';
      read: Read<S>;
      /** The names that can be asked for in a profile although nobody said one; none where left out. */
      names?(profile: ProfileRef): string[];
    }
  | { by: 'binding'; recall(binding: JsonObject): Live | undefined };

/**
 * How a resource is recognised that the service gives its name to (a code, a key): no manifest knows it, so one that is
 * not bound yet is adopted by its title, if exactly one has it.
 */
export interface Recognition {
  /** The title that its list row bears. */
  titleOf(content: JsonObject): string;
  /** Whether a live resource of that title is the one that is meant. */
  isMeant(live: Live, want: Resource): boolean;
}

/** What a manifest asks for of its versions. */
export interface VersionPolicy {
  /** How many stay in use: the newest of those that are approved. */
  keep: number;
  /** How long an older one stays in use after that, in milliseconds; undefined where it does for good. */
  stopAfterMs: number | undefined;
}

/**
 * How a text that cannot be edited any more goes on under another name, while the old one stays in use (DESIGN, Versions).
 * Version 1 bears the name that the manifest says.
 */
export interface Versions {
  /** The goal for which a new version is made, and that of one that is to be used no more. */
  goals: { used: string; retired: string };
  /** Undefined where the manifest asks for none. */
  asked(want: Resource): VersionPolicy | undefined;
  /** The first version's name, and the number, of the name of a later one; undefined where it is no such name. */
  split(name: string): { first: string; version: number } | undefined;
  /** The resource as one of its versions, whose address is the engine's; `at` is that version as it is, where it is there. */
  versioned(want: Resource, version: number, at: ResourceState): Resource;
  /** The way back: a live version under the first one's names, as a manifest would say it. */
  plain(live: Live, want: Resource, version: number): Live;
  /** Whether the service has room for the names of a version. */
  fits(want: Resource): boolean;
  /** Approved and ready, approved and not to be used for now, or not approved: then it may still be edited. */
  usageOf(at: NonNullable<ResourceState>): 'usable' | 'idle' | 'under-way';
  /** Whether it says what is wanted, under whatever name. */
  sameText(at: NonNullable<ResourceState>, want: Resource): boolean;
  /** The same as far as it can be told while nobody knows which files it shows. */
  mayBe(at: NonNullable<ResourceState>, want: Resource): boolean;
  /** When it was approved, at the latest; milliseconds since the epoch, undefined where nobody knows. */
  approvedAt(live: Live): number | undefined;
}

/** A file, and the use that it is uploaded for. */
export interface UploadedFile {
  use: string;
  file: FileNode;
}

/**
 * The capability of a kind whose resources are uploaded files: each has a handle that only the service gives (a URL, a vid), is in
 * no list, and is never deleted, only forgotten. Its use and its bytes identify it.
 */
export interface Uploads {
  /** The use and the file that a content names; undefined if it names no file. */
  of(content: JsonObject): UploadedFile | undefined;
  /** The upload behind a URL that another resource shows. Left out if the service can be asked for the handle instead. */
  at?(used: UploadedFile, url: string): Live;
}

/** All that the engine knows of a kind. */
export interface Kind<S> {
  /** `NotificationTemplate` */
  name: string;
  discovery: Discovery<S>;
  /** Set if the kind's resources are uploaded files. */
  upload?: Uploads;
  /** Where the service gives the name; a standing that an operation predicts then has the name "" until it is known. */
  recognition?: Recognition;
  operations: readonly Operation<S>[];
  /** The name that the binding holds; undefined where it holds none. */
  nameOf(binding: JsonObject): string | undefined;
  /** The binding of a live resource: what has to be remembered to find it again. */
  bindingOf(live: Live): JsonObject;
  /**
   * The resource under the name that it is bound to, where its manifest does not write one itself (the id changed and
   * the code was its default); the resource as it is where it does.
   */
  keepName?(want: Resource, boundName: string): Resource;
  /**
   * A live resource as far as its manifest manages it: without what that leaves to others, and with what the binding alone
   * remembers. It is compared, planned and approved so. As it was read where left out.
   */
  managed?(live: Live, want: Resource, binding: JsonObject | undefined): Live;
  /** Where a text that is in use is replaced by a new version of it. */
  versions?: Versions;
  /** Another kind whose resources a standing names, and by which names: the service does not delete what is named. */
  refersTo?: { kind: string; names(at: NonNullable<ResourceState>): string[] };
  /** Other profiles, by alias, whose resources name those of this one's profile too: the groups that it is in. */
  memberOf?(at: NonNullable<ResourceState>): string[];
  /** Whether a standing is what is wanted: the goal of the search. */
  meets(at: ResourceState, want: Resource): Verdict;
  /**
   * The operation whose requirement explains why no route exists, asked only then. The reason comes from that row, so
   * what is legal stays in one place.
   */
  blockedBy(at: ResourceState, want: Resource): { operation: string; opens?: string };
  /** Reads that a plan needs before resources can be made (codeCheck, 4.1): a problem for each that cannot be. */
  preflight?(service: S, profile: ProfileRef, creations: readonly Resource[], signal: AbortSignal): Promise<Problem[]>;
  /** The images of a content, with their use; `at` says where in the content each stands. */
  images?(content: JsonObject): { at: string; use: string; sha256?: string; url?: string }[];
  /**
   * The content under an interim title, which the resource has while another one takes its title: so they exchange titles in one
   * apply. The title keeps to the limits of the service. Left out if a resource of this kind is never renamed twice in an apply.
   * @param mark letters, digits and hyphens that make the title one of its own; at most 20
   */
  interim?(content: JsonObject, mark: string): JsonObject;
}
