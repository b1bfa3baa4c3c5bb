import type { JsonObject } from '../core/json.ts';
import type { RunContext } from '../core/kind.ts';
import { NotiformError } from '../core/problem.ts';
import type { Live } from '../core/resource.ts';

/** The live resource of a call that needs one: its row's `requires` has made sure that it is there. */
export function there<S>({ live, desired }: RunContext<S>): Live {
  if (live) return live;
  throw new NotiformError({ code: 'bug', severity: 'error', message: `${desired.address} is not there to be changed` });
}

/**
 * The content under an interim name, which is within the limits of group tags and of brand templates: letters, digits and hyphens.
 * Sends and statistics go by the key or the code, so nobody but an operator sees the name (assumption 300).
 */
export function interimName(content: JsonObject, mark: string): JsonObject {
  return { ...content, name: `notiform-renaming-${mark}` };
}
