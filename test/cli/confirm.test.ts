import { expect, it } from 'vitest';
import { confirm } from '../../src/cli/confirm.ts';
import type { Invocation } from '../../src/cli/invocation.ts';
import { interruptedProblem, NotiformError } from '../../src/core/problem.ts';

function asked(error: unknown, signal = new AbortController().signal): Promise<unknown> {
  const terminal = { canAsk: true, style: () => ({}), ask: () => Promise.reject(error) };
  const question = { question: 'Apply this change', environment: 'local', nothing: 'Nothing was applied' };
  return confirm({ terminal, signal } as unknown as Invocation, question);
}

it('an interrupted question says that nothing was done, and exits with 130', async () => {
  const expected = { exit: 130, problems: [{ message: 'Interrupted at the question. Nothing was applied' }] };
  await expect(asked(new NotiformError(interruptedProblem(), 130))).rejects.toMatchObject(expected);
  await expect(asked(new Error('aborted'), AbortSignal.abort())).rejects.toMatchObject(expected);
});

it('another failure of the question stays what it is', async () => {
  await expect(asked(new Error('broken'))).rejects.toThrow('broken');
});
