import type { Plan, Unmanaged } from '../../core/plan.ts';
import { inert } from '../markdown/markdown.ts';
import { foldedList, type NamedResource, type ReviewWriter } from '../markdown/parts.ts';
import { stateName } from '../words.ts';
import { PLAN_WORDS } from './words.ts';

/** Returns the resources of a plan. One that waits for its own change has the name of the change. */
export function resourcesIn({ changes = [], waiting = [], blocked = [] }: Partial<Plan>): NamedResource[] {
  return [...waiting, ...waiting.flatMap(({ held }) => held?.change ?? []), ...changes, ...blocked];
}

/** The resources that notiform does not manage. */
export function unmanagedList(unmanaged: readonly Unmanaged[], writer: ReviewWriter): string[] {
  return foldedList(writer, unmanaged, PLAN_WORDS.unmanaged, ({ name, title, state }) =>
    [title || name, name, stateName(state, writer.language)].map(inert).join(' · '),
  );
}
