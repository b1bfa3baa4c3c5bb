import type * as z from 'zod';
import { isObject } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { errorProblem, type Problem } from '../core/problem.ts';
import { fitTo } from './fit.ts';
import { text } from './shape.ts';

/** Rows of a list. A row with an unknown shape becomes a problem, with its name and its title if they are readable. */
export interface Rows<T> {
  rows: T[];
  unreadable: { name?: string; title?: string; problem: Problem }[];
}

/**
 * Reads the rows of a list one by one, so one row with an unknown shape does not make the others unreadable.
 * @param at where the list is in the answer
 * @param call the endpoint's name, for messages
 * @param key the member that names a row
 * @param titleKey the member with its title, if it has one
 */
export function readRows<T>(
  shape: z.ZodType<T>,
  list: readonly unknown[],
  at: Path,
  call: string,
  key: string,
  titleKey?: string,
): Rows<T> {
  const read: Rows<T> = { rows: [], unreadable: [] };
  for (const [index, row] of list.entries()) {
    const fit = fitTo(shape, row, [...at, index]);
    if ('value' in fit) read.rows.push(fit.value);
    else {
      const message = `A row of ${call} does not have the documented shape: ${fit.misfit.path}: ${fit.misfit.why}`;
      const [name, title] = [textIn(row, key), titleKey === undefined ? undefined : textIn(row, titleKey)];
      const problem = errorProblem('service-unfit', message, REPORT);
      read.unreadable.push({ ...(name !== undefined && { name }), ...(title !== undefined && { title }), problem });
    }
  }
  return read;
}

const REPORT = 'The other rows were read; report it with this text if the service is the documented one';

function textIn(row: unknown, key: string): string | undefined {
  return isObject(row) ? text.safeParse(row[key]).data : undefined;
}
