import { sameContent } from '../../core/content.ts';
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
  return resourceProblem(
    { address: change.address },
    'run-stale',
    say('stale', { address: change.address, what: changed(change, live) }),
    say('stale-way'),
  );
}

function changed<S>(change: Work<S>['change'], live: Live | undefined): string {
  const { before, live: seen } = change;
  const was = String(seen['state'] ?? 'absent');
  if (!live) return `it was ${was} and is absent`;
  const { state } = live.status;
  if (was !== state) return `it was ${was} and is ${state}`;
  const isSeen = [live.content, withBeside(live)].some((content) => diffContents(before, content).length === 0);
  if (!isSeen) return 'its content changed';
  if (isOtherOccasion(change, occasionOf(live))) return `it is ${state} again, because of a later event`;
  return `it is still ${state}, and other facts that the plan saw changed`;
}

/** Makes the problem of an older version that stays in use, because no newer one is in use any more. */
export function unreplacedProblem<S>({ change: { address } }: Work<S>): Problem {
  const what = 'no newer version is in use any more';
  return resourceProblem({ address }, 'run-stale', say('stale', { address, what }), say('stale-way'));
}

/**
 * Makes the problem of a step that led elsewhere than planned.
 * @param index the step's place in the change
 * @param cause the service's answer if the call's outcome was unclear
 */
export function strayedProblem<S>(
  work: Work<S>,
  step: Step,
  index: number,
  live: Live | undefined,
  cause?: Problem,
): Problem {
  const { address } = work.change;
  const message = say('strayed', { step: step.title, address, what: whereIt(work, step, index, live) });
  const hint = say('strayed-way');
  const problem = resourceProblem({ address }, 'run-stale', message, hint);
  return cause?.service ? { ...problem, service: cause.service } : problem;
}

/** Describes the state after the step by its real difference: the state, the content, or other facts of the state. */
function whereIt<S>({ states }: Work<S>, { to }: Step, index: number, live: Live | undefined): string {
  const expected = [...new Set(to.map(({ state }) => state))];
  if (!live) return `absent, not ${expected.join(' or ')}`;
  const { state } = live.status;
  if (!expected.includes(state)) return `${state}, not ${expected.join(' or ')}`;
  const planned = states.slice(index + 1, index + 2).filter((one) => one !== undefined);
  return planned.every(({ content }) => sameContent(content, live.content))
    ? `${state}, with other facts of its state than planned`
    : `${state}, with another content than planned`;
}
