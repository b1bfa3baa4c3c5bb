import { digest, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Change } from '../../core/plan.ts';
import { basis, type Live, type Resource, type ResourceState } from '../../core/resource.ts';

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
