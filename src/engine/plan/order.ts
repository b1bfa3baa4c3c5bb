import type { Address } from '../../core/address.ts';
import { groupByAll, type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import { compareText } from '../../core/problem.ts';
import type { ResourceState } from '../../core/resource.ts';
import type { Decision, Work } from '../types.ts';

/** Which changes come after which: by address, the addresses that have to be done before. */
export type Order = ReadonlyMap<Address, ReadonlySet<Address>>;

/** Returns what comes before an address. */
export function beforeOf(order: Order, address: Address): ReadonlySet<Address> {
  return order.get(address) ?? new Set();
}

export function changesOf<S>(decisions: readonly Decision<S>[]): Work<S>[] {
  return decisions.filter((decision) => decision.is === 'change');
}

/** A value that only one resource of a kind may have in a profile: the service's name, or the title that people read. */
export interface Label {
  key: string;
  by: 'name' | 'title';
  text: string;
}

/**
 * Returns the labels of a resource. A name that the service has not given yet is none. Neither is a title, if several resources of
 * the kind may have one title.
 */
export function labels<S>(of: KindInProfile<S>, name: string, title: string | undefined): Label[] {
  const isTitled = of.kind.recognition && title !== undefined;
  return [
    ...(name === '' ? [] : [{ key: keyIn(of, 'name', name), by: 'name' as const, text: name }]),
    ...(isTitled ? [{ key: keyIn(of, 'title', title), by: 'title' as const, text: title }] : []),
  ];
}

export function labelsOf<S>(of: KindInProfile<S>, at: ResourceState): Label[] {
  return at ? labels(of, at.name, of.kind.recognition?.titleOf(at.content)) : [];
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
function referenceTo<S>({ name: kind }: Pick<Kind<S>, 'name'>, name: string): string {
  return `${kind} ${name}`;
}

/** Returns the keys of the resources to which a state refers (`Kind.refersTo`). */
function referencesIn<S>({ kind: { refersTo } }: KindInProfile<S>, at: ResourceState): string[] {
  return at && refersTo ? refersTo.names(at).map((name) => referenceTo({ name: refersTo.kind }, name)) : [];
}

/**
 * Returns the order of the changes: each comes after all changes in the groups that it names. Each set lists the first rule first,
 * because an obstacle is reported by the first address that it concerns.
 */
export function orderOf<S>(decisions: readonly Decision<S>[]): Order {
  const changes = changesOf(decisions).map((work) => ({ address: work.change.address, ...placeOf(work) }));
  const members = groupByAll(changes, ({ groups }) => groups);
  return new Map(
    changes.map(({ address, after }) => {
      const before = after.flatMap((group) => (members.get(group) ?? []).map((one) => one.address).sort(compareText));
      return [address, new Set(before.filter((one) => one !== address))];
    }),
  );
}

/**
 * Returns the groups that a change is in, and those whose changes come before it. The profile of a reference does not count: a group
 * refers to resources of its profiles (assumption 119).
 */
function placeOf<S>(work: Work<S>): { groups: string[]; after: string[] } {
  const { kind, profile, want, change, states, takenOverBy, version } = work;
  const [before, made] = [states[0], states.at(-1)];
  const [former, next] = [referencesIn(work, before), referencesIn(work, made)];
  const isDeleted = before && states.includes(undefined);
  const opens = `opens ${profile.alias}`;
  const openers = kind.operations.flatMap((row) => (row.opensProfile ? row.name : []));
  return {
    groups: [
      change.address,
      ...freedBy(work).map(({ key }) => key),
      ...former.filter((one) => !next.includes(one)).map((one) => `stops ${one}`),
      ...(made && made.name !== before?.name ? [`makes ${referenceTo(kind, made.name)}`] : []),
      ...(change.steps.some(({ operation }) => openers.includes(operation)) ? [opens] : []),
    ],
    after: [
      // What a manifest needs comes first.
      ...want.dependsOn,
      // A name or a title is free before another resource takes it. An address that gives up its resource is forgotten after the
      // other address has it: a run that is killed in between loses nothing.
      ...(takenOverBy === undefined ? takenBy(work).map(({ key }) => key) : [takenOverBy]),
      // An abandoned version is deleted after the current one is made.
      ...(version?.role === 'abandoned' ? [version.current] : []),
      // A resource is deleted after the last reference to it ends, and created before the first one begins.
      ...(isDeleted ? [`stops ${referenceTo(kind, before.name)}`] : []),
      ...next.filter((one) => !former.includes(one)).map((one) => `makes ${one}`),
      // A profile is opened before anything else in it is changed.
      ...(change.steps.length > 0 ? [opens] : []),
    ],
  };
}

/**
 * Sorts the addresses of the changes so that each comes after all that it needs; by address if the order leaves a choice.
 * Addresses in a cycle, or after one, are left out.
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

/** Returns the cycles of an order. Each address is named once. */
export function cyclesOf(order: Order): Address[][] {
  const cycles: Address[][] = [];
  const done = new Set<Address>();
  const trail: Address[] = [];
  const visit = (address: Address): void => {
    const at = trail.indexOf(address);
    if (at !== -1) cycles.push(trail.slice(at));
    if (at !== -1 || done.has(address)) return;
    trail.push(address);
    for (const before of [...beforeOf(order, address)].sort(compareText)) visit(before);
    trail.pop();
    done.add(address);
  };
  for (const address of [...order.keys()].sort(compareText)) visit(address);
  return cycles;
}

/** Returns the references between manifests, changed or not. */
export function declaredOrder<S>(decisions: readonly Decision<S>[]): Order {
  const referring = decisions.filter(({ want }) => want.dependsOn.length > 0);
  return new Map(referring.map(({ want }) => [want.address, new Set(want.dependsOn)]));
}
