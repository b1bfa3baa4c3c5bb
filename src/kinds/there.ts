import type { RunContext } from '../core/kind.ts';
import { NotiformError } from '../core/problem.ts';
import type { Live } from '../core/resource.ts';

/** The live resource of a call that needs one: its row's `requires` has made sure that it is there. */
export function there<S>({ live, desired }: RunContext<S>): Live {
  if (live) return live;
  throw new NotiformError({ code: 'bug', severity: 'error', message: `${desired.address} is not there to be changed` });
}
