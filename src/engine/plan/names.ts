import type { Kind } from '../../core/kind.ts';
import type { ProfileRef, ResourceState } from '../../core/resource.ts';
import { keyIn } from '../observe/sightings.ts';
import type { Work } from '../types.ts';

/** What no two of a kind may bear in a profile: the name that the service knows it by, or the title that people read. */
export interface Borne {
  key: string;
  by: 'name' | 'title';
  text: string;
}

interface NameScope<S> {
  kind: Kind<S>;
  profile: ProfileRef;
}

export function borneName<S>(of: NameScope<S>, text: string): Borne {
  return { key: keyIn(of, 'name', text), by: 'name', text };
}

/** None where a kind's titles may be had twice. */
export function borneTitle<S>(of: NameScope<S>, text: string): Borne[] {
  const { titleOf, recognition } = of.kind;
  return titleOf || recognition ? [{ key: keyIn(of, 'title', text), by: 'title', text }] : [];
}

/** What a standing bears; the name that the service has yet to give is none. */
export function borneBy<S>(of: NameScope<S>, at: ResourceState): Borne[] {
  if (!at) return [];
  const title = (of.kind.titleOf ?? of.kind.recognition?.titleOf)?.(at.content);
  return [...(at.name === '' ? [] : [borneName(of, at.name)]), ...(title === undefined ? [] : borneTitle(of, title))];
}

/** What a change ends with and did not bear before. No two uploads are in each other's way, whatever their bytes. */
export function takenBy<S>(work: Work<S>): Borne[] {
  if (work.kind.upload) return [];
  return without(borneBy(work, work.standings.at(-1)), borneBy(work, work.standings[0]));
}

/** What a change lets go of, by deleting or renaming, or by forgetting what nobody takes over. */
export function freedBy<S>(work: Work<S>): Borne[] {
  if (work.takenOverBy || work.kind.upload) return [];
  const before = borneBy(work, work.standings[0]);
  return work.change.action === 'forget' ? before : without(before, borneBy(work, work.standings.at(-1)));
}

function without(some: readonly Borne[], others: readonly Borne[]): Borne[] {
  const keys = new Set(others.map(({ key }) => key));
  return some.filter(({ key }) => !keys.has(key));
}
