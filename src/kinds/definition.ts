import type { Declaration } from '../core/declaration.ts';
import type { Kind } from '../core/kind.ts';
import type { States, Waits } from '../core/states.ts';
import type { Client } from '../wire/client.ts';
import type { Fields } from './fields.ts';

/** Everything about a kind. Each folder exports one, and the registry lists them. */
export interface Definition {
  kind: Kind<Client>;
  declaration: Declaration;
  fields: Fields;
  states?: States;
  waits?: Waits;
}
