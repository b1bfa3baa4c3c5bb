import { groupBy, groupByAll, groupOf, keyIn } from '../../core/grouping.ts';
import type { Row } from '../../core/kind.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Said, Wording } from '../../core/sentence.ts';
import type { View } from '../observe/observe.ts';
import { liveIn } from '../observe/seen.ts';
import { openedBy, resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import type { Subject } from '../subject/subject.ts';
import { blockedOn, type Decision, reasonOf } from './decide.ts';
import { type Label, labelsOf, nameLabel, takenBy, titleLabel } from './names.ts';
import { renaming } from './warnings.ts';

/** The list row of an unmanaged resource. */
interface UnmanagedRow<S> {
  row: Row;
  view: View<S>;
}

/** By label: the resources that have it, and those that take it. */
interface LabelIndex<S> {
  holders: ReadonlyMap<string, readonly Decision<S>[]>;
  takers: ReadonlyMap<string, readonly Decision<S>[]>;
  unmanaged: ReadonlyMap<string, readonly UnmanagedRow<S>[]>;
}

/**
 * Blocks each change that leads to a name or a title which another resource has and keeps, managed or not, or which an earlier
 * address takes too: the service would refuse it. A blocked resource keeps its own names, so that others may be blocked by it.
 * Returns the same array if nothing is blocked. Pure.
 */
export function blockTaken<S>(views: readonly View<S>[], decisions: readonly Decision<S>[]): readonly Decision<S>[] {
  if (decisions.every((one) => takes(one).length === 0)) return decisions;
  const byKind = new Map(views.map((view) => [keyIn(view), view]));
  const unmanaged = unmanagedIn(views, decisions);
  for (let now = decisions; ; ) {
    const holders = groupByAll(now, (one) => labelsNow(one, byKind.get(keyIn(one.subject))).map(({ key }) => key));
    const takers = groupByAll(now, (one) => takes(one).map(({ key }) => key));
    const next = blockOnce(now, { holders, takers, unmanaged });
    if (!next) return now;
    now = next;
  }
}

/** Blocks the decisions whose label is not free. Undefined if there is none. */
function blockOnce<S>(decisions: readonly Decision<S>[], index: LabelIndex<S>): Decision<S>[] | undefined {
  let isAny = false;
  const next = decisions.map((decision) => {
    const problem = takes(decision)
      .map((label) => obstacleTo(decision, label, index))
      .find((one) => one !== undefined);
    if (!problem) return decision;
    isAny = true;
    return blockedOn(decision.subject, decision.seen, reasonOf(problem), problem);
  });
  return isAny ? next : undefined;
}

function takes<S>(decision: Decision<S>): Label[] {
  if (decision.is !== 'change' || decision.work.change.steps.length === 0) return [];
  return takenBy(decision.work);
}

/** Returns the labels of one of our resources: as it was read, else as listed, else as bound. */
function labelsNow<S>({ subject, seen }: Decision<S>, view: View<S> | undefined): Label[] {
  if (subject.takenOverBy) return [];
  if (seen.live) return labelsOf(subject, seen.live);
  const { boundName } = subject;
  const row = view?.listing.rows.get(nameNow({ subject, seen }));
  if (row) return [nameLabel(subject, row.name), ...titleLabel(subject, row.title)];
  return boundName === undefined ? [] : [nameLabel(subject, boundName)];
}

function nameNow<S>({ subject: { boundName, want }, seen }: Pick<Decision<S>, 'subject' | 'seen'>): string {
  return seen.live?.name ?? boundName ?? want.name ?? '';
}

function unmanagedIn<S>(
  views: readonly View<S>[],
  decisions: readonly Decision<S>[],
): ReadonlyMap<string, readonly UnmanagedRow<S>[]> {
  const own = groupBy(decisions, ({ subject }) => keyIn(subject));
  const unmanaged = views.flatMap((view) => {
    const names = new Set(groupOf(own, keyIn(view)).map(nameNow));
    return [...view.listing.rows.values()].filter(({ name }) => !names.has(name)).map((row) => ({ row, view }));
  });
  return groupByAll(unmanaged, ({ row, view }) =>
    [nameLabel(view, row.name), ...titleLabel(view, row.title)].map(({ key }) => key),
  );
}

function obstacleTo<S>(
  decision: Decision<S>,
  label: Label,
  { holders, takers, unmanaged }: LabelIndex<S>,
): Problem | undefined {
  const { subject } = decision;
  const isNew = decision.seen.live === undefined;
  const holder = holders.get(label.key)?.find((other) => other.subject !== subject && !letsGo(other, label));
  if (holder) return labelKept(subject, label, holder, isNew);
  const found = unmanaged.get(label.key)?.find((other) => isInTheWay(other, subject));
  if (found) return unmanagedName(subject, label, found.row);
  const first = takers.get(label.key)?.[0];
  return first && first !== decision ? takenTwice(subject, label, first.subject) : undefined;
}

function letsGo<S>(other: Decision<S>, { key }: Label): boolean {
  return other.is === 'change' && !labelsOf(other.subject, other.work.states.at(-1)).some((one) => one.key === key);
}

/**
 * True if an unmanaged resource conflicts. If the service gives the names, several resources may have one title, and only one
 * that matches the manifest conflicts.
 */
function isInTheWay<S>({ row, view }: UnmanagedRow<S>, { kind: { recognition }, want }: Subject<S>): boolean {
  const live = liveIn(view.readResults.get(row.name));
  return !recognition || (live !== undefined && recognition.matches(live, want));
}

function labelText({ by, text }: Label): Wording {
  return by === 'name' ? text : say('name-title', { title: text });
}

/** Makes the warning that a live resource is in the way: it blocks the change, and is no mistake of the manifests. */
function nameTaken<S>({ want }: Subject<S>, message: Said, hint: Said): Problem {
  return asWarning(resourceProblem(want, 'name-taken', message, hint));
}

function labelKept<S>(subject: Subject<S>, label: Label, holder: Decision<S>, isNew: boolean): Problem {
  const { address } = holder.subject.want;
  const message = say('name-kept', { what: labelText(label), address });
  const way = wayPast(holder);
  const isRenamed = isNew && !holder.subject.declared;
  const hint = isRenamed ? say('rename-or', { rename: renaming(subject, holder.subject), other: way }) : way;
  return nameTaken(subject, message, hint);
}

/** Returns what frees the label. If the holder has a problem of its own, that is reported at the holder. */
function wayPast<S>(holder: Decision<S>): Said {
  const { address } = holder.subject.want;
  if (holder.is === 'blocked' && holder.problem) return say('name-kept-problem', { address });
  const way = holder.is === 'blocked' ? openedBy(holder.blocked.ways) : undefined;
  return way === undefined ? say('name-kept-way') : say('name-kept-open', { address, way });
}

function unmanagedName<S>(subject: Subject<S>, label: Label, { name }: Row): Problem {
  return nameTaken(
    subject,
    label.by === 'name' ? say('name-unmanaged', { name }) : say('title-unmanaged', { title: label.text, name }),
    say('name-unmanaged-way'),
  );
}

function takenTwice<S>({ want }: Subject<S>, label: Label, first: Subject<S>): Problem {
  return resourceProblem(
    want,
    'name-twice',
    say('name-twice', { what: labelText(label), address: first.want.address }),
    say('name-twice-way'),
  );
}
