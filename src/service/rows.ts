import type * as z from 'zod';
import type { Path } from '../core/declaration.ts';
import { isObject } from '../core/json.ts';
import type { NamedRow, UnreadableRow } from './api.ts';
import { text } from './shape/shape.ts';
import { fitTo } from './transport/fit.ts';

/** Reads the rows of a list one by one, so that one of an unknown shape spoils only itself. `at` is where they stand. */
export function readRows<T>(
  shape: z.ZodType<T>,
  list: readonly unknown[],
  at: Path,
  call: string,
): { rows: T[]; unreadable: UnreadableRow[] } {
  const { rows, unreadable } = readNamedRows(shape, list, at, call, 'templateCode');
  return {
    rows,
    unreadable: unreadable.map(({ name, problem }) => ({
      ...(name === undefined ? {} : { templateCode: name }),
      problem,
    })),
  };
}

/** As `readRows`, for rows that are named by another member. */
export function readNamedRows<T>(
  shape: z.ZodType<T>,
  list: readonly unknown[],
  at: Path,
  call: string,
  key: string,
): { rows: T[]; unreadable: NamedRow[] } {
  const rows: T[] = [];
  const unreadable: NamedRow[] = [];
  for (const [index, row] of list.entries()) {
    const read = fitTo(shape, row, [...at, index]);
    if ('value' in read) rows.push(read.value);
    else unreadable.push({ ...nameOf(row, key), problem: misfit(call, `${read.misfit.path}: ${read.misfit.why}`) });
  }
  return { rows, unreadable };
}

function nameOf(row: unknown, key: string): { name?: string } {
  const name = isObject(row) ? text.safeParse(row[key]) : undefined;
  return name?.success ? { name: name.data } : {};
}

function misfit(call: string, what: string): UnreadableRow['problem'] {
  return {
    code: 'service-unfit',
    severity: 'error',
    message: `A row of ${call} does not have the documented shape: ${what}`,
    hint: 'The other rows were read; report it with this text if the service is the documented one',
  };
}
