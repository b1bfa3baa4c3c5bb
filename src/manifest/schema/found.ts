import type { JsonObject } from '../../core/json.ts';
import type { Problem } from '../../core/problem.ts';
import type { LocatedDocument } from '../../yaml/places.ts';

/** A document that is checked with its schema. */
export interface Checked {
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/**
 * A problem, with the data that decides which of several problems of one field is reported: `limit` if a stricter one replaces it,
 * `stands` if it also explains a missing field.
 */
export interface SchemaProblem {
  problem: Problem;
  limit?: number;
  stands?: string;
}
