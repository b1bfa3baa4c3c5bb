import type { Address } from '../../core/address.ts';
import { groupByAll, groupOf } from '../../core/grouping.ts';
import { todoWay } from '../../core/plan.ts';
import type { Resource } from '../../core/resource.ts';
import type { Said } from '../../core/sentence.ts';
import { fewOf } from '../../text/suggest.ts';
import { say } from '../sentences.ts';
import type { PlanInput } from '../types.ts';
import { cycleBlocks } from './cycles.ts';
import { type BlockReason, blockedOn, blockIn, type ChangeOf, type Decision, deferred } from './decide.ts';
import { beforeOf, changesOf, cyclesOf, declaredOrder, type Order } from './order.ts';

/** A dependency that a change lacks. */
type Obstacle = ({ is: 'final' } & BlockReason) | { is: 'passing'; waitsFor: string; by: Address };

/** Why a needed resource will not be available, and what would make it available; undefined if nothing would. */
interface Missing {
  reason: Said;
  todo: Said | undefined;
}

/**
 * Blocks changes in a cycle, and changes that need a resource which will not be available. Defers
 * changes that need a resource with a pending decision (a verdict, an encoding). Pure.
 */
export function withObstacles<S>(
  decided: readonly Decision<S>[],
  needs: Order,
  selected: ReadonlySet<Address>,
): Decision<S>[] {
  const cycles = [...cyclesOf(declaredOrder(decided)), ...cyclesOf(needs)];
  const inCycles = cycleBlocks(cycles, decided, selected);
  const possible = decided.map((decision) => {
    const { subject, seen } = decision;
    const block = inCycles.get(subject.want.address);
    return block ? blockedOn(subject, seen, block, block.problem) : decision;
  });
  return withoutIdleUploads(spread(possible, needs, selected), selected);
}

/**
 * Blocks the deletion of a resource whose manifest is gone, while a file of manifests declares nothing (an editor, a merge or a full
 * disk may have emptied the file that declared it), or while the working tree lacks some (a sparse checkout).
 */
export function keptWithoutFiles<S>(
  decision: Decision<S>,
  { emptyFiles = [], lackedFiles = [] }: Pick<PlanInput<S>, 'emptyFiles' | 'lackedFiles'>,
): Decision<S> {
  const { is, subject, seen } = decision;
  const isDeletion = is === 'change' && !subject.declared && !subject.takenOverBy && seen.live !== undefined;
  if (!isDeletion || emptyFiles.length + lackedFiles.length === 0) return decision;
  const files = fewOf([...lackedFiles, ...emptyFiles].map((file) => `\`${file}\``));
  const [reason, todo] =
    lackedFiles.length > 0
      ? [say('sparse-checkout', { files }), say('sparse-checkout-way')]
      : [say('empty-file', { files }), say('empty-file-way')];
  return blockedOn(subject, seen, { reason, ways: [todoWay(todo)] });
}

/**
 * Blocks the upload of a file inside manifests if each resource that would show it is blocked. A resource that is not selected
 * does not block its files.
 */
function withoutIdleUploads<S>(decisions: readonly Decision<S>[], selected: ReadonlySet<Address>): Decision<S>[] {
  const users = groupByAll(decisions, ({ subject }) => subject.want.dependsOn);
  const isBlocked = (one: Decision<S>): boolean => blockIn(one) !== undefined && selected.has(one.subject.want.address);
  return decisions.map((decision) => {
    const { subject, seen } = decision;
    const by = users.get(subject.want.address) ?? [];
    const isIdle = decision.is === 'change' && subject.want.implied && by.every(isBlocked);
    if (!isIdle || decision.work.change.steps.length === 0) return decision;
    const names = by.map(({ subject: { want } }) => want.address).join(' and ');
    // One that is not blocked any more is enough.
    const ways = by.flatMap((user) => todoOf(user) ?? []).map((todo) => todoWay(todo));
    return blockedOn(subject, seen, { reason: say('unshown-upload', { names }), ways });
  });
}

/** Points to a blocked address, which shows how to unblock it. Returns undefined if nothing would. */
function todoOf<S>(decision: Decision<S>): Said | undefined {
  const blocked = blockIn(decision);
  return blocked && blocked.ways.length > 0 ? say('see', { address: blocked.address }) : undefined;
}

/**
 * Carries each obstacle from an address to those that need it, until nothing more follows. A deferred change may be blocked
 * later, never the other way.
 */
function spread<S>(decisions: readonly Decision<S>[], needs: Order, selected: ReadonlySet<Address>): Decision<S>[] {
  const decided = new Map(decisions.map((decision) => [decision.subject.want.address, decision]));
  const changes = changesOf(decisions);
  const dependants = groupByAll(changes, (change) => neededBy(change, needs));
  // Iterating over a set includes what is added meanwhile.
  const open = new Set(changes);
  for (const change of open) {
    open.delete(change);
    const { address } = change.work.change;
    // An adoption as it is needs nothing that the manifest refers to.
    if (change.blocked) continue;
    const now = decided.get(address);
    const found = obstacle(change.subject.want, neededBy(change, needs), decided, selected);
    if (!found || (now !== change && (found.is === 'passing' || !isDeferred(now)))) continue;
    decided.set(address, hindered(change, found, beforeOf(needs, address)));
    for (const one of groupOf(dependants, address)) open.add(one);
  }
  return [...decided.values()];
}

/** Returns what an address needs. The references of its manifest come first. */
function neededBy<S>({ subject: { want, takenOverBy } }: ChangeOf<S>, needs: Order): Set<Address> {
  return new Set([
    ...want.dependsOn,
    ...beforeOf(needs, want.address),
    ...(takenOverBy === undefined ? [] : [takenOverBy]),
  ]);
}

function hindered<S>(change: ChangeOf<S>, found: Obstacle, before: ReadonlySet<Address>): Decision<S> {
  const { subject, seen } = change;
  if (subject.takenOverBy) return { is: 'unchanged', subject, seen, warning: undefined };
  if (found.is === 'final') return blockedOn(subject, seen, found);
  return deferred(change, found, [...before].sort());
}

/**
 * Returns a needed resource that will not be available, or else the first one that the change has to wait for. Of several
 * unavailable ones, one that nothing can unblock comes first, because unblocking the others would not be enough.
 */
function obstacle<S>(
  want: Resource,
  needed: ReadonlySet<Address>,
  decided: ReadonlyMap<Address, Decision<S>>,
  selected: ReadonlySet<Address>,
): Obstacle | undefined {
  const all = [...needed].flatMap((address) => missing(address, decided.get(address), selected) ?? []);
  const [first] = all;
  if (first) {
    const todo = all.flatMap((one) => one.todo ?? []);
    const hopeless = all.find((one) => one.todo === undefined);
    return { is: 'final', reason: (hopeless ?? first).reason, ways: hopeless ? [] : [todoWay(...todo)] };
  }
  for (const address of needed) {
    const passing = waitedFor(want, address, decided.get(address));
    if (passing) return passing;
  }
  return undefined;
}

function missing<S>(
  address: Address,
  other: Decision<S> | undefined,
  selected: ReadonlySet<Address>,
): Missing | undefined {
  if (!other) return { reason: say('needs-undeclared', { address }), todo: undefined };
  if (blockIn(other)) return { reason: say('needs-blocked', { address }), todo: todoOf(other) };
  const comes = other.is === 'change' || isDeferred(other);
  if (!comes || selected.has(address)) return undefined;
  return { reason: say('needs-left-out', { address }), todo: say('plan-together', { address }) };
}

/** Returns the external decision that something needed waits for. Only a reference waits for a decision, not a rule of order. */
function waitedFor<S>(want: Resource, address: Address, other: Decision<S> | undefined): Obstacle | undefined {
  if (other?.is === 'waiting' && other.waiting.held)
    return { is: 'passing', waitsFor: other.waiting.waitsFor, by: other.waiting.held.by };
  const waitsFor =
    other?.is === 'waiting' ? other.waiting.waitsFor : other?.is === 'change' ? other.willWait : undefined;
  if (waitsFor === undefined || !want.dependsOn.includes(address)) return undefined;
  return { is: 'passing', waitsFor, by: address };
}

function isDeferred<S>(decision: Decision<S> | undefined): boolean {
  return decision?.is === 'waiting' && decision.waiting.held !== undefined;
}
