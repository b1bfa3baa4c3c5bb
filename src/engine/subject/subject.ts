import type { Address } from '../../core/address.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import type { Kind, Versions } from '../../core/kind.ts';
import type { Change } from '../../core/plan.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import { basis, type Live, type ProfileRef, type Resource, type ResourceState } from '../../core/resource.ts';
import type { StateEntry } from '../../state/document.ts';

/** An address that a plan considers: what is declared, what the state knows, and what is live. */
export interface Subject<S> {
  kind: Kind<S>;
  profile: ProfileRef;
  /** The declared resource. For an address that is no longer declared: the goal `removed`, with the bound name. */
  want: Resource;
  declared: boolean;
  /** The entry that it starts from: its own, or that of the address it was renamed from. */
  entry?: StateEntry | undefined;
  movedFrom?: Address | undefined;
  boundName?: string | undefined;
  /** The address that takes over its resource. This address gives it up and changes nothing at the service. */
  takenOverBy?: Address | undefined;
  /** The entry of the address that gives its resource up to this one. */
  takesFrom?: StateEntry | undefined;
  /** Protected addresses of the same resource: its former addresses and other versions. They protect this address too. */
  protectedAs: readonly Address[];
  /** Why nothing can be planned for it. */
  problem?: Problem | undefined;
  /** The warning that the service will likely refuse the declared content. */
  likelyRefusal?: LikelyRefusal | undefined;
  /** Which version it is, if its manifest asks for versions or the state knows some. */
  version?: Version | undefined;
  /** The live resource, as it was read. Undefined also until then. */
  live?: Live | undefined;
  row: StateEntry['row'];
  /** The handles of the uploads that the live resource shows, known or not. */
  handles: readonly string[];
  /** Set if it could not be read, or if several resources match. */
  readProblem?: Problem | undefined;
  /** True if its answer is missing: a plan or a status is then incomplete. */
  unread: boolean;
  /** The binding to adopt: it was found under another name than the bound one, or only a command bound it and it differs. */
  adopts?: StateEntry['binding'] | undefined;
}

/** The members of an address of which neither the state nor the service is known yet. */
export const unknown: Omit<Subject<unknown>, 'kind' | 'profile' | 'want' | 'declared'> = {
  protectedAs: [],
  row: null,
  handles: [],
  unread: false,
};

/** Warnings about contents that the service will likely refuse, by the address of the manifest. */
export type LikelyRefusals = ReadonlyMap<Address, LikelyRefusal>;
/** A warning of a lint rule, which a manifest may silence. */
export type LikelyRefusal = Problem & { rule: string; hint: string };

/** Which version of a resource a subject is, and what a plan does with it. */
export interface Version {
  rules: Versions;
  number: number;
  /** The declared resource, under its first name. */
  of: Resource;
  /**
   * `current`: it gets the declared text. `kept`: it stays as it is. `retired`: it is taken out of use. `abandoned`: it is under
   * way with a text that is no longer declared, and is deleted. `released`: the manifest's stop, which is over, took it out of use.
   */
  role: 'current' | 'kept' | 'retired' | 'abandoned' | 'released';
  /** The address of the current one. */
  current: Address;
  /** The version that stays in use until this one is approved. A reader compares the two. */
  replaces: ResourceState;
  /** True if the version that it replaces is adopted by this plan. */
  isAdopted?: boolean;
  /** Set if the version that it replaces changed outside notiform since the last apply: the manifest did not, or did too. */
  drift?: 'alone' | 'beside-edit' | undefined;
}

/** Sorts subjects by address. */
export function sortSubjects<One extends Pick<Subject<unknown>, 'want'>>(subjects: readonly One[]): One[] {
  return [...subjects].sort((a, b) => compareText(a.want.address, b.want.address));
}

/** Returns the part of a live resource that its manifest manages (`Kind.managed`). */
export function asManaged<S>(
  { kind, want }: { kind: Kind<S>; want: Resource },
  live: Live,
  binding: JsonObject | undefined,
): Live {
  return kind.managed?.(live, want, binding) ?? live;
}

/**
 * Returns the basis of a state of a kind. A name that the service gives is no part of it, since no plan can predict it. A
 * resource without a list has a name from the service, or one that never changes.
 */
export function basisOf<S>(
  { recognition, discovery }: Pick<Kind<S>, 'recognition' | 'discovery'>,
  at: ResourceState,
): string {
  return basis(at && (recognition || discovery.by !== 'list') ? { ...at, name: '' } : at);
}

/** True if an interrupted apply of ours leads through a state. */
export function isOnOurWay<S>({ kind, entry }: Pick<Subject<S>, 'kind' | 'entry'>, at: ResourceState): boolean {
  return entry?.intent ? entry.intent.includes(basisOf(kind, at)) : entry?.unfinished === true;
}

/**
 * Returns a digest that distinguishes one occurrence of a state (a rejection, a stop, a dormancy) from the next occurrence of the
 * same state: the dates of the resource and of its comments, without their texts (assumption 271). Empty if the service sends no
 * dates.
 */
export function occasionOf({ modifiedAt = '', comments = [], occasion }: Live): { occasion?: string } {
  if (occasion !== undefined) return { occasion };
  const words = comments.map(({ createdAt, status }) => [createdAt, status]);
  return modifiedAt === '' && words.length === 0 ? {} : { occasion: digest([modifiedAt, ...words]) };
}

/** True if the state of a planned change ended and came back since the plan. */
export function isOtherOccasion({ live: planned }: Pick<Change, 'live'>, now: JsonObject): boolean {
  return planned['occasion'] !== undefined && planned['occasion'] !== now['occasion'];
}
