import type { Declaration, DeclaredContent } from '../core/declaration.ts';
import type { JsonObject } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import type { Phrases } from '../core/sentence.ts';
import type { States, Waits } from '../core/states.ts';
import type { Pictured } from './bubble.ts';
import type { Fields } from './fields.ts';
import type { WordedKind } from './operations.ts';

/** Everything about a kind. Each folder exports one, and the registry lists them. */
export interface Definition {
  kind: WordedKind;
  /** The noun that reviewers use for one of its resources. Its English plural ends with s. */
  noun: Phrase;
  declaration: Declaration;
  fields: Fields;
  /** The sentences about it: reasons, ways, findings. Codes are unique among all kinds. */
  sentences?: Phrases;
  states?: States;
  waits?: Waits;
  /** Set if a phone shows resources of the kind. */
  picture?: Pictured;
}

/** The content of a kind without a lifecycle. */
export function declared(content: JsonObject, more: Partial<DeclaredContent> = {}): DeclaredContent {
  return { goal: 'present', content, inputs: {}, options: {}, ...more };
}
