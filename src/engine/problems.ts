import type { Address } from '../core/address.ts';
import type { ProblemCode } from '../core/codes.ts';
import { errorProblem, type Place, type Problem } from '../core/problem.ts';
import type { StepOutcome } from '../core/receipt.ts';

/** Makes an error about a resource. It points to the manifest if the resource has one. */
export function resourceProblem(
  { address, source }: { address: Address; source?: Place | undefined },
  code: ProblemCode,
  message: string,
  hint: string,
): Problem {
  return { ...errorProblem(code, message, hint), ...(source && { place: source }), address };
}

/** Returns what gives a problem the place of its field, if the command can do that. */
export function locatorOf({
  locate,
}: {
  locate?: ((problem: Problem) => Problem) | undefined;
}): (problem: Problem) => Problem {
  return locate ?? ((problem) => problem);
}

/** The problem of an unexpected error, as the receipt shows it. What was done before it is kept. */
export function bugProblem(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  return errorProblem(
    'bug',
    `This is a bug in notiform: ${text}`,
    'Nothing was begun after it. Plan again before you go on, and report it.',
  );
}

/** The problem of a change that is skipped because another change that it needs was not done. */
export function dependencyProblem(need: Address, outcome: StepOutcome): Problem {
  return errorProblem(
    'dependency-failed',
    `Skipped because ${need} was not done (${outcome})`,
    'See what happened to that change, then run the command again.',
  );
}

/** The problem of a run that a signal stopped. */
export function interruptedProblem(): Problem {
  return errorProblem(
    'interrupted',
    'The run was stopped before it was done',
    'Run the same command again: it continues where it stopped.',
  );
}
