import type { Address } from '../../core/address.ts';
import { groupBy, groupByAll, groupOf, keyIn } from '../../core/grouping.ts';
import type { Row } from '../../core/kind.ts';
import { todoWay } from '../../core/plan.ts';
import { asWarning, compareText, type Problem } from '../../core/problem.ts';
import type { ResourceState } from '../../core/resource.ts';
import type { Wording } from '../../core/sentence.ts';
import type { View } from '../observe/observe.ts';
import { liveIn } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import type { Subject } from '../subject/subject.ts';
import { blockedOn, type Decision, reasonOf } from './decide.ts';
import { type Label, labelsOf, nameLabel, referencesIn, referenceTo, takenBy, titleLabel } from './names.ts';
import { renaming } from './warnings.ts';

/** The list row of an unmanaged resource. */
interface UnmanagedRow<S> {
  row: Row;
  view: View<S>;
}

/** By label, the resources that have it and those that take it. */
interface LabelIndex<S> {
  holders: ReadonlyMap<string, readonly Decision<S>[]>;
  takers: ReadonlyMap<string, readonly Decision<S>[]>;
  unmanaged: ReadonlyMap<string, readonly UnmanagedRow<S>[]>;
}

/**
 * Blocks each change that leads to a name or a title which another resource has and keeps, managed or not, or which an earlier
 * address takes too: the service would refuse it after an approval was given up. Blocks also the deletion of a resource to which
 * another one of ours still refers. A blocked resource keeps its own names and references, so that others may be blocked by it. Pure.
 */
export function blockTaken<S>(views: readonly View<S>[], decisions: readonly Decision<S>[]): readonly Decision<S>[] {
  if (decisions.every((one) => takes(one).length === 0 && !isDeletion(one))) return decisions;
  const byKind = new Map(views.map((view) => [keyIn(view), view]));
  const unmanaged = unmanagedIn(views, decisions);
  for (let now = decisions; ; ) {
    const holders = groupByAll(now, (one) => labelsNow(one, byKind.get(keyIn(one))).map(({ key }) => key));
    const takers = groupByAll(now, (one) => takes(one).map(({ key }) => key));
    const users = groupByAll(now, (one) => referencesIn(one, endOf(one)));
    const next = now.map((decision) => {
      const [problem] = takes(decision).flatMap(
        (label) => obstacleTo(decision, label, { holders, takers, unmanaged }) ?? [],
      );
      if (problem) return blockedOn(decision, reasonOf(problem), problem);
      const names = usersOf(decision, users).join(', ');
      if (names === '') return decision;
      return blockedOn(decision, { reason: say('used-by', { names }), ways: [todoWay(say('remove-reference'))] });
    });
    if (next.every((one, index) => one === now[index])) return now;
    now = next;
  }
}

function takes<S>(decision: Decision<S>): Label[] {
  if (decision.is !== 'change' || decision.change.steps.length === 0) return [];
  return takenBy(decision);
}

/** Returns the labels of one of our resources: as it was read, else as listed, else as bound. */
function labelsNow<S>(subject: Decision<S>, view: View<S> | undefined): Label[] {
  const { boundName, live, takenOverBy } = subject;
  if (takenOverBy) return [];
  if (live) return labelsOf(subject, live);
  const row = view?.listing.rows.get(nameNow(subject));
  if (row) return [nameLabel(subject, row.name), ...titleLabel(subject, row.title)];
  return boundName === undefined ? [] : [nameLabel(subject, boundName)];
}

function nameNow<S>({ boundName, want, live }: Decision<S>): string {
  return live?.name ?? boundName ?? want.name ?? '';
}

function unmanagedIn<S>(
  views: readonly View<S>[],
  decisions: readonly Decision<S>[],
): ReadonlyMap<string, readonly UnmanagedRow<S>[]> {
  const own = groupBy(decisions, keyIn);
  const unmanaged = views.flatMap((view) => {
    const names = new Set(groupOf(own, keyIn(view)).map(nameNow));
    return [...view.listing.rows.values()].filter(({ name }) => !names.has(name)).map((row) => ({ row, view }));
  });
  return groupByAll(unmanaged, ({ row, view }) =>
    [nameLabel(view, row.name), ...titleLabel(view, row.title)].map(({ key }) => key),
  );
}

function obstacleTo<S>(
  subject: Decision<S>,
  { key, by, text }: Label,
  { holders, takers, unmanaged }: LabelIndex<S>,
): Problem | undefined {
  const { want, live } = subject;
  const what: Wording = by === 'name' ? text : say('name-title', { title: text });
  const holder = holders.get(key)?.find((other) => other !== subject && !letsGo(other, key));
  // A live resource in the way is no mistake of the manifests.
  if (holder) {
    const message = say('name-kept', { what, address: holder.want.address });
    const isRenamed = live === undefined && !holder.declared;
    const hint = isRenamed ? renaming(subject, holder) : say('name-kept-way');
    return asWarning(resourceProblem(want, 'name-taken', message, hint));
  }
  const found = unmanaged.get(key)?.find((other) => isInTheWay(other, subject));
  if (found) {
    const message = say('name-unmanaged', { what, name: found.row.name });
    return asWarning(resourceProblem(want, 'name-taken', message, say('name-unmanaged-way')));
  }
  const first = takers.get(key)?.[0];
  if (!first || first === subject) return undefined;
  return resourceProblem(
    want,
    'name-twice',
    say('name-twice', { what, address: first.want.address }),
    say('name-twice-way'),
  );
}

function letsGo<S>(other: Decision<S>, key: string): boolean {
  return other.is === 'change' && !labelsOf(other, other.states.at(-1)).some((one) => one.key === key);
}

/**
 * True if an unmanaged resource conflicts. If the service gives the names, several resources may have one title, and only one
 * that matches the manifest conflicts.
 */
function isInTheWay<S>({ row, view }: UnmanagedRow<S>, { kind: { recognition }, want }: Subject<S>): boolean {
  const live = liveIn(view.readResults.get(row.name));
  return !recognition || (live !== undefined && recognition.matches(live, want));
}

function endOf<S>(decision: Decision<S>): ResourceState {
  return decision.is === 'change' ? decision.states.at(-1) : decision.live;
}

/** True if the resource is absent at some point of a change. */
function isDeletion<S>(decision: Decision<S>): boolean {
  return decision.is === 'change' && decision.states[0] !== undefined && decision.states.includes(undefined);
}

/** Returns our resources that refer to a deleted one after their own change. A group refers to resources of its profiles. */
function usersOf<S>(decision: Decision<S>, users: ReadonlyMap<string, readonly Decision<S>[]>): Address[] {
  if (!isDeletion(decision)) return [];
  const { kind, profile, live } = decision;
  const [before, made] = [live, endOf(decision)].map((at) => at && referenceTo(kind, at.name));
  const found = [before, made].flatMap((key) => (key === undefined ? [] : (users.get(key) ?? [])));
  const inTheWay = found.filter(
    (other) =>
      (other.profile === profile || other.profile.type === 'G') &&
      // A new reference to something that is created again comes after it.
      (made === undefined || referencesIn(other, other.live).some((key) => key === before)),
  );
  return [...new Set(inTheWay.map((other) => other.want.address))].sort(compareText);
}
