import type { Address } from '../../core/address.ts';
import { contentDigest, sameContent } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Risk } from '../../core/kind.ts';
import { formatPath } from '../../core/path.ts';
import {
  type Action,
  type Blocked,
  type ManifestDifference,
  type Moved,
  opensOf,
  type Policy,
  type Reason,
  type Step,
  todoWay,
  type Waiting,
} from '../../core/plan.ts';
import { asWarning, hintOf, messageOf, type Problem, worded } from '../../core/problem.ts';
import type { Live, Resource, ResourceState } from '../../core/resource.ts';
import { saidOf, textOf, type Wording } from '../../core/sentence.ts';
import { baseOf, isKnownManifest } from '../../state/document.ts';
import type { Seen } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import { diffContents, withBeside } from '../route/diff.ts';
import { allowedBy, isOnOurWay, isProtected, plannedRoute, waysOf } from '../route/policy.ts';
import { flagsFor, isRejected, type NoRoute, type Route, titleOf, wouldDelete } from '../route/route.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { basisOf } from '../subject/live.ts';
import type { Subject } from '../subject/subject.ts';
import type { Work } from '../types.ts';
import { commentOf, measured, type PlannedOutcome, sourceOf, workOf } from './work.ts';

interface About<S> {
  subject: Subject<S>;
  seen: Seen;
}

export type Decision<S> = About<S> &
  (
    | {
        is: 'change';
        work: Work<S>;
        waiting: Waiting | undefined;
        willWait: string | undefined;
        /** The change that would follow an adoption. */
        blocked?: Blocked | undefined;
      }
    | { is: 'waiting'; waiting: Waiting; warning: Problem | undefined }
    | { is: 'blocked'; blocked: Blocked; problem: Problem | undefined }
    | { is: 'unchanged'; warning: Problem | undefined }
  );

/** Returns the block of an address: of its change, or of the change that would follow its adoption. */
export function blockIn<S>(decision: Decision<S>): Blocked | undefined {
  return 'blocked' in decision ? decision.blocked : undefined;
}

export type ChangeOf<S> = Extract<Decision<S>, { is: 'change' }>;

/** Decides about one address: finds the route from its live state to the declared one. Pure. */
export function decide<S>(subject: Subject<S>, seen: Seen, policy: Policy): Decision<S> {
  const problem = subject.problem ?? seen.problem;
  if (problem) return blockedOn(subject, seen, reasonOf(problem), problem);
  if (subject.takenOverBy || subject.version?.role === 'kept') return withoutSteps(subject, seen, AS_IT_IS, policy);
  const planned = plannedRoute(subject, seen.live, policy);
  const mistake = planned.found === 'blocked' ? mistakeIn(subject.want, planned) : undefined;
  const isForeign = seen.live ? isFirstContact(subject, seen, seen.live) : subject.version?.isAdopted === true;
  // What notiform did not make is first adopted as it is. Approving that approves no change of it.
  if (isForeign && !mistake && !allowedBy(policy, subject.want.address)('takes-over')) {
    if (seen.live) return adopted(subject, seen, planned, policy);
    return planned.found === 'blocked'
      ? blockedOn(subject, seen, blockOf(subject, planned))
      : blockedOn(subject, seen, takeoverOf(subject.want, planned));
  }
  const corrects = subject.version?.isDrifted === true && planned.found !== 'blocked';
  if (corrects && !allowedBy(policy, subject.want.address)('reverses'))
    return blockedOn(subject, seen, correctionOf(subject, planned));
  const route = isForeign ? withRisk(planned, 'takes-over') : corrects ? withRisk(planned, 'reverses') : planned;
  if (route.found === 'blocked') return blockedOn(subject, seen, blockOf(subject, route), mistake);
  return route.steps.length === 0
    ? withoutSteps(subject, seen, route, policy)
    : withSteps(subject, seen, route, policy);
}

/** Returns the mistake of a manifest that blocks a route, if it is one. The place is the manifest's; `at` is the field. */
function mistakeIn({ address, source }: Resource, { code, reason, at }: NoRoute): Problem | undefined {
  if (!code) return undefined;
  return {
    code,
    severity: 'error',
    ...worded(reason),
    place: source,
    address,
    ...(at && { path: formatPath(at), at }),
  };
}

/**
 * True if a declared resource exists and notiform did not make it. What an interrupted apply leads to, or what another address gives
 * up, is ours. If nothing is set, as in a new profile, nothing can be overwritten.
 */
function isFirstContact<S>({ kind, declared, entry, takesFrom }: Subject<S>, { adopts }: Seen, live: Live): boolean {
  if (!declared || !adopts || takesFrom || diffContents(live.content, {}).length === 0) return false;
  return !entry?.intent?.includes(basisOf(kind, live));
}

function withRisk(route: Route, risk: Risk): Route {
  const changes = route.found !== 'blocked' && route.steps.length > 0;
  return changes ? { ...route, risks: [...route.risks, risk] } : route;
}

type OpenRoute = Exclude<Route, { found: 'blocked' }>;

const AS_IT_IS: OpenRoute = { found: 'satisfied', steps: [], risks: [] };

/** A problem as the reason why an address is blocked. */
export function reasonOf(problem: Problem): BlockReason {
  const hint = hintOf(problem);
  return { reason: messageOf(problem), ways: hint === undefined ? [] : [todoWay(hint)] };
}

/** Why an address is blocked, and what would allow it. */
export interface BlockReason extends Pick<Blocked, 'ways' | 'risk' | 'riskySteps'> {
  reason: Wording;
}

/** The decision that an address is blocked. */
export function blockedOn<S>(subject: Subject<S>, seen: Seen, block: BlockReason, problem?: Problem): Decision<S> {
  return { is: 'blocked', subject, seen, blocked: blockedBy(subject, seen, block), problem };
}

function blockedBy<S>(subject: Subject<S>, seen: Seen, { reason, ways, risk, riskySteps }: BlockReason): Blocked {
  const { want, declared } = subject;
  const { live } = seen;
  const after = declared && want.goal !== 'removed' ? want.content : null;
  const isUpdate = live && after && !sameContent(live.content, after);
  const before = measured(isUpdate ? withBeside(live) : (live?.content ?? null), want);
  const fields = declared && live ? diffContents(before, after) : [];
  return {
    address: want.address,
    source: sourceOf(want),
    state: live?.status.state ?? (seen.problem ? 'unknown' : 'absent'),
    reason: textOf(reason),
    ...saidOf(reason),
    opens: opensOf(ways),
    ways,
    ...(risk && { risk }),
    ...(riskySteps && { riskySteps }),
    ...(live && after === null && wouldDelete(subject.kind, live, want) && { deletes: true }),
    ...(isUnapplied(subject) && { unapplied: true }),
    ...(fields.length === 0 && isRejected(subject, live) && { rejected: true }),
    fields,
    before,
    after,
    comments: live?.comments ?? [],
    ...(risk === 'resubmits' && commentOf(want, live?.comments)),
    moved: movedSince(subject, seen),
  };
}

function blockOf<S>(subject: Subject<S>, route: NoRoute): BlockReason {
  const { reason, risk, riskySteps } = route;
  return { reason, ways: waysOf(subject, route), ...(risk && { risk, riskySteps }) };
}

/**
 * True if the manifest is not what was last applied or imported. An upload counts with the resource that shows it. That an older
 * version is to be stopped after some time, or that a version follows a drifted text, is no change of the manifest.
 */
function isUnapplied<S>({ kind, declared, entry, movedFrom, version, want }: Subject<S>): boolean {
  const isOver = version?.role === 'kept' || (version?.role === 'retired' && version.of.goal !== want.goal);
  if (kind.upload || version?.isDrifted || isOver) return false;
  return !declared || movedFrom !== undefined || !entry || !isKnownManifest(entry, appliedDigest(want));
}

function withoutSteps<S>(subject: Subject<S>, seen: Seen, route: OpenRoute, policy: Policy): Decision<S> {
  const { want, declared, entry, movedFrom } = subject;
  const { live } = seen;
  const waiting = live && route.waitsFor !== undefined ? waitingOf(want, live, route.waitsFor) : undefined;
  const change = (action: Action, reason: Reason): Decision<S> => {
    const work = workOf(subject, seen, policy, { action, reasons: [reason], steps: [], risks: [], states: [live] });
    return { is: 'change', subject, seen, work, waiting, willWait: waiting?.waitsFor };
  };
  // If a version is gone, the entries of the other versions still have its protection. Without a manifest, only its own entry has it.
  const isForgotten = !declared && !subject.takenOverBy && (live !== undefined || sourceOf(want) === null);
  if (isForgotten && isProtected(subject, policy)) return blockForgetting(subject, seen);
  if (!declared) return change('forget', live ? 'removed-from-manifests' : 'gone');
  if (seen.adopts) return change('adopt', 'not-bound');
  if (movedFrom !== undefined && entry) return change('move', 'renamed');
  const warning = live && !sameContent(live.content, want.content) ? notPlanned(subject, live) : undefined;
  return waiting ? { is: 'waiting', subject, seen, waiting, warning } : { is: 'unchanged', subject, seen, warning };
}

/** Blocks an address whose entry would be forgotten. Nothing would be deleted, but its protection would be lost. */
function blockForgetting<S>(subject: Subject<S>, seen: Seen): Decision<S> {
  const reason = say(seen.live ? 'protected-entry' : 'protected-gone');
  return blockedOn(subject, seen, { reason, ways: [{ flags: ['--unprotect', subject.want.address] }] });
}

/**
 * Adopts a resource as it is. The change that would follow is blocked until the next plan. The state then has the digests of the
 * manifest and of the live content: what a person did before is not undone by the next apply.
 */
function adopted<S>(subject: Subject<S>, seen: Seen, route: Route, policy: Policy): Decision<S> {
  const { want } = subject;
  const { live } = seen;
  const content = !live || sameContent(live.content, want.content) ? want.content : live.content;
  const outcome: PlannedOutcome = { action: 'adopt', reasons: ['not-bound'], steps: [], risks: [], states: [live] };
  const work = workOf({ ...subject, want: { ...want, content } }, seen, policy, outcome);
  const isMet = route.found !== 'blocked' && route.steps.length === 0;
  const waiting = live && isMet && route.waitsFor !== undefined ? waitingOf(want, live, route.waitsFor) : undefined;
  const block = isMet ? undefined : route.found === 'blocked' ? blockOf(subject, route) : takeoverOf(want, route);
  const blocked = block && blockedBy(subject, seen, block);
  return { is: 'change', subject, seen, work: { ...work, want }, waiting, willWait: waiting?.waitsFor, blocked };
}

function takeoverOf(want: Resource, { steps }: OpenRoute): BlockReason {
  const risk = 'takes-over';
  return {
    reason: say('not-ours'),
    ways: [todoWay(say('adopt-first')), { flags: flagsFor(risk, want) }],
    risk,
    riskySteps: steps.slice(0, 1).map((step) => ({ ...titleOf(step), risk })),
  };
}

/** Blocks the version that would replace a text which a person changed and an inspector approved. */
function correctionOf<S>(subject: Subject<S>, { steps }: OpenRoute): BlockReason {
  const risk: Risk = 'reverses';
  const riskySteps = steps.slice(0, 1).map((step) => ({ ...titleOf(step), risk }));
  const ways = waysOf(subject, { opens: null, flags: flagsFor(risk, subject.want), riskySteps });
  return { reason: say('corrected-outside'), ways, risk, riskySteps };
}

function waitingOf(want: Resource, live: Live, waitsFor: string): Waiting {
  const { name } = want.content;
  return {
    address: want.address,
    state: live.status.state,
    ...(typeof name === 'string' && { title: name }),
    waitsFor,
    since: live.modifiedAt ?? null,
  };
}

/** Defers a change: a resource that it needs waits for an external decision. */
export function deferred<S>(
  { subject, seen, work }: ChangeOf<S>,
  { waitsFor, by }: { waitsFor: string; by: Address },
  dependsOn: Address[],
): Decision<S> {
  const waiting: Waiting = {
    address: subject.want.address,
    state: seen.live?.status.state ?? 'absent',
    waitsFor,
    since: null,
    held: { by, change: { ...work.change, dependsOn } },
  };
  return { is: 'waiting', subject, seen, waiting, warning: undefined };
}

function notPlanned<S>({ want }: Subject<S>, live: Live): Problem {
  const paths = diffContents(live.content, want.content).map((field) => field.path);
  const message = say('not-planned', { address: want.address, state: live.status.state, fields: paths.join(', ') });
  return asWarning(resourceProblem(want, 'difference-not-planned', message, say('not-planned-way')));
}

/** Decides that a route is taken. */
function withSteps<S>(subject: Subject<S>, seen: Seen, route: OpenRoute, policy: Policy): ChangeOf<S> {
  const { live } = seen;
  const states = statesOf(subject.kind, live, subject.want, route.steps);
  const end = states.at(-1);
  const outcome = {
    ...route,
    states,
    action: actionOf(subject, live, end),
    reasons: reasonsOf(subject, seen, end, route),
  };
  return {
    is: 'change',
    subject,
    seen,
    work: workOf(subject, seen, policy, outcome),
    waiting: undefined,
    willWait: route.waitsFor,
  };
}

/** Returns the state before the first step and after each. Of several outcomes the first. */
export function statesOf<S>(kind: Kind<S>, at: ResourceState, want: Resource, steps: readonly Step[]): ResourceState[] {
  const states: ResourceState[] = [at];
  for (const step of steps) {
    const operation = kind.operations.find((row) => row.name === step.operation);
    states.push(operation?.predicts(states.at(-1), want)[0]);
  }
  return states;
}

function actionOf<S>({ version }: Subject<S>, at: ResourceState, end: ResourceState): Action {
  if (!at) return version && version.number > 1 ? 'version' : 'create';
  if (!end) return 'delete';
  return at.name === end.name && sameContent(at.content, end.content) ? 'lifecycle' : 'update';
}

function reasonsOf<S>(subject: Subject<S>, seen: Seen, end: ResourceState, route: OpenRoute): Reason[] {
  const { live, adopts } = seen;
  if (!subject.declared) return ['removed-from-manifests'];
  const moved = movedSince(subject, seen);
  const reasons: Reason[] = [];
  if (live) reasons.push(differenceOf(subject, live, end));
  if (replacesUsed(subject)) reasons.push('in-use');
  else if (!live && !moved.includes('vanished')) reasons.push('not-there');
  if (route.risks.includes('resubmits')) reasons.push('resubmitted');
  if (adopts) reasons.push('not-bound');
  if (live && subject.entry?.unfinished) reasons.push('unfinished');
  if (subject.movedFrom !== undefined) reasons.push('renamed');
  return [...reasons, ...moved];
}

/** True if it is a version that will replace a text that is in use. A dormant or stopped one is not. */
function replacesUsed<S>({ version }: Subject<S>): boolean {
  return version?.replaces !== undefined && version.rules.usageOf(version.replaces) === 'usable';
}

/**
 * Returns how a live resource differs from its manifest.
 * @param end the state at the end of the route
 */
export function differenceOf<S>(subject: Subject<S>, live: Live, end: ResourceState): ManifestDifference {
  const { version, want } = subject;
  if (version?.role === 'abandoned') return 'abandoned';
  if (version?.role === 'retired' && version.of.goal !== want.goal) return 'superseded';
  return actionOf(subject, live, end) === 'update' ? 'content-differs' : 'state-differs';
}

/**
 * Returns what changed since the last finished apply, else since the import, of an address that is not up to date: the live
 * resource, or the manifest.
 * The state has only digests of both, so if both changed the fields cannot be attributed. Pure.
 */
export function movedSince<S>(subject: Subject<S>, { live, recorded, problem, adopts }: Seen): Moved[] {
  const { declared, entry, version, want } = subject;
  // An adopted resource was never applied, and notiform itself decides about older versions.
  const isCompared = declared && !problem && !adopts && (version === undefined || version.role === 'current');
  if (version?.isDrifted) return ['drifted'];
  if (!isCompared || !entry || baseOf(entry) === undefined) return [];
  const edited: Moved[] = isKnownManifest(entry, appliedDigest(want)) ? [] : ['edited'];
  if (!live) return ['vanished', ...edited];
  if (isOnOurWay(subject, live)) return edited;
  if (hasDrifted(subject, live, recorded ?? live.content, edited.length > 0)) return ['drifted', ...edited];
  // An apply stored the row of a resource that differs: it adopted it.
  return edited.length === 0 && entry?.row?.state === live.status.state ? ['adopted'] : edited;
}

/**
 * True if the live resource was changed outside notiform. An entry records only that the state was the declared one. So if the state
 * differs and the manifest is unchanged, the change was external.
 */
function hasDrifted<S>(subject: Subject<S>, live: Live, recorded: JsonObject, isEdited: boolean): boolean {
  const { kind, entry, want } = subject;
  if (sameContent(live.content, want.content))
    return !isEdited && entry?.row?.state !== live.status.state && !isRejected(subject, live);
  // The manifest chooses which parts of the content are read. An edit may add parts that the digest does not cover.
  if (kind.managed && isEdited) return false;
  // An import wrote a manifest of the live content.
  if (entry?.left === undefined) return entry?.applied === null && !isEdited;
  return entry.left !== contentDigest(recorded);
}
