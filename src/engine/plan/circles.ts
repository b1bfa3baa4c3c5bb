import type { Address } from '../../core/address.ts';
import type { Problem } from '../../core/problem.ts';
import type { Work } from '../types.ts';
import type { Decision } from './decide.ts';
import { freedBy, takenBy } from './names.ts';
import { changesOf } from './order.ts';

/** An address of a circle, the next one, and what it takes from that, where a name is all that it waits for. */
export interface Link {
  from: Address;
  to: Address;
  name: string | undefined;
}

/** One problem for each address of a circle, naming the places of the others. */
export function circleProblems<S>(circle: readonly Address[], decisions: readonly Decision<S>[]): Problem[] {
  const members = decisions.filter(({ subject }) => circle.includes(subject.want.address));
  const said = sayingOf(linksOf(circle, members));
  return members.map(({ subject }) => ({
    ...said,
    severity: 'error' as const,
    place: subject.want.source,
    address: subject.want.address,
    related: members
      .filter((other) => other.subject !== subject)
      .map((other) => ({ message: 'in the same circle', place: other.subject.want.source })),
  }));
}

export function linksOf<S>(circle: readonly Address[], members: readonly Decision<S>[]): Link[] {
  const works = new Map(changesOf(members).map(({ work }) => [work.change.address, work]));
  const next = [...circle.slice(1), ...circle.slice(0, 1)];
  return circle.flatMap((from, index) =>
    next.slice(index, index + 1).map((to) => ({ from, to, name: handedOver(works.get(to), works.get(from)) })),
  );
}

/** What one change lets go of for another, which does not refer to it besides. */
function handedOver<S>(giver: Work<S> | undefined, taker: Work<S> | undefined): string | undefined {
  if (!giver || !taker || taker.want.dependsOn.includes(giver.change.address)) return undefined;
  const taken = new Set(takenBy(taker).map(({ key }) => key));
  return freedBy(giver).find(({ key }) => taken.has(key))?.text;
}

function sayingOf(links: readonly Link[]): Pick<Problem, 'code' | 'message' | 'hint'> {
  const words = links.map(({ from, to, name }) =>
    name === undefined ? `${from} needs ${to}` : `${from} takes "${name}" from ${to}`,
  );
  const [taking] = links.flatMap(({ from, name }) => (name === undefined ? [] : { from, name }));
  if (taking) {
    return {
      code: 'names-exchanged',
      message: `They exchange names, and each waits for the other: ${words.join(', ')}`,
      hint: `Declare a third name for ${taking.from} and apply; after that declare "${taking.name}" and apply again.`,
    };
  }
  return {
    code: 'dependency-cycle',
    message: words.join(', '),
    hint: 'Each waits for the next: take one of the references out.',
  };
}
