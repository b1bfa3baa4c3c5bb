import { splitVersion } from '../../core/address.ts';
import type { ProblemCode } from '../../core/codes.ts';
import type { Action, Change, Limit, Plan, Policy, Reason } from '../../core/plan.ts';
import { asWarning, errorProblem, messageOf, type Problem, worded } from '../../core/problem.ts';
import { say } from '../sentences.ts';
import type { Foreign } from '../subject/owner.ts';

/** Shares count from this many existing resources on: half of two is no disaster. A limit of 0 % always counts. */
const SHARE_FROM = 10;

export interface Guarded {
  changes: readonly Counted[];
  policy: Policy;
  /** Resources that exist and are declared or bound. A resource with all its versions is one, and an upload is none. */
  existing: number;
  /** The number of manifests of resources. */
  declared: number;
  /** The number of addresses in the state. */
  owned: number;
  /** Profiles whose state belongs to another account or key. */
  foreign: readonly Foreign[];
}

type Counted = Pick<Change, 'address' | 'action' | 'reasons' | 'steps'>;

/** Returns what refuses an apply, each with the flag that allows it (CLI contract, exit 7). Pure. */
export function guardProblems(guarded: Guarded): Problem[] {
  const { policy, declared, owned } = guarded;
  const empty = errorProblem('empty-input', say('empty-input', { count: owned }), say('empty-input-way'));
  return [
    ...(policy.acceptAccount ? [] : foreignProblems(guarded.foreign)),
    ...(declared === 0 && owned > 0 && !policy.allowEmpty ? [empty] : []),
    ...limitProblems(guarded),
  ];
}

/**
 * Returns the limits that some changes exceed. A number counts changes; a share counts resources, each with all its versions.
 * Pure.
 */
function limitProblems({ changes, policy: { maxDeletes, maxUpdates }, existing }: Guarded): Problem[] {
  const deletes = changes.filter((change) => change.steps.length > 0 && takesAway(change));
  const updates = changes.filter((change) => isUpdate(change) && !takesAway(change));
  return [...over('deletes', deletes, maxDeletes, existing), ...over('updates', updates, maxUpdates, existing)];
}

/** Problems of a count. It is checked once, when the plan is made, however much of the plan is done since. */
const COUNTING: readonly ProblemCode[] = ['deletes-over-limit', 'updates-over-limit'];
const OF_NOW: readonly ProblemCode[] = ['account-changed', 'profile-changed', 'profile-renamed', 'empty-input'];

/** Returns what refused a plan when it was made, which stays, and what refuses it now. Pure. */
export function guardsOfApproved({ problems }: Pick<Plan, 'problems'>, fresh: readonly Problem[]): Problem[] {
  const refused = problems.filter(({ severity }) => severity === 'error');
  const then = refused.filter(({ code }) => COUNTING.includes(code) || OF_NOW.includes(code));
  const now = fresh.filter(({ code }) => OF_NOW.includes(code) && then.every((one) => one.code !== code));
  return [...then, ...now];
}

const UPDATES: readonly Action[] = ['update', 'version', 'lifecycle'];

/** Reasons of a change of the state only that restores or takes over something. */
const COUNTED: readonly Reason[] = ['drifted', 'not-bound', 'adopted'];

/**
 * True for a change that the limit of updates counts. Steps that finish a create of an earlier apply do not count, and neither
 * does a change of only the state without drift: a run that was stopped must be able to go on.
 */
function isUpdate({ action, reasons }: Pick<Change, 'action' | 'reasons'>): boolean {
  if (!UPDATES.includes(action) || reasons.includes('unfinished')) return false;
  return action !== 'lifecycle' || reasons.some((reason) => COUNTED.includes(reason));
}

/** True for deletes, and for stopping what cannot be deleted. */
function takesAway({ action, reasons }: Pick<Change, 'action' | 'reasons'>): boolean {
  return action === 'delete' || reasons.includes('removed-from-manifests');
}

function over(
  what: 'deletes' | 'updates',
  changes: readonly Counted[],
  limit: Limit | null,
  existing: number,
): Problem[] {
  if (!limit) return [];
  const count = changes.length;
  const resources = new Set(changes.map(({ address }) => splitVersion(address).of)).size;
  const flag = what === 'deletes' ? '--max-deletes' : '--max-updates';
  const code = `${what}-over-limit` as const;
  const way = say('over-limit-way', { limit: `\`guard.${what}\``, flag: `\`${flag} ${count}\`` });
  if ('count' in limit)
    return count > limit.count ? [errorProblem(code, say(code, { count, limit: String(limit.count) }), way)] : [];
  const { percent } = limit;
  if (percent === 0 ? count === 0 : existing < SHARE_FROM || resources * 100 <= percent * existing) return [];
  return [errorProblem(code, say(code, { count, limit: `${percent} % of ${existing}` }), way)];
}

/** Returns the warnings about state that is taken over, for the reader of the plan. Pure. */
export function acceptedProblems(accepted: readonly Foreign[]): Problem[] {
  return foreignProblems(accepted).map((problem) => ({
    ...asWarning(problem),
    ...worded(messageOf(problem), say(problem.code === 'profile-changed' ? 'profile-accepted' : 'account-accepted')),
  }));
}

/** Returns a problem for each reason why the state belongs to another owner. Pure. */
export function foreignProblems(foreign: readonly Foreign[]): Problem[] {
  return (['account', 'key'] as const).flatMap((by) => {
    const profiles = foreign.flatMap((one) => (one.by === by ? one.profile : [])).join(', ');
    const code = by === 'account' ? 'account-changed' : 'profile-changed';
    return profiles === '' ? [] : errorProblem(code, say(code, { profiles }), say(`${code}-way`));
  });
}
