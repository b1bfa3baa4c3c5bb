import type { Address } from '../../core/address.ts';
import type { ComparedRow, ComparedSide, Comparison } from '../../core/compared.ts';
import { nameIn } from '../../core/content.ts';
import type { ManifestDifference } from '../../core/plan.ts';
import { asWarning, compareText, messageOf, type Problem, sortProblems } from '../../core/problem.ts';
import { saidOf, textOf, type Wording } from '../../core/sentence.ts';
import type { StatusReport, StatusRow, StatusVerdict } from '../../core/status.ts';
import { statesOf } from '../plan/decide.ts';
import { foreignProblems } from '../plan/guard.ts';
import { differenceOf, movedSince } from '../plan/moved.ts';
import { isTargeted, requireMatches } from '../plan/select.ts';
import { sourceOf } from '../plan/work.ts';
import { diffContents } from '../route/diff.ts';
import { plannedRoute, waysOf, withoutLikelyRefused } from '../route/policy.ts';
import { findRoute, isRejected } from '../route/route.ts';
import { say } from '../sentences.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/snapshot.ts';
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
  const seenProblems = asked.flatMap(({ readProblem, problem }) => readProblem ?? problem ?? []);
  // A plan refuses state of another account or key, `status` does not.
  const foreign = foreignProblems(foreignIn(snapshot.documents.values(), input.environment)).map(asWarning);
  const problems = [...snapshot.problems, ...foreign, ...seenProblems];
  return {
    environment: input.environment.name,
    complete: snapshot.complete,
    rows: asked.map(rowsOf(snapshot, input)),
    unmanaged: [...snapshot.unmanaged],
    problems: sortProblems(problems.map(input.locate ?? ((problem) => problem))),
  };
}

export function askedSubjects<S>({ addresses }: StatusInput<S>, snapshot: Snapshot<S>): Subject<S>[] {
  requireMatches(snapshot.addresses, addresses);
  return snapshot.subjects.filter(({ want }) => isTargeted(want.address, addresses));
}

/** Compares a subject with its manifest. */
export function verdictOf<S>({ kind, want, declared, version, live, unread, readProblem }: Subject<S>): {
  verdict: StatusVerdict;
  waitsFor: string | null;
} {
  const final = (verdict: StatusVerdict) => ({ verdict, waitsFor: null });
  if (unread) return final('unread');
  if (!declared) return final('orphan');
  if (version?.role === 'kept') return final('kept');
  // Several resources match: a plan is blocked.
  if (readProblem) return final('differs');
  const meets = kind.meets(live, want);
  if (meets.meets === 'waiting') return { verdict: 'waiting', waitsFor: meets.waitsFor };
  if (meets.meets === 'yes') return final('done');
  return final(live ? 'differs' : 'missing');
}

/** Makes rows, each with its own reason or that of an address which it needs. */
function rowsOf<S>(
  { subjects }: Snapshot<S>,
  { comments = false, policy, ports }: Pick<StatusInput<S>, 'comments' | 'policy' | 'ports'>,
): (one: Subject<S>) => StatusRow {
  const current = new Set(
    subjects.flatMap(({ version }) => (!version || version.role === 'current' ? [] : version.current)),
  );
  const now = ports.clock.now();
  const reasons = new Map(subjects.map((one) => [one.want.address, reasonFor(one, policy)]));
  return (one) => {
    const { address, dependsOn } = one.want;
    const needed = isOpen(one) ? dependsOn.find((other) => reasons.get(other)) : undefined;
    return {
      ...rowOf(one, comments),
      ...endOf(one, now),
      ...(one.version?.role === 'current' && current.has(address) ? { current: true } : {}),
      ...(reasons.get(address) ?? (needed !== undefined && why(say('needs-blocked', { address: needed })))),
    };
  };
}

/** When it becomes dormant. A time that has passed was put off by a use. */
function endOf<S>({ kind, entry, live }: Subject<S>, now: number): Pick<StatusRow, 'dormantAt'> {
  const at = live && entry && kind.dormantAt?.(live, entry.binding);
  return at !== undefined && at > now ? { dormantAt: new Date(at).toISOString() } : {};
}

/** Returns why it is not up to date and cannot be: by the policy if there is one, else by what any plan may do. */
function reasonFor<S>(
  subject: Subject<S>,
  policy: StatusInput<S>['policy'],
): Pick<StatusRow, 'reason' | 'said' | 'ways' | 'riskySteps'> | undefined {
  const { kind, want, live } = subject;
  // What could not be read is reported among the problems.
  if (!isOpen(subject)) return undefined;
  const problem = subject.problem ?? subject.readProblem;
  if (problem) return why(messageOf(problem));
  const open = findRoute(kind, live, want, () => true);
  if (open.found === 'blocked') return why(open.reason);
  const isJudged = policy !== undefined && !isRejected(subject, live);
  const allowed = isJudged ? plannedRoute(subject, live, policy) : withoutLikelyRefused(subject, live, open);
  if (allowed.found !== 'blocked') return undefined;
  const { reason, riskySteps } = allowed;
  return { ...why(reason), ways: waysOf(subject, allowed), ...(riskySteps && { riskySteps }) };
}

function why(reason: Wording): Pick<StatusRow, 'reason' | 'said'> {
  return { reason: textOf(reason), ...saidOf(reason) };
}

function isOpen<S>(subject: Subject<S>): boolean {
  return ['differs', 'missing'].includes(verdictOf(subject).verdict);
}

/** The difference from the manifest. Without a legal route to the manifest's content, its content counts. */
function differenceIn<S>(subject: Subject<S>): ManifestDifference | undefined {
  const { kind, want, live } = subject;
  if (!live) return undefined;
  const route = findRoute(kind, live, want, () => true);
  if (route.found !== 'blocked') return differenceOf(subject, live, statesOf(kind, live, want, route.steps).at(-1));
  return differenceOf(subject, live, want.goal === 'removed' ? undefined : { ...live, content: want.content });
}

/** The decision that the live resource waits for, if the manifest has other content, or a goal that needs no decision. */
function otherDecision<S>({ kind, want, live }: Subject<S>): Pick<StatusRow, 'otherWaitsFor'> {
  const goal = kind.versions?.goals.used ?? want.goal;
  const meets = kind.meets(live && { ...live, content: want.content }, { ...want, goal });
  return meets.meets === 'waiting' ? { otherWaitsFor: meets.waitsFor } : {};
}

function rowOf<S>(subject: Subject<S>, withComments: boolean): StatusRow {
  const { want, kind, declared, boundName, live, row } = subject;
  const verdict = verdictOf(subject);
  const source = declared ? sourceOf(want) : null;
  const difference = verdict.verdict === 'differs' ? differenceIn(subject) : undefined;
  return {
    address: want.address,
    kind: kind.name,
    ...(source === null ? {} : { source }),
    name: live?.name ?? boundName ?? null,
    title: row?.title ?? nameIn(want.content) ?? null,
    goal: declared ? want.goal : null,
    state: subject.readProblem ? null : (live?.status.state ?? 'absent'),
    ...verdict,
    ...(difference === undefined ? {} : { difference }),
    ...(verdict.verdict === 'differs' ? otherDecision(subject) : {}),
    moved: verdict.verdict === 'differs' || verdict.verdict === 'missing' ? movedSince(subject) : [],
    // A list row has no comments, and up-to-date resources are not read only for them.
    comments: verdict.verdict === 'done' && !withComments ? [] : (live?.comments ?? []),
    modifiedAt: live?.modifiedAt ?? null,
  };
}

const NOTHING: ComparedSide = { state: 'absent', content: null };
const UNREAD: ComparedSide = { state: 'unread', content: null };

/**
 * Returns the addresses that differ between two environments, sorted, and the numbers of the others. States and contents are
 * compared; names, dates and comments of the service are not. Pure.
 */
export function compareSides(
  first: ReadonlyMap<Address, ComparedSide>,
  second: ReadonlyMap<Address, ComparedSide>,
): Pick<Comparison, 'rows' | 'equal' | 'neither' | 'unread'> {
  const addresses = [...new Set([...first.keys(), ...second.keys()])].sort(compareText);
  const rows: ComparedRow[] = [];
  const same = { equal: 0, neither: 0, unread: 0 };
  for (const address of addresses) {
    const [a, b] = [first.get(address) ?? NOTHING, second.get(address) ?? NOTHING];
    const isRead = a.state !== UNREAD.state && b.state !== UNREAD.state;
    const fields = isRead ? diffContents(a.content, b.content) : [];
    if (fields.length > 0 || a.state !== b.state)
      rows.push({ address, states: [a.state, b.state], fields, before: a.content, after: b.content });
    else same[a.state === NOTHING.state ? 'neither' : isRead ? 'equal' : 'unread'] += 1;
  }
  return { rows, ...same };
}

/** Reads the live side of an environment: every address that a manifest declares or the state knows. Reads only. */
export async function liveSide<S>(
  input: StatusInput<S>,
): Promise<{ side: ReadonlyMap<Address, ComparedSide>; complete: boolean; problems: readonly Problem[] }> {
  const { subjects, complete, problems } = await takeSnapshot({
    ...input,
    asked: input.addresses,
    oursOnly: true,
  });
  const asked = subjects.filter(({ want }) => isTargeted(want.address, input.addresses));
  const side = new Map(asked.map((one) => [one.want.address, sideOf(one)] as const));
  return { side, complete, problems: [...problems, ...asked.flatMap(({ readProblem }) => readProblem ?? [])] };
}

function sideOf<S>({ live, unread }: Subject<S>): ComparedSide {
  if (unread) return UNREAD;
  return live ? { state: live.status.state, content: live.content } : NOTHING;
}
