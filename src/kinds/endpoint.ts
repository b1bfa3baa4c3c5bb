import type * as z from 'zod';
import type { CallKind, Endpoint } from '../wire/endpoint.ts';

/** An endpoint of the resource API whose call is about one resource. */
export function endpoint<T>(name: string, path: string, kind: CallKind, answer: z.ZodType<T>): Endpoint<T> {
  const help = 'The words are the service’s own; look at the resource with `notiform status`';
  return { api: 'resource', name, path, kind, answer, help };
}
