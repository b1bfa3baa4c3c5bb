import type * as z from 'zod';
import { formatPath, type Path } from '../core/path.ts';

/** The member that does not have the documented shape, as `data.list[3].templateCode: expected string, …`. */
export interface Misfit {
  path: string;
  why: string;
}

/** Reads a value by its shape. `at` is its place in the answer. A misfit never contains the value. */
export function fitTo<T>(shape: z.ZodType<T>, value: unknown, at: Path = []): { value: T } | { misfit: Misfit } {
  const read = shape.safeParse(value);
  if (read.success) return { value: read.data };
  const [first] = read.error.issues;
  const issue = first ? deepest(first, []) : { path: [], message: 'unreadable' };
  const path = formatPath([...at, ...issue.path]);
  const more = read.error.issues.length - 1;
  const why = issue.message.replace(/^Invalid (?:input|option): /, '');
  return { misfit: { path: path === '' ? 'the answer' : path, why: more > 0 ? `${why} (and ${more} more)` : why } };
}

/** A union has issues for each branch. Shows the first issue of the first branch. */
function deepest(issue: z.core.$ZodIssue, above: Path): { path: Path; message: string } {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  return inner ? deepest(inner, path) : { path, message: issue.message };
}
