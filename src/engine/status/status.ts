import type { Address } from '../../core/address.ts';
import type { ManifestDifference } from '../../core/plan.ts';
import { asWarning, messageOf, type Problem, sortProblems } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { saidOf, textOf, type Wording } from '../../core/sentence.ts';
import type { StatusReport, StatusRow, StatusVerdict } from '../../core/status.ts';
import type { Seen } from '../observe/seen.ts';
import { differenceOf, movedSince, statesOf } from '../plan/decide.ts';
import { foreignProblems } from '../plan/guard.ts';
import { isTargeted, requireMatches } from '../plan/select.ts';
import { sourceOf } from '../plan/work.ts';
import { plannedRoute, waysOf, withoutLikelyRefused } from '../route/policy.ts';
import { findRoute, isRejected } from '../route/route.ts';
import { say } from '../sentences.ts';
import { type SeenSubject, type Snapshot, takeSnapshot } from '../snapshot/snapshot.ts';
import { foreignIn } from '../subject/owner.ts';
import type { Subject } from '../subject/subject.ts';
import type { StatusInput } from '../types.ts';

/**
 * Returns the state of every address: declared, bound and, if no addresses are asked for, unmanaged. Reads only. Throws a
 * NotiformError as `makePlan` does.
 */
export async function observeStatus<S>(input: StatusInput<S>): Promise<StatusReport> {
  const storedDetails = input.comments ? undefined : 'done';
  return reportOf(input, await takeSnapshot({ ...input, storedDetails, asked: input.addresses }));
}

/** Returns a snapshot as `status` shows it. Pure. */
export function reportOf<S>(input: StatusInput<S>, snapshot: Snapshot<S>): StatusReport {
  const asked = askedSubjects(input, snapshot);
  const seenProblems = asked.flatMap(({ seen, subject }) => seen.problem ?? subject.problem ?? []);
  const problems = [...snapshot.problems, ...foreignWarnings(input, snapshot), ...seenProblems];
  return {
    environment: input.environment.name,
    complete: snapshot.complete,
    rows: asked.map(rowsOf(snapshot, input)),
    unmanaged: [...snapshot.unmanaged],
    problems: sortProblems(problems.map(input.locate ?? ((problem) => problem))),
  };
}

/** Returns warnings about state of another account or key. A plan refuses it, `status` does not. */
function foreignWarnings<S>({ environment }: StatusInput<S>, { documents }: Snapshot<S>): Problem[] {
  return foreignProblems(foreignIn(documents.values(), environment)).map(asWarning);
}

export function askedSubjects<S>(
  { addresses }: StatusInput<S>,
  { seenSubjects, ...snapshot }: Snapshot<S>,
): SeenSubject<S>[] {
  requireMatches(snapshot.addresses, addresses);
  return seenSubjects.filter(({ subject }) => isTargeted(subject.want.address, addresses));
}

/** Compares a subject with its manifest. */
export function verdictOf<S>(
  { kind, want, declared, version }: Subject<S>,
  seen: Seen,
): { verdict: StatusVerdict; waitsFor: string | null } {
  const final = (verdict: StatusVerdict) => ({ verdict, waitsFor: null });
  if (seen.unread) return final('unread');
  if (!declared) return final('orphan');
  if (version?.role === 'kept') return final('kept');
  // Several resources match: a plan is blocked.
  if (seen.problem) return final('differs');
  const meets = kind.meets(seen.live, want);
  if (meets.meets === 'waiting') return { verdict: 'waiting', waitsFor: meets.waitsFor };
  if (meets.meets === 'yes') return final('done');
  return final(seen.live ? 'differs' : 'missing');
}

/** Makes rows, each with its own reason or that of an address which it needs. */
function rowsOf<S>(
  { seenSubjects }: Snapshot<S>,
  { comments, policy, ports }: Pick<StatusInput<S>, 'comments' | 'policy' | 'ports'>,
): (one: SeenSubject<S>) => StatusRow {
  const current = currentAmong(seenSubjects);
  const now = ports.clock.now();
  const reasons = new Map(seenSubjects.map((one) => [one.subject.want.address, reasonFor(one, policy)]));
  return (one) => {
    const needed = isOpen(one) ? one.subject.want.dependsOn.find((address) => reasons.get(address)) : undefined;
    const reason =
      reasons.get(one.subject.want.address) ??
      (needed === undefined ? undefined : why(say('needs-blocked', { address: needed })));
    return {
      ...rowOf(one, comments === true),
      ...endOf(one, now),
      ...(isCurrent(one, current) ? { current: true } : {}),
      ...reason,
    };
  };
}

/** When it becomes dormant. A time that has passed was put off by a use. */
function endOf<S>(
  { subject: { kind, entry }, seen: { live } }: SeenSubject<S>,
  now: number,
): Pick<StatusRow, 'dormantAt'> {
  const at = live && entry && kind.dormantAt?.(live, entry.binding);
  return at !== undefined && at > now ? { dormantAt: new Date(at).toISOString() } : {};
}

function currentAmong<S>(seenSubjects: readonly SeenSubject<S>[]): ReadonlySet<Address> {
  const versions = seenSubjects.flatMap(({ subject }) => subject.version ?? []);
  return new Set(versions.flatMap(({ role, current }) => (role === 'current' ? [] : [current])));
}

function isCurrent<S>({ subject: { version, want } }: SeenSubject<S>, current: ReadonlySet<Address>): boolean {
  return version?.role === 'current' && current.has(want.address);
}

/** Returns why it is not up to date and cannot be: by the policy if there is one, else by what any plan may do. */
function reasonFor<S>(
  one: SeenSubject<S>,
  policy: StatusInput<S>['policy'],
): Pick<StatusRow, 'reason' | 'said' | 'ways' | 'riskySteps'> | undefined {
  const { subject, seen } = one;
  // What could not be read is reported among the problems.
  if (!isOpen(one)) return undefined;
  const problem = subject.problem ?? seen.problem;
  if (problem) return why(messageOf(problem));
  const open = findRoute(subject.kind, seen.live, subject.want, () => true);
  if (open.found === 'blocked') return why(open.reason);
  const isJudged = policy !== undefined && !isRejected(subject, seen.live);
  const allowed = isJudged ? plannedRoute(subject, seen.live, policy) : withoutLikelyRefused(subject, seen.live, open);
  if (allowed.found !== 'blocked') return undefined;
  const { reason, riskySteps } = allowed;
  return { ...why(reason), ways: waysOf(subject, allowed), ...(riskySteps && { riskySteps }) };
}

function why(reason: Wording): Pick<StatusRow, 'reason' | 'said'> {
  return { reason: textOf(reason), ...saidOf(reason) };
}

function isOpen<S>({ subject, seen }: SeenSubject<S>): boolean {
  return ['differs', 'missing'].includes(verdictOf(subject, seen).verdict);
}

/** The difference from the manifest. Without a legal route to the manifest's content, its content counts. */
function differenceIn<S>({ subject, seen: { live } }: SeenSubject<S>): ManifestDifference | undefined {
  if (!live) return undefined;
  const { kind, want } = subject;
  const route = findRoute(kind, live, want, () => true);
  if (route.found !== 'blocked') return differenceOf(subject, live, statesOf(kind, live, want, route.steps).at(-1));
  return differenceOf(subject, live, want.goal === 'removed' ? undefined : { ...live, content: want.content });
}

/** The decision that the live resource waits for, if the manifest has other content, or a goal that needs no decision. */
function otherDecision<S>({ kind, want }: Subject<S>, live: Live | undefined): Pick<StatusRow, 'otherWaitsFor'> {
  const goal = kind.versions?.goals.used ?? want.goal;
  const meets = kind.meets(live && { ...live, content: want.content }, { ...want, goal });
  return meets.meets === 'waiting' ? { otherWaitsFor: meets.waitsFor } : {};
}

/** The name that a manifest declares, for a resource that is not on the service yet. */
function declaredTitle({ content: { name } }: Subject<unknown>['want']): string | null {
  return typeof name === 'string' ? name : null;
}

function rowOf<S>({ subject, seen }: SeenSubject<S>, withComments: boolean): StatusRow {
  const { want, kind, declared, boundName } = subject;
  const { live, row } = seen;
  const address: Address = want.address;
  const verdict = verdictOf(subject, seen);
  const source = declared ? sourceOf(want) : null;
  const difference = verdict.verdict === 'differs' ? differenceIn({ subject, seen }) : undefined;
  return {
    address,
    kind: kind.name,
    ...(source === null ? {} : { source }),
    name: live?.name ?? boundName ?? null,
    title: row?.title ?? declaredTitle(want),
    goal: declared ? want.goal : null,
    state: seen.problem ? null : (live?.status.state ?? 'absent'),
    ...verdict,
    ...(difference === undefined ? {} : { difference }),
    ...(verdict.verdict === 'differs' ? otherDecision(subject, live) : {}),
    moved: verdict.verdict === 'differs' || verdict.verdict === 'missing' ? movedSince(subject, seen) : [],
    // A list row has no comments, and up-to-date resources are not read only for them.
    comments: verdict.verdict === 'done' && !withComments ? [] : (live?.comments ?? []),
    modifiedAt: live?.modifiedAt ?? null,
  };
}
