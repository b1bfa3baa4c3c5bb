import type { Address } from '../../core/address.ts';
import { todoWay, type Way } from '../../core/plan.ts';
import { type Problem, worded } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { Said } from '../../core/sentence.ts';
import { say } from '../sentences.ts';
import type { Work } from '../types.ts';
import type { Decision } from './decide.ts';
import { freedBy, takenBy } from './names.ts';
import { changesOf } from './order.ts';

/** An address of a cycle, the next one, and the name or title that it takes from the next one, if that is all it waits for. */
interface Link {
  from: Address;
  to: Address;
  name: string | undefined;
}

/** A block by a cycle. Only the first address of a cycle has its problem: one cycle is one problem. */
export interface CycleBlock {
  reason: Said;
  ways: Way[];
  problem: Problem | undefined;
}

/** Returns the blocks of the addresses in cycles. An address in several cycles is blocked by the first one. */
export function cycleBlocks<S>(
  cycles: readonly (readonly Address[])[],
  decisions: readonly Decision<S>[],
  selected: ReadonlySet<Address>,
): Map<Address, CycleBlock> {
  const blocks = new Map<Address, CycleBlock>();
  for (const cycle of cycles) {
    const members = decisions.filter(({ subject }) => cycle.includes(subject.want.address));
    const links = linksOf(cycle, members);
    const takers = links.filter(({ name }) => name !== undefined);
    const taking = takers.find(({ from }) => selected.has(from)) ?? takers[0];
    const problems = cycleProblems(members, links, taking);
    const open = links.filter(({ from }) => !blocks.has(from));
    const first = open.find(({ from }) => selected.has(from));
    for (const link of open) {
      blocks.set(link.from, {
        reason: waitsInTurn(link),
        ways: link === taking ? [todoWay(thirdName(link))] : [],
        problem: link === first ? problems.get(link.from) : undefined,
      });
    }
  }
  return blocks;
}

function linksOf<S>(cycle: readonly Address[], members: readonly Decision<S>[]): Link[] {
  const works = new Map(changesOf(members).map(({ work }) => [work.change.address, work]));
  const next = [...cycle.slice(1), ...cycle.slice(0, 1)];
  return cycle.flatMap((from, index) =>
    next.slice(index, index + 1).map((to) => ({ from, to, name: handedOver(works.get(to), works.get(from)) })),
  );
}

/** Returns the name or title that one change frees for another one, which has no reference to it. */
function handedOver<S>(giver: Work<S> | undefined, taker: Work<S> | undefined): string | undefined {
  if (!giver || !taker || taker.want.dependsOn.includes(giver.change.address)) return undefined;
  const taken = new Set(takenBy(taker).map(({ key }) => key));
  return freedBy(giver).find(({ key }) => taken.has(key))?.text;
}

function waitsInTurn({ to: address, name }: Link): Said {
  return name === undefined ? say('waits-in-turn', { address }) : say('takes-in-turn', { name, address });
}

function needWords({ to, name }: Link): string {
  return name === undefined ? `needs ${to}` : `takes "${name}" from ${to}`;
}

function thirdName({ from, name = '' }: Link): Said {
  return say('third-name', { address: from, name });
}

function cycleProblems<S>(
  members: readonly Decision<S>[],
  links: readonly Link[],
  taking: Link | undefined,
): Map<Address, Problem> {
  const words = links.map((link) => `${link.from} ${needWords(link)}`).join(', ');
  const wants = members.map(({ subject }) => subject.want);
  const problemOf = (want: Resource): Problem => ({
    code: taking ? 'names-exchanged' : 'dependency-cycle',
    severity: 'error',
    ...worded(taking ? say('names-exchanged', { names: words }) : words, taking ? thirdName(taking) : say('cycle-way')),
    place: want.source,
    address: want.address,
    related: wants
      .filter((other) => other !== want)
      .map(({ source }) => ({ message: 'in the same cycle', place: source })),
  });
  return new Map(wants.map((want) => [want.address, problemOf(want)]));
}
