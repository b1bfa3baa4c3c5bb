import type { Address } from '../../core/address.ts';
import { groupByAll } from '../../core/grouping.ts';
import { compareText } from '../../core/problem.ts';
import type { Work } from '../types.ts';
import type { Decision } from './decide.ts';
import { freedBy, type Label, referencesIn, referenceTo, takenBy } from './names.ts';

/** Which changes come after which: by address, the addresses that have to be done before. */
export type Order = ReadonlyMap<Address, ReadonlySet<Address>>;

/** Returns what comes before an address. */
export function beforeOf(order: Order, address: Address): ReadonlySet<Address> {
  return order.get(address) ?? new Set();
}

export function changesOf<S>(decisions: readonly Decision<S>[]): Work<S>[] {
  return decisions.filter((decision) => decision.is === 'change');
}

/**
 * Returns the order of the changes by `orderRules`. Each set lists the first rule first: an obstacle is reported by the first
 * address that it concerns.
 */
export function orderOf<S>(decisions: readonly Decision<S>[]): Order {
  const changes = changesOf(decisions).map((work): Ordered<S> => {
    return { ...work, freed: freedBy(work), taken: takenBy(work), references: referencesOf(work) };
  });
  const changed = new Set(changes.map(addressOf));
  const rules = orderRules<S>().map(({ groups, after }) => {
    if (!groups) return after;
    const members = groupByAll(changes, groups);
    return (change: Ordered<S>): Address[] =>
      after(change)
        .flatMap((group) => members.get(group) ?? [])
        .map(addressOf)
        .sort(compareText);
  });
  return new Map(
    changes.map((change) => {
      const address = addressOf(change);
      const before = rules.flatMap((after) => after(change));
      return [address, new Set(before.filter((one) => changed.has(one) && one !== address))];
    }),
  );
}

/** A change with the values that the order rules use. */
type Ordered<S> = Work<S> & {
  freed: readonly Label[];
  taken: readonly Label[];
  references: ReturnType<typeof referencesOf>;
};

/** A rule of the order of changes, as data: a change comes after every change in one of the groups that it names. */
interface OrderRule<S> {
  rule: string;
  /** The groups that a change is in. If left out, `after` names addresses. */
  groups?(change: Ordered<S>): readonly string[];
  /** The groups whose changes come before this one. */
  after(change: Ordered<S>): readonly string[];
}

function orderRules<S>(): OrderRule<S>[] {
  return [
    {
      rule: 'What a manifest needs comes first.',
      after: ({ want }) => want.dependsOn,
    },
    ...(['name', 'title'] as const).map((by) => ({
      rule: `A ${by} is free before another resource takes it.`,
      groups: ({ freed }: Ordered<S>) => keysBy(by, freed),
      after: ({ takenOverBy, taken }: Ordered<S>) => (takenOverBy === undefined ? keysBy(by, taken) : []),
    })),
    {
      rule: 'An address that gives up its resource is forgotten after the other address has it: a run that is killed in between loses nothing.',
      after: ({ takenOverBy }) => (takenOverBy === undefined ? [] : [takenOverBy]),
    },
    {
      rule: 'An abandoned version is deleted after the current one is made.',
      after: ({ version }) => (version?.role === 'abandoned' ? [version.current] : []),
    },
    {
      rule: 'A resource is deleted after the last reference to it ends, and created before the first one begins.',
      groups: ({ references }) => references.groups,
      after: ({ references }) => references.after,
    },
    {
      rule: 'A profile is opened before anything else in it is changed.',
      groups: (change) => (opensProfile(change) ? [change.profile.alias] : []),
      after: ({ profile, change }) => (change.steps.length > 0 ? [profile.alias] : []),
    },
  ];
}

function keysBy(by: Label['by'], all: readonly Label[]): string[] {
  return all.filter((one) => one.by === by).map(({ key }) => key);
}

function addressOf<S>({ change }: Work<S>): Address {
  return change.address;
}

/**
 * Returns the references that a change begins and ends, as groups for the order of changes. It is in the groups of the references
 * it ends and of the resource it creates. It comes after the groups of the resource it deletes and of the references it begins.
 * The profile does not count: a group refers to resources of its profiles (assumption 119).
 */
function referencesOf<S>(work: Work<S>): { groups: string[]; after: string[] } {
  const { kind, states } = work;
  const [before, made] = [states[0], states.at(-1)];
  const [named, names] = [referencesIn(work, before), referencesIn(work, made)];
  const stops = named.filter((one) => !names.includes(one));
  const begins = names.filter((one) => !named.includes(one));
  const gone = before && states.includes(undefined) ? [referenceTo(kind, before.name)] : [];
  const makes = made && made.name !== before?.name ? [referenceTo(kind, made.name)] : [];
  return {
    groups: [...stops.map((one) => `stops ${one}`), ...makes.map((one) => `makes ${one}`)],
    after: [...gone.map((one) => `stops ${one}`), ...begins.map((one) => `makes ${one}`)],
  };
}

/** True if a profile can be changed only after this change. */
function opensProfile<S>({ kind, change }: Work<S>): boolean {
  return kind.operations.some(
    (row) => row.opensProfile && change.steps.some(({ operation }) => operation === row.name),
  );
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
