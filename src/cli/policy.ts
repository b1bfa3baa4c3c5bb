import type { Environment } from '../config/environment.ts';
import { toLimit } from '../config/schema.ts';
import type { Risk } from '../core/kind.ts';
import type { Policy } from '../core/plan.ts';

/** What commander read of POLICY. */
export interface PolicyOptions {
  allow: Risk[];
  resubmit: string[];
  reupload: string[];
  maxDeletes?: string;
  maxUpdates?: string;
  allowEmpty?: boolean;
  acceptAccount?: boolean;
  unprotect: string[];
}

/** The environment's guard, opened by the flags of this run. */
export function policyOf(environment: Environment, options: PolicyOptions): Policy {
  const { guard } = environment;
  return {
    allow: [...new Set([...guard.allow, ...options.allow])].sort(),
    resubmit: options.resubmit,
    reupload: options.reupload,
    maxDeletes: options.maxDeletes === undefined ? guard.deletes : toLimit(options.maxDeletes),
    maxUpdates: options.maxUpdates === undefined ? guard.updates : toLimit(options.maxUpdates),
    allowEmpty: options.allowEmpty ?? false,
    acceptAccount: options.acceptAccount ?? false,
    unprotect: options.unprotect,
  };
}
