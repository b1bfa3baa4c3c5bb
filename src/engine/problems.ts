import type { Address } from '../core/address.ts';
import type { Problem } from '../core/problem.ts';
import type { StepOutcome } from '../core/receipt.ts';

/** What nobody thought of, as the receipt tells it: nothing that was done before it is lost. */
export function bugProblem(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  return {
    code: 'bug',
    severity: 'error',
    message: `This is a bug in notiform: ${text}`,
    hint: 'Nothing was begun after it. Plan again before you go on, and report it.',
  };
}

/** Why a change is skipped: a change that it needs was not done. */
export function dependencyProblem(need: Address, outcome: StepOutcome): Problem {
  return {
    code: 'dependency-failed',
    severity: 'error',
    message: `It needs ${need}, which was not done (${outcome})`,
    hint: 'See what became of that one, then run the command again.',
  };
}

export function interruptedProblem(): Problem {
  return {
    code: 'interrupted',
    severity: 'error',
    message: 'The run was stopped before it was done',
    hint: 'Run the same command again: it goes on where it stood.',
  };
}
