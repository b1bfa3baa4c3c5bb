import { type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import type { ResourceState } from '../../core/resource.ts';
import type { Work } from '../types.ts';

/** A value that only one resource of a kind may have in a profile: the service's name, or the title that people read. */
export interface Label {
  key: string;
  by: 'name' | 'title';
  text: string;
}

export function nameLabel<S>(of: KindInProfile<S>, text: string): Label {
  return { key: keyIn(of, 'name', text), by: 'name', text };
}

/** The label of a title. None if several resources of the kind may have one title. */
export function titleLabel<S>(of: KindInProfile<S>, text: string): Label[] {
  return of.kind.recognition ? [{ key: keyIn(of, 'title', text), by: 'title', text }] : [];
}

/** Returns the labels of a state. A name that the service has not given yet is none. */
export function labelsOf<S>(of: KindInProfile<S>, at: ResourceState): Label[] {
  if (!at) return [];
  const title = of.kind.recognition?.titleOf(at.content);
  return [...(at.name === '' ? [] : [nameLabel(of, at.name)]), ...(title === undefined ? [] : titleLabel(of, title))];
}

/** Returns the labels that a change ends with and did not begin with. */
export function takenBy<S>(work: Work<S>): Label[] {
  return without(labelsOf(work, work.states.at(-1)), labelsOf(work, work.states[0]));
}

/** Returns the labels that a change frees, by a delete or by a rename. */
export function freedBy<S>(work: Work<S>): Label[] {
  return without(labelsOf(work, work.states[0]), labelsOf(work, work.states.at(-1)));
}

function without(some: readonly Label[], others: readonly Label[]): Label[] {
  const keys = new Set(others.map(({ key }) => key));
  return some.filter(({ key }) => !keys.has(key));
}

/** Returns the key of a resource to which others may refer. */
export function referenceTo<S>({ name: kind }: Pick<Kind<S>, 'name'>, name: string): string {
  return `${kind} ${name}`;
}

/** Returns the keys of the resources to which a state refers (`Kind.refersTo`). */
export function referencesIn<S>({ kind: { refersTo } }: KindInProfile<S>, at: ResourceState): string[] {
  return at && refersTo ? refersTo.names(at).map((name) => referenceTo({ name: refersTo.kind }, name)) : [];
}
