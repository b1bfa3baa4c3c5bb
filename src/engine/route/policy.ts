import { type Address, matchesGlob } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import type { Limit, Policy } from '../../core/plan.ts';
import type { PolicyFlags } from '../types.ts';

/** The policy of a run: what the environment's guard says, and what the command line opens or narrows. */
export function policyOf(
  guard: { deletes: Limit | null; updates: Limit | null; allow: readonly Risk[] },
  flags: PolicyFlags = {},
): Policy {
  return {
    allow: [...new Set([...guard.allow, ...(flags.allow ?? [])])].sort(),
    resubmit: [...(flags.resubmit ?? [])].sort(),
    reupload: [...(flags.reupload ?? [])].sort(),
    maxDeletes: flags.maxDeletes === undefined ? guard.deletes : flags.maxDeletes,
    maxUpdates: flags.maxUpdates === undefined ? guard.updates : flags.maxUpdates,
    allowEmpty: flags.allowEmpty ?? false,
    acceptAccount: flags.acceptAccount ?? false,
    unprotect: [...(flags.unprotect ?? [])].sort(),
  };
}

/** What a resource that is protected must not lose: itself, its approval, its sending. */
const PROTECTED_FROM: readonly Risk[] = ['destroys', 'loses-approval', 'interrupts-sending'];

export function isProtectedFrom(risk: Risk): boolean {
  return PROTECTED_FROM.includes(risk);
}

/** Whether the policy allows a risk for an address. */
export function allowedBy(policy: Policy, address: Address): (risk: Risk) => boolean {
  return (risk) =>
    policy.allow.includes(risk) || (risk === 'resubmits' && policy.resubmit.some((glob) => matchesGlob(address, glob)));
}
