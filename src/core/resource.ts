import type { output } from 'zod';
import type { Address } from './address.ts';
import { digestWith } from './content.ts';
import type { JsonObject } from './json.ts';
import type * as shape from './plan-shape.ts';
import type { Place } from './problem.ts';

/** A sender profile or group as an environment names it. */
export interface ProfileRef {
  alias: string;
  /** The sender key, or the group key of a group. */
  key: string;
  /** `S` sender profile, `G` group (resource API 1). */
  type: 'S' | 'G';
}

/** A set of values for a template's variables: for previews, proofs and test sends. */
export interface Sample {
  name: string;
  values: Record<string, string>;
}

/** One resource as its manifest declares it. Plain data. */
export interface Resource {
  address: Address;
  kind: string;
  /** Alias; undefined for kinds without a profile. */
  profile?: string;
  id: string;
  source: Place;
  /** The declared state: a kind's own word (`approved`, `draft`, `stopped`, `present`) or `removed`. */
  goal: string;
  /** The manifest form that is compared with the live one. Files are `FileNode`s. */
  content: JsonObject;
  /** The service's name for it, if the manifest decides that (a template's code). */
  name?: string;
  /** Inputs of operations that are never a difference: an inspection's `comment` and `attachments`. */
  inputs: JsonObject;
  /** Options that change how the goal is reached (`versions`). */
  options: JsonObject;
  dependsOn: readonly Address[];
  protect: boolean;
  renamedFrom?: Address;
  /** Set if a file inside another manifest declares it. */
  implied?: true;
  samples: readonly Sample[];
}

export type Comment = output<typeof shape.comments>[number];

/** The answer of the service for one resource, decoded. Plain data. */
export interface Live {
  /** The service's name for it: a code, a key, a URL. */
  name: string;
  /** Manifest form. */
  content: JsonObject;
  /** Everything that a rule of section 3 depends on; with the content it makes the basis. Empty for kinds without a state machine. */
  status: Status;
  /** Newest last. */
  comments?: Comment[];
  modifiedAt?: string;
  /**
   * The fields that the service has and no manifest can declare, in manifest form. They are never a difference. But an update clears
   * them, and the plan of an update shows that. Left out if there are none.
   */
  beside?: JsonObject;
  /** Digest of its dates and those of its comments, if the state file has it without them. */
  occasion?: string;
}

/** `state` is the word that a person reads: a service status, or `present`. */
export type Status = { state: string } & Record<string, string | boolean>;

/** The state of a resource: as it is live, as a step is predicted to leave it, or undefined if there is none. */
export type ResourceState = Pick<Live, 'name' | 'content' | 'status' | 'comments'> | undefined;

/** Digest of content and status, without dates, comments and the shown word. `absent` if there is no resource. */
export function basis(at: ResourceState): string {
  if (!at) return 'absent';
  const { state: _shown, ...status } = at.status;
  return digestWith(at.content, { name: at.name, status });
}
