import type { Address } from '../../core/address.ts';
import { groupBy, groupOf } from '../../core/grouping.ts';
import { sha256 } from '../../core/json.ts';
import type { Policy } from '../../core/plan.ts';
import type { Resource } from '../../core/resource.ts';
import { sentenceOf, textOf } from '../../core/sentence.ts';
import type { View } from '../observe/observe.ts';
import { plannedRoute } from '../route/policy.ts';
import { say } from '../sentences.ts';
import type { Subject } from '../subject/subject.ts';
import type { InterimTitle } from '../types.ts';
import { type Link, linksOf } from './cycles.ts';
import { type ChangeOf, type Decision, statesOf, withSteps } from './decide.ts';
import { labelsOf, takenBy, titleLabel } from './names.ts';
import { addressOf, beforeOf, changesOf, cyclesOf, type Order, orderOf } from './order.ts';
import type { Reach } from './references.ts';

/**
 * Lets resources exchange titles in one apply: A takes the title of B, and B that of A. In each cycle of changes that only wait
 * for each other's titles, one resource first gets an interim title. The other changes follow, and then this resource gets its
 * declared title. If no resource of a cycle can have an interim title, the cycle stays as it is. Pure.
 */
export function breakTitleCycles<S>(
  views: readonly View<S>[],
  decisions: readonly Decision<S>[],
  reach: Reach,
  policy: Policy,
): readonly Decision<S>[] {
  const cycles = cyclesOf(orderOf(decisions, reach));
  if (cycles.length === 0) return decisions;
  const taken = titlesIn(views, decisions);
  const ways = new Map(
    cycles.flatMap((cycle) => {
      const way = breakCycle(cycle, decisions, taken, policy);
      return way ? [[way.work.change.address, way] as const] : [];
    }),
  );
  const opened = decisions.map((decision) => ways.get(decision.subject.want.address) ?? decision);
  const stuck = new Set(cyclesOf(halves(orderOf(opened, reach), opened)).flat());
  // A change that others need for another reason keeps its place in the cycle.
  return decisions.map((decision) => {
    const { address } = decision.subject.want;
    return stuck.has(address) || stuck.has(firstHalf(address)) ? decision : (ways.get(address) ?? decision);
  });
}

function titlesIn<S>(views: readonly View<S>[], decisions: readonly Decision<S>[]): Set<string> {
  const live = views.flatMap((view) => [...view.listing.rows.values()].flatMap(({ title }) => titleLabel(view, title)));
  const wanted = changesOf(decisions).flatMap(({ work }) => takenBy(work));
  return new Set([...live, ...wanted].map(({ key }) => key));
}

/** A change that may use an interim title, and its neighbours in the cycle. */
interface Candidate<S> extends Pick<InterimTitle, 'giver'> {
  member: ChangeOf<S>;
  taker: ChangeOf<S>;
}

function breakCycle<S>(
  cycle: readonly Address[],
  decisions: readonly Decision<S>[],
  taken: ReadonlySet<string>,
  policy: Policy,
): ChangeOf<S> | undefined {
  const members = changesOf(decisions).filter(({ subject }) => cycle.includes(subject.want.address));
  for (const candidate of candidatesIn(linksOf(cycle, members), members)) {
    const way = viaInterimTitle(candidate, taken, policy);
    if (way) return way;
  }
  return undefined;
}

/**
 * Returns the candidates by address. None if a change of the cycle waits for more than a title, or takes a name, which no
 * interim title frees.
 */
function candidatesIn<S>(links: readonly Link[], members: readonly ChangeOf<S>[]): Candidate<S>[] {
  const takesName = ({ work }: ChangeOf<S>): boolean => takenBy(work).some(({ by }) => by === 'name');
  if (links.some(({ name }) => name === undefined) || members.some(takesName)) return [];
  const byAddress = groupBy(members, addressOf);
  const [from, to] = [groupBy(links, (link) => link.from), groupBy(links, (link) => link.to)];
  return members.flatMap((member) =>
    groupOf(to, addressOf(member))
      .flatMap((link) => groupOf(byAddress, link.from))
      .flatMap((taker) => groupOf(from, addressOf(member)).map((link) => ({ member, taker, giver: link.to }))),
  );
}

/** Returns the change by way of an interim title. Undefined if its kind has none, or if no allowed route leads there and on. */
function viaInterimTitle<S>(
  { member: { subject, seen }, giver, taker }: Candidate<S>,
  taken: ReadonlySet<string>,
  policy: Policy,
): ChangeOf<S> | undefined {
  const free = interimOf(subject, taken);
  if (!free) return undefined;
  const { kind, want } = subject;
  const there = plannedRoute({ ...subject, want: free.want }, seen.live, policy);
  if (there.found !== 'satisfied') return undefined;
  const states = statesOf(kind, seen.live, free.want, there.steps);
  const middle = states.at(-1);
  const on = plannedRoute(subject, middle, policy);
  if (on.found === 'blocked') return undefined;
  const note = say('for-now', { title: free.title });
  const route = {
    ...on,
    risks: [...new Set([...there.risks, ...on.risks])],
    steps: [
      ...there.steps.map((step) => ({ ...step, title: `${step.title} (${textOf(note)})`, note: sentenceOf(note) })),
      ...on.steps.map((step) => ({ ...step, after: [giver] })),
    ],
  };
  const whole = [...states, ...statesOf(kind, middle, want, on.steps).slice(1)];
  const change = withSteps(subject, seen, route, policy, whole);
  const interim = { want: free.want, steps: there.steps.length, taker: addressOf(taker), giver };
  return { ...change, work: { ...change.work, interim } };
}

/**
 * Returns the declared resource under an interim title that is free. The same address gets the same title, so that a plan can be
 * made again.
 */
export function interimOf<S>(
  subject: Subject<S>,
  taken: ReadonlySet<string>,
): { want: Resource; title: string } | undefined {
  const { kind, want } = subject;
  const mark = sha256(want.address).slice(0, 8);
  for (let count = 1; kind.interim; count += 1) {
    const content = kind.interim(want.content, count === 1 ? mark : `${mark}-${count}`);
    const titles = labelsOf(subject, { name: '', content, status: { state: '' } });
    const isFree = titles.every(({ key }) => !taken.has(key));
    if (isFree) return { want: { ...want, content }, title: titles.map(({ text }) => text).join(', ') };
  }
  return undefined;
}

/** Splits each change with an interim title into two. The change that takes its former title comes after the first half only. */
function halves<S>(order: Order, decisions: readonly Decision<S>[]): Order {
  const split = new Map(order);
  for (const { work } of changesOf(decisions)) {
    if (!work.interim) continue;
    const { address } = work.change;
    const { giver, taker } = work.interim;
    const [first, needs] = [firstHalf(address), [...beforeOf(split, address)]];
    split.set(first, new Set(needs.filter((one) => one !== giver)));
    split.set(address, new Set([...needs, first]));
    split.set(taker, new Set([...beforeOf(split, taker)].map((one) => (one === address ? first : one))));
  }
  return split;
}

/** Names the first half of a change. No address has a space. */
function firstHalf(address: Address): string {
  return `${address} for now`;
}
