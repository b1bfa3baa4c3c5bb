import { sameContent } from '../../core/content.ts';
import { groupBy, groupOf, keyIn } from '../../core/grouping.ts';
import type { Row } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import type { Subject } from '../subject/subject.ts';
import { blockedOn, type Decision, reasonOf } from './decide.ts';
import { interimOf } from './exchange.ts';

/**
 * Blocks resources that cannot be identified by their titles. If a live resource has the interim title of an address, an exchange
 * was interrupted. Its state is lost if that address is not bound to it, or if an unmanaged resource has a title that the
 * exchange still needs. Then nothing that may take part is created or adopted, and the bound resources of the exchange keep
 * their titles: they show that it is not over. Pure.
 */
export function blockLost<S>(views: readonly View<S>[], decisions: readonly Decision<S>[]): readonly Decision<S>[] {
  const own = groupBy(decisions, ({ subject }) => keyIn(subject));
  const lost = new Map(
    views.flatMap((view) => {
      const members = groupOf(own, keyIn(view));
      return leftBehind(view, members).flatMap((left) =>
        involvedIn(left, members).map((one): [Decision<S>, Left<S>] => [one, left]),
      );
    }),
  );
  return decisions.map((decision) => {
    const left = lost.get(decision);
    if (!left) return decision;
    const problem = lostProblem(decision.subject, left);
    return blockedOn(decision.subject, decision.seen, reasonOf(problem), problem);
  });
}

/** A live resource with an interim title, and the exchange that it belongs to. */
interface Left<S> {
  name: string;
  /** The address that the interim title belongs to. */
  of: Decision<S>;
  /** That address and the bound ones in its way: each has the title that the one before it wants. */
  chain: ReadonlySet<Decision<S>>;
  /** An unmanaged resource that is in the way of the chain. */
  unknown: string | undefined;
  /** True if the exchange may have more members that the state does not know. */
  isOpen: boolean;
}

function leftBehind<S>({ kind, listing }: View<S>, own: readonly Decision<S>[]): Left<S>[] {
  const { recognition } = kind;
  if (!recognition) return [];
  const titled = groupBy<Row, string | undefined>(listing.rows.values(), ({ title }) => title);
  const kept = own.filter(({ subject }) => !subject.takenOverBy);
  const holders = new Map(kept.map((one) => [one.subject.boundName, one]));
  const titleOf = ({ subject }: Decision<S>): string => recognition.titleOf(subject.want.content);
  /** Returns the resources that have the title that an address wants, without those that are declared with it. */
  const givers = (one: Decision<S>): Giver<S>[] =>
    groupOf(titled, titleOf(one))
      .map(({ name }) => ({ name, holder: holders.get(name) }))
      .filter(({ holder }) => !holder?.subject.declared || titleOf(holder) !== titleOf(one));
  return kept.filter(mayHaveInterim).flatMap((of) => {
    const rows = groupOf(titled, interimOf(of.subject, new Set())?.title);
    const mine = rows.filter(({ name }) => (isUnbound(of) ? !holders.has(name) : holders.get(name) === of));
    return mine.map(({ name }) => {
      const { chain, unknown } = chainFrom(of, givers);
      const isOpen = unknown !== undefined || (isUnbound(of) && chain.size > 1);
      return { name, of, chain, unknown, isOpen };
    });
  });
}

/** A resource that has a title which an address wants, and the address that is bound to the resource. */
interface Giver<S> {
  name: string;
  holder: Decision<S> | undefined;
}

function chainFrom<S>(
  first: Decision<S>,
  givers: (one: Decision<S>) => readonly Giver<S>[],
): Pick<Left<S>, 'chain' | 'unknown'> {
  const chain = new Set([first]);
  const unknown: string[] = [];
  // Iterating over a set includes what is added meanwhile.
  for (const one of chain) {
    for (const { name, holder } of givers(one)) {
      if (holder) chain.add(holder);
      else unknown.push(name);
    }
  }
  return { chain, unknown: unknown[0] };
}

function mayHaveInterim<S>({ is, subject }: Decision<S>): boolean {
  return subject.declared && is !== 'unchanged';
}

/** True for an address that would be created, or that adopts a resource. */
function isUnbound<S>({ subject, seen }: Decision<S>): boolean {
  return subject.declared && (seen.live === undefined || seen.adopts !== undefined);
}

/**
 * Returns the changes that are blocked until everything is bound. If every address is bound that may take part, the state is
 * complete, and the exchange goes on.
 */
function involvedIn<S>(left: Left<S>, members: readonly Decision<S>[]): Decision<S>[] {
  const lost = members.filter((one) => mayBeInvolved(one, left, members));
  const isLost = lost.length > 0 && left.isOpen;
  return isLost ? [...lost, ...[...left.chain].filter(({ is }) => is === 'change')] : lost;
}

/**
 * True for the unbound address of the interim title, and for unbound addresses that may take part in an exchange that is not over.
 * A live resource with exactly the declared content takes no part, unless it differs from another one only in the title.
 */
function mayBeInvolved<S>(decision: Decision<S>, { of, isOpen }: Left<S>, members: readonly Decision<S>[]): boolean {
  const { subject, seen } = decision;
  if (decision.is !== 'change' || !isUnbound(decision)) return false;
  if (decision === of || !isOpen) return decision === of;
  const isSame = seen.live && sameContent(seen.live.content, subject.want.content);
  return (
    !isSame || members.some((other) => other !== decision && isUnbound(other) && differInTitle(subject, other.subject))
  );
}

function differInTitle<S>({ kind, want }: Subject<S>, other: Subject<S>): boolean {
  const untitled = ({ content }: Resource) => ({ ...kind.interim?.(content, '') });
  return sameContent(untitled(want), untitled(other.want));
}

function lostProblem<S>({ want }: Subject<S>, { name, of, unknown }: Left<S>): Problem {
  const { address } = of.subject.want;
  const interim = `${name} has the interim name of ${address}: names were being exchanged`;
  const [lost, hint] =
    isUnbound(of) || unknown === undefined
      ? [
          'the state of that is lost',
          `Bind each resource that exchanges its name first: \`notiform state bind ${address} ${name}\`, then the others`,
        ]
      : [
          `the state does not know ${unknown}, which may take part`,
          `Bind ${unknown} to its address first: \`notiform state bind ADDRESS ${unknown}\`. If it has none, \`notiform import\` gives it one`,
        ];
  return resourceProblem(want, 'name-ambiguous', `${interim}, and ${lost}`, hint);
}
