import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import type { StatusReport } from '../core/status.ts';

/** Refuses addresses that meet nothing: with a slip of the pen in them a pipeline would wait for nothing, and go on. */
export function refuseUnmet(asked: readonly string[], { rows, unmanaged, complete }: StatusReport): void {
  if (asked.length === 0 || rows.length > 0 || unmanaged.length > 0 || !complete) return;
  throw new NotiformError(
    {
      code: 'selection-empty',
      severity: 'error',
      message: `${asked.map((address) => `\`${address}\``).join(', ')} ${asked.length === 1 ? 'meets' : 'meet'} no address`,
    },
    Exit.usage,
  );
}
