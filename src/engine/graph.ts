import type { Address } from '../core/address.ts';
import { compareText, type Problem } from '../core/problem.ts';
import type { Decision } from './decide.ts';
import { isUpload } from './images.ts';
import { waitsForReferrer } from './referrers.ts';
import type { Work } from './types.ts';

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
export function orderOf<S>(decisions: readonly Decision<S>[]): Order {
  const changes = changesOf(decisions);
  const changed = new Set(changes.map(({ work }) => work.change.address));
  const freed = freedNames(changes);
  const opening = changes.filter(opensProfile);
  const before = ({ work, subject }: ChangeOf<S>): Address[] => [
    ...work.want.dependsOn,
    ...(subject.heir === undefined ? (freed.get(nameOf(work, -1)) ?? []) : [subject.heir]),
    ...changes
      .filter((other) => shows(subject, other) || waitsForReferrer(work, other.work))
      .map((other) => other.work.change.address),
    ...opening
      .filter(({ subject: { profile } }) => profile === subject.profile && work.change.steps.length > 0)
      .map((other) => other.work.change.address),
  ];
  return new Map(
    changes.map((change) => {
      const { address } = change.work.change;
      return [address, new Set(before(change).filter((one) => changed.has(one) && one !== address))];
    }),
  );
}

/** Whether a profile can be changed only after a change. */
function opensProfile<S>({ work: { kind, change } }: ChangeOf<S>): boolean {
  return kind.operations.some(
    (row) => row.opensProfile && change.steps.some(({ operation }) => operation === row.name),
  );
}

/** The changes that let go of a name, by deleting or renaming, or by forgetting what nobody takes over. */
function freedNames<S>(changes: readonly ChangeOf<S>[]): Map<string, Address[]> {
  const freed = new Map<string, Address[]>();
  for (const { work } of changes) {
    const name = nameOf(work, 0);
    if (name === '' || work.givenUp || (work.change.action !== 'forget' && nameOf(work, -1) === name)) continue;
    freed.set(name, [...(freed.get(name) ?? []), work.change.address]);
  }
  return freed;
}

/**
 * The name that a change begins or ends with, told apart by kind and profile; empty where there is none. Where the
 * service gives the names it is the title that cannot be had twice.
 */
function nameOf<S>({ kind, profile, standings }: Work<S>, at: 0 | -1): string {
  const standing = standings.at(at);
  if (!standing) return '';
  const name = kind.recognition?.titleOf(standing.content) ?? standing.name;
  return JSON.stringify([kind.name, profile.alias, name]);
}

/** Whether a change still shows an upload that is left over, which may be forgotten only afterwards. */
function shows<S>(leftOver: ChangeOf<S>['subject'], { subject, work }: ChangeOf<S>): boolean {
  return !leftOver.declared && isUpload(leftOver) && showsIn(leftOver, subject, work.change.before);
}

/** Whether a content names an upload by its use and bytes. */
export function showsIn<S>(
  upload: ChangeOf<S>['subject'],
  { kind, profile }: ChangeOf<S>['subject'],
  content: Work<S>['change']['before'],
): boolean {
  const binding = upload.entry?.binding;
  if (!binding || !content || profile !== upload.profile) return false;
  const images = kind.images?.(content) ?? [];
  return images.some((image) => image.use === binding['use'] && image.sha256 === binding['sha256']);
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

/** One problem for each address of a circle, naming the places of the others. */
export function circleProblems<S>(circle: readonly Address[], decisions: readonly Decision<S>[]): Problem[] {
  const members = decisions.filter(({ subject }) => circle.includes(subject.want.address));
  return members.map(({ subject }) => ({
    code: 'dependency-cycle' as const,
    severity: 'error' as const,
    message: `${[...circle, circle[0]].join(' needs ')}`,
    hint: 'Each waits for the next: take one of the references out.',
    place: subject.want.source,
    address: subject.want.address,
    related: members
      .filter((other) => other.subject !== subject)
      .map((other) => ({ message: 'in the same circle', place: other.subject.want.source })),
  }));
}

/** Whether every live resource that shows an upload which is left over stops doing so in this plan, or there is none. */
export function mayForget<S>(upload: ChangeOf<S>['subject'], decisions: readonly Decision<S>[]): boolean {
  return decisions.every((decision) => {
    const { subject, seen } = decision;
    if (!showsIn(upload, subject, seen.live?.content ?? null)) return true;
    if (decision.is !== 'change' || decision.work.change.steps.length === 0) return false;
    return !showsIn(upload, subject, decision.work.change.after);
  });
}
