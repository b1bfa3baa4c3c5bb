import type { Address } from '../../core/address.ts';
import type { Row } from '../../core/kind.ts';
import type { Blocked, Change } from '../../core/plan.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { ChangeReceipt, StepOutcome } from '../../core/receipt.ts';
import { resourceProblem } from '../problems.ts';
import type { Version } from '../subject/subject.ts';

/** How an approved change ended that is not carried out: it is so already, stale, or skipped. */
export function endedReceipt(change: Change, outcome: StepOutcome, problem?: Problem): ChangeReceipt {
  const steps = change.steps.map(({ operation, title }) => ({ operation, title, outcome }));
  return {
    address: change.address,
    action: change.action,
    outcome,
    steps: outcome === 'already-so' ? steps : [],
    ...(problem ? { problem } : {}),
  };
}

const AGAIN = 'Plan again, and look at the new plan.';

/** @param place the manifest that wants something else; left out where there is none */
export function otherWishProblem({ address }: Change, place?: Place): Problem {
  const declared = place !== undefined && place.file !== '';
  return {
    code: 'not-approved',
    severity: 'error',
    message: declared
      ? `What ${address} is to become is not what the plan file approves: its manifest says something else, or the file was edited`
      : `${address} is declared no more, and the plan file approves something else than to remove it, or was edited`,
    hint: `Go to the commit that was planned, or p${AGAIN.slice(1)}`,
    address,
    ...(declared ? { place } : {}),
  };
}

const ROLES: Readonly<Record<Version['role'], string>> = {
  current: 'it is the current one now',
  kept: 'it stays as it is now',
  retired: 'it is to be stopped now',
  abandoned: 'it is to be deleted now',
};

/** What becomes of an older version, or of one under way, hangs on how the others stand, and on the manifest of all. */
export function otherRoleProblem({ address }: Change, role: Version['role'], place: Place): Problem {
  return {
    code: 'run-stale',
    severity: 'error',
    message: `${address} is not what the plan saw among its versions: ${ROLES[role]}`,
    hint: `A verdict or a block came in since, or its manifest asks for something else. ${AGAIN}`,
    address,
    place,
  };
}

/** What would be done now is not the rest of what was approved. */
export function otherWayProblem({ address }: Change, now: Change): Problem {
  const way = now.steps.map(({ title }) => title).join(', ');
  return resourceProblem(
    { address },
    'not-approved',
    `What is left to do for ${address} is not what the plan file approves: ${way === '' ? now.action : `${now.action} (${way})`}`,
    `The file was edited, or made by another version of notiform. ${AGAIN}`,
  );
}

export function blockedProblem({ address }: Change, { state, reason, opens, source }: Blocked): Problem {
  return {
    code: 'blocked-since',
    severity: 'error',
    message: `${address} is ${state} and blocked now: ${reason}`,
    hint: opens === null ? AGAIN : `${AGAIN} What opens a way: ${opens}`,
    address,
    ...(source ? { place: { ...source, column: 1 } } : {}),
  };
}

/** Its turn has not come: what it needs waits for somebody else's word. */
export function deferredProblem({ address }: Change, need: Address): Problem {
  return resourceProblem(
    { address },
    'dependency-failed',
    `It needs ${need}, which waits for somebody else's word`,
    'Wait for that with `notiform wait`, then apply the same file again.',
  );
}

/** What was to be forgotten is still shown, or its heir does not have it yet. */
export function keptProblem({ address }: Change): Problem {
  return resourceProblem(
    { address },
    'blocked-since',
    `${address} is kept for now: a live resource still shows it, or what takes it over does not have it yet`,
    AGAIN,
  );
}

/** What was to be removed is there, and nothing of ours knows that it was ours. */
export function unboundProblem({ address }: Change, { name, title, state }: Row): Problem {
  return resourceProblem(
    { address },
    'run-stale',
    `${address} is live and not ours any more: the state does not bind it to ${name} (${title}), which is ${state}`,
    `If it is to go, delete it in the console; or \`notiform import\` makes it ours again, and its removal is planned anew.`,
  );
}

/** Nothing of ours knows it, and no whole list says that it is gone. */
export function unclearProblem({ address }: Change): Problem {
  return resourceProblem(
    { address },
    'run-stale',
    `${address} is not in the state any more, and the service's list could not be read so that it would prove that it is gone`,
    `Apply the same file again. If that says the same, p${AGAIN.slice(1)}`,
  );
}

export function unapprovedNeed(address: Address, need: Address): Problem {
  return resourceProblem(
    { address },
    'need-unapproved',
    `It needs ${need}, which has a change that the plan file does not hold`,
    `Somebody changed that one since. ${AGAIN}`,
  );
}
