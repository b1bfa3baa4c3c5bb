import type { JsonObject } from '../../core/json.ts';
import type { LocatedDocument } from '../../core/located.ts';
import type { Mistake } from '../manifest.ts';

/** A document under the eyes of its schema. */
export interface Checked {
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/**
 * A mistake; `limit` where a stricter one replaces it, `stands` where it also explains a missing field, `swallows` where
 * another field is only a piece of this one.
 */
export interface Found extends Mistake {
  limit?: number;
  stands?: string;
  swallows?: string;
}
