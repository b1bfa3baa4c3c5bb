import type { Address } from '../../core/address.ts';
import type { Kind, Versions } from '../../core/kind.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource, ResourceState } from '../../core/resource.ts';
import type { StateEntry } from '../../state/document.ts';
import type { Doubt } from '../types.ts';

/** An address that a plan has to look at: declared by a manifest, ours by the state, or both. */
export interface Subject<S> {
  kind: Kind<S>;
  profile: ProfileRef;
  /** For what is ours and not declared any more: the goal `removed`, with the name of the binding. */
  want: Resource;
  declared: boolean;
  /** The entry that it stands on: its own, or that of the address it was renamed from. */
  entry: StateEntry | undefined;
  movedFrom: Address | undefined;
  /** The name that the entry is bound to. */
  boundName: string | undefined;
  /** The address that takes over what this one is bound to: this one gives it up, and touches nothing. */
  takenOverBy: Address | undefined;
  /** Protected addresses that it is one with: those that give it up to this one, and its other versions. So is this one. */
  protectedAs: readonly Address[];
  /** Why nothing can be planned for it. */
  problem: Problem | undefined;
  /** The warning that the service will likely refuse the declared content. */
  doubt?: Doubt | undefined;
  /** Which of several it is, where its manifest asks for versions or the state knows some. */
  version: Version | undefined;
}

/** Which version of a resource a subject is, and what becomes of it. */
export interface Version {
  rules: Versions;
  number: number;
  /** What the manifest declares, under its first name. */
  of: Resource;
  /**
   * `current`: it is to become what the manifest says. `kept`: it stays as it is. `retired`: it is to be used no more.
   * `abandoned`: it is under way, and nothing wants its text any more.
   */
  role: 'current' | 'kept' | 'retired' | 'abandoned';
  /** The address of the current one. */
  current: Address;
  /** What is in use until this one is: a reader compares the two. */
  replaces: ResourceState;
}

/** By address. */
export function sortSubjects<S>(subjects: readonly Subject<S>[]): Subject<S>[] {
  return [...subjects].sort((a, b) => compareText(a.want.address, b.want.address));
}
