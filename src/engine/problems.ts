import type { Address } from '../core/address.ts';
import type { ProblemCode } from '../core/codes.ts';
import { planCommand, type Way } from '../core/plan.ts';
import { errorProblem, type Place, type Problem, worded } from '../core/problem.ts';
import type { StepOutcome } from '../core/receipt.ts';
import type { Wording } from '../core/sentence.ts';
import { say } from './sentences.ts';

/** Makes an error about a resource. It points to the manifest if the resource has one. */
export function resourceProblem(
  { address, source }: { address: Address; source?: Place | undefined },
  code: ProblemCode,
  message: Wording,
  hint?: Wording,
): Problem {
  return { code, severity: 'error', ...worded(message, hint), ...(source && { place: source }), address };
}

/** Describes the ways to allow a change in one sentence, with commands to copy. Undefined if there is none. */
export function openedBy(ways: readonly Way[]): Wording | undefined {
  const drawn = ways.map((way) => {
    if ('flags' in way) return planCommand(way.flags);
    const todo = way.todo.map((text, index): Wording => {
      const said = way.said?.[index];
      return said ? { ...said, text } : text;
    });
    return todo.reduce((one, other) => say('way-and', { one, other }));
  });
  const [first, ...others] = drawn;
  return first === undefined ? undefined : others.reduce<Wording>((one, other) => say('way-or', { one, other }), first);
}

/** The problem of an unexpected error, as the receipt shows it. What was done before it is kept. */
export function bugProblem(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  return errorProblem('bug', say('bug', { text }), say('bug-way'));
}

/** The problem of a change that is skipped because another change that it needs was not done. */
export function dependencyProblem(need: Address, outcome: StepOutcome): Problem {
  const message = say('needed-not-done', { address: need, outcome });
  return errorProblem('dependency-failed', message, say('needs-not-done-way'));
}
