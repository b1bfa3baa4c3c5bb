import { type Address, parseAddress } from '../../core/address.ts';
import { sameContent } from '../../core/content.ts';
import { keyIn } from '../../core/grouping.ts';
import { canonical, sha256 } from '../../core/json.ts';
import type { Row } from '../../core/kind.ts';
import type { Blocked, Change, FieldChange, Step } from '../../core/plan.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { ChangeReceipt, StepOutcome, StepReceipt } from '../../core/receipt.ts';
import type { Resource } from '../../core/resource.ts';
import type { Wording } from '../../core/sentence.ts';
import type { View } from '../observe/observe.ts';
import { digestOf } from '../plan/work.ts';
import { openedBy, resourceProblem } from '../problems.ts';
import { diffContents } from '../route/diff.ts';
import { titleOf } from '../route/route.ts';
import { staleProblem } from '../route/stale.ts';
import { say } from '../sentences.ts';
import { profileOf, removedResource } from '../subject/ownership.ts';
import { isOtherOccasion } from '../subject/subject.ts';
import type { Decision, Work } from '../types.ts';

/** The live resource of an address that neither manifests nor state know any more. */
type Trace = Row | 'absent' | 'unclear';

/** The result of comparing an approved change with a new plan. A change that is not carried out has its receipt. */
export type Match<S> = { change: Change } & (
  | { is: 'open'; work: Work<S> }
  /** Something that it needs waits for an external decision. */
  | { is: 'deferred'; by: Address; receipt: ChangeReceipt }
  | ({ is: 'ended'; receipt: ChangeReceipt } & Ended)
);

interface Ended {
  /** No route leads to the declared state any more, perhaps because none leads to what it needs. */
  isBlocked?: boolean;
  /** It is done, and a new plan has another change for its address. */
  isDifferent?: boolean;
}

interface ApprovedFile {
  /** The help for a goal that is not the approved one. */
  help: Wording;
  /** Finds the live resource of an address that neither manifests nor state know. */
  find: (change: Change, profile: string) => Trace;
}

/**
 * Compares an approved change with the decision of a new plan about its address. It is open if it has the same goal and its
 * remaining steps are the rest of the approved ones, from a point of the approved path. Pure.
 * @param dependsOn what would have to be done before it now
 */
export function matchChange<S>(
  change: Change,
  decision: Decision<S> | undefined,
  dependsOn: Address[],
  file: ApprovedFile,
): Match<S> {
  const { address } = change;
  if (!decision) return withoutSubject(change, file);
  const { live } = decision;
  if (!hasSameGoal(change, decision)) return stale(change, goalProblem(change, decision, file));
  if (decision.is === 'waiting') {
    const { held, state } = decision.waiting;
    if (!held) return ended(change, 'already-so', undefined, { state });
    return { ...ended(change, 'skipped', needWaits(change, held.by)), is: 'deferred', by: held.by };
  }
  if (isAdopted(change, decision)) return ended(change, 'already-so', undefined, { isDifferent: true });
  if (decision.is === 'blocked') return stale(change, blockedProblem(change, decision.blocked), { isBlocked: true });
  if (decision.is === 'unchanged') {
    if (decision.declared) return ended(change, 'already-so');
    // A live resource shows the entry, or the address that takes it over does not have it yet.
    const problem = resourceProblem({ address }, 'blocked-since', say('kept-for-now', { address }), AGAIN);
    return stale(change, problem, { isBlocked: true });
  }
  const now = { ...decision.change, dependsOn };
  const done = stepsDone(change, now);
  const isAgain = done === 0 && isOtherOccasion(change, now.live);
  if (done !== undefined && !isAgain)
    return { is: 'open', change, work: onward(change, { ...decision, change: now }, done) };
  if (isAgain || !pointsOf(change).some((point) => point.includes(now.basis)))
    return stale(change, staleProblem({ change }, live));
  const way = now.steps.map(({ title }) => title).join(', ');
  const what = way === '' ? now.action : `${now.action} (${way})`;
  const message = say('other-steps', { address, what });
  return stale(change, resourceProblem({ address }, 'not-approved', message, say('other-steps-way')));
}

const AGAIN = say('plan-again');

/** Makes the problem of an approved change that is blocked now. */
export function blockedProblem({ address }: Change, { state, reason, said, ways, source }: Blocked): Problem {
  const way = openedBy(ways);
  return resourceProblem(
    { address, source: source ? { ...source, column: 1 } : undefined },
    'blocked-since',
    say('blocked-since', { address, state, reason: said ? { ...said, text: reason } : reason }),
    way === undefined ? AGAIN : say('plan-again-or', { way }),
  );
}

/** Makes the problem of a change whose dependency waits for an external decision. */
export function needWaits({ address }: Change, need: Address): Problem {
  return resourceProblem({ address }, 'dependency-failed', say('need-waits', { address: need }), say('need-waits-way'));
}

/**
 * Ends a change that is not carried out: it is already done, stale, or skipped.
 * @param state the state of a change that is done and waits for a decision: the receipt counts what waits by that of a last step
 */
export function ended(
  change: Change,
  outcome: StepOutcome,
  problem?: Problem,
  { state, ...more }: Ended & { state?: string } = {},
) {
  const { address, action } = change;
  const steps: StepReceipt[] =
    outcome === 'already-so' ? change.steps.map((step) => ({ ...titleOf(step), outcome })) : [];
  if (state !== undefined) for (const step of steps.slice(-1)) step.state = state;
  const receipt: ChangeReceipt = { address, action, outcome, steps, ...(problem && { problem }) };
  return { is: 'ended' as const, change, receipt, ...more };
}

function stale(change: Change, problem: Problem, more?: Ended) {
  return ended(change, 'stale', problem, more);
}

/** Handles an address that neither manifests nor state know. Only the service shows if it was removed: the state may be lost. */
function withoutSubject<S>(change: Change, { help, find }: ApprovedFile): Match<S> {
  const parts = parseAddress(change.address);
  const isOver = parts && (change.after === null || approves(change, removedResource(change.address, parts)));
  if (!isOver) return stale(change, otherGoalProblem(change, help));
  const last = change.steps.at(-1);
  if (!last) return ended(change, 'already-so');
  const trace = find(change, profileOf(parts));
  const { address } = change;
  if (trace === 'unclear')
    return stale(change, resourceProblem({ address }, 'run-stale', say('unclear', { address }), say('unclear-way')));
  if (trace === 'absent' || last.to.some(({ state }) => state === trace.state)) return ended(change, 'already-so');
  const { name, title, state } = trace;
  const message = say('unbound', { address, name, title, state });
  return stale(change, resourceProblem({ address }, 'run-stale', message, say('unbound-way')));
}

/** Makes the problem of a goal that is not the approved one. @param place the manifest with another goal, if there is one */
function otherGoalProblem({ address }: Change, help: Wording, place?: Place): Problem {
  const source = place?.file === '' ? undefined : place;
  const message = source
    ? say('not-approved', { address, file: source.file })
    : say('removal-not-approved', { address });
  return resourceProblem({ address, source }, 'not-approved', message, help);
}

/** True if an approved change has this goal. Its digest covers that, and its action, risks and steps. */
function approves(change: Change, want: Resource): boolean {
  return digestOf(want, change) === change.digest;
}

/** True if the goal is the approved one. A resource that is adopted by its title stays as it is, whatever its manifest declares. */
function hasSameGoal<S>(change: Change, { want, live }: Decision<S>): boolean {
  if (!showsItself(change)) return false;
  if (approves(change, want)) return true;
  return change.action === 'adopt' && live !== undefined && approves(change, { ...want, content: live.content });
}

/** Returns why the goal is not the approved one. The role of a version can change without a change of its manifest. */
function goalProblem<S>(change: Change, { want, version, live }: Decision<S>, { help }: ApprovedFile): Problem {
  const wasGivenUp = change.reasons.some((reason) => reason === 'superseded' || reason === 'abandoned');
  const isGivenUp = version?.role !== 'kept' && version?.role !== 'current';
  const isStale = wasGivenUp && (!live || !isGivenUp);
  return isStale ? staleProblem({ change }, live) : otherGoalProblem(change, help, want.source);
}

/** True if the differences that reviewers saw are those of a change. Otherwise its file was edited. */
function showsItself({ action, before, after, fields }: Change): boolean {
  const shown = (all: readonly FieldChange[]): string => canonical(all.map((one) => [one.path, one.before, one.after]));
  return shown(action === 'forget' ? [] : diffContents(before, after)) === shown(fields);
}

function isAdopted<S>({ action }: Change, { live, adopts }: Decision<S>): boolean {
  return action === 'adopt' && live !== undefined && adopts === undefined;
}

/** Returns the digests of the approved path: before the first step, and after each. */
function pointsOf({ basis, steps }: Change): string[][] {
  return [[basis], ...steps.map(({ to }) => to.map((point) => point.basis))];
}

/** Returns how many of the approved steps are done. A new plan has exactly the rest, and no other differences or risks. */
function stepsDone(approved: Change, now: Change): number | undefined {
  const index = pointsOf(approved).findIndex(
    (point, done) => point.includes(now.basis) && sameSteps(approved.steps.slice(done), now.steps),
  );
  if (index === -1) return undefined;
  const asReviewed =
    now.risks.every((risk) => approved.risks.includes(risk)) &&
    (index > 0 || (approved.action === now.action && sameShown(approved.before, now.before))) &&
    (now.steps.length < approved.steps.length || sameShown(approved.after, now.after));
  return asReviewed ? index : undefined;
}

function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  const bare = (steps: readonly Step[]): string =>
    canonical(steps.map(({ operation, from, to }) => [operation, from.basis, ...to.map(({ basis }) => basis)]));
  return bare(a) === bare(b);
}

function sameShown(a: Change['after'], b: Change['after']): boolean {
  return (a === null) === (b === null) && sameContent(a ?? {}, b ?? {});
}

/** Makes the work for the rest of an approved change. It has all steps of the change, with the finished ones first. */
function onward<S>({ action, reasons, risks, steps, basis, digest }: Change, work: Work<S>, done: number): Work<S> {
  const { change, states } = work;
  return {
    ...work,
    change: { ...change, action, reasons, risks, steps: [...steps.slice(0, done), ...change.steps], basis, digest },
    states: [...Array.from({ length: done }, () => states[0]), ...states],
  };
}

/**
 * Returns a lookup of the resource that an approved change was to remove, in the lists that were read, by the digest of its name.
 * Unclear if no list proves that it is absent. Pure.
 */
export function tracesIn<S>(views: readonly View<S>[]): ApprovedFile['find'] {
  const rows = views.flatMap((view) => Array.from(view.listing.rows.values(), (row) => [view, row] as const));
  const named = new Map(rows.map(([view, row]) => [keyIn(view, sha256(row.name)), row]));
  return ({ kind, live }, profile) => {
    const view = views.find((one) => one.kind.name === kind && one.profile.alias === profile);
    if (!view || live['named'] === undefined) return 'unclear';
    const isWhole = view.listing.complete && view.listing.unreadable.length === 0;
    return named.get(keyIn(view, String(live['named']))) ?? (isWhole ? 'absent' : 'unclear');
  };
}
