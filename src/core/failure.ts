import type { Problem } from './problem.ts';

/**
 * How a call to the service failed.
 * - `refused`: the service answered no; `problem.service` holds its code and message
 * - `unclear`: the request may have been acted on, and no answer came (a dead socket, a time-out, a 5xx on a write)
 * - `unreachable`: nobody looked at the request: no connection, no name, TLS, or turned away unread (429)
 * - `unfit`: an answer came and does not have the documented shape
 * - `interrupted`: we stopped it
 */
export type FailureKind = 'refused' | 'unclear' | 'unreachable' | 'unfit' | 'interrupted';

/** The error class of everything that goes wrong between us and the service. */
export class ServiceFailure extends Error {
  readonly kind: FailureKind;
  readonly problem: Problem;

  constructor(kind: FailureKind, problem: Problem) {
    super(problem.message);
    this.name = 'ServiceFailure';
    this.kind = kind;
    this.problem = problem;
  }
}
