import type { Address } from '../../core/address.ts';
import { groupByAll } from '../../core/grouping.ts';
import { todoWay } from '../../core/plan.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { Said, Wording } from '../../core/sentence.ts';
import { fewOf } from '../../text/suggest.ts';
import { liveIn } from '../observe/live.ts';
import type { View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import { unmanagedRows } from '../snapshot/snapshot.ts';
import type { Decision, PlanInput, Work } from '../types.ts';
import { type BlockReason, blockedOn, deferred, reasonOf } from './decide.ts';
import { beforeOf, cyclesOf, type Label, labels, labelsOf, type Order, sortByOrder, takenBy } from './order.ts';
import { renaming } from './warnings.ts';

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

/**
 * Blocks each change that leads to a name or a title which another resource has and keeps, managed or not, or which an earlier
 * address takes too: the service would refuse it after an approval was given up. A blocked resource keeps its own names, so that
 * others may be blocked by it. Pure.
 */
export function blockTaken<S>(views: readonly View<S>[], decisions: readonly Decision<S>[]): readonly Decision<S>[] {
  if (decisions.every((one) => takes(one).length === 0)) return decisions;
  const keysOf = (some: readonly Label[]): string[] => some.map(({ key }) => key);
  const unmanaged = groupByAll(unmanagedRows(views, decisions), ({ view, row }) =>
    keysOf(labels(view, row.name, row.title)),
  );
  for (let now = decisions; ; ) {
    const holders = groupByAll(now, (one) => keysOf(holds(one)));
    const takers = groupByAll(now, (one) => keysOf(takes(one)));
    const next = now.map((one) => {
      const [problem] = takes(one).flatMap((label) => {
        const holder = holders.get(label.key)?.find((other) => other !== one && !letsGo(other, label.key));
        const [first] = takers.get(label.key) ?? [];
        return conflictOf(one, label, holder, unmanaged.get(label.key), first) ?? [];
      });
      return problem ? blockedOn(one, reasonOf(problem), problem) : one;
    });
    if (next.every((one, index) => one === now[index])) return now;
    now = next;
  }
}

function takes<S>(decision: Decision<S>): Label[] {
  return decision.is === 'change' && decision.change.steps.length > 0 ? takenBy(decision) : [];
}

/** Returns the labels of one of our resources, as it was read, else as bound. */
function holds<S>(subject: Decision<S>): Label[] {
  const { boundName = '', live, takenOverBy } = subject;
  if (takenOverBy) return [];
  return live ? labelsOf(subject, live) : labels(subject, boundName, undefined);
}

/**
 * Returns why a change cannot take a label. If the service gives the names, several resources may have one title, and only one that
 * matches the manifest conflicts.
 * @param first the first that takes it
 */
function conflictOf<S>(
  subject: Decision<S>,
  { by, text }: Label,
  holder: Decision<S> | undefined,
  unmanaged: ReturnType<typeof unmanagedRows<S>> = [],
  first = subject,
): Problem | undefined {
  const { want, live, kind } = subject;
  const what: Wording = by === 'name' ? text : say('name-title', { title: text });
  // A live resource in the way is no mistake of the manifests.
  const isTaken = (message: Wording, hint: Wording): Problem =>
    asWarning(resourceProblem(want, 'name-taken', message, hint));
  if (holder) {
    const isRenamed = live === undefined && !holder.declared;
    const hint = isRenamed ? renaming(subject, holder) : say('name-kept-way');
    return isTaken(say('name-kept', { what, address: holder.want.address }), hint);
  }
  const { recognition } = kind;
  const isOther = ({ view, row: { name } }: (typeof unmanaged)[number]): boolean => {
    const found = liveIn(view.readResults.get(name));
    return !recognition || (found !== undefined && recognition.matches(found, want));
  };
  const other = unmanaged.find(isOther);
  if (other) return isTaken(say('name-unmanaged', { what, name: other.row.name }), say('name-unmanaged-way'));
  if (first === subject) return undefined;
  const message = say('name-twice', { what, address: first.want.address });
  return resourceProblem(want, 'name-twice', message, say('name-twice-way'));
}

function letsGo<S>(other: Decision<S>, key: string): boolean {
  return other.is === 'change' && !labelsOf(other, other.states.at(-1)).some((one) => one.key === key);
}

/** What decides about obstacles: the selection, the order of the changes, and the decisions as they are so far, by address. */
interface Deciding<S> {
  selected: ReadonlySet<Address>;
  needs: Order;
  decided: Map<Address, Decision<S>>;
}

/**
 * Blocks changes in a cycle, and changes that need a resource which will not be available. Defers changes that need a resource
 * with a pending decision (a verdict, an encoding). What a change needs is decided before it, so an obstacle is carried on. Pure.
 */
export function withObstacles<S>(
  decisions: readonly Decision<S>[],
  needs: Order,
  selected: ReadonlySet<Address>,
): readonly Decision<S>[] {
  const decided = new Map(decisions.map((decision) => [decision.want.address, decision]));
  const known: Deciding<S> = { selected, needs, decided };
  blockCycles(known);
  const open = [...needs].filter(([address]) => decided.get(address)?.is === 'change');
  for (const address of sortByOrder(new Map(open))) {
    const decision = decided.get(address);
    if (decision) decided.set(address, hindered(decision, known));
  }
  return [...decided.values()];
}

/** Blocks the addresses in cycles. Only the first selected address of a cycle has its problem: one cycle is one problem. */
function blockCycles<S>({ selected, needs, decided }: Deciding<S>): void {
  const before: ReadonlyMap<Address, Decision<S>> = new Map(decided);
  for (const cycle of cyclesOf(needs)) {
    const members = cycle.flatMap((address) => before.get(address) ?? []);
    const open = members.filter((one) => decided.get(one.want.address) === one);
    const first = open.find(({ want }) => selected.has(want.address));
    for (const one of open) {
      const { address } = one.want;
      const problem = one === first ? cycleProblem(one.want, members) : undefined;
      const next = cycle[(cycle.indexOf(address) + 1) % cycle.length] ?? '';
      const reason = say('waits-in-turn', { address: next });
      decided.set(address, blockedOn(one, { reason, ways: problem ? reasonOf(problem).ways : [] }, problem));
    }
  }
}

/** A cycle is one of names: each waits until the next gives its name up. References lead to uploads, which refer to nothing. */
function cycleProblem<S>(want: Resource, members: readonly Decision<S>[]): Problem {
  const names = [...members, ...members.slice(0, 1)].map((one) => one.want.address).join(' → ');
  const others = members.filter((one) => one.want !== want);
  const related = others.map((one) => ({ message: 'in the same cycle', place: one.want.source }));
  const message = say('names-exchanged', { names });
  return { ...resourceProblem(want, 'names-exchanged', message, say('names-exchanged-way')), related };
}

/** Returns the decision about a change, as the decisions about what it needs are. An adoption as it is needs nothing. */
function hindered<S>(decision: Decision<S>, known: Deciding<S>): Decision<S> {
  if (decision.is !== 'change' || decision.blocked) return decision;
  const { takenOverBy } = decision;
  const { address, dependsOn } = decision.want;
  const before = beforeOf(known.needs, address);
  // The references of the manifest come first.
  const needed = [...new Set([...dependsOn, ...before, ...(takenOverBy ? [takenOverBy] : [])])];
  const block = blockBy(needed, known);
  const passing = block ? undefined : waitedFor(decision, needed, known);
  if (takenOverBy && (block || passing)) return { ...decision, is: 'unchanged' };
  if (block) return blockedOn(decision, block);
  return passing ? deferred(decision, passing, [...before].sort()) : decision;
}

/**
 * Returns why a needed resource will not be available. Of several, one that nothing can unblock comes first, because unblocking
 * the others would not be enough.
 */
function blockBy<S>(needed: readonly Address[], known: Deciding<S>): BlockReason | undefined {
  const all = needed.flatMap((address) => missing(address, known) ?? []);
  const hopeless = all.find(({ todo }) => todo === undefined);
  const reason = (hopeless ?? all[0])?.reason;
  return reason && { reason, ways: hopeless ? [] : [todoWay(...all.flatMap(({ todo }) => todo ?? []))] };
}

/** Returns why a needed resource will not be available, and what would make it available; undefined if nothing would. */
function missing<S>(
  address: Address,
  { decided, selected }: Deciding<S>,
): { reason: Said; todo?: Said | undefined } | undefined {
  const other = decided.get(address);
  if (!other) return { reason: say('needs-undeclared', { address }) };
  // The blocked address shows how to unblock it.
  const { blocked, waiting } = other;
  if (blocked)
    return {
      reason: say('needs-blocked', { address }),
      todo: blocked.ways?.length ? say('see', { address }) : undefined,
    };
  const comes = other.is === 'change' || waiting?.held !== undefined;
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
  { decided }: Deciding<S>,
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
