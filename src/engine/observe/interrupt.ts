import type { Problem } from '../../core/problem.ts';

export function interruptedProblem(): Problem {
  return {
    code: 'interrupted',
    severity: 'error',
    message: 'The run was stopped before it was done',
    hint: 'Run the same command again: it goes on where it stood.',
  };
}
