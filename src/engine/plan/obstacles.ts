import type { Address } from '../../core/address.ts';
import { todoWay } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { Said } from '../../core/sentence.ts';
import { fewOf } from '../../text/suggest.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import type { PlanInput, Work } from '../types.ts';
import { type BlockReason, blockedOn, blockIn, type Decision, deferred, reasonOf } from './decide.ts';
import { beforeOf, cyclesOf, declaredOrder, type Order, sortByOrder } from './order.ts';

/** The decisions by address, as they are so far. */
type ByAddress<S> = ReadonlyMap<Address, Decision<S>>;

/**
 * Blocks changes in a cycle, and changes that need a resource which will not be available. Defers changes that need a resource
 * with a pending decision (a verdict, an encoding). What a change needs is decided before it, so an obstacle is carried on. Pure.
 */
export function withObstacles<S>(
  decisions: readonly Decision<S>[],
  needs: Order,
  selected: ReadonlySet<Address>,
): readonly Decision<S>[] {
  const possible = withoutCycles(decisions, needs, selected);
  const decided = new Map(possible.map((decision) => [decision.want.address, decision]));
  const open = [...needs].filter(([address]) => decided.get(address)?.is === 'change');
  for (const address of sortByOrder(new Map(open))) {
    const decision = decided.get(address);
    if (decision) decided.set(address, hindered(decision, needs, decided, selected));
  }
  return [...decided.values()];
}

/**
 * Blocks the deletion of a resource whose manifest is gone, while a file of manifests declares nothing (an editor, a merge or a full
 * disk may have emptied the file that declared it), or while the working tree lacks some (a sparse checkout).
 */
export function keptWithoutFiles<S>(
  decision: Decision<S>,
  { emptyFiles = [], lackedFiles = [] }: Pick<PlanInput<S>, 'emptyFiles' | 'lackedFiles'>,
): Decision<S> {
  const { is, declared, takenOverBy, live } = decision;
  const isDeletion = is === 'change' && !declared && !takenOverBy && live !== undefined;
  if (!isDeletion || emptyFiles.length + lackedFiles.length === 0) return decision;
  const files = fewOf([...lackedFiles, ...emptyFiles].map((file) => `\`${file}\``));
  const code = lackedFiles.length > 0 ? 'sparse-checkout' : 'empty-file';
  return blockedOn(decision, { reason: say(code, { files }), ways: [todoWay(say(`${code}-way`))] });
}

/** Blocks the addresses in cycles. Only the first selected address of a cycle has its problem: one cycle is one problem. */
function withoutCycles<S>(
  decisions: readonly Decision<S>[],
  needs: Order,
  selected: ReadonlySet<Address>,
): readonly Decision<S>[] {
  const decided: ByAddress<S> = new Map(decisions.map((decision) => [decision.want.address, decision]));
  const blocks = new Map<Decision<S>, Decision<S>>();
  for (const cycle of [...cyclesOf(declaredOrder(decisions)), ...cyclesOf(needs)]) {
    const members = cycle.flatMap((address) => decided.get(address) ?? []);
    const open = members.filter((one) => !blocks.has(one));
    const first = open.find(({ want }) => selected.has(want.address));
    for (const one of open) {
      const problem = one === first ? cycleProblem(one.want, members) : undefined;
      const ways = problem ? reasonOf(problem).ways : [];
      const reason = say('waits-in-turn', { address: nextIn(cycle, one.want.address) });
      blocks.set(one, blockedOn(one, { reason, ways }, problem));
    }
  }
  return decisions.map((decision) => blocks.get(decision) ?? decision);
}

function nextIn(cycle: readonly Address[], address: Address): Address {
  return cycle[(cycle.indexOf(address) + 1) % cycle.length] ?? '';
}

/** A cycle in which one does not refer to the next is one of names: each waits until the next gives its name up. */
function cycleProblem<S>(want: Resource, members: readonly Decision<S>[]): Problem {
  const cycle = members.map((one) => one.want.address);
  const isReferred = members.every((one) => one.want.dependsOn.includes(nextIn(cycle, one.want.address)));
  const code = isReferred ? 'dependency-cycle' : 'names-exchanged';
  const names = [...cycle, ...cycle.slice(0, 1)].join(' → ');
  const others = members.filter((one) => one.want !== want);
  const related = others.map((one) => ({ message: 'in the same cycle', place: one.want.source }));
  return { ...resourceProblem(want, code, say(code, { names }), say(`${code}-way`)), related };
}

/** Returns the decision about a change, as the decisions about what it needs are. An adoption as it is needs nothing. */
function hindered<S>(
  decision: Decision<S>,
  needs: Order,
  decided: ByAddress<S>,
  selected: ReadonlySet<Address>,
): Decision<S> {
  if (decision.is !== 'change' || decision.blocked) return decision;
  const { takenOverBy } = decision;
  const { address, dependsOn } = decision.want;
  const before = beforeOf(needs, address);
  // The references of the manifest come first.
  const needed = [...new Set([...dependsOn, ...before, ...(takenOverBy ? [takenOverBy] : [])])];
  const block = blockBy(needed, decided, selected);
  const passing = block ? undefined : waitedFor(decision, needed, decided);
  if (!block && !passing) return decision;
  if (takenOverBy) return { ...decision, is: 'unchanged', reports: undefined };
  return block ? blockedOn(decision, block) : passing ? deferred(decision, passing, [...before].sort()) : decision;
}

/**
 * Returns why a needed resource will not be available. Of several, one that nothing can unblock comes first, because unblocking
 * the others would not be enough.
 */
function blockBy<S>(
  needed: readonly Address[],
  decided: ByAddress<S>,
  selected: ReadonlySet<Address>,
): BlockReason | undefined {
  const all = needed.flatMap((address) => missing(address, decided.get(address), selected) ?? []);
  const hopeless = all.find(({ todo }) => todo === undefined);
  const reason = (hopeless ?? all[0])?.reason;
  return reason && { reason, ways: hopeless ? [] : [todoWay(...all.flatMap(({ todo }) => todo ?? []))] };
}

/** Returns why a needed resource will not be available, and what would make it available; undefined if nothing would. */
function missing<S>(
  address: Address,
  other: Decision<S> | undefined,
  selected: ReadonlySet<Address>,
): { reason: Said; todo: Said | undefined } | undefined {
  if (!other) return { reason: say('needs-undeclared', { address }), todo: undefined };
  const blocked = blockIn(other);
  // The blocked address shows how to unblock it.
  if (blocked)
    return {
      reason: say('needs-blocked', { address }),
      todo: blocked.ways.length > 0 ? say('see', { address }) : undefined,
    };
  const comes = other.is === 'change' || (other.is === 'waiting' && other.waiting.held !== undefined);
  if (!comes || selected.has(address)) return undefined;
  return { reason: say('needs-left-out', { address }), todo: say('plan-together', { address }) };
}

/**
 * Returns the first external decision that something needed waits for. Only a reference waits for a decision, not a rule of
 * order.
 */
function waitedFor<S>(
  { want }: Work<S>,
  needed: readonly Address[],
  decided: ByAddress<S>,
): { waitsFor: string; by: Address } | undefined {
  for (const address of needed) {
    const other = decided.get(address);
    const waiting = other?.is === 'waiting' ? other.waiting : undefined;
    if (waiting?.held) return { waitsFor: waiting.waitsFor, by: waiting.held.by };
    const waitsFor = waiting?.waitsFor ?? (other?.is === 'change' ? other.willWait : undefined);
    if (waitsFor !== undefined && want.dependsOn.includes(address)) return { waitsFor, by: address };
  }
  return undefined;
}
