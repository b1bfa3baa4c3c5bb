import type { output } from 'zod';
import type { ProblemCode } from './codes.ts';
import type { FileNode } from './content.ts';
import type { JsonObject } from './json.ts';
import type { Path } from './path.ts';
import type * as shape from './plan-shape.ts';
import type { Clock } from './ports.ts';
import type { Problem } from './problem.ts';
import type { Live, ProfileRef, Resource, ResourceState } from './resource.ts';
import type { Wording } from './sentence.ts';

export type Risk = output<typeof shape.risk>;

/** What the risk of an operation depends on beside the state and the manifest. */
export interface Past {
  /** Who made the state: a person outside notiform, or notiform. */
  madeBy: 'person' | 'notiform';
  /** True if the manifest is the one of the last apply. */
  isUnchanged: boolean;
}

/**
 * How an unclear call is resolved. `repeatable` is called again, `observable` is looked for first, and `once` is never called
 * again automatically.
 */
export type Idempotence = 'repeatable' | 'observable' | 'once';

/** Why an operation is not legal, and what would make it legal (`versions: true`, or flags of a plan). */
export interface Refusal {
  reason: Wording;
  opens?: Wording;
  flags?: string[];
  /** The problem to report if the manifest itself is wrong, whatever the state at the service. */
  code?: ProblemCode;
  at?: Path;
}

/** Dependencies of an operation that runs. `S` is the service's client. */
export interface RunContext<S> {
  service: S;
  profile: ProfileRef;
  desired: Resource;
  /** The resource as it was read just before this call. */
  live: Live | undefined;
  bound: Bound;
  /** Returns the bytes of a file of the project, by its path in a `FileNode`. Throws if they changed since the plan. */
  readFile(path: string, sha256: string): Promise<Uint8Array>;
  /** The same for a file that may be too large for memory. */
  openFile(path: string, sha256: string): Promise<ProjectFile>;
  clock: Clock;
  signal: AbortSignal;
  /** Takes the resource as the answer of the call shows it. That is the proof of the step, and the resource is not read again. */
  answered(live: Live): void;
}

export interface ProjectFile {
  bytes: number;
  /** Reads from the start, as often as it is called. Fails at the end if the bytes changed since the plan. */
  read(): AsyncIterable<Uint8Array>;
}

/** Data beside the resource itself: the uploads of the state, and the keys of the environment's profiles. */
export interface Bound {
  /**
   * Returns the handle of an upload of these bytes for this use (an image's URL, a video's vid): the one that this resource
   * depends on, else any of the profile.
   */
  handleOf(use: string, sha256: string): string | undefined;
  /** Returns the file that such a handle was given for. */
  fileOf(handle: string): FileNode | undefined;
  /** Returns the key of a sender profile or group by its alias; `aliasOf` is the way back. */
  keyOf(alias: string): string | undefined;
  aliasOf(key: string): string | undefined;
}

/** A row of the operation table: one API call with its precondition and its effect. */
export interface Operation<S> {
  /** `template.request` */
  name: string;
  /** For a person: `request inspection`. */
  title: string;
  /** The sections of the spec and the assumptions behind this row. */
  cites: string;
  /** `observable` if left out. */
  idempotence?: Idempotence;
  /** Set if nothing of the profile can be changed before it: other changes of the profile come after. */
  opensProfile?: true;
  /** Added to a route's length; the cheapest legal route wins. 1 if left out. */
  price?: number;
  risk?(at: ResourceState, want: Resource, past: Past): Risk | undefined;
  /** A remark for the reviewer (`it cannot be deleted`); shown in brackets after the title. */
  note?(at: ResourceState, want: Resource): Wording | undefined;
  /** Returns why the service would refuse it here; undefined if it is legal. */
  requires(at: ResourceState, want: Resource): Refusal | undefined;
  /** Returns every state that may follow. More than one ends a route. */
  predicts(at: ResourceState, want: Resource): ResourceState[];
  /** Calls the service. Its result is stored as the resource's binding. */
  run(context: RunContext<S>): Promise<JsonObject | undefined>;
}

export type GoalCheck =
  | { meets: 'yes' }
  /** notiform has done its part; the resource waits for an external decision (a verdict, an encoding). */
  | { meets: 'waiting'; waitsFor: string }
  | { meets: 'no' };

/** A row of a list answer: shows that a resource exists and whether it changed. */
export interface Row {
  name: string;
  /** For a person: the template's name. */
  title: string;
  state: string;
  modifiedAt: string;
  /** The whole resource, if the list contains it: then no detail is read. */
  live?: Live;
}

export interface RowPage {
  rows: Row[];
  /** Rows with an unexpected shape, each with its problem, and its `name` and `title` if they could be read. */
  unreadable: { name?: string; title?: string; problem: Problem }[];
  total: number;
  pages: number;
  /** When the service answered, by its own clock (`Date`); milliseconds since the epoch. Left out if the answer has no date. */
  date?: number;
}

/** Returns undefined if the service answers that there is none. Throws every other failure. */
export type Read<S> = (
  service: S,
  profile: ProfileRef,
  name: string,
  bound: Bound,
  signal: AbortSignal,
) => Promise<Live | undefined>;

/**
 * How live resources are found: by pages of a list and a detail each; by a detail only, if the service has no list and its
 * refusal has to be trusted; or from the uploads of the state, if the service cannot be asked.
 */
export type Discovery<S> =
  | {
      by: 'list';
      page(service: S, profile: ProfileRef, page: number, signal: AbortSignal): Promise<RowPage>;
      read: Read<S>;
      /**
       * True if a name belongs to one resource, a complete list without it proves that the resource does not exist, and the
       * service refuses to create a name twice. No detail is then requested for a name that the state does not know.
       */
      provesAbsence?: boolean;
      /** True if the rows of the list contain the whole resource. */
      hasWholeRows?: boolean;
    }
  | {
      by: 'name';
      read: Read<S>;
      /** The names that can be asked for in a profile although neither manifests nor state have them; none if left out. */
      names?(profile: ProfileRef): string[];
    }
  | { by: 'state' };

/**
 * How a resource is recognized whose name the service gives (a code, a key). No manifest knows the name, so an unbound resource
 * is adopted by its title, if exactly one has it.
 */
interface Recognition {
  /** Returns the title of its list row. */
  titleOf(content: JsonObject): string;
  /** True if a live resource of that title matches the manifest. */
  matches(live: Live, want: Resource): boolean;
}

/** The manifest's settings for versions. */
interface VersionPolicy {
  /** How many stay in use: the newest of those that are approved. */
  keep: number;
  /** How long an older one stays in use after that, in milliseconds; undefined for ever. */
  stopAfterMs: number | undefined;
}

/**
 * How a text that can no longer be edited gets a successor under another name, while the old one stays in use.
 * Version 1 has the declared name.
 */
export interface Versions {
  /** The goal for which a new version is made, and that of a version that is taken out of use. */
  goals: { used: string; retired: string };
  /** Returns undefined if the manifest asks for none. */
  asked(want: Resource): VersionPolicy | undefined;
  /** Returns the first name and the number in the name of a later version; undefined for any other name. */
  split(name: string): { first: string; version: number } | undefined;
  /** Returns the resource as one of its versions. The engine adds the address. `at` is the live version, if it exists. */
  versioned(want: Resource, version: number, at: ResourceState): Resource;
  /** Returns a live version under the first version's names, as a manifest would declare it. */
  plain(live: Live, want: Pick<Resource, 'id' | 'name'>, version: number): Live;
  /** True if the names of a version keep to the limits of the service. */
  fits(want: Resource): boolean;
  /** `usable`: approved and ready. `idle`: approved, and not usable for now. `under-way`: not approved, so it can be edited. */
  usageOf(at: NonNullable<ResourceState>): 'usable' | 'idle' | 'under-way';
  /** True if it has the declared text, under any name. */
  sameText(at: NonNullable<ResourceState>, want: Resource): boolean;
  /** Like `sameText`, for contents whose files are not known yet: true if they may be the same. */
  mayBe(at: NonNullable<ResourceState>, want: Resource): boolean;
  /** Returns the latest time at which it can have been approved; milliseconds since the epoch, undefined if unknown. */
  approvedAt(live: Live): number | undefined;
}

export interface UploadedFile {
  use: string;
  file: FileNode;
  /** True if one upload of the bytes serves all resources of the profile. Otherwise each resource needs its own. */
  shared: boolean;
}

/**
 * The capability of a kind whose resources are uploaded files. Only the service gives their handles (a URL, a vid), which are
 * their names; they are in no list, and are never deleted. They have no entries: the state has a table of handles.
 */
export interface Uploads {
  /** The use and the file that a content names; undefined if it names no file. */
  of(content: JsonObject): UploadedFile | undefined;
  /** Returns the upload behind a URL. Left out if the service can be asked for the handle instead. */
  at?(used: UploadedFile, url: string): Live;
}

export interface Kind<S> {
  name: string;
  discovery: Discovery<S>;
  /** Set if the kind's resources are uploaded files. */
  upload?: Uploads;
  /** Set if the service gives the name. A predicted state then has the name "" until it is known. */
  recognition?: Recognition;
  operations: readonly Operation<S>[];
  /** Every goal that a manifest can declare; left out if there is one. */
  goals?: readonly string[];
  /** Returns the name in a binding; undefined if it has none. */
  nameOf(binding: JsonObject): string | undefined;
  /** Returns the binding of a live resource: what the state stores to find it again. */
  bindingOf(live: Live): JsonObject;
  /**
   * The field of a manifest that writes the name, if it may be left out. The name then comes from the id, so another id without the
   * field means another resource. Several resources may have one title, which is the field `name`.
   */
  nameField?: string;
  /**
   * Returns the resource under its bound name, if its manifest does not write a name (its id changed, and the code was derived
   * from it). Otherwise returns it unchanged.
   */
  keepName?(want: Resource, boundName: string): Resource;
  /**
   * Returns the part of a live resource that its manifest manages: without the parts left to others, and with what only the
   * binding stores. Plans compare this part. The whole resource if left out.
   */
  managed?(live: Live, want: Resource, binding: JsonObject | undefined): Live;
  /** Returns when a live resource becomes dormant unless it is used; milliseconds since the epoch, undefined if unknown. */
  dormantAt?(live: Live, binding: JsonObject): number | undefined;
  /** Set if a new version replaces a text that is in use. */
  versions?: Versions;
  /** Another kind whose resources this one refers to: they are created before it, and deleted after it. */
  refersTo?: {
    kind: string;
    names(at: NonNullable<ResourceState>): string[];
  };
  /** Returns other profiles, by alias, whose resources refer to those of this one's profile too: its groups. */
  memberOf?(at: NonNullable<ResourceState>): string[];
  /** Compares a state with the declared one: the goal of the search. */
  meets(at: ResourceState, want: Resource): GoalCheck;
  /**
   * Returns the operation whose requirement explains why no route exists. The reason comes from that row, so that legality has
   * one place.
   */
  blockedBy(at: ResourceState, want: Resource): { operation: string; opens?: Wording };
  /** Returns the images of a content, with their use; `at` is the place in the content. */
  images?(content: JsonObject): { at: string; use: string; sha256?: string; url?: string }[];
}
