import type { Problem } from '../core/problem.ts';

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

export function interruptedProblem(): Problem {
  return {
    code: 'interrupted',
    severity: 'error',
    message: 'The run was stopped before it was done',
    hint: 'Run the same command again: it goes on where it stood.',
  };
}
