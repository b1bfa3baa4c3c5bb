import type { Address } from '../../core/address.ts';
import type { Row } from '../../core/kind.ts';
import type { Blocked, Change } from '../../core/plan.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { Said, Wording } from '../../core/sentence.ts';
import { openedBy, resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';

const AGAIN = say('plan-again');

/**
 * Returns the help for a goal that is not the approved one.
 * @param planned the commit that was planned; null if it is unknown
 * @param current the commit of this folder
 */
export function otherGoalHelp(planned: string | null, current: string | null): Said {
  if (planned === null) return say('planned-commit-unknown');
  return planned === current ? say('planned-commit-dirty') : say('planned-commit', { commit: planned });
}

/**
 * Makes the problem of a goal that is not the approved one.
 * @param place the manifest with another goal; left out if there is none
 */
export function otherGoalProblem({ address }: Change, help: Wording, place?: Place): Problem {
  const source = place?.file === '' ? undefined : place;
  return resourceProblem(
    { address, source },
    'not-approved',
    source ? say('not-approved', { address, file: source.file }) : say('removal-not-approved', { address }),
    help,
  );
}

/** Makes the problem of remaining steps that are not the rest of the approved ones. */
export function otherWayProblem({ address }: Change, now: Change): Problem {
  const way = now.steps.map(({ title }) => title).join(', ');
  return resourceProblem(
    { address },
    'not-approved',
    say('other-steps', { address, what: way === '' ? now.action : `${now.action} (${way})` }),
    say('other-steps-way'),
  );
}

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
export function deferredProblem({ address }: Change, need: Address): Problem {
  return resourceProblem({ address }, 'dependency-failed', say('need-waits', { address: need }), say('need-waits-way'));
}

/**
 * Makes the problem of an entry that cannot be forgotten yet: a live resource shows it, or the address that takes it over does
 * not have it.
 */
export function keptProblem({ address }: Change): Problem {
  return resourceProblem({ address }, 'blocked-since', say('kept-for-now', { address }), AGAIN);
}

/** Makes the problem of a resource that was to be removed, is live, and is no longer bound. */
export function unboundProblem({ address }: Change, { name, title, state }: Row): Problem {
  return resourceProblem({ address }, 'run-stale', say('unbound', { address, name, title, state }), say('unbound-way'));
}

/** Makes the problem of an unbound resource whose absence no complete list proves. */
export function unclearProblem({ address }: Change): Problem {
  return resourceProblem({ address }, 'run-stale', say('unclear', { address }), say('unclear-way'));
}

export function unapprovedNeed(address: Address, need: Address): Problem {
  return resourceProblem({ address }, 'need-unapproved', say('need-unapproved', { address: need }), say('stale-way'));
}
