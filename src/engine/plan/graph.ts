import type { Address } from '../../core/address.ts';
import type { Change } from '../../core/plan.ts';
import { compareText } from '../../core/problem.ts';
import type { Subject } from '../memory/ownership.ts';
import { groupBy, groupOf } from '../subject/grouping.ts';
import { isLeftUpload, keyOfUpload, shownIn } from '../uploads/uploads.ts';
import type { Decision } from './decide.ts';
import { freedBy, takenBy } from './names.ts';
import { type Reach, referrersOf } from './referrers.ts';

/** Which changes come after which: by address, the addresses that have to be done before. */
export type Order = ReadonlyMap<Address, ReadonlySet<Address>>;

/** What comes before an address. */
export function beforeOf(order: Order, address: Address): ReadonlySet<Address> {
  return order.get(address) ?? new Set();
}

export type ChangeOf<S> = Extract<Decision<S>, { is: 'change' }>;

export function changesOf<S>(decisions: readonly Decision<S>[]): ChangeOf<S>[] {
  return decisions.filter((decision) => decision.is === 'change');
}

/**
 * The order of the changes: what a manifest needs comes first, what is left over goes after those that still show it,
 * and a change that frees a name comes before the one that takes it. What is given up is forgotten only when its heir has
 * it, so that a run that dies between the two loses nothing.
 */
export function orderOf<S>(decisions: readonly Decision<S>[], reach: Reach): Order {
  const changes = changesOf(decisions);
  const changed = new Set(changes.map(({ work }) => work.change.address));
  const freed = freedNames(changes);
  const opening = groupBy(changes.filter(opensProfile), ({ subject }) => subject.profile);
  const showing = showingOf(changes);
  const referrers = referrersOf(changes, reach);
  const before = ({ work, subject }: ChangeOf<S>): Address[] => [
    ...work.want.dependsOn,
    ...(subject.heir === undefined ? takenBy(work).flatMap(({ key }) => freed.get(key) ?? []) : [subject.heir]),
    ...(subject.version?.role === 'abandoned' ? [subject.version.current] : []),
    ...[...showing(subject), ...referrers(work)].sort(compareText),
    ...(work.change.steps.length > 0 ? (opening.get(subject.profile) ?? []) : []).map(addressOf),
  ];
  return new Map(
    changes.map((change) => {
      const { address } = change.work.change;
      return [address, new Set(before(change).filter((one) => changed.has(one) && one !== address))];
    }),
  );
}

/**
 * Which changes are carried out after which: as `orderOf`, without the circles in which a change makes way. Of such a change
 * only its last steps come after the one that frees its title.
 */
export function runOrder<S>(order: Order, decisions: readonly Decision<S>[]): Order {
  const run = new Map(order);
  for (const { work } of changesOf(decisions)) {
    const { address } = work.change;
    const { giver } = work.detour ?? {};
    if (giver !== undefined) run.set(address, new Set([...beforeOf(order, address)].filter((one) => one !== giver)));
  }
  return run;
}

/** Everything that has to be done before a change is: as a whole, or before one of its steps. */
export function needsOf({ dependsOn, steps }: Pick<Change, 'dependsOn' | 'steps'>): Address[] {
  return [...dependsOn, ...steps.flatMap(({ after = [] }) => after)];
}

export function addressOf<S>({ work }: ChangeOf<S>): Address {
  return work.change.address;
}

/** Whether a profile can be changed only after a change. */
function opensProfile<S>({ work: { kind, change } }: ChangeOf<S>): boolean {
  return kind.operations.some(
    (row) => row.opensProfile && change.steps.some(({ operation }) => operation === row.name),
  );
}

/** The changes that let go of each name. */
function freedNames<S>(changes: readonly ChangeOf<S>[]): Map<string, Address[]> {
  const freed = new Map<string, Address[]>();
  for (const { work } of changes) for (const { key } of freedBy(work)) groupOf(freed, key).push(work.change.address);
  return freed;
}

/** The changes that still show an upload which is left over: it may be forgotten only afterwards. */
function showingOf<S>(changes: readonly ChangeOf<S>[]): (upload: Subject<S>) => Address[] {
  const showing = new Map<string, Address[]>();
  for (const { subject, work } of changes) {
    for (const key of shownIn(subject, work.change.before)) groupOf(showing, key).push(work.change.address);
  }
  return (upload) => (isLeftUpload(upload) ? groupOf(showing, keyOfUpload(upload)) : []);
}

/**
 * The addresses of the changes so that each stands after all that it needs; by address where the order leaves a choice.
 * What stands in a circle, or after one, is left out.
 */
export function sortByOrder(order: Order): Address[] {
  const sorted: Address[] = [];
  const open = new Map(order);
  for (;;) {
    const ready = Array.from(open).filter(([, before]) => [...before].every((one) => !open.has(one)));
    if (ready.length === 0) return sorted;
    const addresses = ready.map(([address]) => address).sort(compareText);
    sorted.push(...addresses);
    for (const address of addresses) open.delete(address);
  }
}

/** The circles among what manifests need of each other, and among the changes. Each address is named once. */
export function circlesOf(order: Order): Address[][] {
  const circles: Address[][] = [];
  const done = new Set<Address>();
  const visit = (address: Address, trail: readonly Address[]): void => {
    const at = trail.indexOf(address);
    if (at !== -1) circles.push(trail.slice(at));
    if (at !== -1 || done.has(address)) return;
    for (const before of [...beforeOf(order, address)].sort(compareText)) visit(before, [...trail, address]);
    done.add(address);
  };
  for (const address of [...order.keys()].sort(compareText)) visit(address, []);
  return circles;
}

/** What the manifests need of each other, whether there is something to change or not. */
export function declaredOrder<S>(decisions: readonly Decision<S>[]): Order {
  return new Map(decisions.map(({ subject }) => [subject.want.address, new Set(subject.want.dependsOn)]));
}

/**
 * Tells whether an upload that is left over may be forgotten: every live resource that shows it stops doing so in this
 * plan, or there is none.
 */
export function forgettable<S>(decisions: readonly Decision<S>[]): (upload: Subject<S>) => boolean {
  const kept = new Set(decisions.flatMap(keptUploads));
  return (upload) => !kept.has(keyOfUpload(upload));
}

/** The uploads that a live resource shows and goes on showing. What leaves our memory in this plan keeps none there. */
function keptUploads<S>(decision: Decision<S>): string[] {
  const { subject, seen } = decision;
  if (decision.is === 'change' && !subject.declared) return [];
  const shown = [...shownIn(subject, seen.live?.content ?? null)];
  if (decision.is !== 'change' || decision.work.change.steps.length === 0) return shown;
  const after = shownIn(subject, decision.work.change.after);
  return shown.filter((key) => after.has(key));
}
