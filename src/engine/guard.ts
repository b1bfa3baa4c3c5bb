import type { ProblemCode } from '../core/codes.ts';
import type { Action, Change, Limit, Plan, Policy } from '../core/plan.ts';
import type { Problem } from '../core/problem.ts';

/** Shares count from this many existing resources on: half of two is no disaster. */
const SHARE_FROM = 10;

export interface Guarded {
  changes: readonly Pick<Change, 'action' | 'reasons' | 'steps'>[];
  policy: Policy;
  /** Resources that exist and are declared or ours. */
  existing: number;
  /** Manifests of resources. */
  declared: number;
  /** Addresses in the state. */
  owned: number;
  /** Profiles whose state belongs to another account. */
  foreign: readonly string[];
}

/** What refuses an apply, each with the flag that opens it (CLI contract, exit 7). Pure. */
export function guardProblems(guarded: Guarded): Problem[] {
  const { changes, policy, existing } = guarded;
  const deletes = changes.filter((change) => change.steps.length > 0 && takesAway(change)).length;
  const updates = changes.filter((change) => UPDATES.includes(change.action) && !takesAway(change)).length;
  return [
    ...(guarded.foreign.length > 0 && !policy.acceptAccount ? [accountChanged(guarded.foreign)] : []),
    ...(guarded.declared === 0 && guarded.owned > 0 && !policy.allowEmpty ? [emptyInput(guarded.owned)] : []),
    ...(exceeds(deletes, policy.maxDeletes, existing) ? [over('deletes', deletes, policy.maxDeletes, existing)] : []),
    ...(exceeds(updates, policy.maxUpdates, existing) ? [over('updates', updates, policy.maxUpdates, existing)] : []),
  ];
}

/** What counts the changes of a plan: it is judged once, when the plan is made, however much of it is done since. */
const COUNTING: readonly ProblemCode[] = ['deletes-over-limit', 'updates-over-limit'];
const OF_NOW: readonly ProblemCode[] = ['account-changed', 'empty-input'];

/** Of what refuses a plan of now, what refuses the rest of an earlier one too. Pure. */
export function guardsOfNow(guards: readonly Problem[]): Problem[] {
  return guards.filter(({ code }) => OF_NOW.includes(code));
}

/** What refused a plan when it was made, and refuses it for good; to it comes what refuses it now. Pure. */
export function guardsOfApproved({ problems }: Pick<Plan, 'problems'>, fresh: readonly Problem[]): Problem[] {
  const then = problems.filter(({ code }) => COUNTING.includes(code) || OF_NOW.includes(code));
  return [...then, ...guardsOfNow(fresh).filter(({ code }) => then.every((one) => one.code !== code))];
}

const UPDATES: readonly Action[] = ['update', 'version', 'lifecycle'];

/** Deletes, and what is stopped because it cannot be deleted. */
function takesAway({ action, reasons }: Pick<Change, 'action' | 'reasons'>): boolean {
  return action === 'delete' || reasons.includes('removed-from-manifests');
}

function exceeds(count: number, limit: Limit | null, existing: number): limit is Limit {
  if (!limit || count === 0) return false;
  if ('count' in limit) return count > limit.count;
  return existing >= SHARE_FROM && count * 100 > limit.percent * existing;
}

function over(what: 'deletes' | 'updates', count: number, limit: Limit | null, existing: number): Problem {
  const allowed = limit && 'percent' in limit ? `${limit.percent} % of ${existing}` : String(limit?.count);
  const flag = what === 'deletes' ? '--max-deletes' : '--max-updates';
  return {
    code: what === 'deletes' ? 'deletes-over-limit' : 'updates-over-limit',
    severity: 'error',
    message: `The plan holds ${count === 1 ? `1 ${what.slice(0, -1)}` : `${count} ${what}`}; the limit is ${allowed}`,
    hint: `If that is meant, say \`${flag} ${count}\`.`,
  };
}

function emptyInput(owned: number): Problem {
  return {
    code: 'empty-input',
    severity: 'error',
    message: `There are no manifests, and ${owned} of the state would be removed`,
    hint: 'Check the folder of the manifests. If that is meant, say `--allow-empty`.',
  };
}

export function accountChanged(profiles: readonly string[]): Problem {
  return {
    code: 'account-changed',
    severity: 'error',
    message: `The state of ${profiles.join(', ')} belongs to another account than the environment's credentials`,
    hint: 'Check the credentials. If the account did change, say `--accept-account`.',
  };
}
