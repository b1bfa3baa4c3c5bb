import type * as z from 'zod';
import type { Wire } from '../../core/wire.ts';
import type { Words } from '../shape/dialect.ts';

/**
 * What a call does, and so who may repeat it: the transport repeats a `read`; a `write` only where the service was
 * too busy to take it (429); a `once` (a send) never where it may have been taken.
 */
export type CallKind = 'read' | 'write' | 'once';

/** One row of the table of endpoints. */
export interface Endpoint<T> {
  api: 'resource' | 'message';
  /** For traces and messages: `template.add`. */
  name: string;
  /** With `{segment}` and `{product}` where the documents neutralise words. */
  path: string;
  kind: CallKind;
  /** The whole body of a good answer. */
  answer: z.ZodType<T>;
  /** The service's words where a good answer says no all the same, as one about a list of one does. */
  refusal?(answer: T): Words | undefined;
}

/** The path with the environment's own words. */
export function pathOf(endpoint: Pick<Endpoint<unknown>, 'path'>, wire: Wire): string {
  return endpoint.path
    .replaceAll('{segment}', encodeURIComponent(wire.segment))
    .replaceAll('{product}', encodeURIComponent(wire.product));
}
