import type { Address } from '../../core/address.ts';
import { contentDigest, sameContent } from '../../core/content.ts';
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
import { resourceProblem } from '../problems.ts';
import { diffContents, withBeside } from '../route/diff.ts';
import { allowedBy, isLastManifest, isOnOurWay, isProtected, plannedRoute, waysOf } from '../route/policy.ts';
import { flagsFor, isRejected, type NoRoute, type Route, titleOf, wouldDelete } from '../route/route.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { basisOf, type Seen, type Subject } from '../subject/subject.ts';
import type { Work } from '../types.ts';
import { commentOf, measured, type PlannedOutcome, sourceOf, workOf } from './work.ts';

/** A subject, with what a plan does about it. `reports` is a problem or a warning for the reader of the plan. */
export type Decision<S> =
  | Work<S>
  | (Seen<S> & { reports: Problem | undefined } & (
        | { is: 'waiting'; waiting: Waiting }
        | { is: 'blocked'; blocked: Blocked }
        | { is: 'unchanged' }
      ));

/** Returns the block of an address, or of the change that would follow its adoption. */
export function blockIn<S>(decision: Decision<S>): Blocked | undefined {
  return decision.is === 'blocked' || decision.is === 'change' ? decision.blocked : undefined;
}

/** Decides about one address: finds the route from its live state to the declared one. Pure. */
export function decide<S>(subject: Seen<S>, policy: Policy): Decision<S> {
  const { live, want, version } = subject;
  const problem = subject.problem ?? subject.readProblem;
  if (problem) return blockedOn(subject, reasonOf(problem), problem);
  // An apply that was killed may have claimed the name of what somebody else created.
  const isOthers = !subject.declared && subject.adopts !== undefined;
  if (subject.takenOverBy || version?.role === 'kept' || isOthers) return withoutSteps(subject, AS_IT_IS, policy);
  const planned = plannedRoute(subject, live, policy);
  const mistake = planned.found === 'blocked' ? mistakeIn(want, planned) : undefined;
  const isForeign = live ? isFirstContact(subject, live) : version?.isAdopted === true;
  // What notiform did not make is first adopted as it is. Approving that approves no change of it.
  if (isForeign && !mistake && !allowedBy(policy, want.address)('takes-over')) {
    if (live) return adopted(subject, live, planned, policy);
    return blockedOn(subject, planned.found === 'blocked' ? blockOf(subject, planned) : takeoverOf(want, planned));
  }
  const corrects = version?.isDrifted === true && planned.found !== 'blocked';
  if (corrects && !allowedBy(policy, want.address)('reverses'))
    return blockedOn(subject, correctionOf(subject, planned));
  const route = isForeign ? withRisk(planned, 'takes-over') : corrects ? withRisk(planned, 'reverses') : planned;
  if (route.found === 'blocked') return blockedOn(subject, blockOf(subject, route), mistake);
  return route.steps.length === 0 ? withoutSteps(subject, route, policy) : withSteps(subject, route, policy);
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
function isFirstContact<S>({ kind, declared, entry, takesFrom, adopts }: Seen<S>, live: Live): boolean {
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
export function blockedOn<S>(subject: Seen<S>, block: BlockReason, reports?: Problem): Decision<S> {
  return { ...subject, is: 'blocked', blocked: blockedBy(subject, block), reports };
}

function blockedBy<S>(subject: Seen<S>, { reason, ways, risk, riskySteps }: BlockReason): Blocked {
  const { want, declared, live } = subject;
  const after = declared && want.goal !== 'removed' ? want.content : null;
  const isUpdate = live && after && !sameContent(live.content, after);
  const before = measured(isUpdate ? withBeside(live) : (live?.content ?? null), want);
  const fields = declared && live ? diffContents(before, after) : [];
  return {
    address: want.address,
    source: sourceOf(want),
    state: live?.status.state ?? (subject.readProblem ? 'unknown' : 'absent'),
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
    moved: movedSince(subject),
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

function withoutSteps<S>(subject: Seen<S>, route: OpenRoute, policy: Policy): Decision<S> {
  const { want, declared, entry, movedFrom, live } = subject;
  const waiting = live && route.waitsFor !== undefined ? waitingOf(want, live, route.waitsFor) : undefined;
  const change = (action: Action, reason: Reason): Decision<S> => {
    const outcome = { action, reasons: [reason], steps: [], risks: [], states: [live] };
    return { ...workOf(subject, policy, outcome, waiting?.waitsFor), waiting };
  };
  // If a version is gone, the entries of the other versions still have its protection. Without a manifest, only its own entry has it.
  const isForgotten = !declared && !subject.takenOverBy && (live !== undefined || sourceOf(want) === null);
  // Nothing would be deleted, but the protection would be lost.
  if (isForgotten && isProtected(subject, policy)) {
    const reason = say(live ? 'protected-entry' : 'protected-gone');
    return blockedOn(subject, { reason, ways: [{ flags: ['--unprotect', want.address] }] });
  }
  if (!declared) return change('forget', live ? 'removed-from-manifests' : 'gone');
  if (subject.adopts) return change('adopt', 'not-bound');
  if (movedFrom !== undefined && entry) return change('move', 'renamed');
  const reports = live && !sameContent(live.content, want.content) ? notPlanned(subject, live) : undefined;
  return waiting ? { ...subject, is: 'waiting', waiting, reports } : { ...subject, is: 'unchanged', reports };
}

/**
 * Adopts a resource as it is. The change that would follow is blocked until the next plan. The state then has the digests of the
 * manifest and of the live content: what a person did before is not undone by the next apply.
 */
function adopted<S>(subject: Seen<S>, live: Live, route: Route, policy: Policy): Decision<S> {
  const { want } = subject;
  const content = sameContent(live.content, want.content) ? want.content : live.content;
  const outcome: PlannedOutcome = { action: 'adopt', reasons: ['not-bound'], steps: [], risks: [], states: [live] };
  const isMet = route.found !== 'blocked' && route.steps.length === 0;
  const waiting = isMet && route.waitsFor !== undefined ? waitingOf(want, live, route.waitsFor) : undefined;
  const block = isMet ? undefined : route.found === 'blocked' ? blockOf(subject, route) : takeoverOf(want, route);
  const work = workOf({ ...subject, want: { ...want, content } }, policy, outcome, waiting?.waitsFor);
  return { ...work, want, waiting, blocked: block && blockedBy(subject, block) };
}

function takeoverOf(want: Resource, route: OpenRoute): BlockReason {
  const ways = [todoWay(say('adopt-first')), { flags: flagsFor('takes-over', want) }];
  return { reason: say('not-ours'), ways, ...riskFrom(route, 'takes-over') };
}

/** Blocks the version that would replace a text which a person changed and an inspector approved. */
function correctionOf<S>(subject: Subject<S>, route: OpenRoute): BlockReason {
  const risk = riskFrom(route, 'reverses');
  const ways = waysOf(subject, { opens: null, flags: flagsFor('reverses', subject.want), ...risk });
  return { reason: say('corrected-outside'), ways, ...risk };
}

/** The risk that a route takes with its first step. */
function riskFrom({ steps }: OpenRoute, risk: Risk): Pick<BlockReason, 'risk' | 'riskySteps'> {
  return { risk, riskySteps: steps.slice(0, 1).map((step) => ({ ...titleOf(step), risk })) };
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
  work: Work<S>,
  { waitsFor, by }: { waitsFor: string; by: Address },
  dependsOn: Address[],
): Decision<S> {
  const waiting: Waiting = {
    address: work.want.address,
    state: work.live?.status.state ?? 'absent',
    waitsFor,
    since: null,
    held: { by, change: { ...work.change, dependsOn } },
  };
  return { ...work, is: 'waiting', waiting, reports: undefined };
}

function notPlanned<S>({ want }: Subject<S>, live: Live): Problem {
  const paths = diffContents(live.content, want.content).map((field) => field.path);
  const message = say('not-planned', { address: want.address, state: live.status.state, fields: paths.join(', ') });
  return asWarning(resourceProblem(want, 'difference-not-planned', message, say('not-planned-way')));
}

/** Decides that a route is taken. */
function withSteps<S>(subject: Seen<S>, route: OpenRoute, policy: Policy): Work<S> {
  const { kind, live, want } = subject;
  const states = statesOf(kind, live, want, route.steps);
  const end = states.at(-1);
  const outcome = {
    ...route,
    states,
    action: actionOf(subject, live, end),
    reasons: reasonsOf(subject, end, route),
  };
  return workOf(subject, policy, outcome, route.waitsFor);
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

function reasonsOf<S>(subject: Seen<S>, end: ResourceState, route: OpenRoute): Reason[] {
  const { live, adopts, version } = subject;
  if (!subject.declared) return ['removed-from-manifests'];
  const moved = movedSince(subject);
  const reasons: Reason[] = [];
  if (live) reasons.push(differenceOf(subject, live, end));
  // A dormant or stopped version is not in use.
  if (version?.replaces && version.rules.usageOf(version.replaces) === 'usable') reasons.push('in-use');
  else if (!live && !moved.includes('vanished')) reasons.push('not-there');
  if (route.risks.includes('resubmits')) reasons.push('resubmitted');
  if (adopts) reasons.push('not-bound');
  if (live && subject.entry?.unfinished) reasons.push('unfinished');
  if (subject.movedFrom !== undefined) reasons.push('renamed');
  return [...reasons, ...moved];
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
export function movedSince<S>(subject: Seen<S>): Moved[] {
  const { declared, entry, version, want, live, readProblem, adopts } = subject;
  // An adopted resource was never applied, and notiform itself decides about older versions.
  const isCompared = declared && !readProblem && !adopts && (version === undefined || version.role === 'current');
  if (version?.isDrifted) return ['drifted'];
  if (!isCompared || !entry || baseOf(entry) === undefined) return [];
  const isLast = live ? isLastManifest(entry, want, live.content) : isKnownManifest(entry, appliedDigest(want));
  const edited: Moved[] = isLast ? [] : ['edited'];
  if (!live) return ['vanished', ...edited];
  if (isOnOurWay(subject, live)) return edited;
  if (hasDrifted(subject, live, edited.length > 0)) return ['drifted', ...edited];
  // An apply stored the row of a resource that differs: it adopted it.
  return edited.length === 0 && entry?.row?.state === live.status.state ? ['adopted'] : edited;
}

/**
 * True if the live resource was changed outside notiform. An entry records only that the state was the declared one. So if the state
 * differs and the manifest is unchanged, the change was external.
 */
function hasDrifted<S>(subject: Subject<S>, live: Live, isEdited: boolean): boolean {
  const { kind, entry, want } = subject;
  if (sameContent(live.content, want.content))
    return !isEdited && entry?.row?.state !== live.status.state && !isRejected(subject, live);
  // The manifest chooses which parts of the content are read. An edit may add parts that the digest does not cover.
  if (kind.managed && isEdited) return false;
  // An import wrote a manifest of the live content.
  if (entry?.left === undefined) return entry?.applied === null && !isEdited;
  return entry.left !== contentDigest(live.content);
}
