import type { Address } from '../../core/address.ts';
import { nameIn, sameContent } from '../../core/content.ts';
import type { Kind, Risk } from '../../core/kind.ts';
import { formatPath } from '../../core/path.ts';
import type { Step, Waiting } from '../../core/plan.ts';
import { type Action, type Blocked, opensOf, type Policy, type Reason, todoWay } from '../../core/plan.ts';
import { asWarning, hintOf, messageOf, type Problem } from '../../core/problem.ts';
import type { Live, Resource, ResourceState } from '../../core/resource.ts';
import { saidOf, textOf, type Wording } from '../../core/sentence.ts';
import { isKnownManifest } from '../../state/document.ts';
import { resourceProblem } from '../problems.ts';
import { diffContents, withBeside } from '../route/diff.ts';
import { allowedBy, isProtected, plannedRoute, waysOf } from '../route/policy.ts';
import { flagsFor, isRejected, type NoRoute, type OpenRoute, titleOf, wouldDelete } from '../route/route.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { isOnOurWay, type Subject } from '../subject/subject.ts';
import type { Decision, Work } from '../types.ts';
import { actionOf, differenceOf, movedSince } from './moved.ts';
import { commentOf, measured, sourceOf, workOf } from './work.ts';

/** Decides about one address: finds the route from its live state to the declared one. Pure. */
export function decide<S>(subject: Subject<S>, policy: Policy): Decision<S> {
  const { live, want, version } = subject;
  const problem = subject.problem ?? subject.readProblem;
  if (problem) return blockedOn(subject, reasonOf(problem), problem);
  // An apply that was killed may have claimed the name of what somebody else created.
  const isOthers = !subject.declared && subject.adopts !== undefined;
  if (subject.takenOverBy || version?.role === 'kept' || isOthers) return withoutSteps(subject, AS_IT_IS, policy);
  const route = plannedRoute(subject, live, policy);
  const { code, at, reason = '' } = route.found === 'blocked' ? route : {};
  // The place is the manifest's; `at` is the field.
  const mistake: Problem | undefined = code && {
    ...resourceProblem(want, code, reason),
    ...(at && { path: formatPath(at), at }),
  };
  const isForeign = live ? isFirstContact(subject, live) : version?.isAdopted === true;
  const risk = isForeign ? 'takes-over' : version?.drift === 'alone' ? 'reverses' : undefined;
  if (risk && !mistake && !allowedBy(policy, want.address)(risk)) {
    // What notiform did not make is first adopted as it is. Approving that approves no change of it.
    if (isForeign && live) return adopted(subject, live, route, policy);
    if (route.found !== 'blocked') return blockedOn(subject, blockByRisk(subject, route, risk));
  }
  if (route.found === 'blocked') return blockedOn(subject, blockOf(subject, route), mistake);
  if (route.steps.length === 0) return withoutSteps(subject, route, policy);
  return withSteps(subject, risk ? { ...route, risks: [...route.risks, risk] } : route, policy);
}

/**
 * True if a declared resource exists and notiform did not make it. What an interrupted apply leads to, or what another address gives
 * up, is ours. If nothing is set, as in a new profile, nothing can be overwritten.
 */
function isFirstContact<S>(subject: Subject<S>, live: Live): boolean {
  const { declared, takesFrom, adopts } = subject;
  if (!declared || !adopts || takesFrom || diffContents(live.content, {}).length === 0) return false;
  return !isOnOurWay(subject, live);
}

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
export function blockedOn<S>(subject: Subject<S>, block: BlockReason, reports?: Problem): Decision<S> {
  return { ...subject, is: 'blocked', waiting: undefined, blocked: blockedBy(subject, block), reports };
}

function blockedBy<S>(subject: Subject<S>, { reason, ways, risk, riskySteps }: BlockReason): Blocked {
  const { want, declared, live, version } = subject;
  const after = declared && want.goal !== 'removed' ? want.content : null;
  const isUpdate = live && after && !sameContent(live.content, after);
  const replaced = live ?? version?.replaces;
  const before = measured(isUpdate ? withBeside(live) : (replaced?.content ?? null), want);
  const fields = declared && replaced ? diffContents(before, after) : [];
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
 * Blocks a route by a risk of the resource, which its first step would take: it is not ours, or a person changed the text that a
 * version would replace and an inspector approved it.
 */
function blockByRisk<S>(
  subject: Subject<S>,
  { steps }: OpenRoute,
  risk: Extract<Risk, 'takes-over' | 'reverses'>,
): BlockReason {
  const flags = flagsFor(risk, subject.want);
  const riskySteps = steps.slice(0, 1).map((step) => ({ ...titleOf(step), risk }));
  if (risk === 'takes-over')
    return { reason: say('not-ours'), ways: [todoWay(say('adopt-first')), { flags }], risk, riskySteps };
  const ways = waysOf(subject, { opens: null, flags, riskySteps });
  return { reason: say('corrected-outside'), ways, risk, riskySteps };
}

/**
 * True if the manifest is not what was last applied or imported. The text of a version that the last apply kept beside another one
 * is a return to it. An upload counts with the resource that shows it. That an older version is to be stopped after some time, or
 * that a version follows a drifted text, is no change of the manifest.
 */
function isUnapplied<S>({ kind, declared, entry, movedFrom, version, want }: Subject<S>): boolean {
  const isOver = version?.role === 'kept' || (version?.role === 'retired' && version.of.goal !== want.goal);
  if (kind.upload || version?.drift === 'alone' || isOver) return false;
  const isReturn = entry?.row?.detail?.kept !== undefined && version?.role === 'current';
  return !declared || movedFrom !== undefined || !entry || isReturn || !isKnownManifest(entry, appliedDigest(want));
}

function withoutSteps<S>(subject: Subject<S>, { waitsFor }: OpenRoute, policy: Policy): Decision<S> {
  const { want, declared, entry, movedFrom, live } = subject;
  const waiting = waitingOf(subject, waitsFor);
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
function adopted<S>(subject: Subject<S>, live: Live, route: OpenRoute | NoRoute, policy: Policy): Decision<S> {
  const { want } = subject;
  const content = sameContent(live.content, want.content) ? want.content : live.content;
  const outcome = { action: 'adopt' as const, reasons: ['not-bound' as const], steps: [], risks: [], states: [live] };
  const isMet = route.found !== 'blocked' && route.steps.length === 0;
  const waiting = isMet ? waitingOf(subject, route.waitsFor) : undefined;
  const block = route.found === 'blocked' ? blockOf(subject, route) : blockByRisk(subject, route, 'takes-over');
  const work = workOf({ ...subject, want: { ...want, content } }, policy, outcome, waiting?.waitsFor);
  return { ...work, want, waiting, blocked: isMet ? undefined : blockedBy(subject, block) };
}

function waitingOf<S>({ want, live }: Subject<S>, waitsFor: string | undefined): Waiting | undefined {
  if (!live || waitsFor === undefined) return undefined;
  const title = nameIn(want.content);
  return {
    address: want.address,
    state: live.status.state,
    ...(title !== undefined && { title }),
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
  return { ...work, is: 'waiting', waiting };
}

function notPlanned<S>({ want }: Subject<S>, live: Live): Problem {
  const paths = diffContents(live.content, want.content).map((field) => field.path);
  const message = say('not-planned', { address: want.address, state: live.status.state, fields: paths.join(', ') });
  return asWarning(resourceProblem(want, 'difference-not-planned', message, say('not-planned-way')));
}

function withSteps<S>(subject: Subject<S>, route: OpenRoute, policy: Policy): Work<S> {
  const { kind, live, want } = subject;
  const states = statesOf(kind, live, want, route.steps);
  const end = states.at(-1);
  const action = actionOf(subject, live, end);
  const outcome = { ...route, states, action, reasons: reasonsOf(subject, end, route) };
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

function reasonsOf<S>(subject: Subject<S>, end: ResourceState, route: OpenRoute): Reason[] {
  const { live, adopts, version } = subject;
  if (!subject.declared) return ['removed-from-manifests'];
  const moved = movedSince(subject);
  const reasons: Reason[] = [];
  if (live) reasons.push(differenceOf(subject, live, end));
  // A dormant or stopped version is not in use.
  const usage = version?.replaces && version.rules.usageOf(version.replaces);
  if (usage === 'usable') reasons.push('in-use');
  else if (usage === 'idle' && !live) reasons.push('none-in-use');
  else if (!live && !moved.includes('vanished')) reasons.push('not-there');
  if (route.risks.includes('resubmits')) reasons.push('resubmitted');
  if (adopts) reasons.push('not-bound');
  if (live && subject.entry?.unfinished) reasons.push('unfinished');
  if (subject.movedFrom !== undefined) reasons.push('renamed');
  return [...reasons, ...moved];
}
