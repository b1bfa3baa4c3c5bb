import type { Problem } from './problem.ts';

/**
 * How a call to the service failed. `wire` decides it, for every caller.
 * - `refused`: the service refused the request; `problem.service` contains its code and message
 * - `unreachable`: the service did nothing: no connection, no host, TLS, or turned away (429)
 * - `unclear`: the service may have acted on the request, and no answer came (a cut connection, a time-out, a 5xx)
 * - `unfit`: an answer came, and it does not have the documented shape
 * - `interrupted`: notiform stopped the call
 */
export type FailureKind = 'refused' | 'unclear' | 'unreachable' | 'unfit' | 'interrupted';

/** The help if a change was requested, and its effect is not known. */
export const MAY_BE_CHANGED =
  'The change may have been made. Run the same command again: it checks what was done before it continues';

/** The error class of every failed call to the service. */
export class ServiceFailure extends Error {
  readonly kind: FailureKind;
  readonly problem: Problem;

  constructor(kind: FailureKind, problem: Problem) {
    super(problem.message);
    this.name = 'ServiceFailure';
    this.kind = kind;
    this.problem = problem;
  }

  /** True if no clear answer came: the service may have done what was asked. */
  get mayBeDone(): boolean {
    return this.kind === 'unclear' || this.kind === 'unfit';
  }
}
