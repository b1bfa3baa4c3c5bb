import { digest, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Change } from '../../core/plan.ts';
import { basis, type Live, type Resource, type ResourceState } from '../../core/resource.ts';

/** What was read, as far as the manifest manages it (`Kind.managed`). */
export function asManaged<S>(
  { kind, want }: { kind: Kind<S>; want: Resource },
  live: Live,
  binding: JsonObject | undefined,
): Live {
  return kind.managed?.(live, want, binding) ?? live;
}

/**
 * The basis of a standing of a kind: a name that the service gives is no part of it, since no plan can predict it. What is
 * found by its name alone either has such a one, or never another.
 */
export function basisOf<S>(
  { recognition, discovery }: Pick<Kind<S>, 'recognition' | 'discovery'>,
  at: ResourceState,
): string {
  return basis(at && (recognition || discovery.by === 'name') ? { ...at, name: '' } : at);
}

/**
 * What tells the act that brought a resource to where it stands (a rejection, a stop, a dormancy) from the next one that brings
 * it there again, as a digest: the dates that the service tells, and those of its comments (assumption 271). Their words are no
 * part of it. Nothing where it tells none.
 */
export function occasionOf({ modifiedAt = '', comments = [], occasion }: Live): { occasion?: string } {
  if (occasion !== undefined) return { occasion };
  const words = comments.map(({ createdAt, status }) => [createdAt, status]);
  return modifiedAt === '' && words.length === 0 ? {} : { occasion: digest([modifiedAt, ...words]) };
}

/** Whether a change answers another act than the one that is to be seen now: what it says was done about that one. */
export function isOtherOccasion({ live: planned }: Pick<Change, 'live'>, now: JsonObject): boolean {
  return planned['occasion'] !== undefined && planned['occasion'] !== now['occasion'];
}
