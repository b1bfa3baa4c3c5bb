import type { Address } from './address.ts';
import type { JsonObject } from './json.ts';
import type { FieldChange } from './plan.ts';

export interface ComparedSide {
  /** The live state's word, or the declared one; `absent` if there is none. */
  state: string;
  /** In manifest form; null if there is none. */
  content: JsonObject | null;
}

/** An address that two environments have differently. */
export interface ComparedRow {
  address: Address;
  states: [string, string];
  /** The fields that differ: `before` in the first environment, `after` in the second. */
  fields: FieldChange[];
  before: JsonObject | null;
  after: JsonObject | null;
}

export interface Comparison {
  environments: [string, string];
  /** Whether live resources or manifests were compared. */
  of: 'live' | 'declared';
  /** Sorted by address. */
  rows: ComparedRow[];
  /** The number of addresses that both have and that are equal. */
  equal: number;
  neither: number;
  /** The number of addresses that could not be read in either. */
  unread: number;
}
