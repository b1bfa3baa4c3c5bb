import type * as z from 'zod';
import type { Path } from '../core/declaration.ts';
import { isObject } from '../core/json.ts';
import type { UnreadableRow } from './api.ts';
import { fitTo } from './fit.ts';
import { text } from './shape.ts';

/** Reads the rows of a list one by one, so that one of an unknown shape spoils only itself. `at` is where they stand. */
export function readRows<T>(
  shape: z.ZodType<T>,
  list: readonly unknown[],
  at: Path,
  call: string,
): { rows: T[]; unreadable: UnreadableRow[] } {
  const rows: T[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const [index, row] of list.entries()) {
    const read = fitTo(shape, row, [...at, index]);
    if ('value' in read) rows.push(read.value);
    else unreadable.push({ ...codeOf(row), problem: misfit(call, `${read.misfit.path}: ${read.misfit.why}`) });
  }
  return { rows, unreadable };
}

function codeOf(row: unknown): { templateCode?: string } {
  const code = isObject(row) ? text.safeParse(row['templateCode']) : undefined;
  return code?.success ? { templateCode: code.data } : {};
}

function misfit(call: string, what: string): UnreadableRow['problem'] {
  return {
    code: 'service-unfit',
    severity: 'error',
    message: `A row of ${call} does not have the documented shape: ${what}`,
    hint: 'The other rows were read; report it with this text if the service is the documented one',
  };
}
