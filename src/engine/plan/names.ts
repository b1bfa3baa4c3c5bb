import type { Kind } from '../../core/kind.ts';
import type { ProfileRef, ResourceState } from '../../core/resource.ts';
import { keyIn } from '../observe/sightings.ts';
import type { Work } from '../types.ts';

/** What no two of a kind may bear in a profile: the name that the service knows it by, or the title that people read. */
export interface Label {
  key: string;
  by: 'name' | 'title';
  text: string;
}

interface NameScope<S> {
  kind: Kind<S>;
  profile: ProfileRef;
}

export function nameLabel<S>(of: NameScope<S>, text: string): Label {
  return { key: keyIn(of, 'name', text), by: 'name', text };
}

/** None where a kind's titles may be had twice. */
export function titleLabel<S>(of: NameScope<S>, text: string): Label[] {
  const { titleOf, recognition } = of.kind;
  return titleOf || recognition ? [{ key: keyIn(of, 'title', text), by: 'title', text }] : [];
}

/** What a standing bears; the name that the service has yet to give is none. */
export function labelsOf<S>(of: NameScope<S>, at: ResourceState): Label[] {
  if (!at) return [];
  const title = (of.kind.titleOf ?? of.kind.recognition?.titleOf)?.(at.content);
  return [...(at.name === '' ? [] : [nameLabel(of, at.name)]), ...(title === undefined ? [] : titleLabel(of, title))];
}

/** What a change ends with and did not bear before. No two uploads are in each other's way, whatever their bytes. */
export function takenBy<S>(work: Work<S>): Label[] {
  if (work.kind.upload) return [];
  return without(labelsOf(work, work.states.at(-1)), labelsOf(work, work.states[0]));
}

/** What a change lets go of, by deleting or renaming, or by forgetting what nobody takes over. */
export function freedBy<S>(work: Work<S>): Label[] {
  if (work.takenOverBy || work.kind.upload) return [];
  const before = labelsOf(work, work.states[0]);
  return work.change.action === 'forget' ? before : without(before, labelsOf(work, work.states.at(-1)));
}

function without(some: readonly Label[], others: readonly Label[]): Label[] {
  const keys = new Set(others.map(({ key }) => key));
  return some.filter(({ key }) => !keys.has(key));
}
