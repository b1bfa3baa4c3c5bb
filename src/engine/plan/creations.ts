import type { Address } from '../../core/address.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import type { Change } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import { callsOf } from '../observe/calls.ts';
import { endOf } from '../observe/observe.ts';
import type { PlanInput, Work } from '../types.ts';
import type { Decision } from './decide.ts';
import { beforeOf, changesOf, type Order } from './order.ts';

/** The actions that create something under a new name. */
const MAKING: readonly Change['action'][] = ['create', 'version'];

/** Asks the service if the new names are free (codeCheck). Returns a problem for each resource that cannot be created. */
export async function refusedCreations<S>(
  input: PlanInput<S>,
  decisions: readonly Decision<S>[],
  selected: ReadonlySet<Address>,
  needs: Order,
): Promise<Problem[]> {
  const takesFreed = freedFirst(decisions, needs);
  const creations = changesOf(decisions).filter(
    ({ work }) => MAKING.includes(work.change.action) && selected.has(work.change.address) && !takesFreed(work),
  );
  const groups = groupBy(
    creations.map(({ work }) => work),
    keyIn,
  );
  const calls = callsOf(input);
  const asked = [...groups.values()].flatMap((works) =>
    works.slice(0, 1).map(async ({ kind, profile }) => {
      const { preflight } = kind;
      if (!preflight) return [];
      const wants = works.map(({ want }) => want);
      const onChecked = countChecks(input, kind.name, profile.alias, wants.length);
      return calls(async () => preflight(input.service, profile, wants, input.signal, onChecked));
    }),
  );
  try {
    return (await Promise.all(asked)).flat();
  } catch (error) {
    throw endOf(error);
  }
}

/** Announces the number of names to check. The returned function counts each one that was checked. */
function countChecks<S>({ onEvent }: PlanInput<S>, kind: string, profile: string, of: number): () => void {
  let done = 0;
  const announce = (): void => onEvent?.({ type: 'checking', kind, profile, done, of });
  announce();
  return () => {
    done += 1;
    announce();
  };
}

/** True for a change that takes a name which this plan frees first: the service would still report it as taken. */
function freedFirst<S>(decisions: readonly Decision<S>[], needs: Order): (work: Work<S>) => boolean {
  const works = new Map(changesOf(decisions).map(({ work }) => [work.change.address, work]));
  return ({ change, kind, states }) =>
    [...beforeOf(needs, change.address)].some((address) => {
      const other = works.get(address);
      return other?.kind === kind && other.states[0]?.name === states.at(-1)?.name;
    });
}
