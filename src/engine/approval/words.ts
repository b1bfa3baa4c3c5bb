import type { Address } from '../../core/address.ts';
import type { Row } from '../../core/kind.ts';
import { type Blocked, type Change, opensOf, planCommand } from '../../core/plan.ts';
import type { Place, Problem } from '../../core/problem.ts';
import { resourceProblem } from '../problems.ts';
import type { Version } from '../subject/subject.ts';

const PLAN_AGAIN = 'run `notiform plan` again and check the new plan.';
const AGAIN = `R${PLAN_AGAIN.slice(1)}`;

/**
 * Returns the help for a goal that is not the approved one.
 * @param planned the commit that was planned; null if it is unknown
 * @param current the commit of this folder
 */
export function otherGoalHelp(planned: string | null, current: string | null): string {
  if (planned === null) return `Check out the commit that was planned, or ${PLAN_AGAIN}`;
  return planned === current
    ? 'This is the commit that was planned: the plan was made with uncommitted changes, or this folder has some. Run `notiform plan` again and check the new plan.'
    : `Check out the commit that was planned, ${planned}, or ${PLAN_AGAIN}`;
}

/**
 * Makes the problem of a goal that is not the approved one.
 * @param place the manifest with another goal; left out if there is none
 */
export function otherGoalProblem({ address }: Change, help: string, place?: Place): Problem {
  const source = place?.file === '' ? undefined : place;
  return resourceProblem(
    { address, source },
    'not-approved',
    source
      ? `The plan file approves something else for ${address}: ${source.file} changed since, or the plan file was edited`
      : `${address} is no longer declared, and the plan file does not approve its removal, or was edited`,
    help,
  );
}

const ROLES: Readonly<Record<Version['role'], string>> = {
  current: 'it is the current one now',
  kept: 'it stays as it is now',
  retired: 'it is to be stopped now',
  abandoned: 'it is to be deleted now',
  released: 'its stop is to be released now',
};

/** Makes the problem of a version with another role. It depends on the states of the other versions, and on their manifest. */
export function otherRoleProblem({ address }: Change, role: Version['role'], source: Place): Problem {
  return resourceProblem(
    { address, source },
    'run-stale',
    `${address} has another role among its versions than the plan saw: ${ROLES[role]}`,
    `A verdict or a block arrived since, or its manifest changed. ${AGAIN}`,
  );
}

/** Makes the problem of remaining steps that are not the rest of the approved ones. */
export function otherWayProblem({ address }: Change, now: Change): Problem {
  const way = now.steps.map(({ title }) => title).join(', ');
  return resourceProblem(
    { address },
    'not-approved',
    `The remaining steps of ${address} are not those that the plan file approves: ${way === '' ? now.action : `${now.action} (${way})`}`,
    `The file was edited, or made by another version of notiform. ${AGAIN}`,
  );
}

export function blockedProblem({ address }: Change, { state, reason, ways, source }: Blocked): Problem {
  const opens = opensOf(ways, planCommand);
  return resourceProblem(
    { address, source: source ? { ...source, column: 1 } : undefined },
    'blocked-since',
    `${address} is ${state} and blocked now: ${reason}`,
    opens === null ? AGAIN : `${AGAIN} To allow it: ${opens}`,
  );
}

/** Makes the problem of a change whose dependency waits for an external decision. */
export function deferredProblem({ address }: Change, need: Address): Problem {
  return resourceProblem(
    { address },
    'dependency-failed',
    `Skipped because ${need} waits for an external decision`,
    'Wait for that with `notiform wait`, then apply the same file again.',
  );
}

/**
 * Makes the problem of an entry that cannot be forgotten yet: a live resource shows it, or the address that takes it over does
 * not have it.
 */
export function keptProblem({ address }: Change): Problem {
  return resourceProblem(
    { address },
    'blocked-since',
    `${address} is kept for now: the address that takes it over does not have it yet`,
    AGAIN,
  );
}

/** Makes the problem of a resource that was to be removed, is live, and is no longer bound. */
export function unboundProblem({ address }: Change, { name, title, state }: Row): Problem {
  return resourceProblem(
    { address },
    'run-stale',
    `${address} is live and no longer managed: the state does not bind it to ${name} (${title}), which is ${state}`,
    `To remove it, delete it in the console, or run \`notiform import\` and plan its removal again.`,
  );
}

/** Makes the problem of an unbound resource whose absence no complete list proves. */
export function unclearProblem({ address }: Change): Problem {
  return resourceProblem(
    { address },
    'run-stale',
    `${address} is no longer in the state, and the service's list could not be read completely to prove that it is gone`,
    `Apply the same file again. If the result is the same, ${PLAN_AGAIN}`,
  );
}

export function unapprovedNeed(address: Address, need: Address): Problem {
  return resourceProblem(
    { address },
    'need-unapproved',
    `It needs ${need}, which has a change that the plan file does not contain`,
    `It was changed since. ${AGAIN}`,
  );
}
