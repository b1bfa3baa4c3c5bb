import type { Address } from '../../core/address.ts';
import type { Step } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import { isOtherOccasion, occasionOf } from '../subject/subject.ts';
import type { Work } from '../types.ts';
import { diffContents, withBeside } from './diff.ts';

/** Makes the problem of a change that did not begin: what the plan saw, and what is live now. */
export function staleProblem<S>({ change }: Pick<Work<S>, 'change'>, live: Live | undefined): Problem {
  return notAsSeen(change.address, changed(change, live));
}

function notAsSeen(address: Address, what: string): Problem {
  return resourceProblem({ address }, 'run-stale', say('stale', { address, what }), say('stale-way'));
}

function changed<S>(change: Work<S>['change'], live: Live | undefined): string {
  const { before, live: planned } = change;
  const was = String(planned['state'] ?? 'absent');
  const state = live?.status.state ?? 'absent';
  if (!live || was !== state) return `it was ${was} and is ${state}`;
  const isSeen = [live.content, withBeside(live)].some((content) => diffContents(before, content).length === 0);
  if (!isSeen) return 'its content changed';
  if (isOtherOccasion(change, occasionOf(live))) return `it is ${state} again, because of a later event`;
  return `it is still ${state}, and other facts that the plan saw changed`;
}

/** Makes the problem of an older version that stays in use, because no newer one is in use any more. */
export function unreplacedProblem<S>({ change: { address } }: Work<S>): Problem {
  return notAsSeen(address, 'no newer version is in use any more');
}

/**
 * Makes the problem of a step that led elsewhere than planned.
 * @param cause the service's answer if the call's outcome was unclear
 */
export function strayedProblem<S>(
  { change: { address } }: Work<S>,
  { title, to }: Step,
  live: Live | undefined,
  cause?: Problem,
): Problem {
  const expected = [...new Set(to.map(({ state }) => state))];
  const state = live?.status.state ?? 'absent';
  const isExpected = expected.includes(state);
  const other = isExpected ? 'with another content or other facts than planned' : `not ${expected.join(' or ')}`;
  const message = say('strayed', { step: title, address, what: `${state}, ${other}` });
  const problem = resourceProblem({ address }, 'run-stale', message, say('strayed-way'));
  return cause?.service ? { ...problem, service: cause.service } : problem;
}
